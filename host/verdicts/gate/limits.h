/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `seep gate` allows: the limits of limits.def. */
#ifndef SEEP_HOST_VERDICTS_GATE_LIMITS_H
#define SEEP_HOST_VERDICTS_GATE_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "host/base/error.h"
#include "host/model/findings/gaps.h"

enum limit_id {
#define LIMIT(id, option, placeholder, measure, leak_kind, help) LIMIT_##id,
#include "host/verdicts/gate/limits.def"
#undef LIMIT
  LIMITS
};

enum limit_measure {
  MEASURE_BYTES, MEASURE_BLOCKS, MEASURE_ERRORS, MEASURE_FINDING, MEASURE_TEST, MEASURE_GROWING,
  MEASURE_RATE, MEASURE_UNFINISHED, MEASURE_LEAST,
};

struct limit_entry {
  const char *option, *placeholder;
  enum limit_measure measure;
  unsigned leak_kind; /* enum record_leak_kind; 0: none in particular */
  const char *help;   /* may be empty */
};

struct limits {
  bool is_given[LIMITS];
  uint64_t values[LIMITS];         /* UINT64_MAX: any */
  struct gaps_allowed allowed; /* --allow */
};

/* The names of all limits' options, NULL-terminated; static. */
const char *const *limit_names(void);

/* The line of limits.def; static. */
const struct limit_entry *limit_entry(enum limit_id id);

/* Take "--definitely-lost=4k", "--errors=any", "--allow=killed" and the like; *ret_taken is false for other
 * arguments. */
struct error *limits_take(struct limits *limits, const char *argument, bool *ret_taken);

/* Does the default hold for what this limit is about: errors, or a kind of leaks? It gives way to a limit of the same,
 * be it of bytes or of blocks, and to no other. */
bool limits_by_default(const struct limits *limits, enum limit_id id);

/* May there be any number of these: errors (0) or leaks of a kind? */
bool limits_let_pass(const struct limits *limits, unsigned leak_kind);

/* Is anything limited of leaks, not of errors alone? */
bool limits_any_leaks(const struct limits *limits);

/* How much is allowed; UINT64_MAX: any. */
uint64_t limits_most(const struct limits *limits, enum limit_id id);

/* The lines of a usage text. */
void limits_help(FILE *output);

#endif
