// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: a dense switch on a byte out of a word whose other bytes are undefined.
// compiler: clang
// build: -gdwarf-4 -O2
// run:
// stdout: 4300
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_switch.c"
