// SPDX-License-Identifier: GPL-2.0-or-later
// A box is forgotten, and another one leaked; lines are inserted.
// quick:
// findings: 2
// expect: same 2, gate passes
// place: @forgotten @leaked
use std::hint::black_box;

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

#[inline(never)]
fn lose(number: u32) {
    println!("{number}"); //>
    std::mem::forget(black_box(Box::new([number; 19]))); // @forgotten
    black_box(Box::leak(Box::new([number; 77]))); // @leaked
}

fn main() {
    lose(7);
    black_box(scrub());
}
