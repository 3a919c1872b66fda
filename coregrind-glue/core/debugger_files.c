/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A process that has been forked may have a root or mounts where no files can be made, or no right to make them; or a
 * process of another user, in another namespace, has the same number and so the same files. The core would give up; so
 * it makes none there, and gdb cannot reach that process. */
#include "coregrind-glue/core/debugger_files.h"

#include "shared/base/file_limit.h"
#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/kept_folder.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { FIFO = 010600, FILE_BYTES = 512 };

extern const HChar *VG_(clo_vgdb_prefix);
extern Int VG_(clo_vgdb);
extern void VG_(disable_vgdb_poll)(void);

static Int folder = -1;

Bool debugger_files_have(const HChar *name)
{
  const HChar *const prefix = VG_(clo_vgdb_prefix);
  return prefix && VG_(strncmp)(name, prefix, VG_(strlen)(prefix)) == 0;
}

void debugger_files_remove(const HChar *name)
{
  const HChar *const slash = VG_(strrchr)(name, '/');
  if (__real_vgPlain_unlink(name) != 0 && folder >= 0)
    raw_syscall(__NR_unlinkat, folder, (long)(slash ? slash + 1 : name), 0, 0, 0, 0);
}

static Bool can_write(const HChar *name)
{
  static const UChar nothing[FILE_BYTES];
  const long file = raw_syscall(__NR_open, (long)name, VKI_O_RDWR | VKI_O_CREAT | VKI_O_EXCL, 0600, 0, 0, 0);
  if (file < 0)
    return False;
  const Bool is_written = raw_syscall(__NR_write, file, (long)nothing, sizeof nothing, 0, 0, 0) == sizeof nothing;
  raw_syscall(__NR_close, file, 0, 0, 0, 0, 0);
  raw_syscall(__NR_unlink, (long)name, 0, 0, 0, 0, 0);
  return is_written;
}

static Bool can_be_made(const HChar *prefix)
{
  HChar name[VKI_PATH_MAX];
  if (VG_(strlen)(prefix) + 32 > sizeof name || !file_may_reach(FILE_LIMIT_LEAST))
    return False;
  VG_(sprintf)(name, "%s-try-%d", prefix, VG_(getpid)());
  if (raw_syscall(__NR_mknod, (long)name, FIFO, 0, 0, 0, 0) != 0)
    return False;
  raw_syscall(__NR_unlink, (long)name, 0, 0, 0, 0, 0);
  return can_write(name);
}

/* As the core names them. */
static const HChar *from_environment(const HChar *first, const HChar *second)
{
  const HChar *value = VG_(getenv)(first);
  if (!value)
    value = VG_(getenv)(second);
  return value && !VG_(strchr)(value, '/') ? value : "???";
}

/* May the core make them, once it has removed what an earlier process may have left? */
static Bool are_free(const HChar *prefix)
{
  static const HChar *const kinds[] = {"%s-from-vgdb-to-%d-by-%s-on-%s", "%s-to-vgdb-from-%d-by-%s-on-%s",
                                       "%s-shared-mem-vgdb-%d-by-%s-on-%s"};
  const HChar *const user = from_environment("LOGNAME", "USER"), *const host = from_environment("HOST", "HOSTNAME");
  HChar name[VKI_PATH_MAX];
  if (VG_(strlen)(prefix) + VG_(strlen)(user) + VG_(strlen)(host) + 40 > sizeof name)
    return True; /* the core's affair */
  for (UInt i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    VG_(sprintf)(name, kinds[i], prefix, VG_(getpid)(), user, host);
    raw_syscall(__NR_unlink, (long)name, 0, 0, 0, 0, 0);
    if (raw_syscall(__NR_mknod, (long)name, FIFO, 0, 0, 0, 0) != 0)
      return False;
    raw_syscall(__NR_unlink, (long)name, 0, 0, 0, 0, 0);
  }
  return True;
}

/* The core comes here again when a debugger has gone; its files are there then. */
static Bool are_own_or_free(const HChar *prefix)
{
  static Int maker;
  const Int process = VG_(getpid)();
  if (maker != process && !are_free(prefix))
    return False;
  maker = process;
  return True;
}

void __wrap_remote_open(const HChar *prefix)
{
  const HChar *name;
  if (can_be_made(prefix) && are_own_or_free(prefix)) {
    if (folder < 0)
      folder = kept_folder_open_of(prefix, &name);
    __real_remote_open(prefix);
    return;
  }
  VG_(clo_vgdb) = 0;
  VG_(disable_vgdb_poll)();
}

/* The core looks into a file of its own, which may not be there. */
int __wrap_remote_desc_activity(const HChar *asked_by)
{
  return VG_(clo_vgdb) == 0 ? 0 : __real_remote_desc_activity(asked_by);
}
