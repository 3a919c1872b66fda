// SPDX-License-Identifier: GPL-2.0-or-later
// A builder goes from call to call by value.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
use std::hint::black_box;
use std::mem::forget;

struct Builder {
    parts: Vec<u64>,
}

impl Builder {
    #[inline(never)]
    fn new() -> Builder {
        Builder { parts: Vec::new() }
    }
    #[inline(never)]
    fn with(mut self, part: u64) -> Builder {
        self.parts.push(part);
        self
    }
}

#[inline(never)]
fn first() -> usize {
    let one = Builder::new().with(7);
    let used = one.parts.len();
    forget(black_box(one)); //<
    drop(black_box(one)); //>
    used
}

#[inline(never)]
fn second() -> usize {
    let other = Builder::new().with(7); // @made
    let used = other.parts.len();
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
