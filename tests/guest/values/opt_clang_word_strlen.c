// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: a strlen that looks at eight bytes at a time, with nothing written behind the zero.
// compiler: clang
// build: -gdwarf-4 -O2
// run:
// stdout: 780
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_word_strlen.c"
