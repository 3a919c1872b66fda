/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel gives the lowest descriptor that is free. Where that is among the tool's, the program has as many as it
 * may have. The core sees to that for the calls it knows, but a pair of sockets that it closes counts as made. */
#include "coregrind-glue/syscalls/new_descriptors.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/guarded.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

extern Int VG_(fd_soft_limit); /* the guest's descriptors are below */

Bool new_descriptors_refuse(Int descriptor, struct syscall_status *status)
{
  if (descriptor < VG_(fd_soft_limit))
    return False;
  VG_(close)(descriptor);
  syscall_complete(status, VKI_EMFILE);
  return True;
}

WRAP_SYSCALL_AFTER(linux_sys_socketpair)
{
  Int pair[2];
  __real_vgSysWrap_linux_sys_socketpair_after(tid, arguments, status);
  if (guarded_read(pair, arguments->fourth, sizeof pair) &&
      (pair[0] >= VG_(fd_soft_limit) || pair[1] >= VG_(fd_soft_limit)))
    syscall_complete(status, VKI_EMFILE);
}

static Bool is_open(UWord descriptor)
{
  return VG_(fcntl)((Int)descriptor, VKI_F_GETFD, 0) >= 0;
}

static Bool is_one_left(void)
{
  if (!is_open((UWord)VG_(fd_soft_limit) - 1))
    return True;
  const long lowest = raw_syscall(__NR_eventfd2, 0, 0, 0, 0, 0, 0);
  if (lowest >= 0)
    VG_(close)((Int)lowest);
  return lowest >= 0 && lowest < VG_(fd_soft_limit);
}

static Bool opens_file(const struct syscall_arguments *arguments)
{
  enum { OPENAT2 = 437 };
  return arguments->number == __NR_open || arguments->number == __NR_openat || arguments->number == __NR_creat ||
         arguments->number == OPENAT2;
}

/* Of a descriptor that is none the kernel tells first. */
static Bool takes_connection(const struct syscall_arguments *arguments)
{
  return (arguments->number == __NR_accept || arguments->number == __NR_accept4) && is_open(arguments->first);
}

void new_descriptors_before(const struct syscall_arguments *arguments, struct syscall_status *status)
{
  if (status->what == SYSCALL_FOR_KERNEL && (opens_file(arguments) || takes_connection(arguments)) && !is_one_left())
    syscall_complete(status, VKI_EMFILE);
}
