// SPDX-License-Identifier: GPL-2.0-or-later
// A structure with a string is returned.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
use std::hint::black_box;
use std::mem::forget;

struct Named {
    number: usize,
    name: String,
}

#[inline(never)]
fn make(number: usize) -> Named {
    Named { number, name: "a".repeat(black_box(1337)) }
}

#[inline(never)]
fn first() -> usize {
    let one = make(1);
    let used = one.number + one.name.len();
    forget(black_box(one)); //<
    drop(black_box(one)); //>
    used
}

#[inline(never)]
fn second() -> usize {
    let other = make(1); // @made
    let used = other.number + other.name.len();
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
