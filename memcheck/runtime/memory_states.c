/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core's events about memory, and the states they lead to.
 *
 * Mapped memory is defined, as the kernel clears it; brk's is undefined, by custom; PROT_NONE is not addressable, and
 * becomes defined when it is made accessible. Below the stack pointer the ABI's red zone of 128 bytes belongs to the
 * frame, so all that concerns stacks is moved down by as much.
 *
 * Most events by far are small moves of the stack pointer. They touch the shadow directly, without asking whether its
 * pages are present: faults are resolved (coregrind-glue/translate/fault_handler.c). */
#include "memcheck/runtime/memory_states.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/redzone.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/base/short_fill.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/runtime/language_memory.h"
#include "memcheck/runtime/running_stacks.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/runtime/thread_stacks.h"
#include "memcheck/stacks/traces.h"
#include "shared/record/record.h"

#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

enum { ORIGINS_WORDS_MAX = 1 << 22 };
_Static_assert(REDZONE_BYTES == VG_STACK_REDZONE_SZB, "the engine and the core move the stack's states alike");

void VG_(unknown_SP_update)(Addr from, Addr to); /* the core's, which tells changes of stacks from moves */

/* --- states --- */

static void forget_origins(Addr start, SizeT bytes)
{
  const bool is_short = bytes - 1 < 1 << ORIGINS_GRANULE_BITS && start < SHADOW_NEAR_LIMIT - bytes;
  if (guest.origins && !(is_short && !origins_may_be_in(guest.origins, start, bytes)))
    origins_drop(guest.origins, start, bytes);
}

static void make_noaccess(Addr start, SizeT bytes)
{
  shadow_make_noaccess(guest.shadow, start, bytes);
  forget_origins(start, bytes);
}

static void make_undefined(Addr start, SizeT bytes)
{
  shadow_make_undefined(guest.shadow, start, bytes);
  forget_origins(start, bytes);
}

/* The stack's own moves are known to direct code. */
static void stack_make_noaccess(Addr start, SizeT bytes)
{
  follow_lost(start, bytes, RECORD_LOST_FRAME_LEFT);
  make_noaccess(start, bytes);
}

static void stack_make_undefined(Addr start, SizeT bytes)
{
  follow_lost(start, bytes, RECORD_LOST_FRAME_LEFT);
  make_undefined(start, bytes);
}

void memory_make_noaccess(Addr start, SizeT bytes)
{
  follow_lost(start, bytes, RECORD_LOST_HOLDER_FREED);
  direct_memory_changed(start, bytes);
  running_stacks_forget(start, bytes);
  language_memory_forget(start, bytes);
  make_noaccess(start, bytes);
}

void memory_make_undefined(Addr start, SizeT bytes)
{
  follow_lost(start, bytes, RECORD_LOST_OVERWRITTEN);
  direct_memory_changed(start, bytes);
  make_undefined(start, bytes);
}

void memory_make_defined(Addr start, SizeT bytes)
{
  follow_lost(start, bytes, RECORD_LOST_OVERWRITTEN);
  direct_memory_changed(start, bytes);
  shadow_make_defined(guest.shadow, start, bytes);
  forget_origins(start, bytes);
  follow_defined(start, bytes);
}

/* A short range lies in pages of the shadow that are mostly present. */
void memory_make_values_defined(Addr start, SizeT bytes)
{
  enum { SHORT_BYTES = 256 };
  follow_lost(start, bytes, RECORD_LOST_OVERWRITTEN);
  if (bytes <= SHORT_BYTES)
    short_fill(shadow_v_bits(start), bytes, false);
  else
    shadow_make_defined(guest.shadow, start, bytes);
  forget_origins(start, bytes);
  follow_defined(start, bytes);
}

/* Pointers that are followed count as undefined. */
Bool memory_define_languages(Addr address, SizeT bytes)
{
  const SizeT such = follow_is_on ? 0 : language_memory_bytes(address, bytes);
  if (such == 0)
    return False;
  memory_make_defined(address, such);
  return True;
}

