/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a program has forbidden itself (filters of system calls, memory for code), and the kernel does not know of yet,
 * since it would forbid it to the tool, too. In a file it is handed over to the next program; the kernel is told when
 * that is not checked.
 *
 * The file: struct restrictions, and a struct restrictions_filter for each filter, the oldest first. */
#ifndef SEEP_SHARED_BASE_RESTRICTIONS_H
#define SEEP_SHARED_BASE_RESTRICTIONS_H

#include "shared/base/call_filter.h"

enum {
  RESTRICTIONS_MAGIC = 0x72655331,
  DENY_CODE = 1,           /* PR_MDWE_REFUSE_EXEC_GAIN */
  DENY_CODE_NOT_BEYOND = 2 /* PR_MDWE_NO_INHERIT */
};

struct restrictions {
  uint32_t magic, code_denial, filter_count, bytes; /* of the whole file */
};

struct restrictions_filter {
  uint32_t step_count, unused;
  struct call_filter_step steps[];
};

static inline size_t restrictions_filter_bytes(uint32_t step_count)
{
  return sizeof(struct restrictions_filter) + step_count * sizeof(struct call_filter_step);
}

/* Map the file. NULL: it is none. The result is never unmapped. */
const struct restrictions *restrictions_map(int file);

/* The first filter (`before` is NULL), or the one after. NULL: there is no more. */
const struct restrictions_filter *restrictions_next(const struct restrictions *restrictions,
                                                    const struct restrictions_filter *before);

/* Have the kernel apply a filter to this thread, but not to calls of instructions in [start, end); 0, or a negative
 * errno value. Without the right to do so, the thread also gives up new privileges, as the kernel demands. */
long restrictions_filter_by_kernel(const struct call_filter_step *steps, uint32_t count, uint64_t start, uint64_t end);

/* Have it deny memory for code to this process. */
long restrictions_deny_code_by_kernel(uint32_t denial);

/* Make a system call by the one instruction of this function, behind which is *ret_behind. */
long restrictions_call(long number, long a, long b, long c, uint64_t *ret_behind);

#endif
