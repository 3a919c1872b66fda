/* SPDX-License-Identifier: GPL-2.0-or-later */
/* read() as callers mean it: interrupted and partial reads are continued. */
#ifndef SEEP_HOST_BASE_READ_UP_TO_H
#define SEEP_HOST_BASE_READ_UP_TO_H

#include <errno.h>
#include <stddef.h>
#include <unistd.h>

/* Read `size` bytes, or fewer if the file ends before that; -1 with errno when it cannot be read. */
static inline ssize_t read_up_to(int fd, void *data, size_t size)
{
  size_t done = 0;
  while (done < size) {
    ssize_t count = read(fd, (char *)data + done, size - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return -1;
    if (count == 0)
      break;
    done += (size_t)count;
  }
  return (ssize_t)done;
}

#endif
