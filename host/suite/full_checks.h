/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of full checks in which nothing was found wrong, as it is read, changed and written; the file's format
 * is that of preload/full_state.h. */
#ifndef SEEP_HOST_SUITE_FULL_CHECKS_H
#define SEEP_HOST_SUITE_FULL_CHECKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/suite/preload/full_state.h"

/* A file that a full check had. */
struct full_file {
  const char *path;
  struct file_identity identity;
  uint64_t sum; /* of its contents */
};

/* The last full check of what was executed in one way (preload/suite_changed.h); without files: something was wrong. */
struct full_check {
  uint64_t key, checked_ns, seen_ns;
  const struct full_file *files;
  size_t count;
  uint64_t statuses[FULL_STATE_STATUSES]; /* with which it ended, a bit for each */
};

struct full_checks;

void full_checks_create(struct full_checks **ret);
void full_checks_destroy(struct full_checks *checks);

/* Read a file. One that is not there, or empty, has none; nor has one of another version, which *ret_is_other says. A
 * damaged one, or what is none, is refused: it is not overwritten either. */
struct error *full_checks_read(const char *path, struct full_checks **ret, bool *ret_is_other);

/* Files that are not the same as they were, but of the same contents, are known by what they are at that time: now. */
void full_checks_refresh(struct full_checks *checks, uint64_t time_ns);

/* NULL: nothing is known. */
const struct full_check *full_checks_find(const struct full_checks *checks, uint64_t key);

/* Add a check, or put it in the place of the one with its key; it is copied. */
void full_checks_put(struct full_checks *checks, const struct full_check *check);

/* All of them, in no particular order; malloc'ed. */
const struct full_check **full_checks_list(const struct full_checks *checks, size_t *ret_count);

/* A suite has had this key at that time, whether it is known or not. */
void full_checks_note_seen(struct full_checks *checks, uint64_t key, uint64_t time_ns);

/* Write a file, which replaces what is there in one step. What no suite has had for months before that time is left
 * out, and so is what was seen longest ago if there is too much. */
struct error *full_checks_write(const struct full_checks *checks, const char *path, uint64_t time_ns);

#endif
