/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What process.c shares with forks.c and process_end.c. */
#ifndef SEEP_NATIVE_PROCESS_PRIVATE_H
#define SEEP_NATIVE_PROCESS_PRIVATE_H

#include <signal.h>

#include "native/memory_view.h"
#include "native/output.h"
#include "native/process.h"
#include "native/settings.h"
#include "native/watched_thread.h"

enum { PROCESS_PATH_BYTES = 4096 };

extern struct process {
  struct native_settings settings;
  struct output output; /* under LOCK_OUTPUT */
  const char *own_allocator; /* of the program, with names of its own; NULL: none that is known */
  const char *library;       /* the file of this library */
  int watched_pid;           /* 0: nothing is watched */
  bool is_attached;          /* the library came when the program ran already (attachment.c) */
  uint64_t began_ns;
  uint64_t stream_start_ns; /* of the real-time clock, as START has it */
} process;

/* The library's own memory, and the functions behind its own; the first thing that it does. */
void process_prepare(void);

/* Is this the process that is watched, and not a copy of it of which the library knows nothing (vfork())? */
bool process_is_this(void);
int process_pid(void);

/* This one is such a copy. */
void process_leave_alone(void);

/* The stream of this process begins, which becomes the watched one. */
void process_begin_stream(void);

/* Send one frame at once. `frame` is the structure of that kind. */
void process_send(enum record_kind kind, const void *frame);

/* `clock`: CLOCK_MONOTONIC and its like, read by a system call. */
uint64_t process_now_ns(int clock);
/* Since this program began, without a system call. */
uint64_t process_elapsed_ns(void);
/* Points to `text`, which is not NULL. */
struct record_string process_string(const char *text);

/* The file of this program; `buffer` has PROCESS_PATH_BYTES. */
struct record_string process_exe(char *buffer);

/* How many blocks and forks were not seen. */
uint64_t process_unseen(void);

/* Where blocks lie, and no roots: arenas, and blocks that have pages of their own. *ret_count ranges, ascending, until
 * the next call. Other threads stand still. */
const struct memory_range *process_heap(unsigned *ret_count);

/* The process ends at once, without a check: --exit-on-first-error. LOCK_OUTPUT is held. */
void ends_now(const struct record_reply *reply) __attribute__((noreturn));

/* A signal is about to end the process, and all that an end is: the registers of `thread` are those of that moment. If
 * the process is ending already, the thread waits for that here. */
void ends_by_signal(struct watched_thread *thread, const siginfo_t *info);

/* From now on all orderly ends lead to the check. false: the C library's code cannot be changed. */
bool ends_begin(void);

/* What _exit() is to lead to. */
void *ends_function(void);

/* The check of a process that goes on afterwards, while its threads stand still; its stream is over then. `thread`: the
 * running one, which is inside. */
void ends_check(struct watched_thread *thread);

#endif
