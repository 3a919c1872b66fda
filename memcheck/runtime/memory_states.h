/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest's memory as the tool sees it: the one shadow and the one table of origins, kept up to date by the core's
 * events (mappings, brk, stacks, signal frames). The rest of the tool changes the state of memory only through this
 * header. */
#ifndef SEEP_MEMCHECK_RUNTIME_MEMORY_STATES_H
#define SEEP_MEMCHECK_RUNTIME_MEMORY_STATES_H

#include "memcheck/runtime/language_memory.h"
#include "memcheck/pure/shadow/origins.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/pure/shadow/stack_switches.h"

#include "pub_tool_basics.h"

/* Before options are known: the events are registered, the shadow exists. */
void memory_init(void);
/* Once options are known. */
void memory_begin(void);

/* Set the state of [start, start + bytes); origins there are forgotten. */
void memory_make_noaccess(Addr start, SizeT bytes);
void memory_make_undefined(Addr start, SizeT bytes);
void memory_make_defined(Addr start, SizeT bytes);
/* Data was stored by the tool on the guest's behalf, where all is addressable. */
void memory_make_values_defined(Addr start, SizeT bytes);
/* Data was copied by the tool on the guest's behalf (memcpy): V bits and origins go along. */
void memory_copy_values(Addr to, Addr from, SizeT bytes);
/* An access to [address, address + bytes) does not find it simply addressable and defined. True: it begins in memory of
 * a language's runtime (language_memory.h), and all of it that is such memory is defined now. */
Bool memory_define_languages(Addr address, SizeT bytes);
static inline Bool memory_is_languages(Addr address, SizeT bytes)
{
  return language_memory_is_there && memory_define_languages(address, bytes);
}

/* Memory has moved (realloc, mremap): addressability goes along too, the old place is not addressable any more. What is
 * new up to `to_bytes` is undefined. */
void memory_move_state(Addr to, SizeT to_bytes, Addr from, SizeT bytes);

/* It is unmapped. */
void memory_release(Addr start, SizeT bytes);

/* The data segment has more memory, which a thread has asked for. */
void memory_brk_grew(Addr start, SizeT bytes, ThreadId tid);

/* A thread is about to begin, and has its stack pointer: what no frame has reached is not addressable. */
void memory_thread_begins(ThreadId tid);

/* The stack pointer has moved on the same stack, farther than the core believes. */
void memory_stack_moved_far(Addr from, Addr to);

/* The same for a mapping. */
void memory_was_remapped(Addr to, Addr from, SizeT bytes);

/* Bytes: longer moves of the stack pointer are the core's, and so are those by which room is made for much. */
enum { MEMORY_STACK_MOVE_MAX = 4096, MEMORY_STACK_GROWTH_MAX = STACK_NEAR_BYTES };

/* In speculative code, the stack pointer moves by however much; or is set, and how
 * (memcheck/pure/engine/stack_sums.h). */
void memory_stack_moved(Addr from, Addr to);
void memory_stack_set(Addr from, Addr to, UWord how);

#endif
