/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where runs are kept: a directory per run, in it one record per process image, named p<PID>.rec, p<PID>.2.rec, ... and
 * beside each its snapshots, p<PID>.s1.heap, p<PID>.2.s1.heap, ...
 *
 * Runs that nobody asked for by name are kept in the state directory under names that begin with their time, so that
 * the order of the names is their order in time. While a run is written or read, its directory or one of its records is
 * locked, so that pruning leaves it: the reporter locks the directory, each process its record, in case it outlives the
 * reporter. */
#ifndef SEEP_HOST_RUNS_RUN_DIR_H
#define SEEP_HOST_RUNS_RUN_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"

/* Where `seep pack` puts names, in the directory of a run. */
#define RUN_DIR_SYMBOLS "symbols"

/* The directory of that name among those in which Seep keeps what it has to know later, malloc'ed:
 * $XDG_STATE_HOME/seep/NAME, else ~/.local/state/seep/NAME. It need not exist. NULL: neither variable is set. */
char *run_dir_state(const char *name);

/* The directory of kept runs, malloc'ed: $XDG_STATE_HOME/seep/runs, else ~/.local/state/seep/runs. It need not exist.
 * Fails when neither variable XDG_STATE_HOME nor HOME is set. */
struct error *run_dir_kept_runs(char **ret);

/* Make the directory of a new run of `program` (a path; only its last component counts) under the state directory.
 * *ret_path is malloc'ed; *ret_lock is a close-on-exec descriptor that marks the run as being written until it is
 * closed. */
struct error *run_dir_create(const char *program, char **ret_path, int *ret_lock);

/* The same for a directory that was asked for by name (--record=DIR): made when it is not there, records are added to
 * those that are. *ret_path is absolute. */
struct error *run_dir_create_at(const char *path, char **ret_path, int *ret_lock);

/* The run in this directory, which has records, was made to explain another one: the newest of the kept runs is never
 * such a one, as less is followed there than was found. */
struct error *run_dir_mark_explaining(const char *path);

/* What a person would name a run to `seep report`, wherever that is typed: the name of a kept run, else the path, which
 * is absolute; malloc'ed. */
void run_dir_name(const char *path, char **ret);

/* How many runs are kept. */
enum { RUN_DIR_KEPT = 10 };

/* Remove kept runs beyond the newest `keep`, leaving those that are being written or read. Only what Seep wrote is
 * removed. */
struct error *run_dir_prune(size_t keep);

/* A run that was found: its records, in no particular order. */
struct run {
  char *name;     /* as a person would name it again, anywhere: the name of a kept run, else the absolute path */
  char *directory; /* NULL: it is a single record */
  char **records;  /* paths */
  size_t record_count;
  char **snapshots; /* paths likewise; none of a single record */
  size_t snapshot_count;
  int lock; /* keeps the run from being pruned */
};

/* Find a run: a directory with records, one record, or the name of a kept run; NULL: the newest kept run that
 * was not made to explain another. A run without
 * records is an error. */
struct error *run_dir_find(const char *run, struct run **ret);
void run_destroy(struct run *run);

/* Names of the kept runs, newest first; a malloc'ed array of malloc'ed strings, NULL-terminated. */
struct error *run_dir_list(char ***ret_names, size_t *ret_count);
void run_dir_list_release(char **names);

#endif
