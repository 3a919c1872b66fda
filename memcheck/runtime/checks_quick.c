/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads and stores of undefined data that need only a look at memory.
 *
 * A load needs the origin of its first undefined byte. Mostly that is known: the byte has a tag, or it lies in a block
 * or a frame that was asked about before. A store needs a place for its tag. Mostly there is one, as tags lie together
 * in lines, and its line has others. In all other cases nothing is done, and the real function is called.
 *
 * None of this calls a function, but is inlined into the stub: so the compiler knows each register that is changed,
 * and saves these alone. */
#pragma GCC target("general-regs-only")
#include "memcheck/runtime/checks_quick.h"

#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/runtime/checks_origin_cache.h"
#include "memcheck/runtime/language_memory.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/runtime/value_paths.h"
#include "memcheck/pure/shadow/origins_layout.h"

enum { WORD_BYTES = 8, WORDS_MAX = ENGINE_LOADED_V_BYTES / WORD_BYTES };

static struct origins *origins; /* NULL: not kept */

void checks_quick_begin(void)
{
  origins = guest.origins;
}

#define FIELD(state, place, type) (*(type *)((Addr)(state) + (place)))

CHECKS_INLINED Bool is_usual(Addr address, ULong bytes)
{
  return address < SHADOW_LIMIT && checks_unaddressable_bytes(address, bytes) == 0 && !language_memory_is_there;
}

/* V bits of a word, or of less; the rest is clear. */
CHECKS_INLINED ULong v_bits_at(Addr address, ULong bytes)
{
  ULong v_bits = 0;
  __builtin_memcpy(&v_bits, shadow_v_bits(address), bytes < WORD_BYTES ? bytes : WORD_BYTES);
  return v_bits;
}

/* --- loads --- */

/* The origin that follows from the place; 0: it cannot be found quickly. This is a function of its own, as it would
 * cost the usual case registers if it were inlined. */
static CHECKS_QUICK __attribute__((noinline)) origin_tag tag_of_place(const VexGuestAMD64State *state, Addr address)
{
  struct checks_place place;
  return checks_place_cached(address, state->guest_RIP, state->guest_RSP, &place) ? place.tag : 0;
}

/* The tag of a byte, or the origin that follows from its place; 0: it cannot be found quickly. */
CHECKS_INLINED origin_tag tag_at(const VexGuestAMD64State *state, Addr address)
{
  const uint64_t number = origins_line_number(address);
  const struct origins_line *line = origins->table->loaded;
  if (line->name != number + 1)
    line = origins_has_bit(origins, number) ? origins_find_line(origins->table, number) : NULL;
  if (line != NULL) {
    origins->table->loaded = line;
    if (line->present >> origins_group(address) & 1)
      return line->tags[origins_group(address)];
  }
  return origins->table->range_count == 0 ? tag_of_place(state, address) : 0;
}

/* The V bits of what is loaded, by words. Returns the first undefined byte; 0: all are defined. */
CHECKS_INLINED Addr read_v_bits(Addr address, ULong bytes, ULong v_bits[WORDS_MAX])
{
  Addr undefined = 0;
  for (ULong done = 0; done < bytes; done += WORD_BYTES) {
    const ULong word = v_bits[done / WORD_BYTES] = v_bits_at(address + done, bytes);
    if (undefined == 0 && word != 0)
      undefined = address + done + (unsigned)__builtin_ctzll(word) / 8;
  }
  return undefined;
}

CHECKS_INLINED Bool load_quickly(VexGuestAMD64State *state, ULong bytes)
{
  const Addr address = FIELD(state, ENGINE_ADDRESS, Addr);
  ULong v_bits[WORDS_MAX];
  if (!is_usual(address, bytes))
    return False;
  const Addr undefined = read_v_bits(address, bytes, v_bits);
  if (origins != NULL) {
    const origin_tag tag = undefined != 0 ? tag_at(state, undefined) : 0;
    if (tag == 0)
      return False;
    FIELD(state, ENGINE_LOADED_TAG, origin_tag) = tag;
  }
  for (ULong done = 0; done < bytes; done += WORD_BYTES)
    FIELD(state, ENGINE_LOADED_V + done, ULong) = v_bits[done / WORD_BYTES];
  return True;
}

