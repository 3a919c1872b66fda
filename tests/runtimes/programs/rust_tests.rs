// SPDX-License-Identifier: GPL-2.0-or-later
// Rust's test runner: what it keeps of the main thread when that has waited for a test.
//
// needs: rustc
// build: rustc --test -g $SRC -o $BIN
// variant: plain rustc --test -O $SRC -o $BIN
// run: $BIN FEATURE
// features: at_once
// threads: late both
#[cfg(test)]
mod tests {
    use std::alloc::{GlobalAlloc, Layout, System};

    #[inline(never)]
    fn plant() {
        if std::env::var_os("PLANT").is_some() {
            let lost = unsafe { System.alloc(Layout::from_size_align(1337, 1).unwrap()) };
            unsafe { lost.write_volatile(1) };
        }
    }

    #[test]
    fn at_once() {
        plant();
    }

    #[test]
    fn late() {
        plant();
        std::thread::sleep(std::time::Duration::from_millis(50));
    }

    #[test]
    fn both_one() {
        plant();
        std::thread::sleep(std::time::Duration::from_millis(20));
    }

    #[test]
    fn both_two() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}
