/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Matching as its definition has it, with no thought of speed: what tests and benchmarks compare the index with. */
#ifndef SEEP_TESTS_SUPPORT_SUPPRESSIONS_ORACLE_H
#define SEEP_TESTS_SUPPORT_SUPPRESSIONS_ORACLE_H

#include <stdbool.h>
#include <stdio.h>

#include "suppressions/suppressions.h"

enum { ORACLE_LOCATIONS_MAX = 24 };

struct oracle_location {
  char type[4];     /* "fun", "obj", "src", or "..." */
  const char *text; /* NULL for "..." */
  unsigned line;
};

struct oracle_entry {
  const char *kind, *extra;
  unsigned leak_kinds; /* 0: all, no line for them */
  struct oracle_location locations[ORACLE_LOCATIONS_MAX];
  size_t location_count;
};

void entry_oracle_print(FILE *output, const struct oracle_entry *entry, size_t number);
bool entry_oracle_glob(const char *pattern, const char *text);
bool entry_oracle_matches(const struct oracle_entry *entry, const struct suppressions_finding *finding);

/* Numbers that look random and are the same everywhere. */
unsigned entry_oracle_random(unsigned below);
void entry_oracle_seed(unsigned seed);

#endif
