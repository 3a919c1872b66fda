/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The settings of the guest side: what the launcher has passed as options (memcheck/tool_options.h). */
#ifndef SEEP_MEMCHECK_BASE_TOOL_SETTINGS_H
#define SEEP_MEMCHECK_BASE_TOOL_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "coregrind-glue/core.h"

enum keep_stacktraces { KEEP_ALLOC, KEEP_FREE, KEEP_ALLOC_AND_FREE, KEEP_ALLOC_THEN_FREE, KEEP_NONE };

enum engine_option { ENGINE_OPTION_DIRECT, ENGINE_OPTION_SPECULATIVE, ENGINE_OPTION_PRECISE };

/* Whose defaults hold, and what "all" means where Seep has more than Memcheck. In the order of the option's words. */
enum personality { PERSONALITY_SEEP, PERSONALITY_MEMCHECK };

enum report_style { REPORT_STYLE_PEOPLE, REPORT_STYLE_MEMCHECK };

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
  const char *program_name;  /* what the program is called; NULL: as it is executed */
  const char *descriptors;   /* its limits of descriptors, "SOFT,HARD"; NULL: those that the kernel has */
  const char *restrictions;  /* what it has forbidden itself before it was executed: a descriptor; NULL: nothing */
  unsigned leak_mode;        /* enum record_leak_mode; 0: --leak-check=no */
  unsigned leak_frames;      /* frames that tell loss records apart: --leak-resolution */
  unsigned leak_heuristics;  /* set of 1 << enum record_heuristic */
  int64_t freelist_vol_bytes;
  int64_t freelist_big_blocks_bytes;
  int malloc_fill, free_fill; /* -1: none */
  enum keep_stacktraces keep_stacktraces;
  bool show_mismatched_frees;
  bool new_is_malloc; /* the program has an operator new that calls malloc(): free() may free what it has made; no
                         option */
  const char *fail_alloc;    /* which allocations are to fail: a number or a place; NULL: none */
  const char *explain; /* which blocks are followed to where they are lost: all, or what the reporter says; values:
                          none, but undefined values; NULL: nothing */
  const char *try_fix; /* when which followed blocks are freed: see memcheck/pure/follow/moments.h; NULL: none */
  bool show_realloc_size_zero;
  bool realloc_zero_bytes_frees;
  bool undef_value_errors;    /* false: definedness is not tracked at all */
  bool track_origins;
  bool partial_loads_ok;
  bool expensive_definedness_checks; /* auto means yes: what Memcheck decides by block depends on where blocks begin */
  bool workaround_gcc296_bugs;
  enum engine_option engine;
  unsigned engine_stress;     /* seed of random failures; 0: none */
  struct address_ranges ignore_ranges;
  uint64_t ignore_below_sp_start,
    ignore_below_sp_end;      /* distances below the stack pointer, the larger one first; 0, 0: none */
  bool count_instructions;    /* as a clock for samples */
  int64_t snapshot_contents_bytes; /* of each block, in snapshots */
  bool growth;                /* count what lives by allocation stack, and sample it */
  bool cost;                  /* count instructions instead of checking: cost/cost.h */
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
  enum personality personality;
  enum report_style style;    /* the host's; how much the core may say depends on it */
  bool quiet;
  int error_exitcode;         /* that was given to the host; 0 and less: none */
  unsigned verbosity;
};

enum { SETTINGS_ALL_FRAMES = 500 }; /* the most that --num-callers takes */

extern struct settings settings;

/* --explain=values */
bool settings_explain_values(void);

#endif
