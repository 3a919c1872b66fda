/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a snapshot's roots are called.
 *
 * A root word belongs to a group that a person would call one root: the global variable it lies in, a thread-local
 * variable, a function's frame on a thread's stack (a variable of it, where DWARF tells), the registers of a thread. */
#ifndef SEEP_HOST_HEAP_NAMES_ROOT_NAMES_H
#define SEEP_HOST_HEAP_NAMES_ROOT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/heap/graph/snapshot.h"
#include "host/model/process/model.h"

/* Where the types of a root are to be asked. */
struct root_types {
  enum { ROOT_TYPES_NONE, ROOT_TYPES_DATA, ROOT_TYPES_TLS, ROOT_TYPES_LOCAL } kind;
  const struct symbols_module *file; /* the process's */
  uint64_t place;                    /* of the variable, in the file; of a local one the instruction */
  size_t number;                     /* of a local variable */
};

struct root_group {
  char *name;          /* "g_cache", "libc.so.6: environ", "list in worker() of thread 2",
                        * "thread-local buf of thread 2", "register rbx of thread 1, in main()", "libz.so.1 (data)" */
  char *object;        /* file of the module that it is in; NULL: none */
  char *file;          /* where the variable is declared; NULL: not known */
  unsigned line;       /* 0: not known */
  uint64_t start;      /* address of its first byte: offsets are told from there; 0: registers */
  uint64_t bytes;      /* 0: not known */
  uint32_t tid;        /* 0: no thread's */
  uint8_t class;       /* enum record_root_class */
  bool is_variable;    /* the name is that of a variable, from its first byte to its last */
  size_t member_at;    /* of a variable: where in the name that of a member belongs */
  struct root_types types;
};

struct root_names {
  struct root_group *groups;
  uint32_t group_count;
  uint32_t *group_of;  /* by root of the snapshot */
  struct symbols *symbols; /* the process's; NULL: made-up heaps have none */
};

/* `process` is what the snapshot's record told; its symbols are asked. */
struct root_names *root_names_create(const struct snapshot *snapshot, struct process *process);
void root_names_destroy(struct root_names *names);

/* How many bytes into its group a root of the snapshot lies; UINT64_MAX: that means nothing, as of registers. */
uint64_t root_names_offset(const struct root_names *names, const struct snapshot *snapshot, uint32_t root);

/* The types of a variable, as symbols_variable_types() has them. None (*ret_count is 0) of other roots, and if nothing
 * is known. */
void root_group_types(const struct root_names *names, const struct root_group *group, const struct symbols_type **ret,
                      size_t *ret_count);

/* The name with what it is: "global g_cache"; malloc'ed. */
char *root_group_title(const struct root_group *group);

/* The same of a member of it, ".tail": "list.tail in worker() of thread 2". */
char *root_group_title_of(const struct root_group *group, const char *member);

#endif
