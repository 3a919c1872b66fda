/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core fills and copies memory four bytes at a time. Long ranges are left to the processor's string instructions,
 * which are the fastest way there. */
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_basics.h"

enum { LONG_BYTES = 128 }; /* for less, starting a string instruction takes longer */

void *__wrap_vgPlain_memset(void *start, Int value, SizeT bytes)
{
  if (bytes < LONG_BYTES)
    return __real_vgPlain_memset(start, value, bytes);
  void *at = start;
  __asm__ volatile("rep stosb" : "+D"(at), "+c"(bytes) : "a"(value) : "memory");
  return start;
}

typedef ULong pair __attribute__((vector_size(16), aligned(1), may_alias));

/* Of at least 16 bytes; the last pair may overlap the one before. */
static void copy_pairs(UChar *to, const UChar *from, SizeT bytes)
{
  const pair last = *(const pair *)(from + bytes - sizeof(pair));
  for (SizeT i = 0; i + sizeof(pair) < bytes; i += sizeof(pair))
    *(pair *)(to + i) = *(const pair *)(from + i);
  *(pair *)(to + bytes - sizeof(pair)) = last;
}

void *__wrap_vgPlain_memcpy(void *to, const void *from, SizeT bytes)
{
  if (bytes < sizeof(pair))
    return __real_vgPlain_memcpy(to, from, bytes);
  if (bytes < LONG_BYTES) {
    copy_pairs(to, from, bytes);
    return to;
  }
  void *at = to;
  __asm__ volatile("rep movsb" : "+D"(at), "+S"(from), "+c"(bytes) : : "memory");
  return to;
}
