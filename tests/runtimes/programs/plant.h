/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The leak of the user's own that each program loses when PLANT is set: 1,337 bytes, of which no pointer remains. */
#ifndef SEEP_TESTS_RUNTIMES_PROGRAMS_PLANT_H
#define SEEP_TESTS_RUNTIMES_PROGRAMS_PLANT_H

#include <stdlib.h>

__attribute__((noinline, unused)) static void plant(void)
{
  char *volatile lost = NULL;
  if (getenv("PLANT"))
    lost = (char *)malloc(1337);
  if (lost)
    lost[0] = 1;
  lost = NULL;
}

#endif