void memory_copy_values(Addr to, Addr from, SizeT bytes)
{
  shadow_copy_values(guest.shadow, to, from, bytes);
  checks_copy_origins(to, from, bytes);
  follow_copied(to, from, bytes);
}

void memory_move_state(Addr to, SizeT to_bytes, Addr from, SizeT bytes)
{
  follow_moved(to, from, bytes);
  shadow_move(guest.shadow, to, to_bytes, from, bytes);
  checks_copy_origins(to, from, bytes);
}

/* --- mappings --- */

void memory_release(Addr start, SizeT bytes)
{
  follow_lost(start, bytes, RECORD_LOST_UNMAPPED);
  direct_memory_changed(start, bytes);
  running_stacks_forget(start, bytes);
  language_memory_forget(start, bytes);
  shadow_release(guest.shadow, start, bytes);
  forget_origins(start, bytes);
}

static void on_new_mapping(Addr start, SizeT bytes, Bool readable, Bool writable, Bool executable, ULong debug_info)
{
  direct_code_changed(start, bytes);
  if (readable || writable || executable)
    memory_make_defined(start, bytes);
  else
    memory_release(start, bytes);
  language_memory_forget(start, bytes);
  modules_mapped(start, bytes, executable);
  generated_code_mapped(start, bytes, executable);
  thread_stacks_forget(start, bytes);
}

/* Memory keeps its values while it is inaccessible; what never was accessible is the kernel's zeros. */
static void on_protection_change(Addr start, SizeT bytes, Bool readable, Bool writable, Bool executable)
{
  uint64_t end = start + bytes, from, to;
  direct_code_changed(start, bytes);
  modules_protected(start, bytes, executable);
  generated_code_protected(start, bytes, executable);
  if (!readable && !writable && !executable)
    return;
  for (; shadow_next_addressable(guest.shadow, start, end, &from, &to); start = to)
    memory_make_defined(start, from - start);
  memory_make_defined(start, end - start);
}

static void on_unmap(Addr start, SizeT bytes)
{
  direct_code_changed(start, bytes);
  memory_release(start, bytes);
  modules_unmapped(start, bytes);
  generated_code_unmapped(start, bytes);
  thread_stacks_forget(start, bytes);
}

static void on_remap(Addr from, Addr to, SizeT bytes)
{
  follow_moved(to, from, bytes);
  shadow_move(guest.shadow, to, bytes, from, bytes);
  checks_move_origins(to, from, bytes);
}

void memory_was_remapped(Addr to, Addr from, SizeT bytes)
{
  on_remap(from, to, bytes);
}

/* Nobody owns it: its origin is the call that asked for it. Mostly it is the heap's, which is handed out undefined.
 * But in a static program with another heap it is what the C library keeps its thread's variables in, relying on
 * zeros. */
void memory_brk_grew(Addr start, SizeT bytes, ThreadId tid)
{
  if (static_program_has_names()) {
    memory_make_defined(start, bytes);
    return;
  }
  memory_make_undefined(start, bytes);
  if (guest.origins)
    stack_tags_set_range(start, bytes, 4 * traces_of_thread(tid) + RECORD_ORIGIN_NONE);
}

static void on_new_with_thread(Addr start, SizeT bytes, ThreadId tid)
{
  memory_make_undefined(start, bytes);
}

/* The thread goes on where the signal found it, which may be below the stack of the handler. */
static void on_end_of_signal_frame(Addr start, SizeT bytes)
{
  memory_make_noaccess(start, bytes);
  stack_tags_search(VG_(get_SP)(VG_(get_running_tid)()));
}

/* --- stacks --- */

typedef uint64_t word_pair __attribute__((vector_size(16), aligned(8), may_alias));

