// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: a growing buffer: lengths, capacities and text that ends where it was written.
// compiler: clang
// build: -gdwarf-4 -O3 -march=haswell
// run:
// stdout: 1890 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_string_builder.c"
