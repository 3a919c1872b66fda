/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which part of a suite is this? */
#ifndef SEEP_HOST_SUITE_SUITE_SHARD_H
#define SEEP_HOST_SUITE_SUITE_SHARD_H

#include "host/base/error.h"

/* The first of `count` is 1; count 0: it is not known to be a part. */
struct suite_shard {
  unsigned index, count;
};

/* "2/3". */
struct error *suite_shard_parse(const char *text, struct suite_shard *ret);

/* What the command's own options say, else the environment. */
struct suite_shard suite_shard_find(char *const *command);

#endif
