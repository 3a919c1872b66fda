/* SPDX-License-Identifier: GPL-2.0-or-later */
/* execve() and execveat(), as the kernel carries them out. The core does it by hand, and ends the run where the kernel
 * fails the call; so it is asked for nothing here. A program that is to be checked is one of the launcher's arguments,
 * and the launcher is executed. All others are executed as the guest says, in an environment without what was added to
 * it.
 *
 * The kernel ends the other threads, once it is sure. If it fails the call, the program goes on as if nothing had
 * happened. */
#include "coregrind-glue/syscalls/process_calls.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/channel.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/descriptor_limits.h"
#include "coregrind-glue/core/thread_slots.h"
#include "coregrind-glue/syscalls/exec_arguments.h"
#include "coregrind-glue/syscalls/executable.h"
#include "coregrind-glue/syscalls/guest_limits.h"
#include "coregrind-glue/syscalls/own_program.h"
#include "coregrind-glue/syscalls/self_restrictions.h"
#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

enum {
  CURRENT_FOLDER = -100,     /* AT_FDCWD */
  NO_FOLLOW = 0x100,         /* AT_SYMLINK_NOFOLLOW */
  THE_FILE_ITSELF = 0x1000,  /* AT_EMPTY_PATH */
  ONLY_ASKS = 0x10000,       /* AT_EXECVE_CHECK */
  PATH_ONLY = 010000000,     /* O_PATH */
  LINK_ITSELF = 0400000,     /* O_NOFOLLOW */
  CLOSED_BY_EXEC = 02000000, /* O_CLOEXEC */
  FLAG_CLOSED_BY_EXEC = 1,   /* FD_CLOEXEC */
  POST_ON_FAIL = 1 << 2,     /* a flag of the core's */
  PATH_BYTES = VKI_PATH_MAX + 64,
  TEXTS_MAX = 16,
  NEW_OPTIONS = 4,
  ARGUMENTS = 5,
};

extern HChar **VG_(env_clone)(HChar **environment);
extern void VG_(env_remove_valgrind_env_stuff)(HChar **environment, Bool strings_are_fixed,
                                               void (*free_string)(void *));
extern HChar **VG_(env_setenv)(HChar ***environment, const HChar *name, const HChar *value);
extern XArray *VG_(args_for_valgrind);
extern Int VG_(args_for_valgrind_noexecpass);
extern const HChar *VG_(libdir);
extern Int VG_(clo_vgdb), VG_(fd_hard_limit), VG_(max_signal);
extern SysRes VG_(do_sys_sigaction)(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_before);

/* What the guest asks for. */
struct wish {
  Int folder;
  const HChar *path;
  UWord arguments, environment, flags;
};

/* What is given to the kernel, and to be undone when it fails. One for each thread, which may be interrupted before the
 * kernel has it. */
static struct attempt {
  HChar path[PATH_BYTES];
  const HChar **arguments, **environment; /* NULL: the guest's own */
  void *texts[TEXTS_MAX];                 /* made for them */
  Int kept_open;                          /* a descriptor of the program; -1: none */
  Int handed;                             /* that of what the guest has forbidden itself; likewise */
  Int folder;                             /* that of the folder with the records; likewise */
  struct guest_limits_before limits;
  UWord given[ARGUMENTS];                 /* what the guest has in its registers */
  Bool is_under_way;
} **attempts;

static struct attempt *attempt_of(ThreadId tid)
{
  if (!attempts) {
    attempts = VG_(calloc)("seep.execution", thread_slots_max(), sizeof *attempts);
  }
  if (!attempts[tid]) {
    attempts[tid] = VG_(calloc)("seep.execution", 1, sizeof *attempts[tid]);
    attempts[tid]->kept_open = attempts[tid]->handed = attempts[tid]->folder = -1;
  }
  return attempts[tid];
}

/* --- the file --- */

static Bool is_relative_to_folder(const struct wish *wish)
{
  return wish->folder != CURRENT_FOLDER && *wish->path != '/';
}

static Bool is_file_itself(const struct wish *wish)
{
  return *wish->path == '\0' && (wish->flags & THE_FILE_ITSELF) != 0;
}

