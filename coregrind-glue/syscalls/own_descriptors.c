/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel lists descriptors in ascending order, so if nothing is left of a piece of a list, no piece with a
 * program's descriptor follows, and to the program the list is at its end. */
#include "coregrind-glue/syscalls/own_descriptors.h"

#include "shared/base/raw_syscalls.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_libcproc.h" // needs vki types
#include "libvex_guest_amd64.h"

extern Int VG_(fd_hard_limit); /* the core's: the program's descriptors are below */

enum {
  TYPE_OF_PROC = 0x9fa0, /* PROC_SUPER_MAGIC */
  THE_FILE_ITSELF = 0x1000, /* AT_EMPTY_PATH */
  RECORD_BYTES_AT = 16, /* in an entry: its size, two bytes */
  NAME_AT = 18,         /* of getdents */
  NAME_AT_64 = 19,      /* of getdents64, after the type */
};

/* --- which folder it is --- */

static Bool is_in_proc(Int fd)
{
  ULong status[15]; /* struct statfs, which begins with the type */
  return raw_syscall(__NR_fstatfs, fd, (long)status, 0, 0, 0, 0) == 0 && status[0] == TYPE_OF_PROC;
}

struct identity {
  ULong device, inode;
};

/* `path` is relative to the folder. */
static Bool identify(Int folder, const HChar *path, Int flags, struct identity *ret)
{
  ULong status[18]; /* struct stat, which begins with these */
  if (raw_syscall(__NR_newfstatat, folder, (long)path, (long)status, flags, 0, 0) != 0)
    return False;
  *ret = (struct identity){status[0], status[1]};
  return True;
}

static Bool is_same(const struct identity *one, const struct identity *other)
{
  return one->device == other->device && one->inode == other->inode;
}

static Int find_own(void)
{
  enum { OWN_MAX = 64 };
  for (Int fd = VG_(fd_hard_limit); fd < VG_(fd_hard_limit) + OWN_MAX; fd++)
    if (raw_syscall(__NR_fcntl, fd, VKI_F_GETFD, 0, 0, 0, 0) >= 0)
      return fd;
  return -1;
}

/* The directory of a process's descriptors, by whichever way it was opened, and by whichever number the process has
 * there. If one of the tool's descriptors leads to the same there, the process is this one. */
static Bool lists_descriptors(Int fd)
{
  struct identity folder, found, own;
  HChar name[32];
  if (!is_in_proc(fd) || !identify(fd, "", THE_FILE_ITSELF, &folder))
    return False;
  if (!(identify(fd, "../fd", 0, &found) && is_same(&folder, &found)) &&
      !(identify(fd, "../fdinfo", 0, &found) && is_same(&folder, &found)))
    return False;
  const Int descriptor = find_own();
  VG_(sprintf)(name, "../fd/%d", descriptor);
  return descriptor >= 0 && identify(descriptor, "", THE_FILE_ITSELF, &own) && identify(fd, name, 0, &found) &&
         is_same(&own, &found);
}

/* --- what is listed --- */

static Bool is_of_tool(const HChar *name)
{
  HChar *end;
  Long fd = VG_(strtoll10)(name, &end);
  return end != name && *end == '\0' && fd >= VG_(fd_hard_limit);
}

/* Returns how many bytes are left. */
static SizeT remove_entries(UChar *entries, SizeT bytes, SizeT name_at)
{
  SizeT kept = 0;
  for (SizeT at = 0, size; at < bytes; at += size) {
    size = *(const UShort *)(entries + at + RECORD_BYTES_AT);
    if (size == 0)
      return bytes;
    if (is_of_tool((const HChar *)entries + at + name_at))
      continue;
    VG_(memmove)(entries + kept, entries + at, size);
    kept += size;
  }
  return kept;
}

void own_descriptors_hide(ThreadId tid, UInt number, const UWord *arguments, UWord *result)
{
  if ((number != __NR_getdents && number != __NR_getdents64) || *result == 0 || !lists_descriptors((Int)arguments[0]))
    return;
  *result = remove_entries((UChar *)arguments[1], *result, number == __NR_getdents64 ? NAME_AT_64 : NAME_AT);
  VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, guest_RAX), sizeof *result, (const UChar *)result);
}
