/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel lists descriptors in ascending order, so if nothing is left of a piece of a list, no piece with a
 * program's descriptor follows, and to the program the list is at its end. */
#include "coregrind-glue/syscalls/own_descriptors.h"

#include "base/freestanding/raw_syscalls.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_libcproc.h" // needs vki types
#include "libvex_guest_amd64.h"

extern Int VG_(fd_hard_limit); /* the core's: the program's descriptors are below */

enum {
  PATH_BYTES = 256,
  RECORD_BYTES_AT = 16, /* in an entry: its size, two bytes */
  NAME_AT = 18,         /* of getdents */
  NAME_AT_64 = 19,      /* of getdents64, after the type */
};

static Bool ends_with(const HChar *text, SizeT bytes, const HChar *end)
{
  SizeT end_bytes = VG_(strlen)(end);
  return bytes >= end_bytes && VG_(strcmp)(text + bytes - end_bytes, end) == 0;
}

/* The directory of a process's descriptors, by whichever way it was opened. */
static Bool lists_descriptors(Int fd)
{
  HChar link[64], path[PATH_BYTES], own[64];
  VG_(sprintf)(link, "/proc/self/fd/%d", fd);
  VG_(sprintf)(own, "/proc/%d/", VG_(getpid)());
  long bytes = raw_syscall(__NR_readlink, (long)link, (long)path, PATH_BYTES - 1, 0, 0, 0);
  if (bytes <= 0)
    return False;
  path[bytes] = '\0';
  return VG_(strncmp)(path, own, VG_(strlen)(own)) == 0 &&
         (ends_with(path, (SizeT)bytes, "/fd") || ends_with(path, (SizeT)bytes, "/fdinfo"));
}

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
