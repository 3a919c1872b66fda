/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings that an entry was not made for, though all but one thing in them is as in a finding that it was made for.
 *
 * An entry may be silent about what comes after the place: its callers. Everything else is replaced in turn: each frame
 * up to the place by a function of a library that nobody has seen, and one is put between any two; the place by another
 * function with a longer name; the kind; and for entries that end in main the program. */
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
  struct suppressions_frame *frames; /* of all of them */
  struct suppressions_context context;
  char *longer_name;
};

struct mutants_request {
  const struct suppressions_finding *finding;
  size_t place;         /* index of its frame */
  unsigned leak_kinds;  /* set of enum suppressions_leak_kind that the entry is for */
  const char *program;  /* its file, when main is the outermost function that the entry names; else NULL */
};

/* Strings belong to the finding or are constant. To be followed by mutants_deinit() unless it fails. */
struct error *mutants_init(struct mutants *mutants, const struct mutants_request *request);
void mutants_deinit(struct mutants *mutants);

#endif
