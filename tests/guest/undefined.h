// SPDX-License-Identifier: GPL-2.0-or-later
// Undefined values for guest programs, and the one thing that tells whether a value is: a branch on it.
#ifndef SEEP_TESTS_GUEST_UNDEFINED_H
#define SEEP_TESTS_GUEST_UNDEFINED_H

#include "guest.h"
#include <stdlib.h>

static volatile int sink;

// Aligned to 64 bytes, never freed, never written; each call gives other bytes, up to 16 KiB in all.
static NOINLINE void *undefined(size_t size)
{
  static char *block;
  static size_t used;
  if (!block)
    block = aligned_alloc(64, 16384);
  used += (size + 63) / 64 * 64;
  return block + used - (size + 63) / 64 * 64;
}

// A branch on a value: reported in the line that has it.
#define DECIDE(condition) \
  do { \
    if (condition) \
      sink = sink + 1; \
  } while (0)

// The same by its truth in one byte, whatever the compiler would make of a comparison.
static inline void decide(unsigned char value)
{
  __asm__ volatile("testb %0, %0; jz 1f; nop; 1:" : : "r"(value) : "cc");
}

#endif
