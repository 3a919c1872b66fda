// SPDX-License-Identifier: GPL-2.0-or-later
// What the programs of attacks share: each process counts what it loses, and tells it in the file "told" of its working
// directory, a line for each process. Its standard output is that without Seep.
#ifndef SEEP_TESTS_NATIVE_ATTACK_H
#define SEEP_TESTS_NATIVE_ATTACK_H

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, unused))

static _Atomic size_t lost_bytes, lost_blocks;

// Nothing remains below the stack pointer, or in registers that calls keep.
static NOINLINE void forget(void)
{
  volatile char old[8000];
  memset((char *)old, 0, sizeof old);
  __asm__ volatile("xor %%ebx, %%ebx\n\txor %%r12d, %%r12d\n\txor %%r13d, %%r13d\n\txor %%r14d, %%r14d\n\t"
                   "xor %%r15d, %%r15d" ::
                     : "rbx", "r12", "r13", "r14", "r15", "memory");
}

static NOINLINE void lose(size_t bytes)
{
  void *volatile block = malloc(bytes);
  if (block) {
    lost_bytes += bytes;
    lost_blocks++;
  }
  block = NULL;
}

static NOINLINE void tell(void)
{
  char text[100];
  const int file = open("told", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  const int bytes = snprintf(text, sizeof text, "%zu bytes in %zu blocks\n", lost_bytes, lost_blocks);
  if (file < 0 || write(file, text, (size_t)bytes) != bytes)
    _exit(99);
  close(file);
  memset(text, 0, sizeof text);
}

// A child begins to count.
static inline void tell_anew(void)
{
  lost_bytes = lost_blocks = 0;
}

static inline unsigned draw(unsigned *state, unsigned below)
{
  *state = *state * 1664525 + 1013904223;
  return (*state >> 8) % below;
}

static inline int number_of(int count, char **arguments, int at)
{
  return count > at ? atoi(arguments[at]) : 1;
}

#endif
