/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the launcher has passed on, as arguments that a memory file holds, each with its NUL. */
#ifndef SEEP_NATIVE_SETTINGS_H
#define SEEP_NATIVE_SETTINGS_H

#include <stdbool.h>

#include "shared/record/record.h"

struct native_settings {
  int channel;          /* a socket connected to the reporter; -1: none */
  int record;           /* the file of the record, which another process has opened; -1: none */
  const char *words;    /* the options, each with its NUL, and "--" */
  const char *socket_name; /* of the reporter; NULL: none */
  int parent;              /* that shared its memory with this process; 0: none */
  bool traces_children;
  const char *skipped_programs, *skipped_arguments; /* patterns, with commas between them; NULL: none */
  const char *run_dir;  /* NULL: no record is wanted */
  const char *launcher; /* the launcher's file */
  unsigned leak_mode;   /* enum record_leak_mode; 0: no check */
  unsigned leak_frames; /* that tell loss records apart */
  unsigned leak_heuristics;
  unsigned callers;
  bool is_thorough; /* check also what takes time to check (--sanity-level=2) */
  bool frees_c_library, frees_cxx_library;
  bool checks_killed; /* by a signal, too */
  bool is_quiet;
  bool growth; /* what stacks have on the heap is counted */
  bool snapshot_at_exit;
  unsigned snapshot_contents;    /* so many bytes of each block are kept in snapshots */
  bool shows_mismatched_frees, shows_realloc_zero, realloc_zero_frees, has_error_limit;
  bool tells_alloc_stacks, tells_alloc_stacks_of_freed, keeps_free_stacks; /* of blocks, in errors */
  struct record_strings options; /* for the record */
  struct record_strings program; /* its name and arguments */
};

/* The same that a text of `bytes` holds, which is copied. */
void native_settings_take(const char *text, size_t bytes, struct native_settings *ret);

/* `fd` is closed. false: it holds no arguments. */
bool native_settings_read(int fd, struct native_settings *ret);

#endif
