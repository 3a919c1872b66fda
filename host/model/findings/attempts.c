/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A command is a program and its arguments; where it runs may differ from shard to shard. */
#include "host/model/findings/attempts.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"

static int compare_lists(const char *const *a, const char *const *b)
{
  int order = 0;
  for (; *a && *b && order == 0; a++, b++)
    order = strcmp(*a, *b);
  return order ? order : (*a != NULL) - (*b != NULL);
}

static int compare_commands(const struct finding_process *x, const struct finding_process *y)
{
  int order = strcmp(finding_process_test(x), finding_process_test(y));
  if (order == 0)
    order = strcmp(x->program, y->program);
  return order ? order : compare_lists(x->argv, y->argv);
}

ORDER_POINTERS(by_command, struct finding_process, compare_commands(x, y))

static void number_groups(const struct findings *findings, const struct finding_process **sorted,
                          struct attempts *attempts)
{
  for (size_t start = 0, end; start < findings->process_count; start = end) {
    for (end = start + 1; end < findings->process_count && compare_commands(sorted[start], sorted[end]) == 0;)
      end++;
    for (size_t i = start; i < end; i++) {
      const size_t process = (size_t)(sorted[i] - findings->processes);
      attempts->groups[process] = start;
      attempts->sizes[process] = end - start;
    }
  }
}

void attempts_make(const struct findings *findings, struct attempts *ret)
{
  const size_t count = findings->process_count;
  const struct finding_process **sorted = memory_zeroed(count + 1, sizeof *sorted);
  struct attempts attempts = {memory_zeroed(count + 1, sizeof *attempts.groups),
                              memory_zeroed(count + 1, sizeof *attempts.sizes)};
  for (size_t i = 0; i < count; i++)
    sorted[i] = &findings->processes[i];
  qsort(sorted, count, sizeof *sorted, by_command);
  number_groups(findings, sorted, &attempts);
  free(sorted);
  *ret = attempts;
}

void attempts_release(struct attempts *attempts)
{
  free(attempts->groups);
  free(attempts->sizes);
}
