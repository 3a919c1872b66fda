/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Newer kernels tell of runs of pages (PAGEMAP_SCAN), older ones of each page. Both tell guards as swapped out. The
 * runs that follow are asked for at once, and remembered. */
#include "native/page_runs.h"

#include <stddef.h>
#include <sys/syscall.h>

#include "native/kernel_copy.h"
#include "native/mappings.h"
#include "shared/base/raw_syscalls.h"

enum { PAGE_BYTES = 4096, RUNS_MAX = 512, ENTRIES_MAX = 4096, WINDOW_BYTES = 1 << 26 };

/* Of linux/fs.h, in which older ones lack it. */
enum { PAGE_IS_PRESENT = 1 << 3, PAGE_IS_SWAPPED = 1 << 4 };
#define PAGEMAP_SCAN 0xc0606610L
struct scan {
  uint64_t size, flags, start, end, walk_end, runs, runs_max, pages_max, inverted, all_of, any_of, told;
};

static struct {
  int file; /* 0: not opened; negative: it cannot be */
  uint64_t start, end;
  struct kernel_run {
    uint64_t start, end, categories;
  } runs[RUNS_MAX]; /* in that range, ascending */
  size_t count, last;
  uint64_t word_start; /* of the run in which the last word was */
  struct page_run word_run;
} known;

void page_runs_forget(void)
{
  if (known.file > 0)
    (void)raw_syscall(SYS_close, known.file, 0, 0, 0, 0, 0);
  known.file = 0;
  known.start = known.end = known.word_start = known.word_run.end = 0;
}

/* Returns how far the kernel has told; `start`: not at all. */
static uint64_t ask_for_runs(uint64_t start, uint64_t end)
{
  struct scan scan = {.size = sizeof scan,
                      .start = start,
                      .end = end,
                      .runs = (uint64_t)known.runs,
                      .runs_max = RUNS_MAX,
                      .any_of = PAGE_IS_PRESENT | PAGE_IS_SWAPPED,
                      .told = PAGE_IS_PRESENT | PAGE_IS_SWAPPED};
  const long count = raw_syscall(SYS_ioctl, known.file, PAGEMAP_SCAN, (long)&scan, 0, 0, 0);
  known.count = count < 0 ? 0 : (size_t)count;
  return count < 0 ? start : scan.walk_end;
}

static uint64_t ask_for_pages(uint64_t start, uint64_t end)
{
  static uint64_t entries[ENTRIES_MAX];
  const uint64_t wanted = (end - start) / PAGE_BYTES, most = wanted < ENTRIES_MAX ? wanted : ENTRIES_MAX;
  const long bytes = raw_syscall(SYS_pread64, known.file, (long)entries, (long)(most * sizeof *entries),
                                 (long)(start / PAGE_BYTES * sizeof *entries), 0, 0);
  uint64_t at = start;
  for (long i = 0; i < bytes / (long)sizeof *entries; i++, at += PAGE_BYTES) {
    const uint64_t categories = (entries[i] >> 63 ? PAGE_IS_PRESENT : 0) | (entries[i] >> 62 & 1 ? PAGE_IS_SWAPPED : 0);
    struct kernel_run *const last = known.count > 0 ? &known.runs[known.count - 1] : NULL;
    if (categories != 0 && last && last->end == at && last->categories == categories)
      last->end += PAGE_BYTES;
    else if (categories != 0 && known.count == RUNS_MAX)
      break;
    else if (categories != 0)
      known.runs[known.count++] = (struct kernel_run){at, at + PAGE_BYTES, categories};
  }
  return at;
}

/* False: the kernel does not tell. */
static bool ask(uint64_t start, uint64_t end)
{
  if (known.file == 0)
    known.file = mappings_open("pagemap");
  known.start = known.end = start;
  known.count = known.last = 0;
  if (known.file > 0 && (known.end = ask_for_runs(start, end)) == start)
    known.end = ask_for_pages(start, end);
  return known.end > start;
}

struct page_run page_runs_at(uint64_t start, uint64_t limit)
{
  if ((start < known.start || start >= known.end) && !ask(start, limit))
    return (struct page_run){limit, PAGES_UNKNOWN};
  if (known.last >= known.count || known.runs[known.last].start > start)
    known.last = 0;
  while (known.last < known.count && known.runs[known.last].end <= start)
    known.last++;
  struct page_run run = {known.end, PAGES_UNTOUCHED};
  if (known.last < known.count && known.runs[known.last].start <= start)
    run = (struct page_run){known.runs[known.last].end,
                            (known.runs[known.last].categories & PAGE_IS_SWAPPED) ? PAGES_ELSEWHERE : PAGES_PRESENT};
  else if (known.last < known.count)
    run.end = known.runs[known.last].start;
  if (run.end > limit)
    run.end = limit;
  return run;
}

uint64_t page_runs_word(uint64_t address)
{
  uint64_t word = 0;
  if (address < known.word_start || address >= known.word_run.end) {
    known.word_start = address & ~(uint64_t)(PAGE_BYTES - 1);
    known.word_run = page_runs_at(known.word_start, known.word_start + WINDOW_BYTES);
  }
  if (known.word_run.kind == PAGES_UNTOUCHED ||
      (known.word_run.kind == PAGES_ELSEWHERE && kernel_copy(&word, address, sizeof word) != sizeof word))
    return 0;
  return known.word_run.kind == PAGES_ELSEWHERE ? word : *(const uint64_t *)address;
}
