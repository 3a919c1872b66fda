/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What makes a run trustworthy, decided once for text, gate, suite and all formats: nothing found is good news only
 * where everything was looked at. A gap is a place where it was not. */
#ifndef SEEP_HOST_MODEL_FINDINGS_GAPS_H
#define SEEP_HOST_MODEL_FINDINGS_GAPS_H

#include <stdio.h>

#include "host/model/findings/findings.h"

enum gap_kind {
#define GAP(id, code, about, words, help) GAP_##id,
#include "host/model/findings/gaps.def"
  GAPS
};

enum gap_about { GAP_RUN, GAP_PROCESS, GAP_CHOICE, GAP_ERROR_CHOICE, GAP_KIN, GAP_PROGRAM, GAP_TEST };

struct gap_entry {
  const char *code;
  enum gap_about about;
  const char *words, *help;
};

struct gap {
  enum gap_kind kind;
  const struct finding_run *run;
  const struct finding_process *process;     /* of PROCESS, CHOICE, ERROR_CHOICE and KIN; else NULL */
  const struct finding_unchecked *unchecked; /* of PROGRAM and TEST; else NULL */
  const char *detail;                        /* "SIGSEGV", "static": what --allow=KIND:DETAIL names; NULL: nothing */
  char *remark;                              /* for a person */
};

struct gaps {
  struct gap *items; /* by kind, then in the order of runs and processes */
  size_t count;
};

/* The line of gaps.def; static. */
const struct gap_entry *gap_entry(enum gap_kind kind);

/* Characters of a detail that --allow cannot hold as they are, as it or a shell takes words apart there; '-' is written
 * for each. */
bool gap_detail_is_awkward(char character);

/* All gaps; pointers lead into *findings. */
void gaps_find(const struct findings *findings, struct gaps *ret);
void gaps_release(struct gaps *gaps);

/* Parts of suites of which there is no run. They are gaps for who judges all parts together; a report of some of them
 * is whole. */
void gaps_find_shards(const struct findings *findings, struct gaps *ret);

/* Has the user asked for it? It is told as well, but is nothing that went wrong. */
bool gap_is_choice(const struct gap *gap);

/* Whom it is about: a program, else the run. */
const char *gap_subject(const struct gap *gap);

/* The test in which it was; NULL: not known, or called like the program. */
const char *gap_test(const struct gap *gap);

/* "process 12: killed by a signal: SIGSEGV"; malloc'ed. */
char *gap_sentence(const struct gap *gap);

/* --- what may pass --- */

enum { GAPS_ALLOWED_MAX = 64 };

/* Strings are borrowed. */
struct gaps_allowed {
  struct gap_allowance {
    enum gap_kind kind;
    const char *detail; /* NULL: any */
    size_t detail_bytes;
  } items[GAPS_ALLOWED_MAX];
  size_t count;
};

/* Add "KIND[:DETAIL],..." */
struct error *gaps_allow(struct gaps_allowed *allowed, const char *kinds);
bool gap_is_allowed(const struct gaps_allowed *allowed, const struct gap *gap);

/* The kinds that can be allowed, as lines of a usage text. */
void gaps_help(FILE *output);

#endif
