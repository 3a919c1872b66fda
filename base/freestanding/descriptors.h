/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many file descriptors a process must be allowed to have, besides those that are open, to be checked: the core
 * keeps the last twelve for itself, and the loader needs some to begin with. With fewer the core gives up in words of
 * its own. */
#ifndef SEEP_BASE_FREESTANDING_DESCRIPTORS_H
#define SEEP_BASE_FREESTANDING_DESCRIPTORS_H

enum {
  DESCRIPTORS_LEAST = 16,          /* by the hard limit */
  DESCRIPTORS_LEAST_LAUNCHER = 6,  /* by the soft one, which the core raises */
  DESCRIPTORS_ENOUGH = 64,         /* with so many nothing need be counted */
};

#endif
