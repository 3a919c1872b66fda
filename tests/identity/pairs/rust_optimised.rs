// SPDX-License-Identifier: GPL-2.0-or-later
// Rust without and with optimisation, where the standard library is inlined.
// flags: -g -> -g -C opt-level=2
// findings: 2
// expect: same 2, gate passes
// place: @box @push
use std::hint::black_box;

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

#[inline(never)]
fn put(number: u64) {
    let mut list = Vec::new();
    list.push(number); // @push
    std::mem::forget(black_box(list));
}

#[inline(never)]
fn lose(number: u32) {
    std::mem::forget(black_box(Box::new([number; 19]))); // @box
}

fn main() {
    lose(7);
    put(8);
    black_box(scrub());
}
