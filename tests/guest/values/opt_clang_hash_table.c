// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: a hash table whose slots are undefined until a bitmap says otherwise.
// compiler: clang
// build: -gdwarf-4 -O3 -march=haswell
// run:
// stdout: 300 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_hash_table.c"
