/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>

int main(void)
{
  free(malloc(1337));
  return 0;
}
