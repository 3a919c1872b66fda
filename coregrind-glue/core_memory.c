/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core fills and copies memory four bytes at a time. What is long is left to the processor, which knows its own best way. */
#include "pub_tool_basics.h"

enum { LONG_BYTES = 128 }; /* shorter ones take a repeated instruction longer to begin with */

void *__real_vgPlain_memset(void *start, Int value, SizeT bytes);
void *__wrap_vgPlain_memset(void *start, Int value, SizeT bytes);
void *__real_vgPlain_memcpy(void *to, const void *from, SizeT bytes);
void *__wrap_vgPlain_memcpy(void *to, const void *from, SizeT bytes);

void *__wrap_vgPlain_memset(void *start, Int value, SizeT bytes)
{
  if (bytes < LONG_BYTES)
    return __real_vgPlain_memset(start, value, bytes);
  void *at = start;
  __asm__ volatile("rep stosb" : "+D"(at), "+c"(bytes) : "a"(value) : "memory");
  return start;
}

void *__wrap_vgPlain_memcpy(void *to, const void *from, SizeT bytes)
{
  if (bytes < LONG_BYTES)
    return __real_vgPlain_memcpy(to, from, bytes);
  void *at = to;
  __asm__ volatile("rep movsb" : "+D"(at), "+S"(from), "+c"(bytes) : : "memory");
  return to;
}
