// SPDX-License-Identifier: GPL-2.0-or-later
// A generic function calls a closure; each closure has an instance of its own.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
use std::hint::black_box;
use std::mem::forget;

#[inline(never)]
fn collect<F: FnMut(usize) -> usize>(count: usize, mut what: F) -> Vec<usize> {
    let mut found = Vec::with_capacity(count);
    for i in 0..count {
        found.push(what(i));
    }
    found
}

#[inline(never)]
fn first() -> usize {
    let one = collect(black_box(3), |i| i + 1);
    let used = one[0];
    forget(black_box(one)); //<
    drop(black_box(one)); //>
    used
}

#[inline(never)]
fn second() -> usize {
    let other = collect(black_box(3), |i| i + 2);
    let used = other[0];
    forget(black_box(other)); //>
    drop(black_box(other)); //<
    used
}

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

fn main() {
    black_box(first() + second());
    black_box(scrub());
}
