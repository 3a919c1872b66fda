// SPDX-License-Identifier: GPL-2.0-or-later
// For programs in which it does not matter how a block is lost.
#ifndef SEEP_TESTS_GUEST_LOSE_H
#define SEEP_TESTS_GUEST_LOSE_H

#include "guest.h"
#include <stdlib.h>

// A block that nothing points to any more, once the caller has called scrub().
static NOINLINE void lose(size_t bytes)
{
  void *volatile p = malloc(bytes);
  p = NULL;
}

#endif
