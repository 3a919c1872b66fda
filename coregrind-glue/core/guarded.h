/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Access to memory of the guest that may turn out to be unmapped, read-only or beyond the end of its file. A fault ends
 * the operation, and no signal comes of it. */
#ifndef SEEP_COREGRIND_GLUE_CORE_GUARDED_H
#define SEEP_COREGRIND_GLUE_CORE_GUARDED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each returns how many bytes it has done, beginning with the first, or with the last (`down`). */
size_t guarded_copy(void *to, const void *from, size_t bytes);
size_t guarded_copy_down(void *to, const void *from, size_t bytes);
size_t guarded_fill(void *to, uint8_t value, size_t bytes);

/* All of it, or (false) some part cannot be read. */
static inline bool guarded_read(void *ret, uintptr_t from, size_t bytes)
{
  return guarded_copy(ret, (const void *)from, bytes) == bytes;
}

/* After such an operation was stopped: how many bytes to leave out before going on, which is up to the next page of
 * either address. */
static inline size_t guarded_skip(uintptr_t to, uintptr_t from, size_t bytes_left)
{
  enum { GUARDED_PAGE_BYTES = 4096 };
  const size_t to_rest = GUARDED_PAGE_BYTES - to % GUARDED_PAGE_BYTES,
               from_rest = GUARDED_PAGE_BYTES - from % GUARDED_PAGE_BYTES;
  const size_t rest = to_rest < from_rest ? to_rest : from_rest;
  return rest < bytes_left ? rest : bytes_left;
}

/* Fill what can be written, and leave out other pages. */
void guarded_fill_pages(void *to, uint8_t value, size_t bytes);

/* Can all of this memory be read, or written? Tries each page; writing puts back what is there. */
bool guarded_can_read(uintptr_t start, size_t bytes);
bool guarded_can_write(uintptr_t start, size_t bytes);

/* Loads a word; false: it cannot be read. A section of its own lists each such load with the address at which to
 * resume. */
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

/* Calls a function that may access such memory anywhere. False: there was a fault, at *ret_fault, and the function was
 * left at once; so it must hold nothing that has to be released. Such calls may be nested. */
bool guarded_call(void (*function)(void *context), void *context, uintptr_t *ret_fault);

/* For the fault handler: where to resume after a fault at this instruction; 0: it is none of these. */
uintptr_t guarded_resume_at(uintptr_t instruction);

/* The same for a fault in a guarded call: where to resume, and with which stack pointer; false: no call is under
 * way. */
bool guarded_leave_call(uintptr_t fault, uintptr_t *ret_instruction, uintptr_t *ret_stack);

#endif
