/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions by which programs close descriptors, in front of the C library's: those of the checker stay open, and the
 * program is told that it has closed them. */
#include <errno.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "native/door.h"
#include "native/next_functions.h"
#include "native/process.h"
#include "shared/base/raw_syscalls.h"

static int answer(long result)
{
  if (result >= 0)
    return (int)result;
  errno = (int)-result;
  return -1;
}

DOOR int close(int fd)
{
  if (process_has_descriptor(fd))
    return 0;
  return ((int (*)(int))next_functions_get("close"))(fd);
}

DOOR int dup2(int from, int to)
{
  if (process_has_descriptor(from))
    return answer(-EBADF);
  if (process_has_descriptor(to))
    process_leave_descriptor(to);
  return answer(raw_syscall(SYS_dup2, from, to, 0, 0, 0, 0));
}

DOOR int dup3(int from, int to, int flags)
{
  if (process_has_descriptor(from))
    return answer(-EBADF);
  if (process_has_descriptor(to))
    process_leave_descriptor(to);
  return answer(raw_syscall(SYS_dup3, from, to, flags, 0, 0, 0));
}

/* In pieces between the checker's own. */
DOOR int close_range(unsigned first, unsigned last, int flags)
{
  long result = first > last ? -EINVAL : 0;
  for (unsigned from = first; result >= 0 && from <= last;) {
    unsigned to = from;
    if (process_has_descriptor((int)from)) {
      from++;
      continue;
    }
    to = process_descriptors_until(from, last);
    result = raw_syscall(SYS_close_range, from, to, flags, 0, 0, 0);
    if (to == ~0u)
      break;
    from = to + 1;
  }
  return answer(result);
}

DOOR void closefrom(int first)
{
  (void)close_range(first > 0 ? (unsigned)first : 0, ~0u, 0);
}
