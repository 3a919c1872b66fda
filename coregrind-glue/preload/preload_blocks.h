/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks with an alignment, and those whose size or alignment is told when they are freed. When there is nothing to
 * report, a quick request does the work; otherwise a client request does, after undefined arguments have been
 * reported. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_BLOCKS_H
#define SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_BLOCKS_H

#include "coregrind-glue/preload/preload_skip.h"

/* A jump that depends on the value. It must lead away and back, as VEX drops one to the next instruction. */
#define REPORT_IF_UNDEFINED(value)               \
  __asm__ volatile("testq %0, %0\n\t"            \
                   "js 2f\n"                     \
                   "1:\n\t"                      \
                   ".subsection 1\n"             \
                   "2:\tjmp 1b\n\t"              \
                   ".previous"                   \
                   :                             \
                   : "r"((uintptr_t)(value))     \
                   : "cc")

/* A block by the rule of that family (enum preload_aligned); NULL: there is none. `symbol`: who asks. */
#define ALLOCATE(rule, bytes, alignment, symbol)                                                                      \
  __extension__({                                                                                                     \
    uintptr_t allocated = PRELOAD_QUICK_REQUEST(PRELOAD_ALLOCATE_ALIGNED, rule, bytes, alignment, 0);                 \
    if (allocated == 0) {                                                                                             \
      REPORT_IF_UNDEFINED(bytes);                                                                                     \
      REPORT_IF_UNDEFINED(alignment);                                                                                 \
      allocated = VALGRIND_DO_CLIENT_REQUEST_EXPR(0, PRELOAD_REPORT_ALLOCATE_ALIGNED, rule, bytes, alignment, symbol, \
                                                  0);                                                                 \
    }                                                                                                                 \
    (void *)allocated;                                                                                                \
  })

/* `how`: an enum record_allocator, with PRELOAD_HAS_SIZE and PRELOAD_HAS_ALIGNMENT. */
#define RELEASE(how, block, bytes, alignment, symbol)                                                                \
  do {                                                                                                               \
    const bool is_needed = (block) || ((how) & PRELOAD_HAS_ALIGNMENT);                                               \
    if (is_needed && PRELOAD_QUICK_REQUEST(PRELOAD_FREE_CHECKED, how, block, bytes, alignment) == 0) {               \
      REPORT_IF_UNDEFINED(bytes);                                                                                    \
      REPORT_IF_UNDEFINED(alignment);                                                                                \
      VALGRIND_DO_CLIENT_REQUEST_STMT(PRELOAD_REPORT_FREE_CHECKED, how, block, bytes, alignment, symbol);            \
    }                                                                                                                \
  } while (0)

#endif
