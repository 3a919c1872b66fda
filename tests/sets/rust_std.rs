// SPDX-License-Identifier: GPL-2.0-or-later
// What the set <rust-std> is for: a thread that still runs at exit, and the backtrace of a panic.
use std::thread;
use std::time::Duration;

fn main() {
    thread::spawn(thread::park);
    thread::sleep(Duration::from_millis(10));
    let _ = std::panic::catch_unwind(|| panic!("for its backtrace"));
}
