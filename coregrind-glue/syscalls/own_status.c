/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Some lines are replaced by others, in a copy that is made for each time it is opened. */
#include "coregrind-glue/syscalls/own_status.h"

#include "shared/base/file_limit.h"
#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/descriptor_limits.h"
#include "coregrind-glue/syscalls/call_filters.h"
#include "coregrind-glue/syscalls/guest_limits.h"
#include "coregrind-glue/syscalls/proc_files.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { TEXT_BYTES = 8192, LINE_BYTES = 128 };

/* --- lines --- */

static void put_limit(HChar line[static LINE_BYTES], const HChar *name, const struct vki_rlimit *limit,
                      const HChar *unit)
{
  HChar soft[32], hard[32];
  VG_(sprintf)(soft, limit->rlim_cur == ~(UWord)0 ? "unlimited" : "%lu", limit->rlim_cur);
  VG_(sprintf)(hard, limit->rlim_max == ~(UWord)0 ? "unlimited" : "%lu", limit->rlim_max);
  VG_(snprintf)(line, LINE_BYTES, "%-25s %-20s %-20s %-10s\n", name, soft, hard, unit);
}

static void put_descriptors(ThreadId tid, HChar line[static LINE_BYTES])
{
  const struct vki_rlimit limit = descriptor_limits();
  put_limit(line, "Max open files", &limit, "files");
}

static void put_memory(ThreadId tid, HChar line[static LINE_BYTES])
{
  struct vki_rlimit limit;
  if (guest_limits_of_memory(&limit))
    put_limit(line, "Max address space", &limit, "bytes");
}

static void put_mode(ThreadId tid, HChar line[static LINE_BYTES])
{
  if (call_filters_are_set(tid))
    VG_(snprintf)(line, LINE_BYTES, "Seccomp:\t%u\n", call_filters_of(tid)->mode);
}

static void put_count(ThreadId tid, HChar line[static LINE_BYTES])
{
  if (call_filters_are_set(tid))
    VG_(snprintf)(line, LINE_BYTES, "Seccomp_filters:\t%u\n", call_filters_count(tid, NULL));
}

static const struct {
  const HChar *file, *begins;
  void (*put)(ThreadId tid, HChar line[static LINE_BYTES]); /* may leave the line as it is */
} replaced[] = {
  {"limits", "Max open files ", put_descriptors},
  {"limits", "Max address space ", put_memory},
  {"status", "Seccomp:", put_mode},
  {"status", "Seccomp_filters:", put_count},
};
enum { REPLACED = sizeof replaced / sizeof *replaced };

static void replace(ThreadId tid, const HChar *name, HChar line[static LINE_BYTES])
{
  for (UInt i = 0; i < REPLACED; i++)
    if (VG_(strcmp)(name, replaced[i].file) == 0 &&
        VG_(strncmp)(line, replaced[i].begins, VG_(strlen)(replaced[i].begins)) == 0)
      replaced[i].put(tid, line);
}

static Bool is_ours(const HChar *name)
{
  for (UInt i = 0; i < REPLACED; i++)
    if (VG_(strcmp)(name, replaced[i].file) == 0)
      return True;
  return False;
}

/* --- the file --- */

static void write_mended(ThreadId tid, const HChar *name, const HChar *text, long file)
{
  HChar line[LINE_BYTES];
  for (const HChar *at = text, *end; *at; at = end) {
    const HChar *const newline = VG_(strchr)(at, '\n');
    end = newline ? newline + 1 : at + VG_(strlen)(at);
    const SizeT bytes = (SizeT)(end - at);
    const HChar *shown = at;
    if (bytes < sizeof line) {
      VG_(memcpy)(line, at, bytes);
      line[bytes] = '\0';
      replace(tid, name, line);
      shown = line;
    }
    raw_syscall(__NR_write, file, (long)shown, (long)(shown == line ? VG_(strlen)(line) : bytes), 0, 0, 0);
  }
  raw_syscall(__NR_lseek, file, 0, VKI_SEEK_SET, 0, 0, 0);
}

Int own_status_make(ThreadId tid, const HChar *path, const HChar *name)
{
  static HChar text[TEXT_BYTES];
  static Int made = -1;
  if (!is_ours(name) || core_read_text(path, text, sizeof text) == 0 || !file_may_reach(TEXT_BYTES))
    return -1;
  const Int file = proc_files_make(name);
  if (file < 0)
    return -1;
  write_mended(tid, name, text, file);
  if (made >= 0)
    raw_syscall(__NR_close, made, 0, 0, 0, 0, 0);
  made = file;
  return made;
}
