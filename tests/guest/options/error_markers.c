// SPDX-License-Identifier: GPL-2.0-or-later
// --error-markers puts its lines around each error and each shown loss.
// build: -Wno-free-nonheap-object
// run: --error-markers=BEGIN,END
// expect: BEGIN
// next: Invalid free()
// expect: END
#include <stdlib.h>
int main(void)
{
  void *volatile p = (void *)0x539;
  free(p);
}
