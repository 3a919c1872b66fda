/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Entries, from the parser to the index; private to this folder. */
#ifndef SEEP_SUPPRESSIONS_ENTRY_H
#define SEEP_SUPPRESSIONS_ENTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "suppressions/extension_lines.h"
#include "suppressions/suppressions.h"

enum {
  SUPPRESSIONS_CALLERS_MAX = 500, /* as many as Valgrind takes */
  SUPPRESSIONS_LINE_MAX_BYTES = 100000,
};

/* --- suppression_kinds.def --- */

enum kind_owner { KIND_TOOL, KIND_CORE, KIND_SEEP };
enum kind_extra { KIND_EXTRA_NONE, KIND_EXTRA_PARAM, KIND_EXTRA_LEAK, KIND_EXTRA_FISHY };

struct kind {
  const char *name, *canonical;
  enum kind_owner owner;
  enum kind_extra extra;
};

/* What stands before the colon. */
const char *kind_tool(const struct kind *kind);

/* NULL when there is no such kind. */
const struct kind *kind_find(const char *name);

/* "definite", "indirect", ... for a single kind; 0 for another word. */
const char *leak_kind_name(enum suppressions_leak_kind kind);
unsigned leak_kind_bit(const char *name);
enum {
  LEAK_KINDS_ALL = SUPPRESSIONS_DEFINITE | SUPPRESSIONS_INDIRECT | SUPPRESSIONS_POSSIBLE | SUPPRESSIONS_REACHABLE,
};

/* --- entries --- */

enum location_type { LOCATION_FUNCTION, LOCATION_OBJECT, LOCATION_SOURCE, LOCATION_ANY };
enum { LOCATION_TYPES = LOCATION_ANY }; /* of those that are compared with something */

/* One line of an entry's calling context. LOCATION_ANY is "...", which stands for any number of frames, also none. */
struct location {
  enum location_type type;
  unsigned line; /* LOCATION_SOURCE: 0 is any line */
  char *text;
};

struct entry {
  struct suppression shown; /* first, so that a pointer to one is a pointer to the other */
  char *name, *remarks;     /* what `shown` points at */
  const struct kind *kind;
  char *extra;              /* NULL: any */
  unsigned leak_kinds;      /* of LEAK */
  struct location *locations;
  size_t location_count;
  struct extensions extensions;
};

/* A growing list of entries or strings, each of them malloc'ed. */
struct pointer_list {
  void **items;
  size_t count, capacity;
};
void pointer_list_add(struct pointer_list *list, void *item);

struct entry *entry_create(void);
void entry_destroy(struct entry *entry);

struct index;

struct suppressions {
  struct pointer_list entries;     /* struct entry */
  struct pointer_list file_names;  /* char; entries point at them */
  struct pointer_list search_dirs; /* char */
  char *sets_dir;                  /* where `include <name>` looks; NULL: there are no sets */
  size_t frame_limit;
  struct index *index; /* NULL: to be built */
};

/* --- set.c --- */

struct suppressions *set_create(void);

/* As suppressions_match_all() does; returns how many. */
size_t set_match(struct suppressions *set, const struct suppressions_finding *finding, const unsigned **ret);

/* Copy a name that entries of the set are to point at. */
const char *set_keep_file_name(struct suppressions *set, const char *name);

/* --- load.c --- */

/* Append the entries of a file or text, and of what it includes, to the set. When that fails some may have been
 * added. */
struct error *load_file(struct suppressions *set, const char *path);
struct error *load_text(struct suppressions *set, const char *name, const char *text, size_t size);

/* --- match.c --- */

/* Of a set that does not change any more. */
struct index *index_create(const struct suppressions *set);
void index_destroy(struct index *index);
/* Numbers of all entries that match, ascending; valid until the next match. Returns how many. */
size_t index_match(struct index *index, const struct suppressions_finding *finding, const unsigned **ret);

/* --- generate.c --- */

/* Can an entry name the finding? An error says why not. */
struct error *generate_check(const struct suppressions_finding *finding);

/* Write a line of an entry so that it is read again as one line, by Valgrind too. */
void generate_line(FILE *output, const char *prefix, const char *text);

#endif
