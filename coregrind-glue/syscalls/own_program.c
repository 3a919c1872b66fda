/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For the kernel, each checked process executes the tool, so /proc/self/exe, which the core answers for when it is
 * read, is the tool where it is executed or looked at. Programs that execute themselves, or their parent, do so by such
 * a link: it is replaced by the name of the program, which the core has open; other processes' links, and this one by
 * its other names, are replaced by that of the open file. */
#include "coregrind-glue/syscalls/own_program.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/kernel_layout.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/syscalls/own_status.h"
#include "coregrind-glue/tool.h"

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
extern Int VG_(cl_auxv_fd);
extern Int VG_(fd_hard_limit);

enum { PROC_BYTES = 6 /* "/proc/" */, PROC_PATH_BYTES = 64 };

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

Bool own_program_is_checked(Int pid)
{
  HChar link[32];
  VG_(sprintf)(link, "/proc/%d/exe", pid);
  return is_link_to_tool(link);
}

/* --- paths of system calls --- */

/* Which argument of a call names a file that is looked at behind links, or a link that is read; -1: none. */
static Int path_argument(const struct syscall_arguments *arguments)
{
  enum { FACCESSAT2 = 439, NO_FOLLOW = 0x100 };
  switch (arguments->number) {
  case __NR_open:
  case __NR_stat:
  case __NR_access:
  case __NR_readlink:
    return 0;
  case __NR_newfstatat:
    return arguments->fourth & NO_FOLLOW ? -1 : 1;
  case __NR_statx:
    return arguments->third & NO_FOLLOW ? -1 : 1;
  case __NR_openat:
  case __NR_readlinkat:
  case __NR_faccessat:
  case FACCESSAT2:
    return 1;
  default:
    return -1;
  }
}

static const HChar *after_number(const HChar *text)
{
  HChar *end;
  (void)VG_(strtoll10)(text, &end);
  return end;
}

static Bool begins(const HChar **text, const HChar *beginning)
{
  const SizeT bytes = VG_(strlen)(beginning);
  if (VG_(strncmp)(*text, beginning, bytes) != 0)
    return False;
  *text += bytes;
  return True;
}

/* "/proc/self/NAME" by any of its names: NAME; NULL: it is none. */
static const HChar *name_in_own_folder(const HChar *path)
{
  if (begins(&path, "/proc/thread-self/"))
    return path;
  HChar own[32];
  VG_(sprintf)(own, "/proc/%d/", VG_(getpid)());
  if (!begins(&path, "/proc/self/") && !begins(&path, own))
    return NULL;
  const HChar *task = path;
  const Bool is_of_thread = begins(&task, "task/") && *(task = after_number(task)) == '/';
  return is_of_thread ? task + 1 : path;
}

static Bool is_known_to_kernel; /* the guest's command line and auxiliary vector */

/* What the core has open for the guest to see as such a file; -1: nothing. */
static Int descriptor_of(const HChar *name)
{
  if (VG_(strcmp)(name, "exe") == 0)
    return VG_(cl_exec_fd);
  if (is_known_to_kernel)
    return -1;
  if (VG_(strcmp)(name, "cmdline") == 0)
    return VG_(cl_cmdline_fd);
  return VG_(strcmp)(name, "auxv") == 0 ? VG_(cl_auxv_fd) : -1;
}

/* What the guest means by `path`, as a name that leads there. NULL: the same. */
static const HChar *meant_by(const HChar *path)
{
  static HChar meant[PROC_PATH_BYTES];
  const HChar *const name = name_in_own_folder(path);
  const Int fd = name ? descriptor_of(name) : -1;
  if (fd >= 0)
    VG_(sprintf)(meant, "/proc/self/fd/%d", fd);
  else if (!name && VG_(strcmp)(after_number(path + PROC_BYTES), "/exe") == 0 && is_link_to_tool(path))
    VG_(sprintf)(meant, "/proc/%lld/fd/%d", VG_(strtoll10)(path + PROC_BYTES, NULL), VG_(cl_exec_fd));
  else
    return NULL;
  return meant;
}

static const HChar *path_of_call(const struct syscall_arguments *arguments, Int at, HChar path[PROC_PATH_BYTES])
{
  path[0] = '\0';
  if (!guarded_read(path, arguments->at[at], PROC_BYTES) || VG_(strncmp)(path, "/proc/", PROC_BYTES) != 0)
    return NULL;
  path[guarded_copy(path, (const void *)arguments->at[at], PROC_PATH_BYTES - 1)] = '\0';
  return VG_(strlen)(path) < PROC_PATH_BYTES - 1 ? path : NULL;
}

static const HChar *meant_by_call(const struct syscall_arguments *arguments, Int at)
{
  HChar path[PROC_PATH_BYTES];
  return path_of_call(arguments, at, path) ? meant_by(path) : NULL;
}

static Bool is_open(const struct syscall_arguments *arguments)
{
  return arguments->number == __NR_open || arguments->number == __NR_openat;
}

/* The core would answer with files of its own, which stay as they are when the program changes its arguments. */
Bool own_program_opens_for_kernel(ThreadId tid, const struct syscall_arguments *arguments)
{
  HChar path[PROC_PATH_BYTES];
  if (!is_known_to_kernel || !is_open(arguments))
    return False;
  const Int at = path_argument(arguments);
  const HChar *const name = path_of_call(arguments, at, path) ? name_in_own_folder(path) : NULL;
  if (!name || (VG_(strcmp)(name, "cmdline") != 0 && VG_(strcmp)(name, "auxv") != 0))
    return False;
  tool.syscall_reads_text(tid, at == 0 ? "open(filename)" : "openat(filename)", arguments->at[at]);
  return True;
}

