// SPDX-License-Identifier: GPL-2.0-or-later
// In one function a leak is fixed, and one of the same size is added at another line.
// quick:
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <string.h>
#include <stdlib.h>

static void *volatile kept;

static void load(const char *name)
{
  kept = malloc(1337);
  free(kept); //>
  kept = NULL;
  if (strlen(name) > 2) {
    kept = malloc(1337); //>
    kept = NULL;
  }
}

int main(void)
{
  load("name");
  return 0;
}
