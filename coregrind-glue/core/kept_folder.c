/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/core/kept_folder.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  CURRENT_FOLDER = -100,        /* AT_FDCWD */
  FOLDER_PATH_ONLY = 010200000, /* O_PATH | O_DIRECTORY */
};

Int kept_folder_open(const HChar *path)
{
  const long opened = raw_syscall(__NR_openat, CURRENT_FOLDER, (long)path, FOLDER_PATH_ONLY, 0, 0, 0);
  return core_out_of_reach(opened, CORE_CLOSED_ON_EXEC);
}

Int kept_folder_open_of(const HChar *path, const HChar **ret_name)
{
  HChar folder[VKI_PATH_MAX];
  const HChar *const slash = VG_(strrchr)(path, '/');
  const SizeT bytes = slash ? (SizeT)(slash - path) + 1 : 0;
  *ret_name = slash ? slash + 1 : path;
  if (bytes >= sizeof folder)
    return -1;
  VG_(memcpy)(folder, path, bytes);
  folder[bytes] = '\0';
  return kept_folder_open(bytes > 0 ? folder : ".");
}
