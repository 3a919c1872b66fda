/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options of the guest side, as the launcher passes them: checked already, with every default filled in. */
#ifndef SEEP_MEMCHECK_TOOL_OPTIONS_H
#define SEEP_MEMCHECK_TOOL_OPTIONS_H

#include <stdbool.h>

#include "shared/record/record.h"

/* Take one argument the core does not know; false when it is not one of ours. Also while the program runs. */
bool tool_options_take(const char *argument);

/* Take what concerns the guest side, too, of an option of the reporter's. */
void tool_options_take_hosts(const char *argument);

/* An option of the table. */
struct known_option {
  const char *name;       /* without "--" */
  bool is_core;           /* the core itself takes it */
  bool is_dynamic;        /* it may be changed while the program runs */
  bool is_named_by_value; /* in Memcheck each of its values is an option */
};

/* Which option an argument names; false: none. */
bool tool_options_find(const char *argument, struct known_option *ret);

/* The program has named the test that it runs, which is kept for the processes that it forks; false: it has done
 * something else. */
bool tool_options_note_subtest(const char *argument);

/* All options in force, as the launcher would take them again, for the record; the list is allocated once. */
struct record_strings tool_options_for_record(void);

#endif
