/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a suite executed: its execs.jsonl (docs/run-directory.md), with later events worked in. */
#ifndef SEEP_HOST_MODEL_FINDINGS_EXEC_LOG_H
#define SEEP_HOST_MODEL_FINDINGS_EXEC_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"

/* A program that ran, or was to run. Strings belong to the log. */
struct exec_image {
  const char *id, *parent; /* parent NULL: it is the suite's command */
  uint64_t pid, ppid, time_ns;
  const char *exe, *directory;
  const char *script;           /* NULL: it is none */
  const char *const *arguments; /* NULL-terminated */
  size_t arguments_left_out;
  const char *test, *test_source; /* NULL: it belongs to no test */
  bool is_checked;
  const char *why; /* it is not; NULL when it is, or when nothing is known */
  bool has_status; /* of programs that ran before the suite, without Seep: how they ended */
  uint64_t status;
  bool is_for_leaks;        /* it runs natively, and is checked for leaks only */
  const char *full_key;     /* stands for what is executed, and how (--full=changed); NULL: that was not asked for */
  const char *full_input;   /* the file that is its standard input; NULL: it is none */
  const char *full_changed; /* what had changed since its last full check; NULL: nothing, or not known */
  uint64_t full_checked_ns; /* when that was, if nothing had; else 0 */
};

struct exec_log;

/* Names in a run directory. */
#define EXEC_LOG "execs.jsonl"
#define EXEC_LOG_NATIVE "native.jsonl" /* of `seep suite --native-first` */

/* Read the log of a run directory; *ret is NULL when the run is no suite. */
struct error *exec_log_read(const char *directory, struct exec_log **ret);
/* Another one, in the same format. */
struct error *exec_log_read_file(const char *directory, const char *name, struct exec_log **ret);
void exec_log_destroy(struct exec_log *log);

/* Lines that could not be understood and were left out: a full disk, or a killed suite, leaves such lines. */
size_t exec_log_unreadable(const struct exec_log *log);

/* Images whose parent is not among them: its line has been lost. */
size_t exec_log_orphans(const struct exec_log *log);

/* The first bytes of a run's log, at most `most`: how many there are, and a sum by which they are known again. */
struct error *exec_log_sum(const char *directory, uint64_t most, uint64_t *ret_bytes, uint64_t *ret_sum);

/* Why there is nothing of an image in the run: it was not checked, or has no record. */
const char *exec_image_reason(const struct exec_image *image);

/* Did process `pid`, which ran this image, execute another one, as far as the log knows? */
bool exec_log_has_executed(const struct exec_log *log, const struct exec_image *image, uint64_t pid);

/* All images, in the order in which they were executed. */
const struct exec_image *const *exec_log_images(const struct exec_log *log, size_t *ret_count);

/* By its id; NULL: there is none. */
const struct exec_image *exec_log_image(const struct exec_log *log, const char *id);

/* The image that a record with these options (NULL-terminated) belongs to, forked processes included; NULL: none of
 * this log. */
const struct exec_image *exec_log_of_options(const struct exec_log *log, char *const *options);

#endif
