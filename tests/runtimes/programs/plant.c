// SPDX-License-Identifier: GPL-2.0-or-later
// plant() for interpreters, which load this as a library.
#include "plant.h"

int plant_of_interpreter(void);

int plant_of_interpreter(void)
{
  plant();
  return 0;
}
