/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/modules/elf_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

extern const HChar *VG_(libdir);
extern SysRes VG_(pread)(Int fd, void *buffer, Int count, OffT offset);

Int elf_file_open(const HChar *path)
{
  return VG_(fd_open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
}

HChar *elf_file_of_part(const HChar *name)
{
  HChar *path = VG_(malloc)("seep.path", VG_(strlen)(VG_(libdir)) + VG_(strlen)(name) + 2);
  VG_(sprintf)(path, "%s/%s", VG_(libdir), name);
  return path;
}

bool elf_file_read(void *context, uint64_t offset, void *buffer, size_t size)
{
  const Int *fd = context;
  SizeT done = 0;
  while (done < size) {
    SysRes result = VG_(pread)(*fd, (UChar *)buffer + done, (Int)(size - done), (OffT)(offset + done));
    if (sr_isError(result) || sr_Res(result) == 0)
      return false;
    done += sr_Res(result);
  }
  return true;
}

void elf_file_tables(const HChar *path, struct symbol_tables *ret)
{
  ret->count = 0;
  Int fd = elf_file_open(path);
  if (fd < 0)
    return;
  symbol_tables_read(elf_file_read, &fd, ret);
  VG_(close)(fd);
}