/* For its path only; an error of the kernel's. */
static long open_file(const struct wish *wish)
{
  const Int flags = PATH_ONLY | CLOSED_BY_EXEC | ((wish->flags & NO_FOLLOW) ? LINK_ITSELF : 0);
  HChar link[32];
  if (!is_file_itself(wish))
    return raw_syscall(__NR_openat, wish->folder, (long)wish->path, flags, 0, 0, 0);
  if (raw_syscall(__NR_fcntl, wish->folder, VKI_F_GETFD, 0, 0, 0, 0) < 0)
    return wish->folder == CURRENT_FOLDER ? -VKI_EACCES : -VKI_EBADF;
  VG_(sprintf)(link, "/proc/self/fd/%d", wish->folder);
  return raw_syscall(__NR_openat, CURRENT_FOLDER, (long)link, PATH_ONLY | CLOSED_BY_EXEC, 0, 0, 0);
}

static Bool is_closed_by_exec(const struct wish *wish)
{
  const long flags = raw_syscall(__NR_fcntl, wish->folder, VKI_F_GETFD, 0, 0, 0, 0);
  return flags >= 0 && (flags & FLAG_CLOSED_BY_EXEC) != 0;
}

static Bool leads_to(const HChar *path, Int file)
{
  struct vg_stat here, there;
  return !sr_isError(VG_(stat)(path, &here)) && VG_(fstat)(file, &there) == 0 && here.dev == there.dev &&
         here.ino == there.ino;
}

/* A file that has no name (any more) is kept open for the tool, which closes it when it has it. */
static void name_by_descriptor(Int file, struct attempt *attempt)
{
  HChar link[32];
  VG_(sprintf)(link, "/proc/self/fd/%d", file);
  const long opened = raw_syscall(__NR_openat, CURRENT_FOLDER, (long)link, VKI_O_RDONLY | CLOSED_BY_EXEC, 0, 0, 0);
  attempt->kept_open = core_out_of_reach(opened, CORE_OPEN_ON_EXEC);
  VG_(sprintf)(attempt->path, "/proc/self/fd/%d", attempt->kept_open < 0 ? file : attempt->kept_open);
}

/* A name by which launcher and tool find it. Scripts see it; theirs is what the kernel would call them. */
static void name_file(const struct wish *wish, Int file, Bool is_script, struct attempt *attempt)
{
  const Bool has_slash = VG_(strchr)(wish->path, '/') != NULL;
  HChar link[32];
  if (!is_relative_to_folder(wish)) {
    VG_(snprintf)(attempt->path, sizeof attempt->path, "%s%s", has_slash ? "" : "./", wish->path);
    return;
  }
  if (is_script) {
    VG_(snprintf)
    (attempt->path, sizeof attempt->path, "/dev/fd/%d%s%s", wish->folder, *wish->path ? "/" : "", wish->path);
    return;
  }
  VG_(sprintf)(link, "/proc/self/fd/%d", file);
  const SSizeT bytes = VG_(readlink)(link, attempt->path, PATH_BYTES - 1);
  attempt->path[bytes > 0 ? bytes : 0] = '\0';
  if (!leads_to(attempt->path, file))
    name_by_descriptor(file, attempt);
}

/* --- the program's arguments and environment --- */

static SizeT count_strings(UWord list)
{
  SizeT count = 0;
  while (list != 0 && ((const HChar *const *)list)[count])
    count++;
  return count;
}

static const HChar **copy_environment(UWord environment, Bool is_checked)
{
  static HChar *none[] = {NULL};
  HChar **copy = VG_(env_clone)(environment == 0 ? none : (HChar **)environment);
  VG_(env_remove_valgrind_env_stuff)(copy, True, NULL);
  if (is_checked)
    VG_(env_setenv)(&copy, "VALGRIND_LIB", VG_(libdir));
  return (const HChar **)copy;
}

static const HChar *launcher_name(void)
{
  const HChar *const slash = VG_(strrchr)(VG_(name_of_launcher), '/');
  return slash && slash[1] ? slash + 1 : VG_(name_of_launcher);
}

static const HChar name_option[] = "--seep-name=", handed_option[] = "--seep-restrictions=",
                   folder_option[] = "--seep-folder=", limits_option[] = "--seep-descriptors=";

/* What the program is called, which need not be where it is. */
static HChar *name_for_tool(const HChar *name)
{
  HChar *const option = VG_(malloc)("seep.execution", sizeof name_option + VG_(strlen)(name));
  VG_(sprintf)(option, "%s%s", name_option, name);
  return option;
}

static const HChar *name_of(const struct wish *wish, const struct executable *found)
{
  const HChar *const first = count_strings(wish->arguments) > 0 ? *(const HChar *const *)wish->arguments : "";
  return found->is_script ? wish->path : first;
}

