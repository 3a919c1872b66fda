/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/core/kept_folder.h"

#include "shared/base/raw_syscalls.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  CURRENT_FOLDER = -100,          /* AT_FDCWD */
  FOLDER_PATH_ONLY = 010200000,   /* O_PATH | O_DIRECTORY */
  DUPFD_CLOEXEC = 1030,           /* F_DUPFD_CLOEXEC */
};

extern Int VG_(fd_hard_limit); /* the guest's descriptors are below */

Int kept_folder_open(const HChar *path)
{
  const long opened = raw_syscall(__NR_openat, CURRENT_FOLDER, (long)path, FOLDER_PATH_ONLY, 0, 0, 0);
  if (opened < 0)
    return -1;
  const long kept = raw_syscall(__NR_fcntl, opened, DUPFD_CLOEXEC, VG_(fd_hard_limit), 0, 0, 0);
  raw_syscall(__NR_close, opened, 0, 0, 0, 0, 0);
  return kept < 0 ? -1 : (Int)kept;
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
