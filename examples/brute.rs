use tsume::referee::*;
use tsume::{notation::*, position::*, rules::*};
fn or(r: &Rules, p: &Position, k: u32, pv: &mut Vec<Move>) -> bool {
    if k == 0 {
        return false;
    }
    for m in forcing_moves(r, p, Forcing::Check) {
        let q = play(r, p, m);
        let mut sub = vec![];
        if and(r, &q, k - 1, &mut sub) {
            pv.clear();
            pv.push(m);
            pv.extend(sub);
            return true;
        }
    }
    false
}
fn and(r: &Rules, p: &Position, k: u32, pv: &mut Vec<Move>) -> bool {
    let l = legal_moves(r, p);
    if l.is_empty() {
        return true;
    }
    if k < 2 {
        return false;
    }
    let mut best: Vec<Move> = vec![];
    for m in l {
        let q = play(r, p, m);
        let mut sub = vec![];
        if !or(r, &q, k - 1, &mut sub) {
            return false;
        }
        sub.insert(0, m);
        if sub.len() > best.len() {
            best = sub
        }
    }
    *pv = best;
    true
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let r = builtin::rules("shogi", &[]).unwrap().unwrap();
    let p = sfen::parse(&r, &a[1]).unwrap();
    for k in (1..=a[2].parse().unwrap()).step_by(2) {
        let mut pv = vec![];
        if or(&r, &p, k, &mut pv) {
            println!(
                "mate {k}: {}",
                pv.iter().map(|m| usi::write(&r, *m)).collect::<Vec<_>>().join(" ")
            );
            return;
        }
    }
    println!("none");
}
