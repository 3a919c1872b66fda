/* SPDX-License-Identifier: GPL-2.0-or-later */
/* They are known again by device and number, as descriptors are copied, and passed on to others. */
#include "coregrind-glue/syscalls/proc_files.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_libcproc.h" // needs vki types

enum { FILES_MAX = 64, NAME_BYTES = 16, IN_THIS_FOLDER = -100 /* AT_FDCWD */ };
static struct file {
  ULong device, number;
  Int process;
  HChar name[NAME_BYTES];
} files[FILES_MAX];
static UInt file_count; /* the last ones are kept */

static void note(Int file, const HChar *name)
{
  struct vg_stat status;
  struct file *const noted = &files[file_count % FILES_MAX];
  if (VG_(fstat)(file, &status) != 0)
    return;
  *noted = (struct file){.device = status.dev, .number = status.ino, .process = VG_(getpid)()};
  VG_(strncpy)(noted->name, name, NAME_BYTES - 1);
  file_count++;
}

Int proc_files_make(const HChar *name)
{
  enum { CLOSE_ON_EXEC = 1, READABLE = 0444 };
  const long made = raw_syscall(__NR_memfd_create, (long)name, CLOSE_ON_EXEC, 0, 0, 0, 0);
  const Int file = core_out_of_reach(made, CORE_CLOSED_ON_EXEC);
  if (file < 0)
    return -1;
  raw_syscall(__NR_fchmod, file, READABLE, 0, 0, 0, 0);
  note(file, name);
  return file;
}

static const struct file *find(Int fd)
{
  struct vg_stat status;
  if (file_count == 0 || VG_(fstat)(fd, &status) != 0)
    return NULL;
  for (UInt i = 0; i < FILES_MAX; i++)
    if (files[i].number == status.ino && files[i].device == status.dev)
      return &files[i];
  return NULL;
}

const HChar *proc_files_name(Int fd)
{
  const struct file *const file = find(fd);
  return file && file->process == VG_(getpid)() ? file->name : NULL;
}

Bool proc_files_has_call(UInt number)
{
  return number == __NR_fstat || number == __NR_newfstatat || number == __NR_statx;
}

/* By an empty path, or none. */
static Bool describes_descriptor(const struct syscall_arguments *arguments)
{
  HChar first = '\0';
  return arguments->number == __NR_fstat || arguments->second == 0 ||
         (guarded_read(&first, arguments->second, 1) && first == '\0');
}

void proc_files_describe(const struct syscall_arguments *arguments)
{
  HChar path[32];
  const struct file *const file = describes_descriptor(arguments) ? find((Int)arguments->first) : NULL;
  if (!file)
    return;
  VG_(sprintf)(path, "/proc/self/%s", file->name);
  if (arguments->number == __NR_statx)
    raw_syscall(__NR_statx, IN_THIS_FOLDER, (long)path, 0, (long)arguments->fourth, (long)arguments->fifth, 0);
  else
    raw_syscall(__NR_newfstatat, IN_THIS_FOLDER, (long)path,
                (long)(arguments->number == __NR_fstat ? arguments->second : arguments->third), 0, 0, 0);
}
