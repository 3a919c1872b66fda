/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the C library (glibc) says of its blocks: the word in front of each has the size of its chunk, which begins one
 * word before that and ends one word into what follows, and flags. */
#ifndef SEEP_NATIVE_LIBC_BLOCKS_H
#define SEEP_NATIVE_LIBC_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  LIBC_PREVIOUS_IN_USE = 1,
  LIBC_HAS_PAGES = 2, /* of its own */
  LIBC_IN_OTHER_ARENA = 4,
  LIBC_FLAGS = 7,
  LIBC_HEAD_BYTES = 16,
  LIBC_ALIGNMENT = 16,
  LIBC_CHUNK_MIN = 32,
};

/* The word in front of a block. */
static inline uint64_t libc_blocks_head(uint64_t start)
{
  return *(const uint64_t *)(start - sizeof(uint64_t));
}

/* How many bytes its chunk has; as many bytes behind the block another one may begin. */
static inline uint64_t libc_blocks_chunk(uint64_t start)
{
  return libc_blocks_head(start) & ~(uint64_t)LIBC_FLAGS;
}

/* Of a block that is in no table of ours: does the C library have a block in use there, as far as memory around it
 * tells? Any address may be asked about. */
bool libc_blocks_has(uint64_t address);

#endif
