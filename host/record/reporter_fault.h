/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A reporter that runs out of memory leaves a file in the run's directory, by one system call, as it can allocate
 * nothing any more (host/base/memory.h). The records are whole all the same: the processes themselves write them. But
 * whoever has read the report of that run has not read all of it, so the run has a gap. */
#ifndef SEEP_HOST_RECORD_REPORTER_FAULT_H
#define SEEP_HOST_RECORD_REPORTER_FAULT_H

#include <limits.h>
#include <stdbool.h>
#include <unistd.h>

#include "host/base/join_path.h"

#define REPORTER_FAULT "reporter.fault"

/* Did it, in this run's directory? */
static inline bool reporter_has_failed(const char *directory)
{
  char path[PATH_MAX];
  return join_path(path, directory, REPORTER_FAULT) && access(path, F_OK) == 0;
}

#endif
