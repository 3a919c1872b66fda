/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places in the program that lose memory: loss records of one kind with one first line outside allocators are one site,
 * however the program came there. */
#ifndef SEEP_REPORT_SITES_H
#define SEEP_REPORT_SITES_H

#include "report/model.h"

struct site {
  enum record_leak_kind kind;
  const struct code *code;  /* NULL: no stack is known */
  size_t frame;             /* of the code */
  uint64_t bytes, blocks;
  uint64_t indirect_bytes;  /* lost through these blocks */
};

/* Sites of the kinds (a set of 1 << enum record_leak_kind) that are not suppressed, largest first; malloc'ed. */
struct error *sites_find(const struct leak_check *check, unsigned kinds, struct site **ret, size_t *ret_count);

/* The first frame of a stack outside allocators; no bytes. */
struct site site_of_stack(const struct stack *stack);

/* Does the frame allocate for somebody else: by its name, or because it lies in a library that replaces malloc? */
bool site_is_allocator(const struct code *code, size_t frame);

/* "function (file.c:12)"; malloc'ed, NULL without memory. */
char *site_place(const struct site *site, const struct settings *settings);

#endif
