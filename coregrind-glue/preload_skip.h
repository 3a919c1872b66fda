/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What replaced functions ask of the tool. A request costs as much as a few dozen turns of a loop in the guest, so it is
 * made only when a string or array has proved long, and less often when it did not help. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_SKIP_H
#define SEEP_COREGRIND_GLUE_PRELOAD_SKIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coregrind-glue/preload_requests.h"

#define INLINED static inline __attribute__((always_inline, unused))

enum {
  SKIP_FROM = 48,        /* characters looked at before the tool is asked */
  COPY_STEPS_FROM = 24,  /* loads and stores that a copy would need, from which on the tool is asked */
  FILL_STEPS_FROM = 128, /* the same for stores only */
};

#define PRELOAD_REQUEST(request, a, b, c, d) \
  VALGRIND_DO_CLIENT_REQUEST_EXPR(0, request, (uintptr_t)(a), (uintptr_t)(b), (uintptr_t)(c), (uintptr_t)(d), 0)

INLINED size_t skip_others(const void *start, uint8_t a, uint8_t b, size_t bytes_max)
{
  return PRELOAD_REQUEST(PRELOAD_SKIP_OTHERS, start, a, b, bytes_max);
}

INLINED size_t skip_equal(const void *a, const void *b, size_t count_max, size_t character_bytes, bool zero_is_equal)
{
  return character_bytes == 1 ? PRELOAD_REQUEST(PRELOAD_SKIP_EQUAL, a, b, count_max, zero_is_equal) : 0;
}

/* Copying what may be skipped; returns how much of it, from the first byte on. */
INLINED size_t copy_skipped(void *to, const void *from, size_t bytes)
{
  bool is_up = (uintptr_t)to - (uintptr_t)from >= bytes;
  return bytes != 0 && is_up ? PRELOAD_REQUEST(PRELOAD_COPY, to, from, bytes, 0) : 0;
}

/* At which place to ask again, having come to `i` with the help of an answer to the question at `asked_at`. */
INLINED size_t next_ask(size_t i, size_t asked_at)
{
  return i + 2 * asked_at;
}

INLINED bool ranges_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
  uintptr_t a_start = (uintptr_t)a, b_start = (uintptr_t)b;
  return a_start < b_start ? b_start - a_start < a_bytes && b_bytes != 0 : a_start - b_start < b_bytes && a_bytes != 0;
}

#endif
