/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Some of it needs to see accesses or values, some is not there yet. */
#include "host/launcher/prepare/leaks_only.h"

#include <ctype.h>
#include <string.h>

/* At exit, at the peak, and every so often; not at signals. */
static bool is_taken_natively(const char *when)
{
  return strcmp(when, "exit") == 0 || strcmp(when, "peak") == 0 || isdigit((unsigned char)*when);
}

/* Snapshots that a native run cannot take. */
static struct error *check_snapshots(const struct options *options)
{
  for (size_t i = 0; i < options_count(options, OPTION_snapshot); i++)
    if (!is_taken_natively(options_at(options, OPTION_snapshot, i)))
      return error_format("--snapshot=%s needs a full run: leave out --checks=leaks",
                          options_at(options, OPTION_snapshot, i));
  return NULL;
}

struct error *leaks_only_check(const struct options *options)
{
  static const enum option_id others[] = {OPTION_track_fds,   OPTION_fail_alloc,   OPTION_explain,
                                          OPTION_heap_access, OPTION_xtree_memory, OPTION_xtree_leak};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    const struct option_entry *const entry = options_entry(others[i]);
    const bool is_list = entry->type == OPTION_LIST;
    const char *const value = is_list ? NULL : options_text(options, others[i]);
    if (is_list ? options_count(options, others[i]) > 0
                : value && options_given(options, others[i]) && strcmp(value, "no") != 0 && strcmp(value, "none") != 0)
      return error_format("--%s needs a full run: leave out --checks=leaks", entry->name);
  }
  return check_snapshots(options);
}
