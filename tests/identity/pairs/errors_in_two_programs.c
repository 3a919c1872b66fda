// SPDX-License-Identifier: GPL-2.0-or-later
// Two programs err in their main functions; then only the other one does.
// build: gcc -g -O0 -o one one.c
// build: gcc -g -O0 -o two two.c
// run: ./one
// run: ./two
// findings: 1
// expect: new 1, fixed 1, gate fails
//| file: one.c
#include <stdlib.h>

int main(void)
{
  volatile char *text = malloc(1337);
  text[1337] = 'a'; //<
  text[1336] = 'a'; //>
  free((char *)text);
  return 0;
}
//| file: two.c
#include <stdlib.h>

int main(void)
{
  volatile char *text = malloc(1337);
  text[1336] = 'a'; //<
  text[1337] = 'a'; //>
  free((char *)text);
  return 0;
}
