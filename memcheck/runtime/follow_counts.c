/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/runtime/follow_counts.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/follow_exits.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_threadstate.h"

enum { WORD = COUNTS_WORD_BYTES, HALF = WORD / 2, CLASS_FRAMES = 4, KEY_FRAMES = 2 };

/* Of words to which nothing was stored yet: an origin that no value has (origins.h). */
enum { UNWRITTEN = 3 };

static struct references *references;
static struct counts *counts;

/* --- stacks --- */

/* They are compared from their outermost frames on, so they have to be whole, whatever --num-callers says. */
static stack_id stack_now(void)
{
  enum { FRAMES = 128 };
  return traces_deep_of_thread(VG_(get_running_tid)(), FRAMES);
}

static size_t frames_of(uint32_t stack)
{
  size_t count = 0;
  if (stack != 0)
    traces_get(stack, &count);
  return count;
}

static size_t frames_in_common(uint32_t a, uint32_t b)
{
  size_t count_a, count_b, common = 0;
  if (a == 0 || b == 0)
    return 0;
  const uint64_t *const ips_a = traces_get(a, &count_a), *const ips_b = traces_get(b, &count_b);
  while (common < count_a && common < count_b && ips_a[count_a - 1 - common] == ips_b[count_b - 1 - common])
    common++;
  return common;
}

static uint32_t key_of(uint32_t stack)
{
  return stack != 0 ? traces_key(stack, KEY_FRAMES) : 0;
}

static uint64_t instruction_of(uint32_t stack)
{
  size_t count;
  return stack != 0 ? traces_get(stack, &count)[0] : 0;
}

/* Either the function that made it fall is at work still, or was left by a jump, and all that called it; or it was
 * called for that by one that goes on to free the block not far from there. That one was not at work at the change
 * before, as a function is that counts entries of its own. */
static bool may_have_freed(uint32_t before, uint32_t fall, uint32_t free)
{
  enum { CALLS = 8, INSTRUCTION_BYTES = 1024 };
  size_t falls, frees;
  if (fall == 0 || free == 0)
    return false;
  const uint64_t *const falling = traces_get(fall, &falls), *const freeing = traces_get(free, &frees);
  const size_t common = frames_in_common(fall, free);
  if (falls <= common + 1)
    return true;
  if (falls > common + CALLS || frees <= common || (before != 0 && frames_in_common(before, fall) >= common))
    return false;
  const uint64_t fell_at = falling[falls - 1 - common], freed_at = freeing[frees - 1 - common];
  return freed_at - fell_at < INSTRUCTION_BYTES;
}

void follow_counts_begin(struct references *of)
{
  static const struct counts_stacks stacks = {
    .stacks = {frames_of, frames_in_common, key_of}, .instruction = instruction_of, .frees = may_have_freed};
  references = of;
  counts = counts_create(&stacks);
}

/* --- marks --- */

static Bool are_addressable(Addr start, SizeT bytes)
{
  for (SizeT i = 0; i < bytes; i++)
    if (!shadow_is_addressable(guest.shadow, start + i))
      return False;
  return bytes > 0;
}

static void mark(followed_id id, size_t word)
{
  const struct followed *followed = references_followed(references, id);
  const Addr end = followed->start + followed->bytes;
  for (unsigned half = 0; half < 2; half++) {
    const Addr at = followed->start + word * WORD + half * HALF;
    const SizeT bytes = at >= end ? 0 : end - at < HALF ? end - at : HALF;
    if (!are_addressable(at, bytes))
      continue;
    const Bool is_written = counts_is_written(counts, id, word, half);
    shadow_make_undefined(guest.shadow, at, bytes);
    origins_set(guest.origins, at, bytes, is_written ? CHECKS_FOLLOWED : UNWRITTEN);
  }
}

