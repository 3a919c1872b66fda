// SPDX-License-Identifier: GPL-2.0-or-later
// A helper that two programs use is fixed for one of them by what it is told, and the other one's own code gets a leak.
// build: gcc -g -O0 -c helper.c && ar rc libhelper.a helper.o
// build: for n in 1 2; do gcc -g -O0 -o test$n test$n.c libhelper.a; done
// run: ./test1
// run: ./test2
// findings: 1 -> 2
// expect: shrunk 1, new 1, gate fails
//| file: helper.c
#include <stdlib.h>

static void *volatile kept;

void set_up(int number)
{
  int *fixture = malloc(77);
  *fixture = number;
  kept = fixture;
  if (number < 0)
    free(fixture);
  kept = NULL;
}
//| file: test1.c
void set_up(int number);

int main(void)
{
  set_up(1); //<
  set_up(-1); //>
  return 0;
}
//| file: test2.c
#include <stdlib.h>

void set_up(int number);
void *volatile own;

int main(void)
{
  set_up(2);
  own = malloc(77); //>
  own = NULL;
  return 0;
}
