// SPDX-License-Identifier: GPL-2.0-or-later
// A list of the program itself gets a node.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
use std::hint::black_box;
use std::mem::forget;

struct Node {
    next: Option<Box<Node>>,
    number: usize,
}

struct List {
    first: Option<Box<Node>>,
}

impl List {
    #[inline(never)]
    fn add(&mut self, number: usize) {
        let next = self.first.take();
        self.first = Some(Box::new(Node { next, number }));
    }
}

#[inline(never)]
fn first() -> usize {
    let mut one = List { first: None }; one.add(7);
    let used = one.first.as_ref().map_or(0, |x| x.number + x.next.is_some() as usize);
    forget(black_box(one)); //<
    drop(black_box(one)); //>
    used
}

#[inline(never)]
fn second() -> usize {
    let mut other = List { first: None }; other.add(7); // @made
    let used = other.first.as_ref().map_or(0, |x| x.number + x.next.is_some() as usize);
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
