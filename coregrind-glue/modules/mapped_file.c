/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/modules/mapped_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

extern const HChar *VG_(libdir);
extern SysRes VG_(pread)(Int fd, void *buffer, Int count, OffT offset);

Int mapped_file_open(const HChar *path)
{
  return VG_(fd_open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
}

HChar *mapped_file_of_part(const HChar *name)
{
  HChar *path = VG_(malloc)("seep.path", VG_(strlen)(VG_(libdir)) + VG_(strlen)(name) + 2);
  VG_(sprintf)(path, "%s/%s", VG_(libdir), name);
  return path;
}

bool mapped_file_read(void *context, uint64_t offset, void *buffer, size_t size)
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

void mapped_file_tables(const HChar *path, struct symbol_tables *ret)
{
  ret->count = 0;
  Int fd = mapped_file_open(path);
  if (fd < 0)
    return;
  symbol_tables_read(mapped_file_read, &fd, ret);
  VG_(close)(fd);
}

static Bool begins_with(const HChar *name, const HChar *start)
{
  return VG_(strncmp)(name, start, VG_(strlen)(start)) == 0;
}

static const HChar *name_in(const HChar *path)
{
  const HChar *slash = VG_(strrchr)(path, '/');
  return slash ? slash + 1 : path;
}

Bool mapped_file_is_musl(const HChar *path)
{
  const HChar *name = name_in(path);
  return VG_(strcmp)(name, "libc.so") == 0 || begins_with(name, "ld-musl-");
}

Bool mapped_file_is_loader(const HChar *path)
{
  const HChar *name = name_in(path);
  return begins_with(name, "ld-linux-") || begins_with(name, "ld-2.") || mapped_file_is_musl(path);
}
