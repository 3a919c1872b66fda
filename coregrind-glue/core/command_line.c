/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the kernel shows as the command line is a part of the stack, where all arguments lie one after the other, the
 * program's at the end. A process may change which part, if it also gives all else that the kernel knows of its
 * layout. */
#include "coregrind-glue/core/command_line.h"

#include "base/freestanding/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { SET_MM = 35, SET_MM_MAP = 14, STAT_BYTES = 2048 };

static const HChar mark[] = "--tool=seep\0--"; /* before the program */

/* As prctl(PR_SET_MM_MAP) takes it. */
struct layout {
  ULong start_code, end_code, start_data, end_data, start_brk, brk, start_stack, arg_start, arg_end, env_start, env_end;
  ULong auxv;
  UInt auxv_bytes, exe_fd;
};

static Bool read_stat(HChar text[STAT_BYTES])
{
  SysRes opened = VG_(open)("/proc/self/stat", VKI_O_RDONLY, 0);
  if (sr_isError(opened))
    return False;
  Int size = VG_(read)((Int)sr_Res(opened), text, STAT_BYTES - 1);
  VG_(close)((Int)sr_Res(opened));
  text[size > 0 ? size : 0] = '\0';
  return size > 0;
}

/* Fields of /proc/self/stat by their numbers in proc(5). The name may hold anything; all fields after it are
 * numbers. */
static Bool read_layout(struct layout *ret)
{
  struct {
    UInt field;
    ULong *value;
  } wanted[] = {
    {26, &ret->start_code}, {27, &ret->end_code}, {28, &ret->start_stack}, {45, &ret->start_data}, {46, &ret->end_data},
    {47, &ret->start_brk},  {48, &ret->arg_start}, {49, &ret->arg_end},     {50, &ret->env_start},  {51, &ret->env_end},
  };
  HChar text[STAT_BYTES];
  HChar *at = read_stat(text) ? VG_(strrchr)(text, ')') : NULL;
  UInt next = 0, count = sizeof wanted / sizeof wanted[0];
  for (UInt field = 3; at && next < count && (at = VG_(strchr)(at, ' ')); field++) {
    at++;
    if (field == wanted[next].field)
      *wanted[next++].value = VG_(strtoull10)(at, NULL);
  }
  return next == count;
}

/* The first one: what the program is given may look like it. Not all cores say where in the stack the program's name is. */
static ULong find_mark(const struct layout *layout)
{
  for (ULong at = layout->arg_start; at + sizeof mark < layout->arg_end; at++)
    if (VG_(memcmp)((const void *)(Addr)at, mark, sizeof mark) == 0)
      return at;
  return 0;
}

void command_line_shorten(void)
{
  struct layout layout = {.exe_fd = ~0u};
  if (!read_layout(&layout))
    return;
  const ULong marked = find_mark(&layout);
  if (marked == 0)
    return;
  layout.arg_start = marked;
  layout.brk = (ULong)raw_syscall(__NR_brk, 0, 0, 0, 0, 0, 0);
  (void)raw_syscall(__NR_prctl, SET_MM, SET_MM_MAP, (long)&layout, sizeof layout, 0, 0);
}
