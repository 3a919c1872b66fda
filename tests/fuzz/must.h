/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a fuzz target says of itself: where it is not so, it aborts, which the fuzzer takes for a find. */
#ifndef SEEP_TESTS_FUZZ_MUST_H
#define SEEP_TESTS_FUZZ_MUST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/base/error.h"

static inline void must(bool condition)
{
  if (!condition)
    abort();
}

/* An operation that cannot fail. */
static inline void need(struct error *error)
{
  if (!error)
    return;
  fprintf(stderr, "%s\n", error_message(error));
  abort();
}

#endif
