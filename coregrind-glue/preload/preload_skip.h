/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How replacements use quick requests. One costs as much as a few rounds of a loop in the guest. So it is only made
 * when the first character has not decided the matter, and less and less often when it does not help. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_SKIP_H
#define SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_SKIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "coregrind-glue/preload/preload_requests.h"

#define INLINED static inline __attribute__((always_inline, unused))

enum {
  SKIP_FROM = 1,        /* characters looked at before the tool is asked */
  COPY_STEPS_FROM = 4,  /* loads and stores that a copy would need, from which on the tool is asked */
  FILL_STEPS_FROM = 8,  /* the same for stores only */
};

#define PRELOAD_QUICK_REQUEST_WITH(request, ...)                                                       \
  __extension__({                                                                                      \
    uintptr_t quick_result = 0;                                                                        \
    __asm__ volatile("testl %%eax, %%eax\n\t"                                                          \
                     "js 2f\n"                                                                         \
                     "1:\tnopl %c[number](%%rax)\n\t"                                                  \
                     ".subsection 1\n"                                                                 \
                     "2:\tjmp 1b\n\t"                                                                  \
                     ".previous"                                                                       \
                     : "+a"(quick_result)                                                              \
                     : [number] "i"(PRELOAD_QUICK_MARK + (request)), __VA_ARGS__                       \
                     : "memory", "cc");                                                                \
    quick_result;                                                                                      \
  })

#define PRELOAD_QUICK_REQUEST(request, a, b, c, d)                                                   \
  PRELOAD_QUICK_REQUEST_WITH(request, "D"((uintptr_t)(a)), "S"((uintptr_t)(b)), "d"((uintptr_t)(c)), \
                             "c"((uintptr_t)(d)))

#define PRELOAD_QUICK_REQUEST_2(request, a, b) \
  PRELOAD_QUICK_REQUEST_WITH(request, "D"((uintptr_t)(a)), "S"((uintptr_t)(b)))

/* Of bytes only: others are never skipped. */
INLINED size_t skip_others(const void *start, uint8_t a, uint8_t b, uint8_t c, size_t bytes_max)
{
  return PRELOAD_QUICK_REQUEST(PRELOAD_SKIP_OTHERS, start, a | (uint32_t)b << 8 | (uint32_t)c << 16, bytes_max, 0);
}

/* `step` in bytes; 0: single ones, up to a zero. */
INLINED size_t skip_equal(const void *a, const void *b, size_t count_max, size_t character_bytes, size_t step)
{
  return character_bytes == 1 ? PRELOAD_QUICK_REQUEST(PRELOAD_SKIP_EQUAL, a, b, count_max, step) : 0;
}

INLINED size_t copy_text(void *to, const void *from, size_t count_max, size_t character_bytes)
{
  return character_bytes == 1 ? PRELOAD_QUICK_REQUEST(PRELOAD_COPY_TEXT, to, from, count_max, 0) : 0;
}

/* When the tool is asked next: at place `at`. An answer that does not help is followed by a pause of so many
 * characters, twice as many each time. */
struct next_question {
  size_t at, pause;
};

INLINED struct next_question ask_from(size_t at)
{
  return (struct next_question){at, 1};
}

/* The place after an answer to the question at `i`. */
INLINED size_t answered(struct next_question *question, size_t i, size_t skipped)
{
  question->pause = skipped != 0 ? 1 : 2 * question->pause;
  question->at = i + skipped + question->pause;
  return i + skipped;
}

INLINED bool ranges_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
  uintptr_t a_start = (uintptr_t)a, b_start = (uintptr_t)b;
  return a_start < b_start ? b_start - a_start < a_bytes && b_bytes != 0 : a_start - b_start < b_bytes && a_bytes != 0;
}

#endif
