// SPDX-License-Identifier: GPL-2.0-or-later
// Rust's standard library: handles of threads, what is kept for the main thread, shared pointers kept as raw ones.
//
// build: rustc -g $SRC -o $BIN
// variant: plain rustc -O $SRC -o $BIN
// variant: stripped rustc -O -C strip=symbols $SRC -o $BIN
// features: print panic file map raw raw_wide raw_rc raw_text leaked once process
// threads: joined detached parked channel waiting scoped lock storage current barrier
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{Read, Write};
use std::rc::Rc;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{mpsc, Arc, Barrier, Condvar, Mutex, OnceLock, RwLock};
use std::thread;
use std::time::Duration;

static KEPT: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

fn keep<T: ?Sized>(pointer: *const T) {
    KEPT.store(pointer as *mut u8, Ordering::SeqCst);
    std::hint::black_box(&KEPT);
}

#[inline(never)]
fn plant() {
    if std::env::var_os("PLANT").is_some() {
        let lost = unsafe { System.alloc(Layout::from_size_align(1337, 1).unwrap()) };
        unsafe { lost.write_volatile(1) };
    }
}

fn print() {
    println!("hello {} {:.2}", 42, 3.5);
    eprintln!("hello");
    std::io::stdout().flush().unwrap();
}

fn panic() {
    let caught = std::panic::catch_unwind(|| panic!("caught"));
    println!("{}", caught.is_err());
}

fn file() {
    let mut text = String::new();
    std::fs::File::open("/etc/passwd").unwrap().read_to_string(&mut text).unwrap();
    println!("{}", text.lines().count());
}

fn map() {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in "one two two".split(' ') {
        *counts.entry(word.to_string()).or_default() += 1;
    }
    println!("{}", counts["two"]);
}

fn raw() {
    keep(Arc::into_raw(Arc::new(Mutex::new([7u8; 100]))));
}

#[repr(align(128))]
struct Wide([u8; 300]);

fn raw_wide() {
    let wide = Arc::new(Wide([7; 300]));
    println!("{}", wide.0.len());
    keep(Arc::into_raw(wide));
}

fn raw_rc() {
    keep(Rc::into_raw(Rc::new(RefCell::new([7u8; 100]))));
}

fn raw_text() {
    let text: Arc<str> = Arc::from("a text of some length");
    let again = text.clone();
    keep(Arc::into_raw(text));
    drop(again);
}

fn leaked() {
    let all: &'static mut Vec<String> = Box::leak(Box::new(vec!["kept".to_string()]));
    keep(all as *const Vec<String>);
}

fn once() {
    static ONCE: OnceLock<Vec<String>> = OnceLock::new();
    println!("{}", ONCE.get_or_init(|| vec!["once".to_string()]).len());
}

fn process() {
    let output = std::process::Command::new("echo").arg("hello").output().unwrap();
    println!("{}", output.status.success());
}

fn joined() {
    let threads: Vec<_> = (0..4).map(|i| thread::Builder::new().name(format!("t{i}")).spawn(move || i).unwrap()).collect();
    println!("{}", threads.into_iter().map(|t| t.join().unwrap()).sum::<i32>());
}

fn detached() {
    thread::spawn(|| 42);
}

fn parked() {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        sender.send(()).unwrap();
        loop {
            thread::park();
        }
    });
    receiver.recv().unwrap();
}

fn channel() {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        sender.send("late").unwrap();
    });
    println!("{:?}", receiver.recv_timeout(Duration::from_secs(60)));
}

fn waiting() {
    let pair = Arc::new((Mutex::new(0), Condvar::new()));
    for _ in 0..3 {
        let pair = pair.clone();
        thread::spawn(move || {
            let mut count = pair.0.lock().unwrap();
            *count += 1;
            pair.1.notify_all();
            loop {
                count = pair.1.wait(count).unwrap();
            }
        });
    }
    let mut count = pair.0.lock().unwrap();
    while *count < 3 {
        count = pair.1.wait(count).unwrap();
    }
}

fn scoped() {
    let mut numbers = vec![1, 2, 3];
    thread::scope(|scope| {
        for number in &mut numbers {
            scope.spawn(move || *number += 1);
        }
    });
    println!("{numbers:?}");
}

fn lock() {
    let numbers = Arc::new(RwLock::new(Vec::new()));
    let threads: Vec<_> = (0..4)
        .map(|i| {
            let numbers = numbers.clone();
            thread::spawn(move || numbers.write().unwrap().push(i))
        })
        .collect();
    for one in threads {
        one.join().unwrap();
    }
    println!("{}", numbers.read().unwrap().len());
}

fn storage() {
    thread_local!(static MINE: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) });
    let work = || MINE.with(|mine| mine.borrow_mut().push("mine".to_string()));
    work();
    thread::spawn(work).join().unwrap();
}

fn current() {
    println!("{:?} {:?}", thread::current().id(), thread::current().name());
}

fn barrier() {
    let barrier = Arc::new(Barrier::new(4));
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let barrier = barrier.clone();
            thread::spawn(move || barrier.wait().is_leader())
        })
        .collect();
    for one in threads {
        one.join().unwrap();
    }
}

fn main() {
    plant();
    match std::env::args().nth(1).unwrap_or_default().as_str() {
        "print" => print(),
        "panic" => panic(),
        "file" => file(),
        "map" => map(),
        "raw" => raw(),
        "raw_wide" => raw_wide(),
        "raw_rc" => raw_rc(),
        "raw_text" => raw_text(),
        "leaked" => leaked(),
        "once" => once(),
        "process" => process(),
        "joined" => joined(),
        "detached" => detached(),
        "parked" => parked(),
        "channel" => channel(),
        "waiting" => waiting(),
        "scoped" => scoped(),
        "lock" => lock(),
        "storage" => storage(),
        "current" => current(),
        "barrier" => barrier(),
        _ => std::process::exit(99),
    }
}
