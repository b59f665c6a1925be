#!/usr/bin/env bash
# Builds the WebAssembly module and the folders that use it, in target/web/:
#   tsume.wasm, tsume.js   the module and its loader (src/wasm/README.md)
#   index.html and others  the page (src/web/page): with the module, a folder for any web server
#   shogihome/tsume/       an engine folder for ShogiHome
# Needs either rustup, which adds the target, or Debian's packages of Rust for browsers, which this
# script unpacks into a folder outside the repository (TSUME_RUST_WEB, default ~/.cache/tsume-rust-web).
# Usage: scripts/wasm.sh [--if-possible]   --if-possible: where the tools are missing, says so and ends
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

target=wasm32-unknown-unknown
out=target/web
build=(rustc --lib --crate-type cdylib --no-default-features --features wasm --locked
  --target "$target" --profile wasm)

has_target() {
  [[ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]]
}

# Debian's compiler with the sources of its standard library, which cargo then builds for the target.
unpack_debian() {
  local root=${TSUME_RUST_WEB:-$HOME/.cache/tsume-rust-web}
  if [[ ! -x $root/usr/bin/rustc ]]; then
    mkdir -p "$root/packages"
    local version
    version=$(apt-cache policy rustc-web | sed -n 's/ *Candidate: //p')
    local llvm
    llvm=$(apt-cache depends --important "libstd-rust-web-${version%.*}" rustc-web 2>/dev/null |
      sed -n 's/.*Depends: \(libllvm[0-9]*\)$/\1/p' | sort -u)
    (
      cd "$root/packages"
      # shellcheck disable=SC2086
      apt-get download rustc-web rust-web-src "libstd-rust-web-${version%.*}" libstd-rust-web-dev $llvm
      [[ -n $(find "$(rustc --print sysroot)" -name rust-lld) ]] || apt-get download lld-"${llvm#libllvm}"
    )
    for package in "$root"/packages/*.deb; do dpkg-deb -x "$package" "$root"; done
  fi
  # Debian's compiler comes without a linker for the target; rustup's toolchains have one. Their
  # gcc-ld/wasm-ld is none: it is a wrapper that refuses the compiler's `-flavor`.
  local linker
  linker=$(find "$root/usr" "$(rustc --print sysroot)/lib/rustlib" \
    \( -name rust-lld -o -name 'wasm-ld*' \) -not -path '*/gcc-ld/*' -perm -u=x | head -1)
  export RUSTC=$root/usr/bin/rustc RUSTC_BOOTSTRAP=1
  LD_LIBRARY_PATH=$(find "$root/usr/lib" -name '*.so*' -printf '%h\n' | sort -u | paste -sd:)
  export LD_LIBRARY_PATH
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
  build+=(-Zbuild-std=std,panic_abort)
}

missing() {
  echo "WebAssembly is left out: $1"
  [[ ${1-} && ${mode-} == --if-possible ]] && exit 0
  exit 1
}

mode=${1-}
if ! has_target; then
  if [[ $mode == --if-possible ]]; then
    missing "rustup target add $target"
  elif command -v rustup >/dev/null && rustup target add "$target" && has_target; then
    :
  elif command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null; then
    unpack_debian
  else
    missing "it needs rustup target add $target, or Debian's rustc-web"
  fi
fi

cargo "${build[@]}"
mkdir -p "$out/shogihome/tsume"
cp "target/$target/wasm/tsume.wasm" "$out/tsume.wasm"
cp src/wasm/tsume.js "$out/tsume.js"
cp src/web/page/*.html src/web/page/*.css src/web/page/*.js "$out/"
engine=$out/shogihome/tsume
cp src/wasm/shogihome/engine.json src/wasm/shogihome/tsume.js "$out/tsume.wasm" "$engine/"
cp src/wasm/tsume.js "$engine/tsume-wasm.js"

printf '%s: %d bytes, gzip %d' "$out/tsume.wasm" "$(stat -c %s "$out/tsume.wasm")" \
  "$(gzip -9 -c "$out/tsume.wasm" | wc -c)"
if command -v node >/dev/null; then
  node -e 'const z = require("zlib"), b = require("fs").readFileSync(process.argv[1]);
    console.log(", brotli " + z.brotliCompressSync(b).length)' "$out/tsume.wasm"
else
  echo
fi
