// SPDX-License-Identifier: GPL-2.0-or-later
// Of two vectors that are forgotten one is fixed.
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
// place: @kept
use std::hint::black_box;

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

#[inline(never)]
fn lose(number: usize) {
    let first: Vec<u32> = Vec::with_capacity(number);
    std::mem::forget(black_box(first)); //<
    drop(black_box(first)); //>
    let mut second = Vec::new();
    second.push(number as u64); // @kept
    std::mem::forget(black_box(second));
}

fn main() {
    lose(19);
    black_box(scrub());
}
