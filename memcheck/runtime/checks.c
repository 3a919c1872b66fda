/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The slow paths of loads and stores.
 *
 * What is reported follows Memcheck. An access is one error, whatever part of it is bad, and named by its whole size.
 * Bytes that are not addressable count as defined once that was said. Loads of an aligned word or vector that has
 * addressable bytes as well are what string functions do at the ends of strings: --partial-loads-ok lets them pass, and
 * what lies outside is undefined.
 *
 * The usual caller by far loads something undefined that may be touched, so that comes first everywhere. */
#include "memcheck/runtime/checks.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/errors/errors.h"
#include "memcheck/runtime/checks_private.h"
#include "memcheck/runtime/checks_quick.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/runtime/value_paths.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

enum { VECTOR_BYTES_MAX = 32, WORDS_MAX = VECTOR_BYTES_MAX / 8 };

static struct origins *origins; /* NULL: not kept */

void checks_begin(void)
{
  origins = guest.origins;
  checks_quick_begin();
  checks_note_ranges();
}

/* --- addresses --- */

static inline Addr shadowed(Addr address)
{
  return address < SHADOW_LIMIT ? address : SHADOW_LIMIT;
}

static inline ULong unaddressable_bytes(Addr address, ULong bytes)
{
  return checks_unaddressable_bytes(shadowed(address), bytes);
}

/* All ones in each byte whose bit is set. */
static ULong spread_bits(ULong bits)
{
  ULong v_bits = 0;
  for (unsigned i = 0; i < 8; i++)
    if (bits >> i & 1)
      v_bits |= 0xffULL << (8 * i);
  return v_bits;
}

static void report_access(enum record_error_kind kind, Addr address, ULong bytes)
{
  ThreadId tid = VG_(get_running_tid)();
  if (checks_access_is_ignored(tid, address, bytes))
    return;
  if (VG_(is_watched)(kind == RECORD_ERROR_INVALID_WRITE ? write_watchpoint : read_watchpoint, address, (Int)bytes))
    return;
  struct record_error error = {.kind = kind, .address = address, .size = bytes};
  errors_report(tid, &error, true);
}

/* --- loads --- */

/* Vectors, words and half words that are aligned and have some bytes to load. */
static Bool passes_partially(Addr address, ULong bytes, ULong bad)
{
  return settings.partial_loads_ok && bytes >= 4 && address % bytes == 0 && bad != (1ULL << bytes) - 1;
}

/* Takes the bytes that are reported out of the V bits. */
static __attribute__((noinline)) void load_badly(ULong *v_bits, Addr address, ULong bytes, ULong bad)
{
  if (passes_partially(address, bytes, bad))
    return;
  report_access(RECORD_ERROR_INVALID_READ, address, bytes);
  refused_access_check(address, bytes, False);
  for (unsigned i = 0; i * 8 < bytes; i++)
    v_bits[i] &= ~spread_bits(bad >> (8 * i) & 0xff);
}

static origin_tag tag_of_byte(const VexGuestAMD64State *state, Addr address, unsigned byte, ULong bad)
{
  const Bool is_outside = bad >> byte & 1;
  if (!is_outside)
    return checks_origin_now(state, address + byte);
  return byte > 0 ? checks_origin_past_end(address + byte - 1) : 0;
}

/* That of the first undefined byte. `bad`: those that are not addressable. */
static inline origin_tag tag_of_loaded(const VexGuestAMD64State *state, const ULong *v_bits, Addr address, ULong bytes,
                                       ULong bad)
{
  for (unsigned i = 0; i * 8 < bytes; i++)
    if (v_bits[i] != 0)
      return tag_of_byte(state, address, 8 * i + (unsigned)__builtin_ctzll(v_bits[i]) / 8, bad);
  return 0;
}

static inline UInt *loaded_tag(VexGuestAMD64State *state)
{
  return (UInt *)((UChar *)state + ENGINE_LOADED_TAG);
}

