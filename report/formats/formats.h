/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Formats of merged findings, for `seep report --format=NAME[:FILE]`. docs/orientation.md has the steps by which one is
 * added. */
#ifndef SEEP_REPORT_FORMATS_FORMATS_H
#define SEEP_REPORT_FORMATS_FORMATS_H

#include <stdio.h>

#include "report/findings/findings.h"

/* Some of the findings. */
struct format_choice {
  const struct finding **items; /* sorted by format_choice_sort() */
  size_t count;
};
void format_choice_sort(struct format_choice *choice);

struct command;
struct format_options {
  bool is_terminal;        /* colour may be used */
  bool only_own;           /* findings without an own frame are only counted */
  unsigned leak_kinds;     /* set of 1 << enum record_leak_kind: which leaks are listed */
  const struct format_choice *choice; /* these are listed and no others, whatever the two above say; NULL: no choice */
  const char *source_root; /* absolute; paths below it are written relative to it; NULL: none */
  const struct command *command; /* that asks, for what reads the runs again; NULL: none does */
};

/* Writes to `output`, in one go; whether all could be written is for the caller to see. */
typedef struct error *format_function(const struct findings *findings, const struct format_options *options,
                                      FILE *output);

#define FORMAT(id, name, help) format_function format_##id;
#include "report/formats/formats.def"
#undef FORMAT

struct format {
  const char *name, *help;
  format_function *write;
};

/* The format of that name, or NULL; with NULL the list of all, which ends with a name of NULL. */
const struct format *format_find(const char *name);

/* Is the finding to be listed? Suppressed ones are not. */
bool format_is_listed(const struct format_options *options, const struct finding *finding);

#endif