static Bool is_of_this_program(const HChar *option)
{
  return VG_(strncmp)(option, name_option, sizeof name_option - 1) == 0 ||
         VG_(strncmp)(option, handed_option, sizeof handed_option - 1) == 0 ||
         VG_(strncmp)(option, folder_option, sizeof folder_option - 1) == 0 ||
         VG_(strncmp)(option, limits_option, sizeof limits_option - 1) == 0;
}

/* The launcher's name, the tool's options, with new ones among them, the program, its arguments. */
static const HChar **arguments_of_launcher(const HChar *path, const HChar *const *new_options, UWord arguments)
{
  const Word options = VG_(sizeXA)(VG_(args_for_valgrind));
  const SizeT count = count_strings(arguments);
  const HChar **list = VG_(malloc)("seep.execution", ((SizeT)options + count + NEW_OPTIONS + 3) * sizeof *list),
              **at = list;
  *at++ = launcher_name();
  for (Word i = VG_(args_for_valgrind_noexecpass); i < options; i++) {
    const HChar *const option = *(const HChar **)VG_(indexXA)(VG_(args_for_valgrind), i);
    for (; i == options - 1 && *new_options; new_options++) /* the last one tells that these are a tool's options */
      *at++ = *new_options;
    if (!is_of_this_program(option))
      *at++ = option;
  }
  *at++ = path;
  for (SizeT i = 1; i < count; i++)
    *at++ = ((const HChar *const *)arguments)[i];
  *at = NULL;
  return list;
}

/* --- signals --- */

/* The core catches faults that the guest ignores, and signals that make snapshots. What is executed is to ignore them.
 */
enum { SIGNALS = 32 };
static vki_sigaction_toK_t of_kernel[SIGNALS];

static void set_ignored(void (*set)(Int signal, const vki_sigaction_toK_t *action))
{
  vki_sigaction_fromK_t guests;
  for (Int signal = 1; signal < SIGNALS; signal++)
    if (!sr_isError(VG_(do_sys_sigaction)(signal, NULL, &guests)) &&
        (const void *)guests.ksa_handler == (const void *)VKI_SIG_IGN)
      set(signal, &guests);
}

static void ignore(Int signal, const vki_sigaction_toK_t *action)
{
  const vki_sigaction_toK_t ignored = {.ksa_handler = VKI_SIG_IGN};
  raw_syscall(__NR_rt_sigaction, signal, (long)&ignored, (long)&of_kernel[signal], sizeof ignored.sa_mask, 0, 0);
}

static void catch_again(Int signal, const vki_sigaction_toK_t *action)
{
  raw_syscall(__NR_rt_sigaction, signal, (long)&of_kernel[signal], 0, sizeof of_kernel[signal].sa_mask, 0, 0);
}

/* --- the call --- */

static Bool find_wish(ThreadId tid, const struct syscall_arguments *arguments, struct wish *ret)
{
  const Bool is_at = arguments->number == __NR_execveat;
  const UWord *const at = arguments->at + is_at;
  *ret = (struct wish){.folder = is_at ? (Int)arguments->first : CURRENT_FOLDER,
                       .path = (const HChar *)at[0],
                       .arguments = at[1],
                       .environment = at[2],
                       .flags = is_at ? arguments->fifth : 0};
  return exec_arguments_check(tid, is_at ? EXEC_ARGUMENTS_EXECVEAT : EXEC_ARGUMENTS_EXECVE, at);
}

static void close_if_open(Int *fd)
{
  if (*fd >= 0)
    raw_syscall(__NR_close, *fd, 0, 0, 0, 0, 0);
  *fd = -1;
}

static void undo(struct attempt *attempt)
{
  if (!attempt->is_under_way)
    return;
  attempt->is_under_way = False;
  set_ignored(catch_again);
  guest_limits_take_back(&attempt->limits);
  close_if_open(&attempt->kept_open);
  close_if_open(&attempt->handed);
  close_if_open(&attempt->folder);
  for (UInt i = 0; i < TEXTS_MAX; i++) {
    VG_(free)(attempt->texts[i]);
    attempt->texts[i] = NULL;
  }
  VG_(free)(attempt->arguments);
  VG_(free)(attempt->environment);
  attempt->arguments = attempt->environment = NULL;
}

static Bool can_be_checked(const struct wish *wish, const struct executable *found)
{
  return found->can_be_checked && (wish->flags & ONLY_ASKS) == 0 && VG_(name_of_launcher) &&
         *VG_(name_of_launcher) == '/' && core_will_trace(wish->path, wish->arguments);
}

static void *keep(struct attempt *attempt, void *text)
{
  for (UInt i = 0; i < TEXTS_MAX; i++)
    if (!attempt->texts[i])
      return attempt->texts[i] = text;
  return text;
}