static inline void leave_v_bits(VexGuestAMD64State *state, const ULong *v_bits, ULong bytes)
{
  __builtin_memcpy((UChar *)state + ENGINE_LOADED_V, v_bits, bytes);
}

static inline void load_v_bits(ULong *v_bits, VexGuestAMD64State *state, Addr address, ULong bytes)
{
  if (memory_is_languages(address, bytes)) {
    *loaded_tag(state) = 0;
    return;
  }
  __builtin_memcpy(v_bits, shadow_v_bits(shadowed(address)), bytes);
  ULong bad = unaddressable_bytes(address, bytes);
  if (__builtin_expect(bad != 0, 0))
    load_badly(v_bits, address, bytes, bad);
  if (origins)
    *loaded_tag(state) = tag_of_loaded(state, v_bits, address, bytes, bad);
}

#define DEFINE_LOAD(bytes)                                             \
  void checks_load_##bytes(VexGuestAMD64State *state, Addr address)    \
  {                                                                    \
    ULong v_bits[WORDS_MAX] = {0};                                     \
    load_v_bits(v_bits, state, address, bytes);                               \
    leave_v_bits(state, v_bits, bytes);                                \
  }

DEFINE_LOAD(1)
DEFINE_LOAD(2)
DEFINE_LOAD(4)
DEFINE_LOAD(8)
DEFINE_LOAD(16)
DEFINE_LOAD(32)

/* --- stores --- */

/* A vector is told of word by word, as in Memcheck: suppressions name the size. */
static void report_write(Addr address, ULong bytes, ULong bad)
{
  ULong part_bytes = bytes < 8 ? bytes : 8;
  for (ULong i = 0; i < bytes; i += part_bytes)
    if (bad >> i & ((1ULL << part_bytes) - 1))
      report_access(RECORD_ERROR_INVALID_WRITE, address + i, part_bytes);
}

static __attribute__((noinline)) void store_badly(Addr address, ULong bytes, ULong bad, origin_tag tag)
{
  UChar *v_bits = shadow_v_bits(shadowed(address));
  for (ULong i = 0; i < bytes; i++) {
    if (bad >> i & 1) {
      v_bits[i] = SHADOW_UNDEFINED;
    } else if (origins && v_bits[i] != 0) {
      origins_set(origins, address + i, 1, tag != 0 ? tag : CHECKS_ORIGIN_UNKNOWN);
      stack_tags_note(address + i, 1);
    }
  }
  report_write(address, bytes, bad);
  refused_access_check(address, bytes, True);
}

/* Tags go to the groups with undefined bits only, so that storing a half-defined word loses nothing. */
static inline void note_origin(Addr address, ULong bytes, origin_tag tag)
{
  const Addr start = address & ~(Addr)(ORIGINS_GROUP_BYTES - 1);
  const UChar *v_bits = shadow_v_bits(shadowed(address));
  UInt groups = 0;
  if (address == start && bytes % ORIGINS_GROUP_BYTES == 0) {
    for (ULong i = 0; i < bytes / ORIGINS_GROUP_BYTES; i++) {
      UInt group;
      __builtin_memcpy(&group, v_bits + i * ORIGINS_GROUP_BYTES, sizeof group);
      groups |= (UInt)(group != 0) << i;
    }
  } else {
    for (ULong i = 0; i < bytes; i++)
      groups |= (UInt)(v_bits[i] != 0) << (address + i - start) / ORIGINS_GROUP_BYTES;
  }
  if (value_paths_are_on)
    value_paths_stored(tag, address, bytes);
  else
    origins_set_groups(origins, start, groups, tag != 0 ? tag : CHECKS_ORIGIN_UNKNOWN);
  stack_tags_note(start, bytes);
}

static inline void note_store(Addr address, ULong bytes, ULong tag)
{
  if (memory_is_languages(address, bytes))
    return;
  ULong bad = unaddressable_bytes(address, bytes);
  if (__builtin_expect(bad != 0, 0))
    store_badly(address, bytes, bad, (origin_tag)tag);
  else if (origins)
    note_origin(address, bytes, (origin_tag)tag);
}

