/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "session.c" of "/home/me/src/session.c". */
#ifndef SEEP_HOST_BASE_LAST_COMPONENT_H
#define SEEP_HOST_BASE_LAST_COMPONENT_H

#include <string.h>

/* What is behind the last slash of a path; the whole path if nothing is. */
static inline const char *last_component(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash && slash[1] ? slash + 1 : path;
}

#endif
