/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The question is Valgrind's, to the letter. */
#include "host/reports/text/suppression_prompt.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* One byte; false: there will be no more. */
static bool read_byte(int fd, char *ret)
{
  ssize_t got;
  do
    got = read(fd, ret, 1);
  while (got < 0 && errno == EINTR);
  return got == 1;
}

/* One of "YyNnCc" on a line of its own, or '\n' for an empty line; anything else is asked for again. */
static char read_answer(const struct suppression_prompt *ask, FILE *output, uint64_t pid)
{
  for (;;) {
    char answer, end;
    fprintf(output, "==%llu== ---- Print suppression ? --- [Return/N/n/Y/y/C/c] ---- ", (unsigned long long)pid);
    fflush(output);
    if (!read_byte(ask->fd, &answer))
      return 'C';
    if (answer == '\n')
      return answer;
    if (!strchr("YyNnCc", answer))
      continue;
    if (!read_byte(ask->fd, &end))
      return 'C';
    if (end == '\n')
      return answer;
  }
}

bool suppression_prompt_ask(struct suppression_prompt *ask, FILE *output, uint64_t pid)
{
  if (ask->is_over)
    return false;
  fprintf(output, "==%llu== \n", (unsigned long long)pid);
  const char answer = read_answer(ask, output, pid);
  ask->is_over = answer == 'C' || answer == 'c';
  return answer == 'Y' || answer == 'y';
}
