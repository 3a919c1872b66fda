/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An option that the guest changes while it runs gives the process options, and settings, of its own. */
#include "host/model/frames/settings.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "shared/record/record.h"
#include "host/model/frames/place.h"

enum {
  ALL_LEAK_KINDS = 1 << RECORD_LEAK_DEFINITE | 1 << RECORD_LEAK_INDIRECT | 1 << RECORD_LEAK_POSSIBLE |
                   1 << RECORD_LEAK_REACHABLE,
};

/* The table's words come in the order of the kinds, from 0. */
static unsigned leak_kinds(const struct options *options, enum option_id id)
{
  return options_set_bits(options, id) << RECORD_LEAK_DEFINITE & ALL_LEAK_KINDS;
}

/* "BEGIN,END" in its two parts; either may be empty. */
static void split_markers(const char *markers, struct settings *settings)
{
  if (!markers)
    return;
  const char *comma = strchrnul(markers, ',');
  settings->marker_begin = memory_text_begin(markers, (size_t)(comma - markers));
  settings->marker_end = memory_text(*comma ? comma + 1 : "");
}

/* All but the copy of the options. */
static void read_options(struct settings *settings)
{
  const struct options *options = settings->options;
  settings->is_memcheck = options_choice(options, OPTION_personality) == 1;
  settings->verbosity = options_flag(options, OPTION_quiet) ? 0 : 1 + options_number(options, OPTION_verbose);
  settings->leak_check = (enum settings_leak_check)options_choice(options, OPTION_leak_check);
  settings->leaks_only = options_leaks_only(options);
  settings->counts_cost = options_flag(options, OPTION_cost);
  settings->is_attached = options_flag(options, OPTION_attached);
  settings->show_leak_kinds = leak_kinds(options, OPTION_show_leak_kinds);
  settings->errors_for_leak_kinds = leak_kinds(options, OPTION_errors_for_leak_kinds);
  settings->error_list = (enum settings_error_list)options_choice(options, OPTION_show_error_list);
  settings->gen_suppressions = (enum settings_suppressions)options_choice(options, OPTION_gen_suppressions);
  settings->error_limit = options_flag(options, OPTION_error_limit);
  settings->exit_on_first_error = options_flag(options, OPTION_exit_on_first_error);
  settings->error_exitcode = options_number(options, OPTION_error_exitcode);
  settings->num_callers = (size_t)options_number(options, OPTION_num_callers);
  settings->show_below_main = options_flag(options, OPTION_show_below_main);
  settings->read_inline_info = options_flag(options, OPTION_read_inline_info);
  settings->read_var_info = options_flag(options, OPTION_read_var_info);
  settings->sym_offsets = options_flag(options, OPTION_sym_offsets);
  settings->demangle = options_flag(options, OPTION_demangle);
  settings->time_stamp = options_flag(options, OPTION_time_stamp);
  settings->child_silent_after_fork = options_flag(options, OPTION_child_silent_after_fork);
  settings->digest = options_flag(options, OPTION_digest);
  settings->growth = options_flag(options, OPTION_growth);
  settings->keep_debuginfo = options_flag(options, OPTION_keep_debuginfo);
  settings->xtree_leak = options_flag(options, OPTION_xtree_leak);
  settings->count_inherited = options_flag(options, OPTION_count_inherited);
  split_markers(options_text(options, OPTION_error_markers), settings);
  place_rules_create(options, &settings->place_rules);
}

static void settings_make(const struct options *options, struct options *own, struct settings *ret)
{
  struct settings settings = {.options = options, .own_options = own};
  read_options(&settings);
  *ret = settings;
}

void settings_init(const struct options *options, struct settings *ret)
{
  settings_make(options, NULL, ret);
}

void settings_deinit(struct settings *settings)
{
  if (settings->own_options)
    options_destroy(settings->own_options);
  place_rules_destroy(settings->place_rules);
  free(settings->marker_begin);
  free(settings->marker_end);
}

bool settings_are_for_leaks(char *const *recorded)
{
  const char *const checks = options_value_among(recorded, OPTION_checks);
  return checks && strcmp(checks, "leaks") == 0;
}

struct error *settings_change(struct settings *settings, const char *argument)
{
  struct options *copy;
  struct settings changed;
  options_copy(settings->options, &copy);
  struct error *error = options_set(copy, argument, "the running program");
  if (error) {
    options_destroy(copy);
    return error;
  }
  settings_make(copy, copy, &changed);
  settings_deinit(settings);
  *settings = changed;
  return NULL;
}
