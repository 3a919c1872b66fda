/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options that shape a report, taken out of struct options once, in the form in which they are used. */
#ifndef SEEP_HOST_MODEL_FRAMES_SETTINGS_H
#define SEEP_HOST_MODEL_FRAMES_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/base/options.h"

/* In the order of the options' words. */
enum settings_leak_check { LEAK_CHECK_NO, LEAK_CHECK_SUMMARY, LEAK_CHECK_FULL };
enum settings_error_list { ERROR_LIST_NO, ERROR_LIST_YES, ERROR_LIST_ALL };
enum settings_suppressions { GEN_SUPPRESSIONS_NO, GEN_SUPPRESSIONS_ASK, GEN_SUPPRESSIONS_ALL };

struct place_rules;

struct settings {
  const struct options *options;
  struct options *own_options; /* once one has changed; else NULL, and options are borrowed */
  bool is_memcheck;        /* --personality */
  int64_t verbosity;       /* 0: errors only (-q), 1: usual, more with every -v */
  enum settings_leak_check leak_check;
  bool leaks_only;         /* --checks=leaks */
  bool counts_cost;        /* seep cost: nothing is checked */
  bool is_attached;        /* seep attach: what was allocated before is not known */
  unsigned show_leak_kinds, errors_for_leak_kinds; /* sets of 1 << enum record_leak_kind */
  enum settings_error_list error_list;
  enum settings_suppressions gen_suppressions;
  bool error_limit, exit_on_first_error;
  int64_t error_exitcode;
  size_t num_callers;
  bool show_below_main, read_inline_info, read_var_info, demangle, sym_offsets, time_stamp, child_silent_after_fork;
  bool digest, count_inherited, growth, keep_debuginfo, xtree_leak;
  struct place_rules *place_rules;
  char *marker_begin, *marker_end; /* NULL: none */
};

/* The options must live as long: thousands of processes share them. */
void settings_init(const struct options *options, struct settings *ret);
void settings_deinit(struct settings *settings);

/* Was a process that recorded these options checked for leaks only? A run may have processes of both kinds. */
bool settings_are_for_leaks(char *const *recorded);

/* The guest has changed an option while running. */
struct error *settings_change(struct settings *settings, const char *argument);

#endif
