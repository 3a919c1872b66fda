/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Client requests between our preload library and the tool; numbers far from those of memcheck.h. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_REQUESTS_H
#define SEEP_COREGRIND_GLUE_PRELOAD_REQUESTS_H

#include "valgrind.h"

enum {
  /* realloc(arg[1], 0): reports it, frees or resizes as --realloc-zero-bytes-frees says; returns what realloc() returns. */
  PRELOAD_REALLOC_ZERO = VG_USERREQ_TOOL_BASE('M', 'C') + 0x5e00,

  /* Source and destination overlap: name of the function, destination, source, bytes (0: not known beforehand). */
  PRELOAD_OVERLAP,

  /* What follows does natively, with the shadow, what a loop in the guest would do. Where the loop would report something,
   * or might fault, it is left to it. */

  /* Destination, source, bytes. Returns how many are copied, seldom others than none or all. When the ranges overlap and the
   * destination lies higher, it is the last ones that are. */
  PRELOAD_COPY,
  /* Destination, address of the byte to fill with, bytes. Returns how many are filled. */
  PRELOAD_FILL,
  /* Start, two bytes, bytes at most. Returns how many bytes from the start need no look: they are neither of the two. */
  PRELOAD_SKIP_OTHERS,
  /* Two starts, bytes at most, is zero passed over? Returns for how many bytes both are equal (and not zero). */
  PRELOAD_SKIP_EQUAL,
};

#endif
