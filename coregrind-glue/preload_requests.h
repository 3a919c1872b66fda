/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Client requests between our preload library and the tool; numbers far from those of memcheck.h. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_REQUESTS_H
#define SEEP_COREGRIND_GLUE_PRELOAD_REQUESTS_H

#include "valgrind.h"

enum {
  /* realloc(arg[1], 0): reports it, frees or resizes as --realloc-zero-bytes-frees says; returns what realloc() returns. */
  PRELOAD_REALLOC_ZERO = VG_USERREQ_TOOL_BASE('M', 'C') + 0x5e00,
};

#endif
