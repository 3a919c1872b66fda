/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of the guest: one table of each kind. Most rooms of the tool read them, so they belong to none; the
 * files that make and change them are named here. */
#ifndef SEEP_MEMCHECK_BASE_GUEST_TABLES_H
#define SEEP_MEMCHECK_BASE_GUEST_TABLES_H

extern struct guest_tables {
  struct shadow *shadow;   /* which bytes may be touched, and which are defined: runtime/memory_states.c */
  struct origins *origins; /* where undefined bytes come from, NULL without --track-origins: runtime/memory_states.c */
  struct blocks *blocks;   /* heap blocks, live and freed: heap/heap_blocks.c */
  struct sites *sites;     /* blocks counted by allocation stack: heap/heap_blocks.c. NULL with --growth=no, unless
                              --heap-access, --xtree-memory or --snapshot=peak needs them */
  struct block_ends *ends; /* how blocks have ended, by allocation stack: heap/heap_blocks.c. NULL where
                              --keep-stacktraces keeps no stacks for that */
  struct pools *pools;     /* pools that the program has told of: requests/requests.c */
} guest;

#endif
