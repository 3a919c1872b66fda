/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each operation but the load is one repeated instruction, whose registers tell after a fault how far it came. The handler of faults
 * steps over it. */
#include "coregrind-glue/guarded.h"

enum { INSTRUCTION_BYTES = 2 }; /* the prefix and the string instruction */

extern const char guarded_movs_up[], guarded_movs_down[], guarded_stos[];

/* Compiled once each: the labels are symbols. */
#define ALONE __attribute__((noinline, noclone))

ALONE size_t guarded_copy(void *to, const void *from, size_t bytes)
{
  size_t left = bytes;
  __asm__ volatile("guarded_movs_up: rep movsb" : "+D"(to), "+S"(from), "+c"(left) : : "memory");
  return bytes - left;
}

ALONE size_t guarded_copy_down(void *to, const void *from, size_t bytes)
{
  size_t left = bytes;
  const char *source = (const char *)from + bytes - 1;
  char *target = (char *)to + bytes - 1;
  __asm__ volatile("std\n\tguarded_movs_down: rep movsb\n\tcld" : "+D"(target), "+S"(source), "+c"(left) : : "memory");
  return bytes - left;
}

ALONE size_t guarded_fill(void *to, uint8_t value, size_t bytes)
{
  size_t left = bytes;
  __asm__ volatile("guarded_stos: rep stosb" : "+D"(to), "+c"(left) : "a"(value) : "memory");
  return bytes - left;
}

/* The linker makes these of a section's name. */
extern const struct guarded_load {
  uintptr_t instruction, resume_at;
} __start_guarded_loads[] __attribute__((weak)), __stop_guarded_loads[] __attribute__((weak));

uintptr_t guarded_resume_at(uintptr_t instruction)
{
  for (const struct guarded_load *load = __start_guarded_loads; load != __stop_guarded_loads; load++)
    if (load->instruction == instruction)
      return load->resume_at;
  if (instruction == (uintptr_t)guarded_movs_up || instruction == (uintptr_t)guarded_movs_down ||
      instruction == (uintptr_t)guarded_stos)
    return instruction + INSTRUCTION_BYTES;
  return 0;
}
