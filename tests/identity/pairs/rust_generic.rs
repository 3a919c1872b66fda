// SPDX-License-Identifier: GPL-2.0-or-later
// A generic function that loses memory is used with other types.
// findings: 1
// expect: same 1, gate passes
// place: @leak
use std::hint::black_box;

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

#[inline(never)]
fn lose<T: Copy>(value: T) {
    std::mem::forget(black_box(Box::new([value; 16]))); // @leak
}

fn main() {
    lose(7u32);
    lose(7i64); //<
    lose(7.0f64); //>
    black_box(scrub());
}