/* --- stores --- */

/* Which of a word's two groups have undefined bits: a bit for each. */
CHECKS_INLINED uint64_t groups_of_word(ULong v_bits)
{
  return ((uint32_t)v_bits != 0) | (uint64_t)(v_bits >> 32 != 0) << 1;
}

/* The same of a word that begins within a group, and has parts of three. */
CHECKS_INLINED uint64_t groups_of_shifted_word(ULong v_bits, Addr in_group)
{
  const unsigned __int128 shifted = (unsigned __int128)v_bits << 8 * in_group;
  return groups_of_word((ULong)shifted) | (uint64_t)((uint32_t)(shifted >> 64) != 0) << 2;
}

/* The groups of four bytes that have undefined bits, a bit for each; the first is that of `address`. */
CHECKS_INLINED uint64_t undefined_groups(Addr address, ULong bytes)
{
  const Addr in_group = address % ORIGINS_GROUP_BYTES;
  uint64_t groups = 0;
  if (in_group + bytes <= ORIGINS_GROUP_BYTES)
    return 1;
  for (ULong done = 0; done < bytes; done += WORD_BYTES) {
    const ULong v_bits = v_bits_at(address + done, bytes);
    const uint64_t found = in_group == 0 ? groups_of_word(v_bits) : groups_of_shifted_word(v_bits, in_group);
    groups |= found << done / ORIGINS_GROUP_BYTES;
  }
  return groups;
}

/* The line that has tags of the address already; NULL: there is none. */
CHECKS_INLINED struct origins_line *line_at(Addr address)
{
  const uint64_t number = origins_line_number(address);
  struct origins_line *const last = origins->table->last;
  return last->name == number + 1 ? last : origins_find_line(origins->table, number);
}

CHECKS_INLINED void set_tags(struct origins_line *line, uint64_t groups, origin_tag tag)
{
  origins->table->last = line;
  line->present |= groups;
  for (; groups != 0; groups &= groups - 1)
    line->tags[__builtin_ctzll(groups)] = tag != 0 ? tag : CHECKS_ORIGIN_UNKNOWN;
}

CHECKS_INLINED Bool store_quickly(VexGuestAMD64State *state, ULong bytes)
{
  const Addr address = FIELD(state, ENGINE_ADDRESS, Addr), end = address + bytes;
  if (!is_usual(address, bytes) || value_paths_are_on)
    return False;
  if (origins == NULL)
    return True;
  const Bool is_in_one_line = origins_line_number(address) == origins_line_number(end - 1);
  struct origins_line *const line = is_in_one_line ? line_at(address) : NULL;
  if (line == NULL)
    return False;
  const uint64_t groups = undefined_groups(address, bytes) << origins_group(address);
  set_tags(line, groups, FIELD(state, ENGINE_TAG, origin_tag));
  const Addr start = address & ~(Addr)(ORIGINS_GROUP_BYTES - 1);
  stack_tags_note_at(state->guest_RSP, start, end - start);
  return True;
}

/* --- what the stubs call --- */

#define DEFINE_QUICK(bytes)                                                  \
  CHECKS_QUICK Bool checks_quick_load_##bytes(VexGuestAMD64State *state)     \
  {                                                                          \
    return load_quickly(state, bytes);                                       \
  }                                                                          \
  CHECKS_QUICK Bool checks_quick_store_##bytes(VexGuestAMD64State *state)    \
  {                                                                          \
    return store_quickly(state, bytes);                                      \
  }
DEFINE_QUICK(1)
DEFINE_QUICK(2)
DEFINE_QUICK(4)
DEFINE_QUICK(8)
DEFINE_QUICK(16)
DEFINE_QUICK(32)
