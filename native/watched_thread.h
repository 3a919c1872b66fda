/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the checker keeps for each thread of the program, and stopping all of them. */
#ifndef SEEP_NATIVE_WATCHED_THREAD_H
#define SEEP_NATIVE_WATCHED_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/stacks/unwind.h"
#include "native/interrupted_calls.h"
#include "native/thread_quarantine.h"

enum { REGISTERS = 16, WATCHED_FRAMES_MAX = 500, WATCHED_ARENAS = 16 };

struct watched_thread {
  struct watched_thread *next; /* of all that there ever were */
  uint32_t number;             /* from 1, as in reports */
  int kernel_id;
  struct unwind *unwind;
  struct walks_known *known;
  struct thread_quarantine *quarantine; /* NULL: it has freed nothing yet */
  struct thread_ends *ends;             /* native/ended_blocks.h; NULL likewise */
  uint64_t ips[WATCHED_FRAMES_MAX];
  uint64_t code_epoch;             /* of which `unwind` knows */
  uint64_t stack_start, stack_end; /* of the stack that it was on last */
  uint64_t next_birth, end_birth;  /* numbers of allocations that it may give away */
  uint64_t allocations, frees, allocated_bytes;
  uint64_t arenas[WATCHED_ARENAS]; /* that it has met last */
  _Atomic bool is_inside; /* it is in code of the checker's, which it must leave before it may stand still */
  _Atomic bool is_to_stop; /* when it leaves that; and is_asked, for the library itself */
  _Atomic bool is_asked;
  uint64_t registers[REGISTERS], pc;         /* in DWARF's order, where it stands still */
  uint64_t thread_pointer;                   /* likewise */
  uint64_t signal_stack, signal_stack_bytes; /* for handlers; 0: none */
  _Atomic uint32_t stopped_for;              /* the last standstill for which it has stopped */
  struct waiting_call call;                  /* in which it was before */
  void (*call_when_out)(struct watched_thread *thread); /* once it is not inside; NULL: nothing */
  void *own_signal_stack;                               /* that it was given (native/signal_stacks.h); NULL: none */
};

/* Of the running thread; NULL: its first use is just under way, or a signal has interrupted the checker's code. Between
 * begin and end it is inside, and no signal makes it stand still. */
struct watched_thread *watched_thread_begin(void);
void watched_thread_end(struct watched_thread *thread);

/* Of the running thread, inside or not; NULL: it has none yet. */
struct watched_thread *watched_thread_current(void);

/* Fill in what the kernel alone knows of the running thread. */
void watched_thread_ask_kernel(struct watched_thread *thread);

/* There is one standstill at a time, and none during a fork: begin either, or have done with it. False: another thread
 * is about one. Who waits may be made to stand still meanwhile. */
bool watched_threads_claim(void);
void watched_threads_wait_for_claim(void);
void watched_threads_give_back(void);

/* Is the running thread about one? */
bool watched_threads_are_claimed_here(void);

/* Have all other threads stand still. Returns how many do not. */
unsigned watched_threads_stop(void);

/* Nothing happens if they do not. */
void watched_threads_go_on(void);

/* Does it stand still? */
bool watched_thread_is_still(const struct watched_thread *thread);

/* From now on a signal from outside has `function` called by the thread that gets it, which is inside then, and stands
 * where its registers say, with all signals blocked. */
void watched_threads_listen(void (*function)(struct watched_thread *thread));
void watched_threads_listen_no_more(void);

/* Have the running thread, which is inside, call it when it no longer is. */
void watched_thread_ask(struct watched_thread *thread);

/* Have it call `function` then, for good: inside, where its registers say, with all signals blocked. */
void watched_thread_call_when_out(struct watched_thread *thread, void (*function)(struct watched_thread *thread));

/* In a handler of a signal, whose context it is: the running thread, and its registers are those from before, unless it
 * is inside. NULL: its first use is just under way. */
struct watched_thread *watched_thread_at(const void *context);

/* The C library may have set its own handler. */
void watched_threads_listen_on(void);

/* How many threads the process has, as the kernel counts; UINT_MAX: not known. */
unsigned watched_threads_count(void);

/* The first one of all; those that have ended have kernel_id 0 once they have been stopped for. */
struct watched_thread *watched_threads(void);

/* In a child after fork: there is only this thread. */
void watched_threads_in_child(void);

#endif
