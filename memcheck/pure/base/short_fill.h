/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes of the shadow for what is mostly short: the core's memset() is made for other sizes. */
#ifndef SEEP_MEMCHECK_PURE_BASE_SHORT_FILL_H
#define SEEP_MEMCHECK_PURE_BASE_SHORT_FILL_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t short_fill_pair __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t short_fill_word __attribute__((aligned(1), may_alias));

/* All bits of `count` bytes become ones, or zeros. */
static inline void short_fill(uint8_t *bytes, uint64_t count, bool ones)
{
  const uint64_t word = ones ? ~UINT64_C(0) : 0;
  const short_fill_pair pair = {word, word};
  if (count < sizeof pair) {
    if (count >= sizeof word) {
      *(short_fill_word *)bytes = *(short_fill_word *)(bytes + count - sizeof word) = word;
      return;
    }
    for (uint64_t i = 0; i < count; i++)
      ((volatile uint8_t *)bytes)[i] = (uint8_t)word; /* else the compiler calls memset() */
    return;
  }
  for (uint64_t i = 0; i < count - sizeof pair; i += sizeof pair)
    *(short_fill_pair *)(bytes + i) = pair;
  *(short_fill_pair *)(bytes + count - sizeof pair) = pair;
}

#endif
