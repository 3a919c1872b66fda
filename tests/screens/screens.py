# SPDX-License-Identifier: GPL-2.0-or-later
"""The screens that people see: what is run before, what is typed, and which page is looked at."""

PROGRAMS = {
    "leaky": "cc -g -O1 leaky.c -o leaky",
    "errors": "cc -g errors.c -o errors",
    "orders": "c++ -g -std=c++17 orders.cpp -o orders",
    "orders-O2": "c++ -g -O2 -std=c++17 orders.cpp -o orders-O2",
    "registry": "rustc -g registry.rs -o registry",
    "cache": "cc -g cache.c -o cache",
    "clean": "cc -g clean.c -o clean",
}

# Runs that screens and pages show, made once: name, command.
RUNS = [
    ("errors-run", "seep --record=errors-run ./errors"),
    ("orders-run", "seep --record=orders-run --snapshot=exit ./orders"),
    ("leaky-run", "seep --record=leaky-run ./leaky"),
    ("clean-run", "seep --record=clean-run ./clean"),
    ("cache-run", "seep --record=cache-run --snapshot=exit --snapshot-contents=512 ./cache"),
    ("cache-later", "seep --record=cache-later --snapshot=exit ./cache 700"),
    ("suite-run", "seep suite --record=suite-run -- make -f Makefile.suite check"),
]

# In a terminal: name, what is typed.
TYPED = [
    ("leaks", "seep ./leaky"),
    ("errors", "seep ./errors"),
    ("cpp", "seep ./orders"),
    ("cpp-optimised", "seep ./orders-O2"),
    ("rust", "seep ./registry"),
    ("clean", "seep ./clean"),
    ("verbose", "seep -v ./leaky"),
    ("memcheck", "seep --style=memcheck ./leaky"),
    ("help", "seep --help"),
    ("mistyped", "seep --suppresions=x ./clean; seep ./nothing; seep report nothing; seep heap why"),
    ("suite", "seep suite -- make -f Makefile.suite check"),
    ("gate", "seep gate errors-run --definitely-lost=0; echo \"status $?\""),
    ("suppress", "seep suppress leaky-run"),
    ("diff", "seep diff leaky-run errors-run"),
    ("heap", "seep heap cache-run"),
    ("heap-why", "seep heap cache-run why entry_new"),
    ("heap-show", "seep heap cache-run show entry_new --limit=3"),
    ("heap-diff", "seep heap cache-run diff cache-later"),
]

# Pages: name, the command that writes it, the part of it that is looked at.
PAGES = [
    ("page-errors", "seep report --format=html:{} errors-run", ""),
    ("page-cpp", "seep report --format=html:{} orders-run", ""),
    ("page-suite", "seep report --format=html:{} suite-run", ""),
    ("page-clean", "seep report --format=html:{} clean-run", ""),
    ("page-heap", "seep heap cache-run export html {}", ""),
    ("page-heap-cpp", "seep heap orders-run export html {}", ""),
    ("page-heap-runs", "seep report --format=html:{} cache-run cache-later", "#heap"),
]
