// SPDX-License-Identifier: GPL-2.0-or-later
// A forgotten string is fixed, and another one is forgotten at another line of the function.
// findings: 1
// expect: new 1, fixed 1, gate fails
use std::hint::black_box;

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

#[inline(never)]
fn lose(text: &str) {
    let first = String::from(text);
    let second = text.to_uppercase();
    std::mem::forget(black_box(first)); //<
    std::mem::forget(black_box(second)); //>
}

fn main() {
    lose("a text of some length");
    black_box(scrub());
}
