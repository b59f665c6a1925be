//! The page: the files that a server offers, or that a folder holds.
//!
//! They are plain HTML, CSS and JavaScript modules without a build step, and load nothing from
//! elsewhere. Texts, pieces and moves come from the requests. Two engines answer them: `tsume
//! serve`, or WebAssembly in a worker. `scripts/wasm.sh` puts the files beside the WebAssembly
//! module into `target/web`, a folder for any server.
//!
//! | file | purpose |
//! | --- | --- |
//! | `index.html`, `page.css` | structure and looks |
//! | `main.js` | state of the page, and what its controls do |
//! | `engine.js`, `worker.js` | requests to the server, or to WebAssembly in a worker |
//! | `board.js` | the board: drawing, pointer, keyboard, names of squares |
//! | `setup.js` | pieces and hands while a position is set up |
//! | `solution.js` | results, line, tree, play against a proof, tries |
//! | `panels.js` | pasted texts, judgement, generation |
//! | `share.js` | links, files, pictures |
//! | `dom.js` | small helpers |
//! | `examples.js` | a problem of each game |

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// Name in the folder.
    pub name: &'static str,
    /// Media type.
    pub media_type: &'static str,
    /// Content.
    pub content: &'static str,
}

/// Mark of the engine in `index.html`, and its value where a server answers.
const ENGINES: [&str; 2] = ["data-engine=\"wasm\"", "data-engine=\"server\""];

/// All files of the page. `worker.js` is not among them, because a server needs no worker.
pub const FILES: &[PageFile] = &[
    html("index.html", include_str!("index.html")),
    style("page.css", include_str!("page.css")),
    script("main.js", include_str!("main.js")),
    script("engine.js", include_str!("engine.js")),
    script("board.js", include_str!("board.js")),
    script("setup.js", include_str!("setup.js")),
    script("solution.js", include_str!("solution.js")),
    script("panels.js", include_str!("panels.js")),
    script("share.js", include_str!("share.js")),
    script("dom.js", include_str!("dom.js")),
    script("examples.js", include_str!("examples.js")),
];

const fn html(name: &'static str, content: &'static str) -> PageFile {
    PageFile { name, media_type: "text/html; charset=utf-8", content }
}

const fn style(name: &'static str, content: &'static str) -> PageFile {
    PageFile { name, media_type: "text/css; charset=utf-8", content }
}

const fn script(name: &'static str, content: &'static str) -> PageFile {
    PageFile { name, media_type: "text/javascript; charset=utf-8", content }
}

/// The file with a name; an empty name means the page itself.
pub fn file(name: &str) -> Option<&'static PageFile> {
    let name = if name.is_empty() { "index.html" } else { name };
    FILES.iter().find(|file| file.name == name)
}

/// The content of a file where a server answers the requests.
pub fn served(content: &str) -> String {
    content.replacen(ENGINES[0], ENGINES[1], 1)
}
