// SPDX-License-Identifier: GPL-2.0-or-later
// Functions called like the C library's are left alone also where all symbols are local, so that being local says nothing.
// needs: seep
// compare: no, Memcheck replaces nothing in static programs
// build: -g -O0 -fno-builtin -static-pie
// run:
// stdout: 1337 42 7
// expect: 5 bytes in 1 blocks are definitely lost
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "static_own_functions.c"
