/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The smallest set of entries that hides exactly the findings chosen, each as narrow as what it is for.
 *
 * Nothing is taken on trust: the text of the set is read back and matched against all findings, and against mutants of
 * those chosen (suppressions/generate/mutants.h). */
#ifndef SEEP_SUPPRESSIONS_GENERATE_COVER_H
#define SEEP_SUPPRESSIONS_GENERATE_COVER_H

#include "suppressions/suppressions.h"

enum cover_state {
  COVER_VISIBLE,     /* must not be hidden */
  COVER_CHOSEN,      /* must be */
  COVER_INDIFFERENT, /* hidden already */
};

struct cover_finding {
  struct suppressions_finding finding; /* one that is made in several programs is given once for each */
  size_t named_frames;        /* of the finding's frames, those that an entry may name: down to main */
  size_t place;               /* the frame that a person would mend, which entries reach; SIZE_MAX: unknown */
  const char *identity;       /* NULL: has none */
  const char *sentence;       /* for a comment; NULL: none */
  enum cover_state state;
};

struct cover_entry {
  char *name;
  char *text;       /* the whole entry */
  size_t *findings; /* the chosen ones it is for, ascending */
  size_t finding_count;
  bool is_nameless; /* their place is a function without a name, which cannot be told from others of its file */
};

/* A chosen finding that no entry hides. */
struct cover_missed {
  size_t finding;
  size_t twin;  /* a visible one that every entry for it would hide as well; SIZE_MAX: it is not that */
  char *reason; /* NULL when there is a twin; no entry for it would be narrow enough, or none can be read again */
};

struct cover {
  struct cover_entry *entries;
  size_t entry_count;
  struct cover_missed *missed;
  size_t missed_count;
};

/* Of entries the first `line_limit` lines are compared, as with --num-callers; a place that comes later is missed. */
struct error *cover_create(const struct cover_finding *findings, size_t count, size_t line_limit, struct cover **ret);
void cover_destroy(struct cover *cover);

/* How far entries for a finding go, which has to be a chosen one. */
struct cover_reach {
  size_t place;    /* the frame that they reach; frame_count: there is none */
  bool is_wrapper; /* the frame asked about hands out memory for others */
};
struct error *cover_reach(const struct cover_finding *finding, size_t frame, struct cover_reach *ret);

#endif