/* The shadow of [start, start + bytes) may be touched directly, and origins may be asked for quickly. */
static inline Bool is_plain(Addr start, SizeT bytes)
{
  return start % SHADOW_GRANULE_BYTES == 0 && bytes % SHADOW_GRANULE_BYTES == 0 && start <= SHADOW_NEAR_LIMIT - bytes;
}

/* `bytes` is a constant of the caller's, so that these become a handful of stores: reading first whether they are
 * needed would have the CPU wait for the stores of the last call. */
static inline void set_plain(Addr start, SizeT bytes, uint8_t a_bits)
{
  const word_pair ones = {~UINT64_C(0), ~UINT64_C(0)};
  uint8_t *v = shadow_v_bits(start);
#pragma GCC unroll 10
  for (SizeT i = 0; i < bytes / sizeof ones; i++)
    *(word_pair *)(v + i * sizeof ones) = ones;
  if (bytes % sizeof ones != 0)
    *(uint64_t *)(v + bytes - sizeof(uint64_t)) = ~UINT64_C(0);
  __builtin_memset(shadow_a_bits(start), a_bits, bytes / SHADOW_GRANULE_BYTES); /* -fno-builtin would have it called */
}

static inline __attribute__((always_inline)) void forget_plain_origins(Addr start, SizeT bytes)
{
  const SizeT looked_at = bytes == SHADOW_GRANULE_BYTES ? 1 : bytes; /* an aligned word lies in one line */
  if (!guest.origins || !origins_may_be_in(guest.origins, start, looked_at))
    return;
  follow_lost(start, bytes, RECORD_LOST_FRAME_LEFT);
  origins_drop(guest.origins, start, bytes);
}

/* Origins die with the frame; but stacks are left without notice too, by threads that end and by jumps out of them. */
static inline __attribute__((always_inline)) void stack_new(Addr start, SizeT bytes)
{
  if (!is_plain(start, bytes)) {
    stack_make_undefined(start, bytes);
    return;
  }
  set_plain(start, bytes, 0);
  forget_plain_origins(start, bytes);
}

static inline __attribute__((always_inline)) void stack_dies(Addr start, SizeT bytes)
{
  if (!is_plain(start, bytes)) {
    stack_make_noaccess(start, bytes);
    return;
  }
  set_plain(start, bytes, 0xff);
  forget_plain_origins(start, bytes);
}

/* The event tells the new stack pointer: what is new lies above it, what died below. */
#define STACK_EVENTS(size)                                               \
  static VG_REGPARM(1) void on_new_stack_##size(Addr sp)                 \
  {                                                                      \
    stack_new(sp - VG_STACK_REDZONE_SZB, size);                          \
  }                                                                      \
  static VG_REGPARM(1) void on_stack_dies_##size(Addr sp)                \
  {                                                                      \
    stack_dies(sp - VG_STACK_REDZONE_SZB - (size), size);                \
    stack_tags_given_up(sp);                                             \
  }

STACK_EVENTS(4)
STACK_EVENTS(8)
STACK_EVENTS(12)
STACK_EVENTS(16)
STACK_EVENTS(32)
STACK_EVENTS(112)
STACK_EVENTS(128)
STACK_EVENTS(144)
STACK_EVENTS(160)

static void on_new_stack(Addr start, SizeT bytes)
{
  stack_make_undefined(start - VG_STACK_REDZONE_SZB, bytes);
}

static void on_stack_dies(Addr start, SizeT bytes)
{
  stack_make_noaccess(start - VG_STACK_REDZONE_SZB, bytes);
  stack_tags_given_up(start + bytes);
}

static void set_moved(Addr start, SizeT bytes, bool grows)
{
  short_fill(shadow_v_bits(start), bytes, true);
  short_fill(shadow_a_bits(start), bytes / SHADOW_GRANULE_BYTES, !grows);
  forget_plain_origins(start, bytes);
}

