/* SPDX-License-Identifier: GPL-2.0-or-later */
/* write() as callers mean it: interrupted and partial writes are continued. */
#ifndef SEEP_HOST_BASE_WRITE_ALL_H
#define SEEP_HOST_BASE_WRITE_ALL_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

/* False, with errno: not all of it could be written. */
static inline bool write_all(int fd, const void *data, size_t bytes)
{
  for (size_t done = 0; done < bytes;) {
    ssize_t count = write(fd, (const char *)data + done, bytes - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    done += (size_t)count;
  }
  return true;
}

#endif
