// SPDX-License-Identifier: GPL-2.0-or-later
// Of two boxes of one function the first is no longer forgotten, and the second is.
// findings: 1
// expect: new 1, fixed 1, gate fails
use std::hint::black_box;

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

#[inline(never)]
fn lose(number: u32) {
    let first = black_box(Box::new([number; 19]));
    let second = black_box(Box::new([number; 19]));
    std::mem::forget(first); //<
    drop(second); //<
    drop(first); //>
    std::mem::forget(second); //>
}

fn main() {
    lose(7);
    black_box(scrub());
}
