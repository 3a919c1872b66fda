/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions on plain memory. The width of each load and store is part of what a report says ("Invalid read of size 8"),
 * so it is Memcheck's: words where source and destination lie alike in their words, pairs of bytes where both are even,
 * else bytes. */
#ifndef SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_MEMORY_H
#define SEEP_COREGRIND_GLUE_PRELOAD_PRELOAD_MEMORY_H

#include "coregrind-glue/preload/preload_skip.h"

enum { WORD_BYTES = sizeof(uint64_t) };

typedef uint64_t __attribute__((may_alias)) any_word;
typedef uint16_t __attribute__((may_alias)) any_pair;

INLINED bool same_place_in_word(uintptr_t a, uintptr_t b)
{
  return (a ^ b) % WORD_BYTES == 0;
}

#define MOVE_UP(type) \
  (*(type *)to = *(const type *)from, to += sizeof(type), from += sizeof(type), bytes -= sizeof(type))
#define MOVE_DOWN(type) \
  (to -= sizeof(type), from -= sizeof(type), *(type *)to = *(const type *)from, bytes -= sizeof(type))

/* From the first byte to the last. */
INLINED void copy_up(uint8_t *to, const uint8_t *from, size_t bytes)
{
  if (same_place_in_word((uintptr_t)to, (uintptr_t)from)) {
    while (bytes > 0 && (uintptr_t)from % WORD_BYTES != 0)
      MOVE_UP(uint8_t);
    while (bytes >= 4 * WORD_BYTES) {
      MOVE_UP(any_word);
      MOVE_UP(any_word);
      MOVE_UP(any_word);
      MOVE_UP(any_word);
    }
    while (bytes >= WORD_BYTES)
      MOVE_UP(any_word);
  }
  if (((uintptr_t)to | (uintptr_t)from) % 2 == 0)
    while (bytes >= 2)
      MOVE_UP(any_pair);
  while (bytes > 0)
    MOVE_UP(uint8_t);
}

/* From the last byte to the first; both pointers are behind the last. */
INLINED void copy_down(uint8_t *to, const uint8_t *from, size_t bytes)
{
  if (same_place_in_word((uintptr_t)to, (uintptr_t)from)) {
    while (bytes > 0 && (uintptr_t)from % WORD_BYTES != 0)
      MOVE_DOWN(uint8_t);
    while (bytes >= 4 * WORD_BYTES) {
      MOVE_DOWN(any_word);
      MOVE_DOWN(any_word);
      MOVE_DOWN(any_word);
      MOVE_DOWN(any_word);
    }
    while (bytes >= WORD_BYTES)
      MOVE_DOWN(any_word);
  }
  if (((uintptr_t)to | (uintptr_t)from) % 2 == 0)
    while (bytes >= 2)
      MOVE_DOWN(any_pair);
  while (bytes > 0)
    MOVE_DOWN(uint8_t);
}

/* How many loads copy_up() and copy_down() take. */
INLINED size_t copy_steps(const void *to, const void *from, size_t bytes)
{
  if (same_place_in_word((uintptr_t)to, (uintptr_t)from))
    return bytes / WORD_BYTES;
  return ((uintptr_t)to | (uintptr_t)from) % 2 == 0 ? bytes / 2 : bytes;
}

/* Whether a copy must begin with the last byte. */
INLINED bool goes_down(const void *to, const void *from, size_t bytes)
{
  return to > from && (uintptr_t)to - (uintptr_t)from < bytes;
}

/* memcpy() and memmove(). */
INLINED void *memory_move(void *to, const void *from, size_t bytes)
{
  size_t done = 0;
  if (to == from)
    return to;
  if (copy_steps(to, from, bytes) >= COPY_STEPS_FROM)
    done = PRELOAD_QUICK_REQUEST(PRELOAD_COPY, to, from, bytes, 0);
  if (goes_down(to, from, bytes))
    copy_down((uint8_t *)to + bytes - done, (const uint8_t *)from + bytes - done, bytes - done);
  else
    copy_up((uint8_t *)to + done, (const uint8_t *)from + done, bytes - done);
  return to;
}

/* bcopy(), mempcpy() and the functions with a limit: bytes only; a destination that lies higher is filled from its
 * end. */
INLINED void *memory_move_bytes(void *to, const void *from, size_t bytes)
{
  uint8_t *target = to;
  const uint8_t *source = from;
  size_t start = 0, end = bytes;
  if (to == from)
    return to;
  if (bytes >= COPY_STEPS_FROM) {
    size_t done = PRELOAD_QUICK_REQUEST(PRELOAD_COPY, to, from, bytes, 0);
    if (goes_down(to, from, bytes))
      end -= done;
    else
      start += done;
  }
  if (to < from)
    for (size_t i = start; i < end; i++)
      target[i] = source[i];
  else
    for (size_t i = end; i-- > start;)
      target[i] = source[i];
  return to;
}

/* memset(). */
INLINED void *memory_fill(void *start, int value, size_t bytes)
{
  uint8_t byte = (uint8_t)value, *to = start;
  if (bytes / WORD_BYTES >= FILL_STEPS_FROM) {
    size_t done = PRELOAD_QUICK_REQUEST(PRELOAD_FILL, start, byte, bytes, 0);
    to += done;
    bytes -= done;
  }
  uint64_t word = UINT64_C(0x0101010101010101) * byte;
  for (; bytes > 0 && (uintptr_t)to % WORD_BYTES != 0; to++, bytes--)
    *to = byte;
  for (; bytes >= WORD_BYTES; to += WORD_BYTES, bytes -= WORD_BYTES)
    *(any_word *)to = word;
  for (; bytes > 0; to++, bytes--)
    *to = byte;
  return start;
}

/* memcmp(): words while they are equal, when both sides begin at a word. */
INLINED int memory_compare(const void *a, const void *b, size_t bytes)
{
  const uint8_t *x = a, *y = b;
  size_t steps = 0;
  if (((uintptr_t)x | (uintptr_t)y) % WORD_BYTES == 0)
    while (bytes >= WORD_BYTES && *(const any_word *)x == *(const any_word *)y) {
      size_t done = WORD_BYTES;
      if (++steps == SKIP_FROM)
        done += skip_equal(x + done, y + done, bytes - done, 1, WORD_BYTES) / WORD_BYTES * WORD_BYTES;
      x += done;
      y += done;
      bytes -= done;
    }
  for (steps = 0; bytes > 0; bytes--) {
    int order = (int)*x++ - (int)*y++;
    if (order != 0)
      return order;
    if (++steps == SKIP_FROM) {
      size_t equal = skip_equal(x, y, bytes - 1, 1, 1);
      x += equal;
      y += equal;
      bytes -= equal;
    }
  }
  return 0;
}

#endif
