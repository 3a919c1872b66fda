/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The 64-bit FNV-1a hash, byte by byte: it says the same everywhere and always, so it may stand in files. */
#ifndef SEEP_HOST_BASE_FNV_H
#define SEEP_HOST_BASE_FNV_H

#include <stddef.h>
#include <stdint.h>

#define FNV_EMPTY UINT64_C(0xcbf29ce484222325)

/* The hash of what was hashed before (FNV_EMPTY: nothing) with these bytes after it. */
static inline uint64_t fnv_bytes(uint64_t hash, const void *data, size_t bytes)
{
  const unsigned char *next = data;
  for (const unsigned char *end = next + bytes; next < end; next++)
    hash = (hash ^ *next) * UINT64_C(0x100000001b3);
  return hash;
}

/* The lowest byte first. */
static inline uint64_t fnv_number(uint64_t hash, uint64_t number, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++, number >>= 8)
    hash = (hash ^ (number & 0xff)) * UINT64_C(0x100000001b3);
  return hash;
}

#endif
