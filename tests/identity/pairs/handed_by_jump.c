// SPDX-License-Identifier: GPL-2.0-or-later
// A call ends in longjmp(), and what it made is found where setjmp() returns again.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <setjmp.h>
#include <stdlib.h>

#include "pair.h"

struct work {
  jmp_buf end;
  char *made;
};

static APART void do_it(struct work *work)
{
  work->made = malloc(1337);
  longjmp(work->end, 1);
}

static int run(struct work *work, char **out)
{
  if (setjmp(work->end) == 0)
    do_it(work);
  *out = work->made;
  work->made = NULL;
  return 0;
}

static APART int first(void)
{
  struct work one_work;
  char *one;
  run(&one_work, &one);
  int used = one[0] = 1;
  free(one); //>
  return used;
}

static APART int second(void)
{
  struct work other_work;
  char *other;
  run(&other_work, &other); // @made
  int used = other[0] = 1;
  free(other); //<
  return used;
}
