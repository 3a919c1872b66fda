// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: an interpreter with computed jumps and a stack that was never cleared.
// compiler: clang
// build: -gdwarf-4 -O3
// run:
// stdout: 5050
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_interpreter.c"
