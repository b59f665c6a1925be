use std::sync::Arc;
use std::time::{Duration, Instant};
use tsume::{
    notation::*,
    position::*,
    rules::*,
    search::*,
    search::{number::*, table::Table, workers::Shared},
};
struct W(Instant);
impl Watch for W {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&a[1]).unwrap();
    let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
    let skip: usize = a.get(2).map_or(0, |x| x.parse().unwrap());
    let step: usize = a.get(3).map_or(1, |x| x.parse().unwrap());
    let secs: u64 = a.get(4).map_or(10, |x| x.parse().unwrap());
    let mut tot = 0.0;
    let mut n = 0;
    let mut ok = 0;
    let mut nodes = 0;
    let mut dec = 0;
    for (i, l) in text.lines().filter(|l| !l.starts_with('#')).enumerate() {
        if i < skip || (i - skip) % step != 0 {
            continue;
        }
        let f: Vec<&str> = l.split('\t').collect();
        let p = sfen::parse(&rules, f[0]).unwrap();
        let e = tsume::referee::Referee::new(&rules, &p, p.side, Forcing::Check);
        let t = Instant::now();
        let w = W(t);
        let table = Table::new(1 << 30);
        let s = Shared::new(
            &table,
            1,
            Limits { time: Some(Duration::from_secs(secs)), ..Limits::default() },
            &w,
        );
        let mut len = ENDLESS;
        let mut best = None;
        let mut exact = false;
        let mut first = 0;
        loop {
            match s.decide(&rules, p.side, &e, len) {
                Ok((look, _)) => {
                    if look.is_mate() {
                        if best.is_none() {
                            first = s.nodes()
                        }
                        best = Some(look.len as i32);
                        if look.len < 3 {
                            exact = true;
                            break;
                        }
                        len = look.len - 2;
                    } else {
                        exact = true;
                        if best.is_none() {
                            best = Some(-1)
                        }
                        break;
                    }
                }
                Err(_) => break,
            }
        }
        let el = t.elapsed().as_secs_f64();
        tot += el;
        n += 1;
        nodes += s.nodes();
        let got = match best {
            None => "?".into(),
            Some(-1) => "nomate".into(),
            Some(x) => format!("{x}{}", if exact { "" } else { "?" }),
        };
        if best.is_some() {
            dec += 1
        }
        let good = got == f[1];
        ok += good as usize;
        if !good || a.len() > 5 {
            println!(
                "{} want {} got {} nodes {}/{} {:.2}s {}",
                i,
                f[1],
                got,
                first,
                s.nodes(),
                el,
                f.get(2).unwrap_or(&"")
            );
        }
    }
    println!("{ok}/{n} right, {dec} decided, {tot:.1}s nodes {nodes} {:.0}/s", nodes as f64 / tot);
}
