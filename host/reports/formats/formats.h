/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Formats of merged findings, for `seep report --format=NAME[:FILE]`. docs/orientation.md has the steps by which one is
 * added. */
#ifndef SEEP_HOST_REPORTS_FORMATS_FORMATS_H
#define SEEP_HOST_REPORTS_FORMATS_FORMATS_H

#include <stdio.h>

#include "host/model/findings/findings.h"

/* Some of the findings. */
struct format_choice {
  const struct finding **items; /* sorted by format_choice_sort() */
  size_t count;
};
void format_choice_sort(struct format_choice *choice);

/* What the command says of a finding, below its advice. */
struct format_remark {
  const struct finding *finding;
  char *text;
};

struct command;
struct format_options {
  bool is_terminal;        /* colour may be used */
  unsigned columns;        /* where lines are wrapped; 0: nowhere */
  bool only_own;           /* findings without an own frame are only counted */
  unsigned leak_kinds;     /* set of 1 << enum record_leak_kind: which leaks are listed */
  const struct format_choice *choice; /* these are listed and no others, whatever the two above say; NULL: no choice */
  const struct format_remark *remarks; /* of those formats that people read; remark_count of them */
  size_t remark_count;
  bool is_of_one_test;     /* which is known: tests are not named */
  const char *source_root; /* absolute; paths below it are written relative to it; NULL: none */
  const struct command *command; /* that asks, for what reads the runs again; NULL: none does */
};

typedef struct error *format_function(const struct findings *findings, const struct format_options *options,
                                      FILE *output);

#define FORMAT(id, name, kind, help) format_function format_##id;
#include "host/reports/formats/formats.def"
#undef FORMAT

struct format {
  const char *name, *help;
  format_function *write; /* for format_write() */
  bool is_lines;
};

/* Writes to `output`, in one go; whether all could be written is for the caller to see. Nothing that text of others
 * holds steers who reads the output. */
struct error *format_write(const struct format *format, const struct findings *findings,
                           const struct format_options *options, FILE *output);

/* The format of that name, or NULL; with NULL the list of all, which ends with a name of NULL. */
const struct format *format_find(const char *name);

/* Those of the text format that are listed, without what stands below them. */
void format_text_findings(const struct findings *findings, const struct format_options *options, FILE *output);

/* Likewise of the people's format. */
void format_people_findings(const struct findings *findings, const struct format_options *options, FILE *output);

/* Is the finding to be listed? Suppressed ones are not. */
bool format_is_listed(const struct format_options *options, const struct finding *finding);

/* NULL: none is made of it. */
const char *format_remark_of(const struct format_options *options, const struct finding *finding);

/* Does it fail its test: by finding_fails_alone(), or as one of those that a gate has chosen? For formats that have a
 * verdict; they list such a finding even if leaks of its kind are not shown. */
bool format_is_failing(const struct format_options *options, const struct finding *finding);

#endif
