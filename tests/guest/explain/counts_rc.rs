// SPDX-License-Identifier: GPL-2.0-or-later
// Rust's Rc and Arc, whose strong count comes before the weak one: a clone is forgotten.
// needs: seep
// again: optimised -O
// run: --explain=all -- rc
// expect: /Its count of references, at offset 0, is still 1: taken by Rc<.*>::clone\(\) from counts_rc\w*::keep\(\) \(counts_rc.rs:@keep\), never given back/
// reject: Free it before
// run: --explain=all -- arc
// expect: /Its count of references, at offset 0, is still 1: taken by Arc<.*>::clone\(\) from counts_rc\w*::keep_shared\(\) \(counts_rc.rs:@shared\), never given back/
// reject: Free it before
use std::rc::Rc;
use std::sync::Arc;

struct Thing {
    numbers: [u64; 10],
}

#[inline(never)]
fn make(number: u64) -> Rc<Thing> {
    Rc::new(Thing { numbers: [number; 10] })
}

#[inline(never)]
fn keep(list: &mut Vec<Rc<Thing>>, thing: &Rc<Thing>) {
    list.push(Rc::clone(thing)); // @keep
}

#[inline(never)]
fn make_shared(number: u64) -> Arc<Thing> {
    Arc::new(Thing { numbers: [number; 10] })
}

#[inline(never)]
fn keep_shared(list: &mut Vec<Arc<Thing>>, thing: &Arc<Thing>) {
    list.push(Arc::clone(thing)); // @shared
}

#[inline(never)]
fn forget<T>(list: &mut Vec<T>) {
    std::mem::forget(list.pop());
}

fn main() {
    let mut sum = 0;
    let is_shared = std::env::args().any(|argument| argument == "arc");
    for i in 0..9 {
        if is_shared {
            let thing = make_shared(i);
            let mut list = Vec::new();
            keep_shared(&mut list, &thing);
            if i == 5 {
                forget(&mut list);
            }
            sum += thing.numbers[0];
        } else {
            let thing = make(i);
            let mut list = Vec::new();
            keep(&mut list, &thing);
            if i == 5 {
                forget(&mut list);
            }
            sum += thing.numbers[0];
        }
    }
    assert!(sum == 36);
}
