/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of full checks in which nothing was found wrong: the file of `seep suite --full=changed`, in memory.
 *
 *   header | files | entries, by key | members: numbers of files | texts: the files' paths, each with a NUL
 *
 * Members are those of the first entry, then those of the second, and so on; likewise paths are in the order of files.
 * All numbers have 64 bits, in the machine's order. An entry stands for what a program was executed with
 * (suite_changed.h); its members are the files that its last full check had loaded or was given. One without members
 * had errors in it, or did not end as it should. Freestanding; nothing in the data can lead outside of it. */
#ifndef SEEP_HOST_SUITE_PRELOAD_FULL_STATE_H
#define SEEP_HOST_SUITE_PRELOAD_FULL_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/suite/preload/file_identity.h"

#define FULL_STATE_MAGIC UINT64_C(0x6c6c756670656573) /* "seepfull" */
enum {
  FULL_STATE_VERSION = 1,
  FULL_STATE_MAX_BYTES = 1 << 26,
  FULL_STATE_PATH_BYTES = 1 << 13,
  FULL_STATE_STATUSES = 4
};

struct full_state_header {
  uint64_t magic, version;
  uint64_t sum;                                 /* of all that follows */
  uint64_t files, entries, members, text_bytes; /* how many there are */
};

struct full_state_file {
  uint64_t path; /* where it begins among the texts; shorter than FULL_STATE_PATH_BYTES */
  struct file_identity identity;
  uint64_t sum; /* of its contents */
};

struct full_state_entry {
  uint64_t key;
  uint64_t checked_ns;                    /* when it was checked fully; since the epoch, as the next, and not 0 */
  uint64_t seen_ns;                       /* when a suite last had it */
  uint64_t first, count;                  /* members */
  uint64_t statuses[FULL_STATE_STATUSES]; /* with which it has ended: a bit for each from 0 to 255 */
};

struct full_state {
  const struct full_state_header *header;
  const struct full_state_file *files;
  const struct full_state_entry *entries;
  const uint64_t *members;
  const char *texts;
};

/* What is wrong with it, and where; NULL: nothing. */
struct full_state_fault {
  const char *what;
  size_t at;
};

/* Find the parts in `size` bytes, aligned to 8. What follows can be called once this has returned true. */
bool full_state_open(const void *data, size_t size, struct full_state *ret, struct full_state_fault *fault);

/* Is each part as it should be? Takes time in proportion to the size. */
bool full_state_check(const struct full_state *state, struct full_state_fault *fault);

/* The sum for the header. */
uint64_t full_state_sum(const struct full_state *state);

/* NULL: there is none. */
const struct full_state_entry *full_state_find(const struct full_state *state, uint64_t key);

/* A member of an entry, below its count; NULL: the data is damaged. */
const struct full_state_file *full_state_member(const struct full_state *state, const struct full_state_entry *entry,
                                                uint64_t number);

/* Empty if the data is damaged. */
const char *full_state_path(const struct full_state *state, const struct full_state_file *file);

#endif
