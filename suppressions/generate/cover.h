/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The smallest set of entries that hides exactly the chosen findings, each entry no wider than what it is for.
 *
 * The set is proved: its text is read back and matched against all findings, and against mutants of the chosen ones
 * (suppressions/generate/mutants.h). */
#ifndef SEEP_SUPPRESSIONS_GENERATE_COVER_H
#define SEEP_SUPPRESSIONS_GENERATE_COVER_H

#include "suppressions/suppressions.h"

enum cover_state {
  COVER_VISIBLE,     /* must not be hidden */
  COVER_CHOSEN,      /* must be */
  COVER_INDIFFERENT, /* hidden already */
};

struct cover_finding {
  struct suppressions_finding finding; /* one that was found in several programs is given once for each */
  size_t named_frames;        /* how many of the frames an entry may name: those down to main */
  size_t place;               /* the frame to mend, which entries must reach; SIZE_MAX: unknown */
  const char *identity;       /* NULL: has none */
  const char *sentence;       /* for a comment; NULL: none */
  enum cover_state state;
};

struct cover_entry {
  char *name;
  char *text;       /* the whole entry */
  size_t *findings; /* the chosen ones it is for, ascending */
  size_t finding_count;
  bool is_nameless; /* their place is a function without a name, which cannot be told from others in its file */
};

/* A chosen finding that no entry hides. */
struct cover_missed {
  size_t finding;
  size_t twin;  /* a visible finding that every entry for it would hide as well; SIZE_MAX: none, see `reason` */
  char *reason; /* why no entry for it is narrow enough, or can be read back; NULL when there is a twin */
};

struct cover {
  struct cover_entry *entries;
  size_t entry_count;
  struct cover_missed *missed;
  size_t missed_count;
};

/* Only the first `line_limit` lines of entries are compared, as with --num-callers; findings whose place comes later
 * are missed. */
struct error *cover_create(const struct cover_finding *findings, size_t count, size_t line_limit, struct cover **ret);
void cover_destroy(struct cover *cover);

/* How far entries for a chosen finding go. */
struct cover_reach {
  size_t place;    /* the frame that they reach; frame_count: none */
  bool is_wrapper; /* the frame asked about hands out memory for others */
};
void cover_reach(const struct cover_finding *finding, size_t frame, struct cover_reach *ret);

#endif
