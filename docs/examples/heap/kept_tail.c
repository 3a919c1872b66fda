/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A log that shows its last lines, newest first. Each line knows the one before it; the log keeps the newest, its tail, and is
 * meant to forget what is older than LINES. It forgets how many lines there are, but not the lines: as long as the tail is kept all
 * of them are. Built with -DFIXED they are cut off and freed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINES = 50, WAIT_US = 300 };

struct line {
  struct line *previous;
  unsigned number;
  char text[44];
};

static struct log {
  struct line *tail;
  unsigned count;
} g_log;

static void log_forget_old(struct log *log)
{
#ifdef FIXED
  struct line *last = log->tail;
  for (unsigned i = 1; i < LINES; i++)
    last = last->previous;
  for (struct line *old = last->previous, *older; old; old = older) {
    older = old->previous;
    free(old);
  }
  last->previous = NULL;
#endif
  log->count = LINES;
}

static void log_append(struct log *log, unsigned number)
{
  struct line *line = malloc(sizeof *line);
  if (!line)
    return;
  line->previous = log->tail;
  line->number = number;
  snprintf(line->text, sizeof line->text, "event %u", number);
  log->tail = line;
  if (++log->count > LINES)
    log_forget_old(log);
}

static unsigned work(unsigned number)
{
  unsigned sum = 0;
  char *scratch = malloc(500);
  if (!scratch)
    return 0;
  memset(scratch, (int)(number & 0x7f), 500);
  for (unsigned i = 0; i < 500; i++)
    sum = sum * 31 + (unsigned char)scratch[i];
  free(scratch);
  return sum;
}

int main(int argc, char **argv)
{
  unsigned events = argc > 1 ? (unsigned)atoi(argv[1]) : 5000, sum = 0;
  for (unsigned number = 0; number < events; number++) {
    sum += work(number);
    log_append(&g_log, number);
    usleep(WAIT_US);
  }
  printf("%u events, %u lines kept, %u\n", events, g_log.count, sum);
  return 0;
}
