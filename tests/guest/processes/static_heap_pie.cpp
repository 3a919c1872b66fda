// SPDX-License-Identifier: GPL-2.0-or-later
// The heap is replaced by symbol in a static program that may lie anywhere, too, though GNU ld has made its symbols local.
// needs: seep
// compare: no, Memcheck replaces nothing in static programs
// build: -g -O0 -static-pie
// run:
// stdout: 28 characters, 4 threads
// expect: Invalid write of size 1
// expect: 1 bytes after a block of size 1,337 alloc'd
// expect: Mismatched free() / delete / delete []
// expect: Invalid free() / delete / delete[] / realloc()
// expect: 7 bytes in 1 blocks are definitely lost
// expect: ERROR SUMMARY: 4 errors from 4 contexts
#include "static_heap.cpp"
