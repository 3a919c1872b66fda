/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filters that the guest sets for its own system calls (seccomp). They hold for its threads and not for the tool, so
 * the kernel is not told of them before it executes a program that is not checked (handed_restrictions.h). */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_CALL_FILTERS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_CALL_FILTERS_H

#include "shared/base/call_filter.h"

#include "pub_tool_basics.h"

enum { CALL_FILTERS_NONE = 0, CALL_FILTERS_STRICT = 1, CALL_FILTERS_SET = 2 }; /* modes, as the kernel numbers them */

/* Never released: any number of threads have it. */
struct guest_filter {
  const struct guest_filter *before; /* which the thread has, too */
  UInt count;
  struct call_filter_step steps[];
};

struct thread_filters {
  UInt mode;
  const struct guest_filter *newest;
  const struct guest_filter *in_kernel; /* the newest that the kernel knows of, as an exec has failed after all */
  Int kernel_id; /* the kernel's number of the thread, once it has set one itself; 0: it has not */
  Bool denies_code_in_kernel; /* a filter of the tool's own (self_restrictions.c) */
  Bool gives_up_privileges; /* before its next call: another thread has demanded it */
};

/* Those of a thread, to be changed. */
struct thread_filters *call_filters_of(ThreadId tid);

/* Does the thread have any? */
Bool call_filters_are_set(ThreadId tid);

/* How many has it, up to one that is not counted? NULL: all. */
UInt call_filters_count(ThreadId tid, const struct guest_filter *end);

/* The program has made its last call. What follows is its C library's, for the tool. */
void call_filters_end(void);

/* A thread begins with the filters of another. */
void call_filters_note_thread(ThreadId parent, ThreadId child);

/* seccomp() of this thread, but for what only the kernel can answer (False). The result is as the kernel's: an errno
 * value is negative. */
Bool call_filters_answer(ThreadId tid, UWord operation, UWord flags, Addr argument, Word *ret);

#endif
