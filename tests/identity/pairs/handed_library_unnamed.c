// SPDX-License-Identifier: GPL-2.0-or-later
// A library that has no name of its own exports a function that makes something.
// quick:
// build: gcc -g -O0 -shared -fPIC -o library.so library.c
// build: gcc -g -O0 -o prog handed_library_unnamed.c ./library.so
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>

char *make(void);

static int first(void)
{
  char *one = make();
  int used = one[0] = 1;
  free(one); //>
  return used;
}

static int second(void)
{
  char *other = make(); // @made
  int used = other[0] = 1;
  free(other); //<
  return used;
}

static int scrub(void)
{
  volatile char room[4096];
  for (unsigned i = 0; i < sizeof room; i++)
    room[i] = 1;
  return room[77];
}

int main(void)
{
  return first() + second() + scrub() != 3;
}
//| file: library.c
#include <stdlib.h>

char *make(void)
{
  return malloc(1337);
}
