/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep suppress`: its request, and what its parts do. */
#ifndef SEEP_HOST_VERDICTS_SUPPRESS_SUPPRESS_H
#define SEEP_HOST_VERDICTS_SUPPRESS_SUPPRESS_H

#include <stdio.h>

#include "host/reports/formats/suppress_items.h"
#include "host/runs/command.h"

struct suppress_request {
  struct command command;  /* runs and options */
  const char **identities; /* of findings; without any: all that a report lists */
  size_t identity_count;
  const char **files;      /* suppression files */
  size_t file_count;
  const char *output;      /* NULL: standard output */
  bool is_forced;          /* files are overwritten */
  bool audits, prunes, narrows, converts;
};

static inline const char *suppress_plural(size_t count, const char *one, const char *many)
{
  return count == 1 ? one : many;
}

/* Write the smallest set of entries for the findings that were asked for. */
int suppress_write(const struct suppress_request *request);

/* Say what is wrong with suppression files, and mend them when asked to. */
int suppress_audit(const struct suppress_request *request);

/* Write suppressions of other tools as entries. */
int suppress_convert(const struct suppress_request *request);

/* --- suppress_audit.c --- */

enum audit_verdict {
  AUDIT_USED,
  AUDIT_UNUSED,
  AUDIT_SHADOWED,     /* other entries come first for all that it matches */
  AUDIT_INAPPLICABLE, /* its conditions hold in none of the processes */
  AUDIT_WIDE,         /* it hides findings in many functions */
};

struct audit_entry {
  const struct suppression *entry;
  enum audit_verdict verdict;
  const struct suppression *shadow; /* an entry that comes first; NULL: none */
  size_t findings;                  /* that it hides */
  const char **places;              /* the functions they are in, each once; strings belong to the findings */
  size_t place_count;
  const struct finding *own;        /* one of them in own code; NULL: none */
  /* Of one whose place comes after the wrapper that the entry ends in; NULL: there is none. */
  const struct frame *wrapper, *beyond;
};

struct audit {
  const struct suppress_request *request;
  struct suppressions *set;          /* of the files */
  struct command command;            /* reads the runs with nothing but the files */
  struct findings_builder *builder;
  const struct findings *findings;   /* as the files leave them */
  struct audit_entry *entries;       /* in the order of the set */
  size_t count;
};

/* Index of the entry of the audit that hides a finding; SIZE_MAX: none. */
size_t audit_entry_of(const struct audit *audit, const struct finding *finding);

/* Does the entry match the finding itself, rather than what that hangs from? */
void audit_is_direct(const struct audit *audit, size_t entry, const struct finding *finding, bool *ret);

/* A command that reads the runs with these suppression files alone; to be released with audit_command_release(). */
void audit_command(const struct suppress_request *request, const char *const *files, size_t count, struct command *ret);
void audit_command_release(struct command *command);

/* --- suppress_audit_text.c --- */

/* Print what was found. */
void audit_say(const struct audit *audit);

/* --- suppress_mend.c --- */

/* Rewrite the files as --prune and --narrow want it; says what it did. Files are replaced only after the runs were read
 * with the new ones and show what they showed before. */
struct error *audit_mend(const struct audit *audit, FILE *output);

/* Is the entry removed, or replaced by narrower ones? */
bool audit_is_pruned(const struct audit *audit, const struct audit_entry *entry);
bool audit_is_narrowed(const struct audit *audit, const struct audit_entry *entry);

/* --- suppress_set.c --- */

/* A set of entries for findings of runs, verified by reading the runs again. */
struct suppress_set;

/* Findings of `findings` for which `wants` says so are to be hidden by entries of their own. `command` reads the runs
 * again; both are borrowed. */
struct error *suppress_set_create(const struct command *command, const struct findings *findings,
                                  bool (*wants)(void *context, const struct finding *finding), void *context,
                                  struct suppress_set **ret);
void suppress_set_destroy(struct suppress_set *set);

/* The entries, with an empty line between two. */
void suppress_set_write(const struct suppress_set *set, FILE *output);

struct suppress_counts {
  size_t entries;
  size_t chosen;  /* findings asked for */
  size_t missed;  /* of them not hidden */
  size_t rooted;  /* indirect losses that go with what they hang from */
  size_t visible; /* findings that were not asked for, and are as visible as before */
};
/* After the set was made. */
struct suppress_counts suppress_set_counts(const struct suppress_set *set);

/* One line for each finding that is missed, with the reason, and one when entries are for places without names. */
void suppress_set_explain(const struct suppress_set *set, FILE *output);

#endif