static Bool is_reading_link(Word number)
{
  return number == __NR_readlink || number == __NR_readlinkat;
}

/* The room is the guest's, and nothing but the answer may be written there. */
Bool own_program_reads_link(ThreadId tid, const struct syscall_arguments *arguments, struct syscall_status *status)
{
  const Int at = is_reading_link(arguments->number) ? path_argument(arguments) : -1;
  const HChar *const meant = at >= 0 ? meant_by_call(arguments, at) : NULL;
  if (!meant)
    return False;
  const Addr to = arguments->at[at + 1];
  const SizeT bytes = arguments->at[at + 2];
  tool.syscall_reads_text(tid, at == 0 ? "readlink(path)" : "readlinkat(path)", arguments->at[at]);
  tool.syscall_writes(tid, at == 0 ? "readlink(buf)" : "readlinkat(buf)", to, bytes);
  const long length = raw_syscall(__NR_readlink, (long)meant, (long)to, (long)bytes, 0, 0, 0);
  if (length > 0)
    tool.syscall_wrote(tid, to, (SizeT)length);
  *status =
    (struct syscall_status){SYSCALL_COMPLETE, {._isError = length < 0, ._val = (UWord)(length < 0 ? -length : length)}};
  return True;
}

/* A file that is made for the call to be opened. NULL: it opens none of these. */
static const HChar *made_for_call(ThreadId tid, const struct syscall_arguments *arguments, Int at)
{
  static HChar made[PROC_PATH_BYTES];
  HChar path[PROC_PATH_BYTES];
  if (!is_open(arguments) || (arguments->at[at + 1] & (VKI_O_WRONLY | VKI_O_RDWR)) ||
      !path_of_call(arguments, at, path))
    return NULL;
  const HChar *const name = name_in_own_folder(path);
  const Int fd = name ? own_status_make(tid, path, name) : -1;
  VG_(sprintf)(made, "/proc/self/fd/%d", fd);
  return fd >= 0 ? made : NULL;
}

void own_program_redirect(ThreadId tid, struct syscall_arguments *arguments, const struct syscall_status *status,
                          UWord *flags)
{
  const Int at = status->what == SYSCALL_FOR_KERNEL ? path_argument(arguments) : -1;
  const HChar *meant = at >= 0 ? meant_by_call(arguments, at) : NULL;
  if (at >= 0 && !meant)
    meant = made_for_call(tid, arguments, at);
  if (!meant)
    return;
  arguments->at[at] = (UWord)meant;
  *flags &= ~(UWord)SYSCALL_MAY_BLOCK; /* else it would be left in the guest's register */
}

/* --- its arguments --- */

/* Those of the guest are on its stack: their number, the strings, NULL; then the environment. An interpreter and its
 * argument may stand in front of the program. NULL: this core does it in another way. */
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

/* Where the last string of the environment ends. All strings lie one after the other, as the kernel makes them,
 * arguments first. */
static HChar *end_of_strings(const HChar **arguments, SizeT count)
{
  const HChar **last = arguments + count - 1;
  for (const HChar **at = arguments + count + 1; *at; at++)
    last = at;
  return (HChar *)*last + VG_(strlen)(*last) + 1;
}

/* To memory of their own, with so many bytes free in front of them. */
static Bool move_strings(const HChar **arguments, SizeT count, SizeT more)
{
  Bool ok;
  const SizeT bytes = (SizeT)(end_of_strings(arguments, count) - arguments[0]), all_bytes = VG_PGROUNDUP(bytes + more);
  const Addr place = __wrap_vgPlain_am_get_advisory_client_simple(0, all_bytes, &ok);
  if (!ok || sr_isError(__wrap_vgPlain_am_mmap_anon_fixed_client(place, all_bytes, VKI_PROT_READ | VKI_PROT_WRITE)))
    return False;
  const HChar *const from = arguments[0];
  HChar *const to = (HChar *)place + all_bytes - bytes;
  VG_(memcpy)(to, from, bytes);
  for (const HChar **at = arguments; *at || at == arguments + count; at++)
    if (*at)
      *at = to + (*at - from);
  return True;
}

static void rename_program(const HChar **arguments, SizeT count, SizeT program, const HChar *name)
{
  const SSizeT fewer = (SSizeT)VG_(strlen)(arguments[program]) - (SSizeT)VG_(strlen)(name);
  if (fewer < 0 && !move_strings(arguments, count, (SizeT)-fewer))
    return;
  HChar *const first = (HChar *)arguments[0];
  VG_(memmove)(first + fewer, first, (SizeT)(arguments[program] - first));
  for (SizeT i = 0; i <= program; i++)
    arguments[i] += fewer;
  VG_(strcpy)((HChar *)arguments[program], name);
}

/* The file that the guest gets for /proc/self/cmdline where the kernel would tell of the tool's. */
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
  const Int fd =
    VG_(strncmp)(path, link, sizeof link - 1) == 0 ? (Int)VG_(strtoll10)(path + sizeof link - 1, NULL) : -1;
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
    rename_program(arguments, count, program, name);
  is_known_to_kernel = kernel_layout_tell(arguments);
  if (!is_known_to_kernel)
    write_command_line(arguments, count);
}
