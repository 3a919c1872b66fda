/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All locks of the library, in the order in which a thread may take several: so that all of them can be taken before a
 * fork, and none is held for ever in the child. */
#ifndef SEEP_NATIVE_LOCKS_H
#define SEEP_NATIVE_LOCKS_H

enum lock_id {
  LOCK_THREADS,  /* the list of threads */
  LOCK_ERRORS,   /* the error that is being described */
  LOCK_OUTPUT,   /* the stream of frames */
  LOCK_SITES,    /* counters of allocation stacks */
  LOCK_CODE,     /* files with code */
  LOCK_WALKS,    /* the table of stacks */
  LOCK_MAPPINGS, /* the reader of /proc/self/maps */
  LOCK_HEAP,     /* the list of arenas */
  LOCK_TABLES,   /* tables of live blocks, while one is made */
  LOCK_MEMORY,   /* the library's own memory */
  LOCK_IDS
};

/* Not recursive; signals are the caller's to block. */
void locks_take(enum lock_id id);
void locks_release(enum lock_id id);

/* Around a fork. */
void locks_take_all(void);
void locks_release_all(void);

#endif
