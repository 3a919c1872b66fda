// SPDX-License-Identifier: GPL-2.0-or-later
// A text in ManuallyDrop is part of a boxed struct: the box is dropped, the text is not.
// explain: 1337 freed in lose @lost; block
use std::hint::black_box;
use std::mem::ManuallyDrop;

struct Holder {
    number: u64,
    text: ManuallyDrop<String>,
}

#[inline(never)]
fn make() -> Box<Holder> {
    Box::new(Holder { number: 3, text: ManuallyDrop::new("x".repeat(1337)) })
}

#[inline(never)]
fn lose() -> u64 {
    let holder = make();
    let sum = holder.number + holder.text.len() as u64;
    black_box(sum) // @lost
} // @lost

fn main() {
    assert!(lose() == 1340);
}
