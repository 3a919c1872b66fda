/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What blocks, samples, snapshots and reports are dated by: the time, the processor's ticks, the instructions of the
 * program, its allocations, and how many forks lie between the first process of the tree and this one. */
#ifndef SEEP_MEMCHECK_BASE_CLOCK_H
#define SEEP_MEMCHECK_BASE_CLOCK_H

#include <stdint.h>

/* The tool has been started; before options are known. */
void clock_init(void);

/* Nanoseconds since then. */
uint64_t clock_elapsed_ns(void);

/* A stream to the reporter begins now: in a new process image, or in a child after fork. */
void clock_begin_stream(void);
void clock_note_fork(void);

/* When the stream began, in nanoseconds since 1970. */
uint64_t clock_stream_start_ns(void);

/* Forks between the first process of the tree and this one. */
uint32_t clock_generation(void);

/* Instructions that the program has run, added up by instrumented code; 0 without --count-instructions=yes. */
extern uint64_t clock_instructions;

/* Blocks and bytes that the program has allocated so far. */
extern uint64_t clock_allocations, clock_allocated_bytes;

/* The processor's clock: reading it is much cheaper than asking the system for the time. */
static inline uint64_t clock_cycles(void)
{
  return __builtin_ia32_rdtsc();
}

#endif
