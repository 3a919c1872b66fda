/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the running thread's control block lies: its first word is its own address. */
#ifndef SEEP_NATIVE_THREAD_POINTER_H
#define SEEP_NATIVE_THREAD_POINTER_H

#include <stdint.h>

static inline uint64_t thread_pointer_here(void)
{
  uint64_t pointer;
  __asm__("movq %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

#endif
