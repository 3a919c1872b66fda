/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which pages of the program's private memory are there, so that they can be read where they lie. */
#ifndef SEEP_NATIVE_PAGE_RUNS_H
#define SEEP_NATIVE_PAGE_RUNS_H

#include <stdbool.h>
#include <stdint.h>

/* Pages of which nothing is known (older kernels), that are there, that were never touched, and others, which only the
 * kernel may be asked to read: those that are swapped out, and guards (MADV_GUARD_INSTALL). */
enum page_kind { PAGES_UNKNOWN, PAGES_PRESENT, PAGES_UNTOUCHED, PAGES_ELSEWHERE };

struct page_run {
  uint64_t end;
  enum page_kind kind;
};

/* The pages from `start` on that are of one kind, up to `limit` at most; both are at the beginning of a page. What a
 * file or shared memory has counts as untouched where this process has not looked at it. */
struct page_run page_runs_at(uint64_t start, uint64_t limit);

/* A word of the program's, wherever that is; 0: it cannot be read, or nothing was ever written there. */
uint64_t page_runs_word(uint64_t address);

/* What was told may have changed since: also to be called where nothing of it will be needed for some time. */
void page_runs_forget(void);

#endif
