/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel gives the lowest descriptor that is free. Where that is among the tool's, the program has as many as it
 * may have. The core sees to that for the calls it knows, but a pair of sockets that it closes counts as made. */
#include "coregrind-glue/syscalls/new_descriptors.h"

#include "coregrind-glue/core/guarded.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"

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
