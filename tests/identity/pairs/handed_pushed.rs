// SPDX-License-Identifier: GPL-2.0-or-later
// A function pushes to a vector that it borrows.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
use std::hint::black_box;
use std::mem::forget;

#[inline(never)]
fn add(to: &mut Vec<u64>, number: u64) {
    to.push(number);
}

#[inline(never)]
fn first() -> usize {
    let mut one = Vec::new(); add(&mut one, 1);
    let used = one.len();
    forget(black_box(one)); //<
    drop(black_box(one)); //>
    used
}

#[inline(never)]
fn second() -> usize {
    let mut other = Vec::new(); add(&mut other, 1); // @made
    let used = other.len();
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
