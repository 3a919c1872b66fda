/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings that an entry must not hide, though they differ in one thing only from a finding that it is for.
 *
 * An entry need not name the callers of the place. Everything else is changed in turn: each frame up to the place is
 * replaced by an unknown function of an unknown library, and such a function is inserted before each; the place gets a
 * longer name; the kind is another one; and so is the program, for entries that end in main. */
#ifndef SEEP_SUPPRESSIONS_GENERATE_MUTANTS_H
#define SEEP_SUPPRESSIONS_GENERATE_MUTANTS_H

#include "suppressions/suppressions.h"

struct mutant {
  struct suppressions_finding finding;
  const char *what; /* was replaced: "the function at its place" */
  bool is_of_path;  /* it is a function on the way to the place, or there */
};

struct mutants {
  struct mutant *items;
  size_t count;
  struct frame *frames; /* of all of them */
  struct suppressions_context context;
  char *longer_name;
};

struct mutants_request {
  const struct suppressions_finding *finding;
  size_t place;         /* index of its frame */
  unsigned leak_kinds;  /* set of enum suppressions_leak_kind that the entry is for */
  const char *program;  /* its file, when main is the outermost function that the entry names; else NULL */
};

/* Strings belong to the finding or are constant. To be followed by mutants_deinit(). */
void mutants_init(struct mutants *mutants, const struct mutants_request *request);
void mutants_deinit(struct mutants *mutants);

#endif