/* What it is to be handed cannot always be written down. */
static Bool is_to_be_checked(ThreadId tid, const struct wish *wish, const struct executable *found,
                             struct attempt *attempt)
{
  if (!can_be_checked(wish, found))
    return False;
  if (!self_restrictions_go_on(tid))
    return True;
  attempt->handed = self_restrictions_store(tid);
  return attempt->handed >= 0;
}

/* NULL: there is no such descriptor. */
static const HChar *descriptor_for_tool(struct attempt *attempt, const HChar *name, Int descriptor)
{
  if (descriptor < 0)
    return NULL;
  HChar *const option = keep(attempt, VG_(malloc)("seep.execution", VG_(strlen)(name) + 16));
  VG_(sprintf)(option, "%s%d", name, descriptor);
  return option;
}

static const HChar *limits_for_tool(struct attempt *attempt)
{
  const struct vki_rlimit limits = descriptor_limits();
  HChar *const option = keep(attempt, VG_(malloc)("seep.execution", sizeof limits_option + 48));
  VG_(sprintf)(option, "%s%lu,%lu", limits_option, limits.rlim_cur, limits.rlim_max);
  return option;
}

static void add_option(const HChar **options, const HChar *option)
{
  while (*options)
    options++;
  *options = option;
}

/* The core knows no interpreter that is a script, so that is executed as if the guest had asked for it. */
static void enter_script(struct attempt *attempt, struct wish *wish, struct executable *found)
{
  const SizeT count = count_strings(wish->arguments);
  const HChar **list = keep(attempt, VG_(malloc)("seep.execution", (count + 4) * sizeof *list)), **at = list;
  name_file(wish, -1, True, attempt);
  const HChar *const script = is_relative_to_folder(wish) ? attempt->path : wish->path;
  *at++ = keep(attempt, VG_(strdup)("seep.execution", found->interpreter));
  if (*found->argument)
    *at++ = keep(attempt, VG_(strdup)("seep.execution", found->argument));
  *at++ = keep(attempt, VG_(strdup)("seep.execution", script));
  for (SizeT i = 1; i < count; i++)
    *at++ = ((const HChar *const *)wish->arguments)[i];
  *at = NULL;
  *wish = (struct wish){
    .folder = CURRENT_FOLDER, .path = list[0], .arguments = (UWord)list, .environment = wish->environment};
  const long file = open_file(wish);
  *found = (struct executable){0};
  if (file >= 0)
    executable_examine((Int)file, found);
  raw_syscall(__NR_close, file, 0, 0, 0, 0, 0);
}

/* The link to the tool, where the guest means itself by it, is no name of the program. */
static void give_program(ThreadId tid, struct attempt *attempt, struct wish *wish, Int file, struct executable *found,
                         UWord *at)
{
  if (is_to_be_checked(tid, wish, found, attempt)) {
    while (found->is_nested)
      enter_script(attempt, wish, found);
    name_file(wish, file, found->is_script, attempt);
    const HChar *const name = found->is_script && is_relative_to_folder(wish) ? attempt->path : name_of(wish, found);
    const HChar *options[NEW_OPTIONS + 1] = {keep(attempt, name_for_tool(name))};
    attempt->folder = channel_open_folder();
    add_option(options, descriptor_for_tool(attempt, folder_option, attempt->folder));
    add_option(options, limits_for_tool(attempt));
    add_option(options, descriptor_for_tool(attempt, handed_option, attempt->handed));
    attempt->arguments = arguments_of_launcher(attempt->path, options, wish->arguments);
    at[0] = (UWord)VG_(name_of_launcher);
    at[1] = (UWord)attempt->arguments;
  } else {
    at[0] = (UWord)wish->path;
  }
  attempt->environment = copy_environment(wish->environment, attempt->arguments != NULL);
  at[2] = (UWord)attempt->environment;
}

