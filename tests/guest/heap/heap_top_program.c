// SPDX-License-Identifier: GPL-2.0-or-later
// A heap with a place that grows, one that frees what it makes, and one that rests, until there is a file named "over",
// for two minutes at most (or for a moment): see heap_top.sh.
// compare: no, it is Seep's own
// run: -- short
// stdout: ready
// stdout: over
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct link {
  struct link *next;
  char text[1329];
};

static struct link *links;
static void *kept, *volatile gone;

static void grow(void)
{
  struct link *const link = malloc(sizeof *link);
  link->next = links;
  links = link;
}

static void churn(void)
{
  for (int i = 0; i < 10; i++) {
    gone = malloc(777);
    free(gone);
  }
}

static int bad(void)
{
  int *const freed = gone; /* an error, once */
  return *freed;
}

int main(int argc, char **argv)
{
  const int is_short = argc > 1, rounds = is_short ? 3 : 6000;
  int sum = 0;
  kept = malloc(31337);
  printf(is_short ? "ready\n" : "ready %d\n", (int)getpid());
  fflush(stdout);
  for (int i = 0; i < rounds && access("over", F_OK) != 0; i++) {
    grow();
    churn();
    if (i == 10)
      sum = bad();
    usleep(20000);
  }
  printf("over%s\n", sum == -1 ? "!" : "");
  while (links) {
    struct link *const next = links->next;
    free(links);
    links = next;
  }
  free(kept);
  return 0;
}
