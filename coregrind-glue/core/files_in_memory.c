/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the guest shall read as /proc/self/cmdline and /proc/self/auxv, the core keeps in files that it makes in $TMPDIR
 * or /tmp and removes at once; it gives up if it cannot. In memory they need no folder that can be written. Where the
 * kernel has no such files, they are made as ever. */
#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/debugger_files.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vkiscnums.h"

enum { CLOSE_ON_EXEC = 1 };

static const HChar in_memory[] = "memory:";

static Bool begins(const HChar *text, const HChar *beginning)
{
  return VG_(strncmp)(text, beginning, VG_(strlen)(beginning)) == 0;
}

/* Other files are opened by their names, once they are there. */
Int __wrap_vgPlain_mkstemp(const HChar *purpose, HChar *ret_name)
{
  long fd = -1;
  if (begins(purpose, "proc_"))
    fd = raw_syscall(__NR_memfd_create, (long)purpose, CLOSE_ON_EXEC, 0, 0, 0, 0);
  if (fd < 0)
    return __real_vgPlain_mkstemp(purpose, ret_name);
  VG_(sprintf)(ret_name, "%s%s", in_memory, purpose);
  return VG_(safe_fd)((Int)fd);
}

Int __wrap_vgPlain_unlink(const HChar *name)
{
  if (begins(name, in_memory))
    return 0;
  if (!debugger_files_have(name))
    return __real_vgPlain_unlink(name);
  debugger_files_remove(name);
  return 0;
}
