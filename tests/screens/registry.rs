// SPDX-License-Identifier: GPL-2.0-or-later
// What Rust programs lose, for screens that show it.
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

struct Node {
    peers: RefCell<Vec<Rc<Node>>>,
    _name: String,
}

mod registry {
    use super::*;

    pub fn forget(names: &[&str]) {
        let map: HashMap<String, usize> = names.iter().map(|name| (name.to_string(), name.len())).collect();
        std::mem::forget(map);
    }

    pub fn tie() {
        let one = Rc::new(Node { peers: RefCell::default(), _name: "one".repeat(40) });
        let other = Rc::new(Node { peers: RefCell::new(vec![one.clone()]), _name: "other".to_string() });
        one.peers.borrow_mut().push(other);
    }
}

fn main() {
    registry::forget(&["tea", "coffee"]);
    registry::tie();
    let late = {
        let text = String::from("freed early");
        text.as_ptr()
    };
    println!("{}", unsafe { *late });
}