static void look_at(followed_id id, size_t word, unsigned first, unsigned bytes)
{
  const struct followed *followed = references_followed(references, id);
  uint64_t value = 0;
  if (!guarded_load((const uint64_t *)(followed->start + word * WORD), &value))
    return;
  const Bool wants_stack = counts_want_stack(counts, id, word, first, bytes, value);
  const stack_id stack = wants_stack ? stack_now() : 0;
  if (counts_stored(counts, id, word, first, bytes, value, stack))
    mark(id, word);
}

/* The words of a block that a range touches; none if it is not followed (0). */
static Bool touched(followed_id id, Addr start, SizeT bytes, size_t *ret_first, size_t *ret_end)
{
  if (!counts_follows(counts, id))
    return False;
  const struct followed *followed = references_followed(references, id);
  const Addr end = followed->start + COUNTS_WORDS * WORD;
  if (start >= end || bytes == 0 || start + bytes <= followed->start)
    return False;
  const Addr from = start > followed->start ? start - followed->start : 0;
  const Addr to = (start + bytes < end ? start + bytes : end) - followed->start;
  *ret_first = from / WORD;
  *ret_end = (to + WORD - 1) / WORD;
  return True;
}

Bool follow_counts_watch(followed_id id, Addr start, SizeT bytes)
{
  size_t word, end;
  return touched(id, start, bytes, &word, &end) && counts_next_watched(counts, id, word, &word) && word < end;
}

void follow_counts_stored(followed_id id, Addr start, SizeT bytes)
{
  size_t word, end;
  if (!touched(id, start, bytes, &word, &end))
    return;
  const Addr block = references_followed(references, id)->start;
  for (; counts_next_watched(counts, id, word, &word) && word < end; word++) {
    const Addr at = block + word * WORD;
    const unsigned first = start > at ? (unsigned)(start - at) : 0;
    const unsigned last = start + bytes < at + WORD ? (unsigned)(start + bytes - at) : WORD;
    look_at(id, word, first, last - first);
  }
}

/* --- blocks --- */

void follow_counts_made(followed_id id, stack_id stack)
{
  const struct followed *followed = references_followed(references, id);
  counts_follow(counts, id, traces_key(stack, CLASS_FRAMES), followed->bytes);
  for (size_t word = 0; counts_next_watched(counts, id, word, &word); word++) {
    const Addr at = followed->start + word * WORD;
    unsigned bytes = 0;
    while (bytes < WORD && at + bytes < followed->start + followed->bytes && are_addressable(at + bytes, 1) &&
           shadow_value(guest.shadow, at + bytes) == SHADOW_DEFINED)
      bytes++;
    uint64_t value = 0;
    if (bytes == 0 ||
        (guarded_load((const uint64_t *)at, &value) && counts_stored(counts, id, word, 0, bytes, value, 0)))
      mark(id, word);
  }
}

void follow_counts_ended(followed_id id)
{
  if (counts_follows(counts, id))
    counts_end(counts, id, stack_now());
}

void follow_counts_held(followed_id id, Addr word)
{
  if (counts_tracks(counts, id))
    counts_held(counts, id, word, stack_now());
}

void follow_counts_dropped(followed_id id, Addr word, Bool is_with_holder)
{
  const Bool matters = counts_holds(counts, id, word);
  counts_dropped(counts, id, word, matters ? stack_now() : 0, is_with_holder);
}

void follow_counts_moved(followed_id id, Addr from, Addr to)
{
  counts_moved(counts, id, from, to);
}

/* --- the leak check --- */

void follow_counts_show(void)
{
  for (followed_id id = 1; id < references_limit(references); id++)
    for (size_t word = 0; counts_next_watched(counts, id, word, &word); word++)
      mark(id, word);
}

static uint64_t read_word(followed_id id, size_t word)
{
  uint64_t value = 0;
  guarded_load((const uint64_t *)(references_followed(references, id)->start + word * WORD), &value);
  return value;
}

Bool follow_counts_tell(followed_id id, struct count_facts *ret)
{
  return counts_tell(counts, id, read_word, ret);
}
