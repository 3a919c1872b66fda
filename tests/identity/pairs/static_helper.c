// SPDX-License-Identifier: GPL-2.0-or-later
// A helper of a test library is linked into three programs: one finding.
// quick:
// build: gcc -g -O0 -c helper.c && ar rc libhelper.a helper.o
// build: for n in 1 2 3; do gcc -g -O0 -o test$n test$n.c libhelper.a; done
// run: ./test1
// run: ./test2
// run: ./test3
// findings: 1
// expect: same 1, gate passes
// place: @leak
//| file: helper.c
#include <stdlib.h>

static void *volatile kept;

void set_up(int number)
{
  kept = NULL; //>
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
void set_up(int number);

int main(void)
{
  set_up(2);
  return 0;
}
//| file: test3.c
void set_up(int number);

int main(void)
{
  set_up(3);
  return 0;
}
