/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Access to memory of the guest that may turn out to be unmapped, read-only or beyond the end of its file: a fault ends the
 * operation and is no signal for anybody. */
#ifndef SEEP_COREGRIND_GLUE_CORE_GUARDED_H
#define SEEP_COREGRIND_GLUE_CORE_GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each returns how many bytes are done, from the first on; `down`: from the last on. */
size_t guarded_copy(void *to, const void *from, size_t bytes);
size_t guarded_copy_down(void *to, const void *from, size_t bytes);
size_t guarded_fill(void *to, uint8_t value, size_t bytes);

/* How many bytes, from where such an operation was stopped, are to be left out when it goes on: up to the next page of either
 * address. */
static inline size_t guarded_skip(uintptr_t to, uintptr_t from, size_t bytes_left)
{
  enum { GUARDED_PAGE_BYTES = 4096 };
  const size_t to_rest = GUARDED_PAGE_BYTES - to % GUARDED_PAGE_BYTES, from_rest = GUARDED_PAGE_BYTES - from % GUARDED_PAGE_BYTES;
  const size_t rest = to_rest < from_rest ? to_rest : from_rest;
  return rest < bytes_left ? rest : bytes_left;
}

/* Fill what can be, and leave out pages that cannot. */
void guarded_fill_pages(void *to, uint8_t value, size_t bytes);

/* Can memory be read, or written, all of it? Tries each page; to write is to write what is there. */
bool guarded_can_read(uintptr_t start, size_t bytes);
bool guarded_can_write(uintptr_t start, size_t bytes);

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

/* Calls a function that may touch such memory wherever it likes; false: it met a fault, at *ret_fault, and was left there and
 * then. So it holds nothing that has to be given back. Such calls may lie within each other. */
bool guarded_call(void (*function)(void *context), void *context, uintptr_t *ret_fault);

/* For the handler of faults: where to go on after one at this instruction, 0 when it is none of ours. */
uintptr_t guarded_resume_at(uintptr_t instruction);

/* The same for one in a guarded call: where to go on, and with which stack pointer; false: there is none under way. */
bool guarded_leave_call(uintptr_t fault, uintptr_t *ret_instruction, uintptr_t *ret_stack);

#endif
