/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For the kernel, each checked process executes the tool, so /proc/self/exe, which the core answers for when it is read, is the tool
 * where it is executed. Programs that execute themselves, or their parent, do so by such a link: it is replaced by the name of the
 * program, which the core has open. */
#include "coregrind-glue/syscalls/own_program.h"

#include "base/freestanding/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

extern Int VG_(cl_exec_fd); /* the guest's program */

static const HChar *executed; /* what the guest has named; NULL: nothing */

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

/* What is to be executed instead of `path`, which may be itself. */
static const HChar *program_behind(const HChar *path)
{
  if (!is_link_to_tool(path))
    return path;
  const Int process = (Int)VG_(strtoll10)(path + 6, NULL);
  const HChar *const program = process > 0 ? program_of(process) : NULL;
  const HChar *const own = program ? program : program_of(VG_(getpid)());
  return own ? own : path;
}

void own_program_note_execution(const HChar *path)
{
  executed = path;
}

/* Of a traced program the launcher is executed, with the program among its arguments. */
static void replace_argument(const HChar **arguments)
{
  while (*arguments && *arguments != executed)
    arguments++;
  if (*arguments)
    *arguments = program_behind(executed);
}

SysRes __wrap_vgPlain_do_syscall(UWord number, UWord first, UWord second, UWord third, UWord fourth, UWord fifth, UWord sixth)
{
  if (number == __NR_execve && executed && first == (UWord)executed)
    first = (UWord)program_behind(executed);
  else if (number == __NR_execve && executed)
    replace_argument((const HChar **)second);
  return __real_vgPlain_do_syscall(number, first, second, third, fourth, fifth, sixth);
}

void own_program_begin(void)
{
  enum { SET_NAME = 15 }; /* PR_SET_NAME */
  const HChar *const path = VG_(args_the_exename), *const slash = VG_(strrchr)(path, '/');
  (void)raw_syscall(__NR_prctl, SET_NAME, (long)(slash ? slash + 1 : path), 0, 0, 0, 0);
}
