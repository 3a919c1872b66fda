// SPDX-License-Identifier: GPL-2.0-or-later
// Box::leak() for a configuration that is to live for ever, until it is set a second time.
// explain: 1337 overwritten block in configure @lost; global CONFIG; stored in configure @lost
use std::sync::atomic::{AtomicPtr, Ordering};

static CONFIG: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

#[inline(never)]
fn configure(value: u8) {
    let leaked = Box::leak(vec![value; 1337].into_boxed_slice());
    CONFIG.store(leaked.as_mut_ptr(), Ordering::SeqCst); // @lost
}

fn main() {
    configure(1);
    configure(2);
    assert!(unsafe { *CONFIG.load(Ordering::SeqCst) } == 2);
}
