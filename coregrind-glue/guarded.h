/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Access to memory of the guest that may turn out to be unmapped, read-only or beyond the end of its file: a fault ends the
 * operation and is no signal for anybody. */
#ifndef SEEP_COREGRIND_GLUE_GUARDED_H
#define SEEP_COREGRIND_GLUE_GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each returns how many bytes are done, from the first on; `down`: from the last on. */
size_t guarded_copy(void *to, const void *from, size_t bytes);
size_t guarded_copy_down(void *to, const void *from, size_t bytes);
size_t guarded_fill(void *to, uint8_t value, size_t bytes);

/* Loads a word; false: it cannot be accessed. What may fault is listed with where to go on, in a section of its own. */
static inline bool guarded_load(const uint64_t *from, uint64_t *ret)
{
  bool is_loaded = false;
  __asm__("1: movq %[from], %[word]\n\t"
          "movb $1, %[is_loaded]\n\t"
          "2:\n\t"
          ".pushsection guarded_loads, \"aw\"\n\t"
          ".quad 1b, 2b\n\t"
          ".popsection"
          : [word] "=&r"(*ret), [is_loaded] "+q"(is_loaded)
          : [from] "m"(*from));
  return is_loaded;
}

/* For the handler of faults: where to go on after one at this instruction, 0 when it is none of ours. */
uintptr_t guarded_resume_at(uintptr_t instruction);

#endif
