// SPDX-License-Identifier: GPL-2.0-or-later
// An out-parameter is filled twice, and only the second block is freed.
// explain: 1337 overwritten block in read_record @lost; local record of main; stored in read_record @lost; value from read_record @new; called by main @second
#include "explain.h"
#include <stdlib.h>

static NOIPA int read_record(char **out, int number)
{
  char *fresh = malloc(1337); // @new
  fresh[0] = (char)number;
  *out = fresh; // @lost
  return number;
}

int main(void)
{
  char *record;
  int sum = read_record(&record, 1);
  sum += read_record(&record, 2); // @second
  free(record);
  return sum != 3;
}
