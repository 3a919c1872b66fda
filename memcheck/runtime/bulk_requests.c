/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that is done here is what the guest's own loop would have done without a report. So memory that is not
 * addressable is left alone, and so is what cannot be accessed though it is: the guest's loop meets it and takes the
 * consequences. */
#include "memcheck/runtime/bulk_requests.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/runtime/memory_states.h"

enum { WORD = sizeof(ULong) };

/* --- looking at the shadow --- */

/* V bits of eight bytes from `address` on; all ones: some of them are out of range. */
static inline ULong v_bits(Addr address)
{
  return address <= SHADOW_LIMIT - WORD ? *(const ULong *)(address + SHADOW_V_OFFSET) : ~0ULL;
}

/* A bits of so many bytes are in a word, from any address on. */
enum { SHORT_BYTES = 8 * WORD - (SHADOW_GRANULE_BYTES - 1) };

static inline Bool is_short(Addr start, SizeT bytes)
{
  return bytes <= SHORT_BYTES && start <= SHADOW_LIMIT - SHORT_BYTES;
}

static Bool is_addressable(Addr start, SizeT bytes)
{
  uint64_t unaddressable;
  if (is_short(start, bytes) && bytes > 0)
    return *(const ULong *)shadow_a_bits(start) >> start % SHADOW_GRANULE_BYTES << (64 - bytes) == 0;
  return !shadow_find_unaddressable(guest.shadow, start, bytes, &unaddressable);
}

static Bool is_defined(Addr start, SizeT bytes)
{
  uint64_t undefined;
  bool addressable;
  if (is_short(start, bytes) && bytes >= WORD) {
    ULong all = v_bits(start + bytes - WORD);
    for (SizeT i = 0; i < bytes - WORD; i += WORD)
      all |= v_bits(start + i);
    return all == 0;
  }
  return !shadow_find_undefined(guest.shadow, start, bytes, &undefined, &addressable);
}

/* --- copying and filling --- */

Bool bulk_requests_copies_down(Addr to, Addr from, SizeT bytes)
{
  return to > from && to - from < bytes;
}

SizeT bulk_requests_copy(Addr to, Addr from, SizeT bytes)
{
  Bool from_is_defined = is_defined(from, bytes);
  if (!is_addressable(to, bytes) || (!from_is_defined && !is_addressable(from, bytes)))
    return 0;
  Bool down = bulk_requests_copies_down(to, from, bytes);
  SizeT done = (down ? guarded_copy_down : guarded_copy)((void *)to, (const void *)from, bytes);
  SizeT skipped = down ? bytes - done : 0;
  if (from_is_defined)
    memory_make_values_defined(to + skipped, done);
  else
    memory_copy_values(to + skipped, from + skipped, done);
  return done;
}

SizeT bulk_requests_fill(Addr to, UChar value, SizeT bytes)
{
  if (!is_addressable(to, bytes))
    return 0;
  SizeT done = guarded_fill((void *)to, value, bytes);
  memory_make_values_defined(to, done);
  return done;
}

/* --- looking at bytes, eight at a time --- */

static const ULong high_bits = 0x8080808080808080ULL;

/* The high bits of the bytes that are not zero. */
static inline ULong not_zero(ULong word)
{
  return (((word & ~high_bits) + ~high_bits) | word) & high_bits;
}

static inline ULong spread_byte(UChar byte)
{
  return byte * 0x0101010101010101ULL;
}

static inline SizeT bytes_before(ULong marked)
{
  return (SizeT)__builtin_ctzll(marked) / 8;
}

static inline Bool load_word(Addr address, ULong *ret)
{
  return guarded_load((const uint64_t *)address, (uint64_t *)ret);
}

/* The bytes of the word at an address that end the search, marked in their high bits. */
static inline ULong others_end(Addr address, ULong a, ULong b, ULong c)
{
  ULong undefined = not_zero(v_bits(address)), word;
  if (undefined == high_bits || !load_word(address, &word))
    return high_bits;
  return undefined | (~(not_zero(word ^ a) & not_zero(word ^ b) & not_zero(word ^ c)) & high_bits);
}

/* Words lie in their places, so that none reaches into a page that the bytes asked for do not. */
SizeT bulk_requests_count_others(Addr start, ULong others, SizeT bytes_max)
{
  ULong a = spread_byte((UChar)others), b = spread_byte((UChar)(others >> 8)), c = spread_byte((UChar)(others >> 16));
  SizeT before = start % WORD;
  ULong end = others_end(start - before, a, b, c) & (~0ULL << 8 * before);
  SizeT counted = WORD - before;
  for (; end == 0 && counted < bytes_max; counted += WORD)
    end = others_end(start + counted, a, b, c);
  if (end != 0)
    counted = counted - WORD + bytes_before(end);
  return counted < bytes_max ? counted : bytes_max;
}

SizeT bulk_requests_copy_text(Addr to, Addr from, SizeT bytes_max)
{
  SizeT bytes = bulk_requests_count_others(from, 0, bytes_max);
  return to - from < bytes || from - to < bytes ? 0 : bulk_requests_copy(to, from, bytes);
}

static inline ULong equal_end(Addr a, Addr b, Bool zero_is_equal)
{
  ULong undefined = not_zero(v_bits(a) | v_bits(b)), word_a, word_b;
  if (undefined == high_bits || !load_word(a, &word_a) || !load_word(b, &word_b))
    return high_bits;
  ULong end = undefined | not_zero(word_a ^ word_b);
  return zero_is_equal ? end : end | (~not_zero(word_a) & high_bits);
}

SizeT bulk_requests_count_equal(Addr a, Addr b, SizeT bytes_max, Bool zero_is_equal)
{
  SizeT counted = 0;
  ULong end = 0;
  for (; end == 0 && counted < bytes_max; counted += WORD)
    end = equal_end(a + counted, b + counted, zero_is_equal);
  if (end != 0)
    counted = counted - WORD + bytes_before(end);
  return counted < bytes_max ? counted : bytes_max;
}
