// SPDX-License-Identifier: GPL-2.0-or-later
// Two nodes own each other by Rc; the owners outside are local variables.
// explain: cycle left in work @lost; local first of work / local second of work / stack of work
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

struct Node {
    peer: RefCell<Option<Rc<Node>>>,
    text: [u8; 1328],
}

#[inline(never)]
fn make() -> Rc<Node> {
    Rc::new(Node { peer: RefCell::new(None), text: [1; 1328] })
}

#[inline(never)]
fn work() -> u8 {
    let first = make();
    let second = make();
    *first.peer.borrow_mut() = Some(second.clone());
    *second.peer.borrow_mut() = Some(first.clone());
    black_box(&first);
    black_box(&second);
    let text = first.text[5] - second.text[6]; // @lost
    text // @lost
} // @lost

fn main() {
    std::process::exit(work().into());
}
