/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of the guest side, as the launcher passes them: checked already, with every default filled in. */
#ifndef SEEP_MEMCHECK_BASE_SETTINGS_H
#define SEEP_MEMCHECK_BASE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "coregrind-glue/core/channel.h"

enum keep_stacktraces { KEEP_ALLOC, KEEP_FREE, KEEP_ALLOC_AND_FREE, KEEP_ALLOC_THEN_FREE, KEEP_NONE };

enum engine_option { ENGINE_OPTION_SPECULATIVE, ENGINE_OPTION_PRECISE };

enum expensive_checks { EXPENSIVE_NO, EXPENSIVE_AUTO, EXPENSIVE_YES };

enum { ADDRESS_RANGES_MAX = 64 };

enum xtree_memory { XTREE_MEMORY_NONE, XTREE_MEMORY_ALLOCS, XTREE_MEMORY_FULL };

/* Half-open ranges of guest addresses. */
struct address_ranges {
  unsigned count;
  struct {
    uint64_t start, end;
  } at[ADDRESS_RANGES_MAX];
};

/* In the order of the option's words. */
enum modify_fds { MODIFY_FDS_NO, MODIFY_FDS_YES, MODIFY_FDS_HIGH };

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
  const char *fail_alloc;    /* which allocations are to fail: a number or a place; NULL: none */
  bool show_realloc_size_zero;
  bool realloc_zero_bytes_frees;
  bool undef_value_errors;    /* false: definedness is not tracked at all */
  bool track_origins;
  bool partial_loads_ok;
  enum expensive_checks expensive_definedness_checks;
  bool workaround_gcc296_bugs;
  enum engine_option engine;
  unsigned engine_stress;     /* seed of random failures; 0: none */
  struct address_ranges ignore_ranges;
  uint64_t ignore_below_sp_start, ignore_below_sp_end; /* distances below the stack pointer, the larger one first; 0, 0: none */
  bool count_instructions;    /* as a clock for samples */
  bool growth;                /* count what lives by allocation stack, and sample it */
  bool heap_access;           /* count what is read, written and touched */
  enum xtree_memory xtree_memory;
  bool xtree_leak;
  const char *xtree_memory_file, *xtree_leak_file; /* as given */
  const char *translation_cache; /* a folder; "no" or NULL: none */
  bool track_fds;             /* report file descriptors that are used wrongly */
  enum modify_fds modify_fds;
  bool xml;
  int xml_protocol;
  int xml_fd, log_fd;         /* the document and the log go there; -1: elsewhere */
  bool keep_debuginfo;        /* a stack means what it meant when it was taken, also when code in it is unloaded */
  bool quiet;
  int error_exitcode;         /* that was given to the host; 0 and less: none */
  unsigned verbosity;
};

extern struct settings settings;

/* Take one argument the core does not know; false when it is not one of ours. Also while the program runs. */
bool settings_process_option(const char *argument);

/* Take what concerns the guest side, too, of an option of the reporter's. */
void settings_process_host_option(const char *argument);

/* Are descriptors that are open at exit errors in the XML document, rather than a list of the core's in the log? */
bool settings_tell_open_fds_as_errors(void);

/* Does the log go where the document goes? */
bool settings_log_is_document(void);

/* An option of the table. */
struct settings_option {
  const char *name;       /* without "--" */
  bool is_core;           /* the core itself takes it */
  bool is_dynamic;        /* it may be changed while the program runs */
  bool is_named_by_value; /* in Memcheck each of its values is an option */
};

/* Which option an argument names; false: none. */
bool settings_find_option(const char *argument, struct settings_option *ret);

/* The program has named the test that it runs, which is kept for the processes that it forks; false: it has done something
 * else. */
bool settings_note_subtest(const char *argument);

/* All options in force, as the launcher would take them again, for the record; the list is allocated once. */
struct record_strings settings_for_record(void);

#endif
