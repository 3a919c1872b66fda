// SPDX-License-Identifier: GPL-2.0-or-later
// A freed block stays in quarantine: not handed out again, unless the quarantine has no room for it.
// build: -Wno-use-after-free
// run:
// stdout: never again
// run: --freelist-vol=0
// stdout: used again
// run: --freelist-vol=1000 --freelist-big-blocks=500
// stdout: used again
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
  void *first = malloc(1337);
  free(first);
  int again = 0;
  for (int i = 0; i < 1000; i++) {
    void *volatile p = malloc(1337);
    again |= p == first;
    free(p);
  }
  puts(again ? "used again" : "never again");
}
