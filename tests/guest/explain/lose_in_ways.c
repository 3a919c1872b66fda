// SPDX-License-Identifier: GPL-2.0-or-later
// Loses a block in each way that its arguments name; the scripts run it:
//
//   drop    never stored
//   read    one block for each line of standard input
//   cycle   two blocks from two places that point at each other
//   inside  a pointer to its inside is left
//   keep    not lost: a global variable has it
//   child   a child process drops one
//   exec    drops one in a program that this one becomes
//   killed  drops one, and is killed by another process
//
// With LOSE=no in the environment nothing is lost: what would be is freed. The number of blocks that `drop` loses is
// that of DROPS, that of the children which `child` forks that of CHILDREN. The exit status is that of STATUS. build:
// -D_GNU_SOURCE
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct node {
  struct node *next;
  char text[56];
};

static char *volatile inside, *volatile kept;

static int number(const char *name, int otherwise)
{
  const char *value = getenv(name);
  return value ? atoi(value) : otherwise;
}

static NOINLINE void part(void *block)
{
  const char *lose = getenv("LOSE");
  if (lose && strcmp(lose, "no") == 0)
    free(block);
}

static NOINLINE void drop(void)
{
  for (int i = 0; i < number("DROPS", 1); i++)
    part(malloc(1337));
}

static NOINLINE void read_lines(void)
{
  char line[64];
  while (fgets(line, sizeof line, stdin))
    part(strdup(line));
}

static NOINLINE struct node *make_left(void)
{
  return malloc(sizeof(struct node));
}

static NOINLINE struct node *make_right(void)
{
  return malloc(sizeof(struct node));
}

static NOINLINE void make_cycle(void)
{
  struct node *volatile left = make_left();
  left->next = make_right();
  left->next->next = left;
  left = NULL;
}

static NOINLINE void point_inside(void)
{
  inside = (char *)malloc(100) + 50;
}

static NOINLINE void keep(void)
{
  kept = malloc(200);
}

static void in_child(void)
{
  if (number("CHILDREN", 1) > 0 && fork() == 0) {
    drop();
    scrub();
    exit(0);
  }
  wait(NULL);
}

static void do_one(char **arguments, int index)
{
  const char *way = arguments[index];
  if (strcmp(way, "drop") == 0)
    drop();
  else if (strcmp(way, "read") == 0)
    read_lines();
  else if (strcmp(way, "cycle") == 0)
    make_cycle();
  else if (strcmp(way, "inside") == 0)
    point_inside();
  else if (strcmp(way, "keep") == 0)
    keep();
  else if (strcmp(way, "child") == 0)
    in_child();
  else if (strcmp(way, "exec") == 0)
    execl(arguments[0], arguments[0], "drop", (char *)NULL);
  else if (strcmp(way, "killed") == 0) {
    drop();
    if (system("kill -KILL $PPID") != 0)
      perror("kill");
  }
}

int main(int count, char **arguments)
{
  for (int i = 1; i < count; i++)
    do_one(arguments, i);
  scrub();
  puts("output of the program");
  return number("STATUS", 0);
}
