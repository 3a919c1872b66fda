/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that is done here is what the guest's own loop would have done without a report. So memory that is not addressable
 * is left alone, and so is what cannot be accessed though it is: the guest's loop meets it and takes the consequences. */
#include "memcheck/bulk.h"

#include "coregrind-glue/core.h"
#include "coregrind-glue/guarded.h"
#include "memcheck/errors.h"
#include "memcheck/memory.h"

enum { FUNCTION_NAME_BYTES = 32, FIRST_PIECE_BYTES = 128, PIECE_BYTES = 512, WORD = sizeof(uint64_t) };

UWord bulk_on_overlap(ThreadId tid, const UWord *argument)
{
  HChar function[FUNCTION_NAME_BYTES];
  core_guest_string(argument[1], function, sizeof function);
  struct record_error error = {.kind = RECORD_ERROR_OVERLAP, .text = core_string(function),
                               .address = argument[2], .auxiliary = argument[3], .size = argument[4]};
  errors_report(tid, &error, false);
  return 0;
}

/* --- copying and filling --- */

static Bool is_addressable(Addr start, SizeT bytes)
{
  uint64_t unaddressable;
  return !shadow_find_unaddressable(memory_shadow(), start, bytes, &unaddressable);
}

static Bool is_defined(Addr start, SizeT bytes)
{
  uint64_t undefined;
  bool addressable;
  return !shadow_find_undefined(memory_shadow(), start, bytes, &undefined, &addressable);
}

SizeT bulk_copy(Addr to, Addr from, SizeT bytes)
{
  Bool from_is_defined = is_defined(from, bytes);
  if (!is_addressable(to, bytes) || (!from_is_defined && !is_addressable(from, bytes)))
    return 0;
  Bool down = to > from && to - from < bytes;
  SizeT done = (down ? guarded_copy_down : guarded_copy)((void *)to, (const void *)from, bytes);
  SizeT skipped = down ? bytes - done : 0;
  if (from_is_defined)
    memory_make_defined(to + skipped, done);
  else
    memory_copied(to + skipped, from + skipped, done);
  return done;
}

SizeT bulk_fill(Addr to, UChar value, SizeT bytes)
{
  if (!is_addressable(to, bytes))
    return 0;
  SizeT done = guarded_fill((void *)to, value, bytes);
  memory_make_defined(to, done);
  return done;
}

UWord bulk_on_copy(ThreadId tid, const UWord *argument)
{
  return bulk_copy(argument[1], argument[2], argument[3]);
}

UWord bulk_on_fill(ThreadId tid, const UWord *argument)
{
  Addr value = argument[2];
  UChar byte;
  if (!is_defined(value, 1) || guarded_copy(&byte, (const void *)value, 1) == 0)
    return 0;
  return bulk_fill(argument[1], byte, argument[3]);
}

/* --- looking at bytes, piece by piece --- */

union piece {
  uint8_t bytes[PIECE_BYTES];
  uint64_t words[PIECE_BYTES / WORD];
};

/* How much to look at next: strings are seldom long. */
static SizeT piece_bytes(SizeT skipped, SizeT bytes_max)
{
  SizeT wanted = skipped == 0 ? FIRST_PIECE_BYTES : PIECE_BYTES;
  return bytes_max - skipped < wanted ? bytes_max - skipped : wanted;
}

/* Fetch bytes from `start` on as far as they are defined and can be read; returns how many these are. */
static SizeT fetch(Addr start, SizeT bytes, union piece *piece)
{
  uint64_t undefined;
  bool addressable;
  if (shadow_find_undefined(memory_shadow(), start, bytes, &undefined, &addressable))
    bytes = undefined - start;
  return guarded_copy(piece, (const void *)start, bytes);
}

/* Not 0 when a byte of the word is 0. */
static uint64_t zero_bytes(uint64_t word)
{
  return (word - UINT64_C(0x0101010101010101)) & ~word & UINT64_C(0x8080808080808080);
}

static uint64_t spread(uint8_t byte)
{
  return byte * UINT64_C(0x0101010101010101);
}

/* How many bytes stand before the first that is `a` or `b`. */
static SizeT count_others(const union piece *piece, SizeT bytes, uint8_t a, uint8_t b)
{
  SizeT i = 0;
  while (i + WORD <= bytes && !(zero_bytes(piece->words[i / WORD] ^ spread(a)) | zero_bytes(piece->words[i / WORD] ^ spread(b))))
    i += WORD;
  while (i < bytes && piece->bytes[i] != a && piece->bytes[i] != b)
    i++;
  return i;
}

UWord bulk_on_skip_others(ThreadId tid, const UWord *argument)
{
  Addr start = argument[1];
  SizeT bytes_max = argument[4], skipped = 0, wanted, others;
  union piece piece;
  do {
    wanted = piece_bytes(skipped, bytes_max);
    others = count_others(&piece, fetch(start + skipped, wanted, &piece), (uint8_t)argument[2], (uint8_t)argument[3]);
    skipped += others;
  } while (others == wanted && wanted != 0);
  return skipped;
}

/* How many bytes stand before the first that differs, or is 0 and must not be. */
static SizeT count_equal(const union piece *a, const union piece *b, SizeT bytes, Bool zero_is_equal)
{
  SizeT i = 0;
  while (i + WORD <= bytes && a->words[i / WORD] == b->words[i / WORD] &&
         (zero_is_equal || !zero_bytes(a->words[i / WORD])))
    i += WORD;
  while (i < bytes && a->bytes[i] == b->bytes[i] && (zero_is_equal || a->bytes[i] != 0))
    i++;
  return i;
}

UWord bulk_on_skip_equal(ThreadId tid, const UWord *argument)
{
  SizeT bytes_max = argument[3], skipped = 0, wanted, equal;
  union piece a, b;
  do {
    wanted = piece_bytes(skipped, bytes_max);
    SizeT bytes = fetch(argument[1] + skipped, wanted, &a);
    equal = count_equal(&a, &b, fetch(argument[2] + skipped, bytes, &b), argument[4] != 0);
    skipped += equal;
  } while (equal == wanted && wanted != 0);
  return skipped;
}
