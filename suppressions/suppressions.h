/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Suppressions: read from files in Memcheck's syntax, matched against findings, generated from findings.
 *
 * Here a finding is a kind and frames of strings; records, modules and reports are not known. */
#ifndef SEEP_SUPPRESSIONS_SUPPRESSIONS_H
#define SEEP_SUPPRESSIONS_SUPPRESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "host/base/error.h"
#include "host/frame/frame.h"

struct suppressions;

enum suppressions_leak_kind {
  SUPPRESSIONS_NOT_A_LEAK = 0,
  SUPPRESSIONS_DEFINITE = 1 << 0,
  SUPPRESSIONS_INDIRECT = 1 << 1,
  SUPPRESSIONS_POSSIBLE = 1 << 2,
  SUPPRESSIONS_REACHABLE = 1 << 3,
};

/* A shared library of a process, as conditions of entries name it: "libglib-2.0", "0.7400.6"; glibc is "glibc". */
struct suppressions_library {
  const char *name, *version;
};

/* The fields of "#:" lines. */
enum extension_id {
#define EXTENSION(ID, name, role, type, expected) EXTENSION_##ID,
#include "suppressions/extension_lines.def"
#undef EXTENSION
  EXTENSIONS,
};

/* The process that a finding is from, for entries that hold under conditions. NULL: not known. */
struct suppressions_context {
  const char *facts[EXTENSIONS]; /* what fields are compared with that are conditions: the path of the program (EXE),
                                  * the name of the test it runs for (TESTS) */
  const char *arch, *os;
  const struct suppressions_library *libraries;
  size_t library_count;
};

struct suppressions_finding {
  const char *kind;  /* as suppression files name it: "Leak", "Free", "Addr4", "Cond", "Param", ... */
  const char *extra; /* the kind's extra line (Param's "write(buf)", FishyValue's "malloc(size)"); NULL: none */
  enum suppressions_leak_kind leak_kind;
  const struct frame *frames; /* innermost first */
  size_t frame_count;
  const struct suppressions_context *context; /* NULL: not known, so that no condition holds */
  const char *facts[EXTENSIONS]; /* what fields are compared with that are for findings; NULL: none of them fits */
};

/* One entry, as other folders see it. */
struct suppression {
  const char *name;
  const char *remarks;  /* text of the "#:" lines inside the entry, joined by newlines; NULL: none */
  const char *file;
  unsigned line;        /* of the entry's opening brace */
  unsigned end_line;    /* of its closing brace */
  unsigned name_line;   /* of its name, by which Memcheck tells where an entry is */
  uint64_t used_count;  /* findings matched, as counted by suppressions_count_use() */
  uint64_t used_bytes, used_blocks; /* of leaks */
  /* As counted by suppressions_count_process(). */
  uint64_t process_count;           /* processes in which the entry's conditions hold */
  uint64_t used_findings;           /* error contexts and loss records matched, each once in each process */
  uint64_t most[EXTENSIONS];        /* for fields that are limits: in the process in which it was most */
};

void suppressions_create(struct suppressions **ret);
void suppressions_destroy(struct suppressions *set);

/* Directories in which `include "file"` is looked for after the including file's own; copied. */
void suppressions_add_search_dir(struct suppressions *set, const char *directory);

/* Where Seep keeps its own files; `include <name>` takes sets/NAME.supp of it. */
void suppressions_set_own_dir(struct suppressions *set, const char *own_dir);

/* Add the directories that everybody gets, and tell where Seep's sets are: `own_dir`, and where Debian's packages and
 * the installed Valgrind keep their files. */
void suppressions_add_default_search_dirs(struct suppressions *set, const char *own_dir);

/* Let entries loaded from now on compare only their first `frames` locations, as Memcheck does with --num-callers; 0,
 * as in a new set: all of them. */
void suppressions_set_frame_limit(struct suppressions *set, size_t frames);

/* Read a file and what it includes. When that fails nothing is kept, and the message names file, line, what was
 * expected and, inside includes, their chain. */
struct error *suppressions_load(struct suppressions *set, const char *path);

/* Read from memory; `name` stands for the file in messages and includes are relative to its directory. */
struct error *suppressions_load_text(struct suppressions *set, const char *name, const char *text, size_t size);

/* Load what everybody gets: `default.supp` of `own_dir`, of the installed Valgrind, and of Debian's valgrind package.
 * With `own_dir` NULL only the installed Valgrind's is loaded, as Memcheck does. Missing files are passed over. */
struct error *suppressions_load_defaults(struct suppressions *set, const char *own_dir);

/* The entry that suppresses the finding, or NULL. Among several the one loaded first. */
void suppressions_match(struct suppressions *set, const struct suppressions_finding *finding, struct suppression **ret);

/* Indices of all entries that match, in the order they were loaded; valid until the next match. */
void suppressions_match_all(struct suppressions *set, const struct suppressions_finding *finding, const unsigned **ret,
                            size_t *ret_count);

/* Count uses of an entry found by suppressions_match(). Bytes and blocks are 0 unless it is a leak. */
void suppressions_count_use(struct suppression *suppression, uint64_t count, uint64_t bytes, uint64_t blocks);

/* --- extras: what "#:" lines inside an entry say (extension_lines.def) --- */

/* What an entry has hidden in one process. */
struct suppressions_use {
  struct suppression *entry;
  uint64_t findings;            /* error contexts and loss records */
  uint64_t amounts[EXTENSIONS]; /* what fields that are limits count, such as the bytes of leaks (MAX_BYTES) */
};

/* Count a process that has ended, with what was hidden in it, each entry at most once. To be called for every process,
 * even when nothing was hidden in it. */
void suppressions_count_process(struct suppressions *set, const struct suppressions_context *context,
                                const struct suppressions_use *uses, size_t use_count);

/* A limit of an entry that the processes counted so far do not keep to. */
struct suppressions_unmet {
  const struct suppression *entry;
  char *message; /* with file, line and name of the entry, what to do and whom to ask */
};

/* All limits that are not kept, in the order of the entries; to be given to suppressions_unmet_release(). `now` decides
 * what has expired, by days of UTC. */
void suppressions_find_unmet(const struct suppressions *set, time_t now, struct suppressions_unmet **ret,
                             size_t *ret_count);
/* Add what was counted for entries with limits to the entries of `sum` at the same line of the same file. Those that
 * `sum` lacks are added to it, but for suppressions_find_unmet() only: such a set cannot be matched. */
void suppressions_add_counts(struct suppressions *sum, const struct suppressions *part);
void suppressions_unmet_release(struct suppressions_unmet *breaks, size_t count);

/* What an entry says in a "#: name: value" line; NULL: nothing. */
const char *suppressions_extension(const struct suppression *entry, const char *name);

/* Do the conditions of an entry hold? */
bool suppressions_holds(const struct suppression *entry, const struct suppressions_context *context);

/* Has any entry a condition (exe, tests, if), so that contexts matter? */
bool suppressions_are_conditional(const struct suppressions *set);

/* All entries in the order they were loaded. */
size_t suppressions_size(const struct suppressions *set);
const struct suppression *suppressions_at(const struct suppressions *set, size_t index);

/* Write an entry that matches the finding, as --gen-suppressions prints it, so that Valgrind can load it: at most 24
 * frames, inlined ones as Memcheck writes them. `name` NULL: "<insert_a_suppression_name_here>". Which frames below
 * main are part of the stack is the caller's choice. Fails for a kind that no entry can name and for a finding without
 * frames. */
struct error *suppressions_generate(const struct suppressions_finding *finding, const char *name, FILE *output);

#endif
