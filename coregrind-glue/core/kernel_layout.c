/* SPDX-License-Identifier: GPL-2.0-or-later */
 /* A process may tell the kernel its layout without any privilege, if it tells all of it at once (PR_SET_MM_MAP). A
  * child that is forked has the same. What the guest writes over its arguments is seen from outside, as the kernel
  * reads its memory. */
#include "coregrind-glue/core/kernel_layout.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include <elf.h>

enum { SET_MM = 35, SET_MM_MAP = 14 };

/* As prctl(PR_SET_MM_MAP) takes it. */
struct layout {
  ULong start_code, end_code, start_data, end_data, start_brk, brk, start_stack, arg_start, arg_end, env_start, env_end;
  ULong auxv;
  UInt auxv_bytes, exe_fd;
};

static const HChar own_variable[] = "LD_PRELOAD="; /* the core's, if it is the last one */

static ULong behind(const HChar *string)
{
  return (ULong)(Addr)string + VG_(strlen)(string) + 1;
}

/* All strings lie one after the other. Returns where the pointers end. */
static const HChar *const *set_strings(struct layout *layout, const HChar *const *arguments)
{
  const HChar *const *at = arguments;
  layout->arg_start = (ULong)(Addr)*at;
  for (; *at; at++)
    layout->arg_end = behind(*at);
  layout->env_start = layout->env_end = layout->arg_end;
  for (at++; *at; at++)
    if (at[1] || VG_(strncmp)(*at, own_variable, sizeof own_variable - 1) != 0)
      layout->env_end = behind(*at);
  return at + 1;
}

static void add_segment(struct layout *layout, const Elf64_Phdr *header, Addr bias)
{
  const ULong start = bias + header->p_vaddr, end = start + header->p_filesz;
  if ((header->p_flags & PF_X) && (layout->start_code == 0 || start < layout->start_code))
    layout->start_code = start;
  if ((header->p_flags & PF_X) && end > layout->end_code)
    layout->end_code = end;
  if (start > layout->start_data)
    layout->start_data = start;
  if (end > layout->end_data)
    layout->end_data = end;
}

static void set_segments(struct layout *layout, const Elf64_Phdr *headers, SizeT count)
{
  Addr bias = 0;
  for (SizeT i = 0; i < count; i++)
    if (headers[i].p_type == PT_PHDR)
      bias = (Addr)headers - headers[i].p_vaddr;
  for (SizeT i = 0; i < count; i++)
    if (headers[i].p_type == PT_LOAD)
      add_segment(layout, &headers[i], bias);
}

/* Where the program's headers cannot be found, the layout has no code, which the kernel refuses. */
static void set_auxiliary(struct layout *layout, const Elf64_auxv_t *auxv)
{
  const Elf64_Phdr *headers = NULL;
  const Elf64_auxv_t *at = auxv;
  SizeT count = 0;
  for (; at->a_type != AT_NULL; at++)
    if (at->a_type == AT_PHDR)
      headers = (const Elf64_Phdr *)at->a_un.a_val;
    else if (at->a_type == AT_PHNUM)
      count = at->a_un.a_val;
  layout->auxv = (ULong)(Addr)auxv;
  layout->auxv_bytes = (UInt)((Addr)(at + 1) - (Addr)auxv);
  if (headers)
    set_segments(layout, headers, count);
}

Bool kernel_layout_tell(const HChar *const *arguments)
{
  struct layout layout = {
    .exe_fd = ~0u, .start_stack = (ULong)(Addr)(arguments - 1), .start_brk = VG_(brk_base), .brk = VG_(brk_base)};
  set_auxiliary(&layout, (const Elf64_auxv_t *)set_strings(&layout, arguments));
  return raw_syscall(__NR_prctl, SET_MM, SET_MM_MAP, (long)&layout, sizeof layout, 0, 0) == 0;
}
