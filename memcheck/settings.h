/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of the guest side, as the launcher passes them: checked already, with every default filled in. */
#ifndef SEEP_MEMCHECK_SETTINGS_H
#define SEEP_MEMCHECK_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "coregrind-glue/channel.h"

enum keep_stacktraces { KEEP_ALLOC, KEEP_FREE, KEEP_ALLOC_AND_FREE, KEEP_ALLOC_THEN_FREE, KEEP_NONE };

struct settings {
  struct channel_config channel;
  unsigned leak_mode;        /* enum record_leak_mode; 0: --leak-check=no */
  unsigned leak_frames;      /* frames that tell loss records apart: --leak-resolution */
  unsigned leak_heuristics;  /* set of 1 << enum record_heuristic */
  int64_t freelist_vol_bytes;
  int64_t freelist_big_blocks_bytes;
  int malloc_fill, free_fill; /* -1: none */
  enum keep_stacktraces keep_stacktraces;
  bool show_mismatched_frees;
  bool show_realloc_size_zero;
  bool realloc_zero_bytes_frees;
  bool quiet;
  bool wants_error_exitcode;  /* --error-exitcode was given to the host */
  unsigned verbosity;
};

extern struct settings settings;

/* Take one argument the core does not know; false when it is not one of ours. Also while the program runs. */
bool settings_process_option(const char *argument);

/* Is this an option of the reporter's, which the guest side hands on without looking at it? */
bool settings_is_host_option(const char *argument);

/* All options in force, as the launcher would take them again, for the record; the list is allocated once. */
struct record_strings settings_for_record(void);

#endif