/* Returns an errno value, or 0. */
static UWord execute(ThreadId tid, struct syscall_arguments *arguments, struct wish *wish, Int file,
                     struct executable *found)
{
  const HChar *const path = wish->path;
  const Bool is_at = arguments->number == __NR_execveat;
  struct attempt *const attempt = attempt_of(tid);
  undo(attempt);
  attempt->is_under_way = True;
  VG_(memcpy)(attempt->given, arguments->at, sizeof attempt->given);
  give_program(tid, attempt, wish, file, found, arguments->at + is_at);
  if (is_at && attempt->arguments) {
    arguments->first = (UWord)(Word)CURRENT_FOLDER;
    arguments->fifth = 0;
  }
  if (VG_(clo_vgdb) != 0 && !sharing_is_other(tid) && (wish->flags & ONLY_ASKS) == 0)
    VG_(gdbserver)(0);
  tool.program_executes(tid, path, attempt->arguments != NULL);
  attempt->limits = guest_limits_give_to_kernel(attempt->arguments || (wish->flags & ONLY_ASKS), found->can_be_checked);
  set_ignored(ignore);
  return attempt->arguments || (wish->flags & ONLY_ASKS) ? 0
                                                         : self_restrictions_tell_kernel(tid, found->can_be_checked);
}

static UWord script_by_closed_descriptor(const struct wish *wish, const struct executable *found)
{
  return found->error == 0 && found->is_script && is_relative_to_folder(wish) && is_closed_by_exec(wish) ? VKI_ENOENT
                                                                                                         : found->error;
}

/* The kernel needs no descriptor, and asks no filter of system calls that is around the run; so where opening fails
 * with this, it may execute the file. Then it is asked to, and nothing is checked. */
static Bool may_be_ours(UWord error)
{
  return error == VKI_EPERM || error == VKI_EACCES || error == VKI_ENOSYS || error == VKI_EMFILE || error == VKI_ENFILE;
}

/* In the order of the kernel. The file is left open for its path. */
static UWord find_error(const struct wish *wish, Bool is_readable, long *ret_file, struct executable *ret_found)
{
  *ret_file = -1;
  if (wish->path == NULL || !core_is_guest_string((Addr)wish->path))
    return VKI_EFAULT;
  if (*wish->path == '\0' && (wish->flags & THE_FILE_ITSELF) == 0)
    return VKI_ENOENT;
  if (wish->flags & ~(UWord)(NO_FOLLOW | THE_FILE_ITSELF | ONLY_ASKS))
    return VKI_EINVAL;
  *ret_found = (struct executable){0};
  *ret_file = open_file(wish);
  if (*ret_file < 0 && !may_be_ours((UWord)-*ret_file))
    return (UWord)-*ret_file;
  if (*ret_file < 0)
    return is_readable ? 0 : VKI_EFAULT;
  executable_examine((Int)*ret_file, ret_found);
  if (!is_readable)
    return VKI_EFAULT;
  return script_by_closed_descriptor(wish, ret_found);
}

static void take_back(ThreadId tid, struct syscall_arguments *arguments, UWord error)
{
  struct attempt *const attempt = attempt_of(tid);
  undo(attempt);
  VG_(memcpy)(arguments->at, attempt->given, sizeof attempt->given);
  tool.program_is_not_executed(tid, error);
}

void execution_before(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                      UWord *flags)
{
  struct wish wish;
  struct executable found;
  long file;
  const Bool is_readable = find_wish(tid, arguments, &wish);
  UWord error = find_error(&wish, is_readable, &file, &found);
  if (error == 0) {
    wish.path = own_program_behind(wish.path);
    error = execute(tid, arguments, &wish, (Int)file, &found);
    if (error != 0)
      take_back(tid, arguments, error);
  }
  if (error == 0)
    *flags |= SYSCALL_MAY_BLOCK | POST_ON_FAIL;
  else
    syscall_complete(status, error);
  if (file >= 0)
    raw_syscall(__NR_close, file, 0, 0, 0, 0, 0);
}

/* The core leaves there what the kernel was given. */
static void restore_registers(ThreadId tid, const struct attempt *attempt)
{
  static const PtrdiffT registers[ARGUMENTS] = {
    offsetof(VexGuestAMD64State, guest_RDI), offsetof(VexGuestAMD64State, guest_RSI),
    offsetof(VexGuestAMD64State, guest_RDX), offsetof(VexGuestAMD64State, guest_R10),
    offsetof(VexGuestAMD64State, guest_R8)};
  for (UInt i = 0; i < ARGUMENTS; i++)
    VG_(set_shadow_regs_area)(tid, 0, registers[i], sizeof attempt->given[i], (const UChar *)&attempt->given[i]);
}

void execution_after(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status)
{
  undo(attempt_of(tid));
  restore_registers(tid, attempt_of(tid));
  if (sr_isError(status->result))
    tool.program_is_not_executed(tid, sr_Err(status->result));
}

void execution_interrupted(ThreadId tid)
{
  if (!attempts || !attempts[tid] || !attempts[tid]->is_under_way)
    return;
  undo(attempts[tid]);
  tool.program_is_not_executed(tid, VKI_EINTR);
}