/* A long way down may be the way back up that is asked about (running_stacks.h). */
void memory_stack_moved(Addr from, Addr to)
{
  Bool grows = to < from;
  SizeT bytes = grows ? from - to : to - from;
  Addr start = (grows ? to : from) - VG_STACK_REDZONE_SZB;
  if (bytes > (grows ? MEMORY_STACK_GROWTH_MAX : MEMORY_STACK_MOVE_MAX) || start > SHADOW_LIMIT ||
      !is_plain(start, bytes)) {
    VG_(unknown_SP_update)(from, to);
    return;
  }
  set_moved(start, bytes, grows);
  if (!grows)
    stack_tags_given_up(to);
}

void memory_stack_set(Addr from, Addr to, UWord how)
{
  if (running_stacks_is_short(from, to)) {
    memory_stack_moved(from, to);
    return;
  }
  running_stacks_set_by = how;
  VG_(unknown_SP_update)(from, to);
}

void memory_stack_moved_far(Addr from, Addr to)
{
  if (!running_stacks_may_reach(to < from ? to : from, to < from ? from : to))
    return;
  if (to < from)
    stack_make_undefined(to - VG_STACK_REDZONE_SZB, from - to);
  else
    stack_make_noaccess(from - VG_STACK_REDZONE_SZB, to - from);
}

void memory_thread_begins(ThreadId tid)
{
  const Addr end = VG_(get_SP)(tid) - VG_STACK_REDZONE_SZB, start = thread_stacks_around(end);
  if (start != 0)
    memory_make_noaccess(start, end - start);
}

static void track_stacks(void)
{
  VG_(track_new_mem_stack_4)(on_new_stack_4);
  VG_(track_new_mem_stack_8)(on_new_stack_8);
  VG_(track_new_mem_stack_12)(on_new_stack_12);
  VG_(track_new_mem_stack_16)(on_new_stack_16);
  VG_(track_new_mem_stack_32)(on_new_stack_32);
  VG_(track_new_mem_stack_112)(on_new_stack_112);
  VG_(track_new_mem_stack_128)(on_new_stack_128);
  VG_(track_new_mem_stack_144)(on_new_stack_144);
  VG_(track_new_mem_stack_160)(on_new_stack_160);
  VG_(track_new_mem_stack)(on_new_stack);
  VG_(track_die_mem_stack_4)(on_stack_dies_4);
  VG_(track_die_mem_stack_8)(on_stack_dies_8);
  VG_(track_die_mem_stack_12)(on_stack_dies_12);
  VG_(track_die_mem_stack_16)(on_stack_dies_16);
  VG_(track_die_mem_stack_32)(on_stack_dies_32);
  VG_(track_die_mem_stack_112)(on_stack_dies_112);
  VG_(track_die_mem_stack_128)(on_stack_dies_128);
  VG_(track_die_mem_stack_144)(on_stack_dies_144);
  VG_(track_die_mem_stack_160)(on_stack_dies_160);
  VG_(track_die_mem_stack)(on_stack_dies);
  VG_(track_ban_mem_stack)(memory_make_noaccess);
  VG_(track_new_mem_stack_signal)(on_new_with_thread);
  VG_(track_die_mem_stack_signal)(on_end_of_signal_frame);
}

void memory_init(void)
{
  guest.shadow = shadow_create();
  VG_(track_new_mem_startup)(on_new_mapping);
  VG_(track_new_mem_mmap)(on_new_mapping);
  VG_(track_change_mem_mprotect)(on_protection_change);
  VG_(track_copy_mem_remap)(on_remap);
  VG_(track_die_mem_munmap)(on_unmap);
  VG_(track_die_mem_brk)(memory_release);
  track_stacks();
}

void memory_begin(void)
{
  follow_is_on = settings.explain != NULL && *settings.explain != '\0' && !settings_explain_values();
  if ((settings.undef_value_errors && settings.track_origins) || follow_is_on)
    guest.origins = origins_create(ORIGINS_WORDS_MAX);
}
