/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/elf_file.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"

extern SysRes VG_(pread)(Int fd, void *buffer, Int count, OffT offset);

Int elf_file_open(const HChar *path)
{
  return VG_(fd_open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
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
