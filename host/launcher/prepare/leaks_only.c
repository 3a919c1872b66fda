/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Some of it needs to see accesses or values, some is not there yet. */
#include "host/launcher/prepare/leaks_only.h"

#include <string.h>

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
  return NULL;
}
