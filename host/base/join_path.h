/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Paths in memory of the caller's. */
#ifndef SEEP_HOST_BASE_JOIN_PATH_H
#define SEEP_HOST_BASE_JOIN_PATH_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/* "FOLDER/NAME"; false: that is too long. */
static inline bool join_path(char ret[static PATH_MAX], const char *folder, const char *name)
{
  const int length = snprintf(ret, PATH_MAX, "%s/%s", folder, name);
  return length > 0 && length < PATH_MAX;
}

#endif
