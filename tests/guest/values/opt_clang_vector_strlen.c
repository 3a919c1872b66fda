// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: a strlen by vectors, as libraries have it: compare, mask, count zeros.
// compiler: clang
// build: -gdwarf-4 -O2 -march=haswell
// run:
// stdout: 780 780
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_vector_strlen.c"