#define DEFINE_STORE(bytes)                                                      \
  void checks_store_##bytes(VexGuestAMD64State *state, Addr address, ULong tag)  \
  {                                                                              \
    note_store(address, bytes, tag);                                                  \
  }

DEFINE_STORE(1)
DEFINE_STORE(2)
DEFINE_STORE(4)
DEFINE_STORE(8)
DEFINE_STORE(16)
DEFINE_STORE(32)

/* --- helpers of the core --- */

/* They are checked in pieces as large as can be. */
static ULong piece_of(ULong bytes)
{
  return bytes >= 8 ? 8 : bytes >= 4 ? 4 : bytes >= 2 ? 2 : 1;
}

void checks_helper_reads(VexGuestAMD64State *state, Addr address, ULong bytes)
{
  origin_tag tag = 0;
  ULong any = 0;
  for (ULong piece; bytes > 0; address += piece, bytes -= piece) {
    ULong v_bits = 0;
    piece = piece_of(bytes);
    load_v_bits(&v_bits, state, address, piece);
    if (v_bits != 0 && any == 0)
      tag = *loaded_tag(state);
    any |= v_bits;
  }
  any = any == 0 ? 0 : ~0ULL;
  leave_v_bits(state, &any, sizeof any);
  *loaded_tag(state) = tag;
}

void checks_helper_writes(VexGuestAMD64State *state, Addr address, ULong bytes, ULong v_bits, ULong tag)
{
  for (ULong piece; bytes > 0; address += piece, bytes -= piece) {
    piece = piece_of(bytes);
    __builtin_memcpy(shadow_v_bits(shadowed(address)), &v_bits, piece);
    note_store(address, piece, tag);
  }
}

/* --- values --- */

static void report_value(enum record_error_kind kind, ULong bytes, ULong tag)
{
  struct record_error error = {.kind = kind, .size = bytes};
  checks_set_origin(&error, (origin_tag)tag);
  errors_report(VG_(get_running_tid)(), &error, false);
}

void checks_undefined_condition(VexGuestAMD64State *state, ULong tag)
{
  report_value(RECORD_ERROR_CONDITION, 0, tag);
}

void checks_undefined_value(VexGuestAMD64State *state, ULong bytes, ULong tag)
{
  report_value(RECORD_ERROR_VALUE, bytes, tag);
}

/* --- below the stack pointer --- */

typedef ULong two_words __attribute__((vector_size(16), aligned(1), may_alias));

/* Called at each call and return; hints never tell of anything but the ABI's red zone. Its bytes become addressable
 * too: it may reach into what was a frame's variable that the program had made inaccessible. */
static inline void forget_redzone(Addr base, ULong bytes)
{
  if (bytes != VG_STACK_REDZONE_SZB || base > SHADOW_NEAR_LIMIT - VG_STACK_REDZONE_SZB ||
      base % 8 != 0) {
    memory_make_undefined(base, bytes);
    return;
  }
  two_words *v_bits = (two_words *)shadow_v_bits(base);
  const two_words undefined = {~0ULL, ~0ULL}, addressable = {0, 0};
  *(two_words *)shadow_a_bits(base) = addressable;
  v_bits[0] = v_bits[1] = v_bits[2] = v_bits[3] = undefined;
  v_bits[4] = v_bits[5] = v_bits[6] = v_bits[7] = undefined;
  if (!origins || !origins_may_be_in(origins, base, VG_STACK_REDZONE_SZB))
    return;
  follow_lost(base, VG_STACK_REDZONE_SZB, RECORD_LOST_FRAME_LEFT);
  origins_drop(origins, base, VG_STACK_REDZONE_SZB);
}

void checks_forget_redzone(Addr base, ULong bytes)
{
  forget_redzone(base, bytes);
  stack_tags_given_up(base + bytes);
}
