// SPDX-License-Identifier: GPL-2.0-or-later
// What fail_alloc_each.sh runs besides: a leak that is there anyway, and places whose failure aborts, is coped with, loses the same once
// more, makes a child crash, or is waited for in vain.
// run:
// exit: 3
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *volatile kept;

static __attribute__((noinline)) void lose(void)
{
  kept = malloc(1337);
  kept = NULL;
}

static void abort_without(void)
{
  char *text = malloc(133);
  if (!text)
    abort();
  free(text);
}

static void exit_without(void)
{
  char *text = malloc(134);
  if (!text)
    _exit(9);
  free(text);
}

static void lose_more_without(void)
{
  char *text = malloc(135);
  if (!text)
    lose();
  free(text);
}

static void crash_in_child_without(void)
{
  if (fork() == 0) {
    char *text = malloc(136);
    *(volatile char *)text = 1;
    free(text);
    _exit(0);
  }
  wait(NULL);
}

/* The program that goes on has nothing to do. */
static void execute_without(const char *self)
{
  char *text = malloc(138);
  *(volatile char *)text = 1;
  free(text);
  execl("/nonexistent", self, NULL);
  execl(self, self, NULL);
}

static void hang_without(void)
{
  char *text = malloc(137);
  while (!text)
    pause();
  free(text);
}

int main(int argc, char **argv)
{
  const char *wanted = argc > 1 ? argv[1] : "";
  if (strchr(wanted, 'l'))
    lose();
  if (strchr(wanted, 'a'))
    abort_without();
  if (strchr(wanted, 'e'))
    exit_without();
  if (strchr(wanted, 'm'))
    lose_more_without();
  if (strchr(wanted, 'c'))
    crash_in_child_without();
  if (strchr(wanted, 'h'))
    hang_without();
  if (strchr(wanted, 'x'))
    execute_without(argv[0]);
  if (strchr(wanted, 'A'))
    abort();
  return 3;
}
