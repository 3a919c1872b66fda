// SPDX-License-Identifier: GPL-2.0-or-later
// A method pushes to a member.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
use std::hint::black_box;
use std::mem::forget;

struct Table {
    number: usize,
    rows: Vec<u64>,
}

impl Table {
    #[inline(never)]
    fn add(&mut self, row: u64) {
        self.number += 1;
        self.rows.push(row);
    }
}

#[inline(never)]
fn first() -> usize {
    let mut one = Table { number: 0, rows: Vec::new() }; one.add(7);
    let used = one.number + one.rows.len();
    forget(black_box(one)); //<
    drop(black_box(one)); //>
    used
}

#[inline(never)]
fn second() -> usize {
    let mut other = Table { number: 0, rows: Vec::new() }; other.add(7); // @made
    let used = other.number + other.rows.len();
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
