/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many file descriptors a process must be allowed to open, besides those already open, to be checked: the core
 * reserves the last twelve, and the loader needs some at the start. With fewer the core would give up with a message
 * of its own. */
#ifndef SEEP_SHARED_BASE_DESCRIPTORS_H
#define SEEP_SHARED_BASE_DESCRIPTORS_H

enum {
  DESCRIPTORS_LEAST = 16,          /* by the hard limit */
  DESCRIPTORS_LEAST_LAUNCHER = 6,  /* by the soft one, which the core raises */
  DESCRIPTORS_ENOUGH = 64,         /* with this many there is no need to count open ones */
};

#endif
