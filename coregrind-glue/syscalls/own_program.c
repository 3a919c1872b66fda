/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For the kernel, each checked process executes the tool, so /proc/self/exe, which the core answers for when it is read, is the tool
 * where it is executed. Programs that execute themselves, or their parent, do so by such a link: it is replaced by the name of the
 * program, which the core has open. */
#include "coregrind-glue/syscalls/own_program.h"

#include "base/freestanding/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

extern Int VG_(cl_exec_fd);    /* the guest's program */
extern Int VG_(cl_cmdline_fd); /* what it is told of its command line */
extern Int VG_(fd_hard_limit);

static Bool is_same_file(const HChar *a, const HChar *b)
{
  struct vg_stat first, second;
  return !sr_isError(VG_(stat)(a, &first)) && !sr_isError(VG_(stat)(b, &second)) && first.dev == second.dev &&
         first.ino == second.ino;
}

/* A link of the kernel to the tool, of whichever process. */
static Bool is_link_to_tool(const HChar *path)
{
  return VG_(strncmp)(path, "/proc/", 6) == 0 && is_same_file(path, "/proc/self/exe");
}

/* The target, if it can be found by its name; a file may have been replaced since, or be nowhere. */
static const HChar *target_of(const HChar *link)
{
  static HChar target[VKI_PATH_MAX];
  const SSizeT bytes = VG_(readlink)(link, target, sizeof target - 1);
  if (bytes <= 0)
    return NULL;
  target[bytes] = '\0';
  return is_same_file(link, target) ? target : NULL;
}

/* Each process has its program open under the same number, as it is opened early. */
static const HChar *program_of(Int process)
{
  static HChar link[64];
  VG_(sprintf)(link, "/proc/%d/fd/%d", process, VG_(cl_exec_fd));
  const HChar *const target = target_of(link);
  return target && !is_link_to_tool(link) ? target : NULL;
}

const HChar *own_program_behind(const HChar *path)
{
  if (!is_link_to_tool(path))
    return path;
  const Int process = (Int)VG_(strtoll10)(path + 6, NULL);
  const HChar *const program = process > 0 ? program_of(process) : NULL;
  const HChar *const own = program ? program : program_of(VG_(getpid)());
  return own ? own : path;
}

/* --- its arguments --- */

/* Those of the guest are on its stack: their number, the strings, NULL; then the environment. An interpreter and its argument may stand in
 * front of the program. NULL: this core does it in another way. */
static const HChar **find_arguments(SizeT *ret_count, SizeT *ret_program)
{
  enum { IN_FRONT_MAX = 2 };
  const HChar **const end = (const HChar **)VG_(client_envp) - 1;
  const SizeT given = (SizeT)VG_(sizeXA)(VG_(args_for_client)) + 1;
  for (SizeT in_front = 0; in_front <= IN_FRONT_MAX; in_front++) {
    const HChar **const start = end - given - in_front;
    if ((SizeT)start[-1] != given + in_front || VG_(strcmp)(start[in_front], VG_(args_the_exename)) != 0)
      continue;
    *ret_count = given + in_front;
    *ret_program = in_front;
    return start;
  }
  return NULL;
}

/* In place, so that all strings still lie one after the other, or where there is room. */
static void rename_program(const HChar **place, const HChar *name)
{
  const SizeT bytes = VG_(strlen)(name) + 1, room = VG_(strlen)(*place) + 1;
  HChar *to = (HChar *)*place + room - bytes;
  if (bytes > room) {
    Bool ok;
    const SizeT page_bytes = VG_PGROUNDUP(bytes);
    to = (HChar *)__wrap_vgPlain_am_get_advisory_client_simple(0, page_bytes, &ok);
    if (!ok || sr_isError(__wrap_vgPlain_am_mmap_anon_fixed_client((Addr)to, page_bytes, VKI_PROT_READ | VKI_PROT_WRITE)))
      return;
  }
  VG_(memcpy)(to, name, bytes);
  *place = to;
}

/* The file that the guest gets for /proc/self/cmdline. */
static void write_command_line(const HChar *const *arguments, SizeT count)
{
  raw_syscall(__NR_ftruncate, VG_(cl_cmdline_fd), 0, 0, 0, 0, 0);
  VG_(lseek)(VG_(cl_cmdline_fd), 0, VKI_SEEK_SET);
  for (SizeT i = 0; i < count; i++)
    VG_(write)(VG_(cl_cmdline_fd), arguments[i], (Int)VG_(strlen)(arguments[i]) + 1);
}

/* It was open for us, as it has no other name (execution.c). */
static void close_given(const HChar *path)
{
  static const HChar link[] = "/proc/self/fd/";
  const Int fd = VG_(strncmp)(path, link, sizeof link - 1) == 0 ? (Int)VG_(strtoll10)(path + sizeof link - 1, NULL) : -1;
  if (fd >= VG_(fd_hard_limit) && fd != VG_(cl_exec_fd))
    VG_(close)(fd);
}

static void set_process_name(const HChar *path)
{
  enum { SET_NAME = 15 }; /* PR_SET_NAME */
  const HChar *const slash = VG_(strrchr)(path, '/');
  (void)raw_syscall(__NR_prctl, SET_NAME, (long)(slash ? slash + 1 : path), 0, 0, 0, 0);
}

void own_program_begin(const HChar *name)
{
  SizeT count, program;
  const HChar **const arguments = find_arguments(&count, &program);
  set_process_name(VG_(args_the_exename));
  close_given(VG_(args_the_exename));
  if (!arguments)
    return;
  if (name)
    rename_program(arguments + program, name);
  write_command_line(arguments, count);
}
