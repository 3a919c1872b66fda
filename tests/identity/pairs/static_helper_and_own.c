// SPDX-License-Identifier: GPL-2.0-or-later
// Two programs use a helper that loses memory, and one of them gets a leak of its own.
// build: gcc -g -O0 -c helper.c && ar rc libhelper.a helper.o
// build: for n in 1 2; do gcc -g -O0 -o test$n test$n.c libhelper.a; done
// run: ./test1
// run: ./test2
// findings: 1 -> 2
// expect: same 1, new 1, gate fails
//| file: helper.c
#include <stdlib.h>

static void *volatile kept;

void set_up(int number)
{
  int *fixture = malloc(77); // @leak
  *fixture = number;
  kept = fixture;
  kept = NULL;
}
//| file: test1.c
void set_up(int number);

int main(void)
{
  set_up(1);
  return 0;
}
//| file: test2.c
#include <stdlib.h>

void set_up(int number);
void *volatile own; //>

int main(void)
{
  set_up(2);
  own = malloc(77); //>
  own = NULL; //>
  return 0;
}
