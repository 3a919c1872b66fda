/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Members are read with care, as they may be anything; those that are undefined have been reported where the structure
 * was checked. What has been written is computed from what the kernel has left in the structure, but never more than
 * there was room for. */
#include "coregrind-glue/syscalls/more_memory.h"

#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/syscalls/asynchronous_io.h"
#include "coregrind-glue/syscalls/known_commands.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"

/* --- programs for packets and system calls --- */

/* struct sock_fprog: a number of instructions, and where they are. */
static void reads_program(ThreadId tid, const HChar *name, Addr program)
{
  enum { INSTRUCTION_BYTES = 8 };
  struct {
    UShort count;
    Addr instructions;
  } members;
  if (guarded_read(&members, program, sizeof members) && members.instructions != 0)
    tool.syscall_reads(tid, name, members.instructions, (SizeT)members.count * INSTRUCTION_BYTES);
}

static void reads_setsockopt(ThreadId tid, const struct syscall_arguments *arguments)
{
  enum { SOL_SOCKET = 1, SOL_PACKET = 263, SO_ATTACH_REUSEPORT_CBPF = 51, PACKET_FANOUT_DATA = 22, PROGRAM_BYTES = 16 };
  const Int level = (Int)arguments->second, name = (Int)arguments->third;
  const Bool has_program =
    (level == SOL_SOCKET && name == SO_ATTACH_REUSEPORT_CBPF) || (level == SOL_PACKET && name == PACKET_FANOUT_DATA);
  if (has_program && (UInt)arguments->fifth == PROGRAM_BYTES)
    reads_program(tid, "setsockopt(optval.filter)", arguments->fourth);
}

static void reads_filter(ThreadId tid, const HChar *name, Addr program)
{
  if (program == 0)
    return;
  tool.syscall_reads(tid, name, program, 2);
  tool.syscall_reads(tid, name, program + 8, 8);
  reads_program(tid, name, program);
}

enum { SECCOMP_SET_MODE_FILTER = 1, SECCOMP_GET_ACTION_AVAIL, SECCOMP_GET_NOTIF_SIZES, NOTIF_SIZES_BYTES = 6 };

static void reads_seccomp(ThreadId tid, const struct syscall_arguments *arguments)
{
  if (arguments->first == SECCOMP_SET_MODE_FILTER)
    reads_filter(tid, "seccomp(args)", arguments->third);
  else if (arguments->first == SECCOMP_GET_ACTION_AVAIL)
    tool.syscall_reads(tid, "seccomp(args)", arguments->third, sizeof(UInt));
  else if (arguments->first == SECCOMP_GET_NOTIF_SIZES)
    tool.syscall_writes(tid, "seccomp(args)", arguments->third, NOTIF_SIZES_BYTES);
}

static void wrote_seccomp(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  if (arguments->first == SECCOMP_GET_NOTIF_SIZES)
    tool.syscall_wrote(tid, arguments->third, NOTIF_SIZES_BYTES);
}

/* --- prctl() --- */

static SizeT bytes_got(UWord option)
{
  static const struct {
    UInt option, bytes;
  } gets[] = {
#define PRCTL_GETS(option, bytes) {option, bytes},
#include "coregrind-glue/syscalls/more_memory.def"
  };
  for (UInt i = 0; i < sizeof gets / sizeof *gets; i++)
    if (gets[i].option == option)
      return gets[i].bytes;
  return 0;
}

enum { PR_SCHED_CORE = 62, PR_SCHED_CORE_GET = 0, PR_GET_AUXV = 0x41555856 };

static SizeT smaller(SizeT a, SizeT b)
{
  return a < b ? a : b;
}

static void reads_prctl(ThreadId tid, const struct syscall_arguments *arguments)
{
  enum { PR_SET_SECCOMP = 22, SECCOMP_MODE_FILTER = 2, PR_SET_VMA = 0x53564D41, PR_SET_VMA_ANON_NAME = 0 };
  const SizeT bytes = bytes_got(arguments->first);
  if (bytes > 0)
    tool.syscall_writes(tid, "prctl(arg2)", arguments->second, bytes);
  if (arguments->first == PR_GET_AUXV)
    tool.syscall_writes(tid, "prctl(arg2)", arguments->second, arguments->third);
  if (arguments->first == PR_SCHED_CORE && arguments->second == PR_SCHED_CORE_GET)
    tool.syscall_writes(tid, "prctl(arg5)", arguments->fifth, 8);
  if (arguments->first == PR_SET_SECCOMP && arguments->second == SECCOMP_MODE_FILTER)
    reads_filter(tid, "prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter)", arguments->third);
  if (arguments->first == PR_SET_VMA && arguments->second == PR_SET_VMA_ANON_NAME && arguments->fifth != 0)
    tool.syscall_reads_text(tid, "prctl(PR_SET_VMA_ANON_NAME)", arguments->fifth);
}

static void wrote_prctl(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  const SizeT bytes = bytes_got(arguments->first);
  if (bytes > 0)
    tool.syscall_wrote(tid, arguments->second, bytes);
  if (arguments->first == PR_GET_AUXV)
    tool.syscall_wrote(tid, arguments->second, smaller(arguments->third, result));
  if (arguments->first == PR_SCHED_CORE && arguments->second == PR_SCHED_CORE_GET)
    tool.syscall_wrote(tid, arguments->fifth, 8);
}

/* --- ioctl() --- */

struct array {
  UInt request;
  const HChar *name;
  UInt count_at, count_bytes, unit_bytes;
  Int room_at;
  UInt start;
};

static const struct array *array_of(UWord request)
{
  static const struct array arrays[] = {
#define IOCTL_GETS(...) {__VA_ARGS__},
#include "coregrind-glue/syscalls/more_memory.def"
  };
  for (UInt i = 0; i < sizeof arrays / sizeof *arrays; i++)
    if (arrays[i].request == (UInt)request)
      return &arrays[i];
  return NULL;
}

/* 0: nobody knows. */
static SizeT units_at(const struct array *array, Addr structure, UInt offset)
{
  ULong count = 0;
  return guarded_read(&count, structure + offset, array->count_bytes) && count < 1ULL << 32 ? count : 0;
}

static SizeT room_of(const struct array *array, Addr structure)
{
  return units_at(array, structure, array->room_at < 0 ? array->count_at : (UInt)array->room_at);
}

/* Of FIDEDUPERANGE: source and length, a number of files; for each of these a descriptor and an offset, what became of
 * it, and a reserved number. */
static void reads_ranges(ThreadId tid, Addr structure)
{
  enum { COUNT_AT = 16, FILES_AT = 24, FILE_BYTES = 32, READ_BYTES = 16, RESERVED_AT = 28 };
  static const HChar name[] = "ioctl(FIDEDUPERANGE)";
  UShort count = 0;
  (void)guarded_read(&count, structure + COUNT_AT, sizeof count);
  if (FILES_AT + (SizeT)count * FILE_BYTES > VKI_PAGE_SIZE) /* which the kernel refuses */
    return;
  for (Addr file = structure + FILES_AT; count > 0; count--, file += FILE_BYTES) {
    tool.syscall_reads(tid, name, file, READ_BYTES);
    tool.syscall_reads(tid, name, file + RESERVED_AT, 4);
    tool.syscall_writes(tid, name, file + READ_BYTES, RESERVED_AT - READ_BYTES);
  }
}

static void wrote_ranges(ThreadId tid, Addr structure)
{
  enum { COUNT_AT = 16, FILES_AT = 24, FILE_BYTES = 32, RESULT_AT = 16, RESULT_BYTES = 12 };
  UShort count = 0;
  (void)guarded_read(&count, structure + COUNT_AT, sizeof count);
  for (Addr file = structure + FILES_AT; count > 0; count--, file += FILE_BYTES)
    tool.syscall_wrote(tid, file + RESULT_AT, RESULT_BYTES);
}

enum { IOCTL_FIDEDUPERANGE = 0xC0189436 };

static void reads_ioctl(ThreadId tid, const struct syscall_arguments *arguments)
{
  const struct array *array = array_of(arguments->second);
  if (array)
    tool.syscall_writes(tid, array->name, arguments->third + array->start,
                        room_of(array, arguments->third) * array->unit_bytes);
  if ((UInt)arguments->second == IOCTL_FIDEDUPERANGE)
    reads_ranges(tid, arguments->third);
}

/* A count may exceed the room if it says how much there would be. */
static void wrote_ioctl(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  known_commands_after(tid, arguments);
  const struct array *array = array_of(arguments->second);
  if (array) {
    const SizeT count = units_at(array, arguments->third, array->count_at), room = room_of(array, arguments->third);
    tool.syscall_wrote(tid, arguments->third + array->start, (count < room ? count : room) * array->unit_bytes);
  }
  if ((UInt)arguments->second == IOCTL_FIDEDUPERANGE)
    wrote_ranges(tid, arguments->third);
}

/* --- others --- */

static void reads_sendfile(ThreadId tid, const struct syscall_arguments *arguments)
{
  if (arguments->third != 0)
    tool.syscall_reads(tid, "sendfile(offset)", arguments->third, 8);
}

enum { F_GETLK = 5, F_OFD_GETLK = 36, F_OFD_SETLK = 37, F_OFD_SETLKW = 38 };
enum { LOCK_START_AT = 8, LOCK_PROCESS_AT = 24 };

/* Locks of open files belong to no process: the kernel wants 0. */
static void reads_fcntl(ThreadId tid, const struct syscall_arguments *arguments)
{
  if (arguments->second >= F_OFD_GETLK && arguments->second <= F_OFD_SETLKW)
    tool.syscall_reads(tid, "fcntl(lock->l_pid)", arguments->third + LOCK_PROCESS_AT, 4);
}

static void wrote_fcntl(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  known_commands_after(tid, arguments);
  if (arguments->second != F_GETLK && arguments->second != F_OFD_GETLK)
    return;
  tool.syscall_wrote(tid, arguments->third, 4);
  tool.syscall_wrote(tid, arguments->third + LOCK_START_AT, LOCK_PROCESS_AT + 4 - LOCK_START_AT);
}

/* Of the first version there is one piece of data, of others there are two; the core knows the first. */
static SizeT more_capabilities(const struct syscall_arguments *arguments)
{
  enum { FIRST_VERSION = 0x19980330, PIECE_BYTES = 12 };
  UInt version;
  return arguments->second != 0 && guarded_read(&version, arguments->first, sizeof version) && version != FIRST_VERSION
           ? PIECE_BYTES
           : 0;
}

static void reads_capset(ThreadId tid, const struct syscall_arguments *arguments)
{
  const SizeT bytes = more_capabilities(arguments);
  if (bytes > 0)
    tool.syscall_reads(tid, "capset(data)", arguments->second + bytes, bytes);
}

static void reads_capget(ThreadId tid, const struct syscall_arguments *arguments)
{
  const SizeT bytes = more_capabilities(arguments);
  if (bytes > 0)
    tool.syscall_writes(tid, "capget(data)", arguments->second + bytes, bytes);
}

static void wrote_capget(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  const SizeT bytes = more_capabilities(arguments);
  if (bytes > 0)
    tool.syscall_wrote(tid, arguments->second + bytes, bytes);
}

enum {
  PTRACE_PEEKSIGINFO = 0x4209,
  PTRACE_GETSIGMASK,
  PTRACE_SETSIGMASK,
  PTRACE_GET_SYSCALL_INFO = 0x420E,
  SIGINFO_BYTES = 128
};

static void reads_ptrace(ThreadId tid, const struct syscall_arguments *arguments)
{
  if (arguments->first == PTRACE_SETSIGMASK)
    tool.syscall_reads(tid, "ptrace(setsigmask)", arguments->fourth, arguments->third);
  else if (arguments->first == PTRACE_GETSIGMASK)
    tool.syscall_writes(tid, "ptrace(getsigmask)", arguments->fourth, arguments->third);
  else if (arguments->first == PTRACE_GET_SYSCALL_INFO)
    tool.syscall_writes(tid, "ptrace(get_syscall_info)", arguments->fourth, arguments->third);
}

static void wrote_ptrace(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  if (arguments->first == PTRACE_GETSIGMASK)
    tool.syscall_wrote(tid, arguments->fourth, arguments->third);
  else if (arguments->first == PTRACE_GET_SYSCALL_INFO)
    tool.syscall_wrote(tid, arguments->fourth, smaller(arguments->third, result));
  else if (arguments->first == PTRACE_PEEKSIGINFO)
    tool.syscall_wrote(tid, arguments->fourth, result * SIGINFO_BYTES);
}

enum { KEYCTL_CAPABILITIES = 31 };

static void reads_keyctl(ThreadId tid, const struct syscall_arguments *arguments)
{
  if (arguments->first == KEYCTL_CAPABILITIES)
    tool.syscall_writes(tid, "keyctl(KEYCTL_CAPABILITIES, buffer)", arguments->second, arguments->third);
}

static void wrote_keyctl(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  if (arguments->first == KEYCTL_CAPABILITIES)
    tool.syscall_wrote(tid, arguments->second, smaller(arguments->third, result));
}

/* The other process may be this one. */
static void wrote_process_vm_writev(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  struct {
    Addr start;
    SizeT bytes;
  } piece;
  if ((Int)arguments->first != VG_(getpid)())
    return;
  for (UWord i = 0; i < arguments->fifth && result > 0; i++) {
    if (!guarded_read(&piece, arguments->fourth + i * sizeof piece, sizeof piece))
      return;
    const SizeT written = piece.bytes < result ? piece.bytes : result;
    tool.syscall_wrote(tid, piece.start, written);
    result -= written;
  }
}

/* It must be 0 before it is anything. */
static void reads_io_setup(ThreadId tid, const struct syscall_arguments *arguments)
{
  tool.syscall_reads(tid, "io_setup(ctxp)", arguments->second, 8);
}

static void reads_io_submit(ThreadId tid, const struct syscall_arguments *arguments)
{
  asynchronous_io_submits(tid, arguments->first, (Word)arguments->second, arguments->third);
}

static void wrote_io_submit(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  Addr operation;
  for (UWord i = 0; i < result; i++)
    if (guarded_read(&operation, arguments->third + i * sizeof operation, sizeof operation))
      tool.syscall_wrote(tid, operation + 8, 4);
}

static void wrote_io_getevents(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  asynchronous_io_done(tid, arguments->fourth, result);
}

/* Names of file systems: one is asked for by name, or by number. */
enum { NUMBER_OF_NAME = 1, NAME_OF_NUMBER = 2 };

static void reads_sysfs(ThreadId tid, const struct syscall_arguments *arguments)
{
  if (arguments->first == NUMBER_OF_NAME)
    tool.syscall_reads_text(tid, "sysfs(fsname)", arguments->second);
}

static void wrote_sysfs(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  HChar byte;
  if (arguments->first == NAME_OF_NUMBER)
    for (Addr at = arguments->third; guarded_read(&byte, at, 1); at++) {
      tool.syscall_wrote(tid, at, 1);
      if (byte == '\0')
        return;
    }
}

/* Sets of bits, which the kernel reads by words. */
static void reads_migrate_pages(ThreadId tid, const struct syscall_arguments *arguments)
{
  enum { WORD_BITS = 64, BITS_MAX = 4096 * 8 };
  const UWord bits = arguments->second - 1, bytes = (bits + WORD_BITS - 1) / WORD_BITS * sizeof(UWord);
  if (bits > BITS_MAX)
    return;
  for (UInt set = 2; set <= 3; set++)
    if (arguments->at[set] != 0)
      tool.syscall_reads(tid, "migrate_pages(nodes)", arguments->at[set], bytes);
}

/* A thread is told by what the value points to. */
static void reads_mq_notify(ThreadId tid, const struct syscall_arguments *arguments)
{
  enum { SIGEV_THREAD = 2, COOKIE_BYTES = 32 };
  struct {
    Addr value;
    Int signal, notify;
  } event;
  if (guarded_read(&event, arguments->second, sizeof event) && event.notify == SIGEV_THREAD)
    tool.syscall_reads(tid, "mq_notify(notification->sigev_value)", event.value, COOKIE_BYTES);
}

static void reads_fsconfig(ThreadId tid, const struct syscall_arguments *arguments)
{
  enum { SET_STRING = 1, SET_BINARY, SET_PATH, SET_PATH_EMPTY };
  if (arguments->fourth == 0)
    return;
  if (arguments->second == SET_BINARY)
    tool.syscall_reads(tid, "fsconfig(value)", arguments->fourth, (UInt)arguments->fifth);
  else if (arguments->second == SET_STRING || arguments->second == SET_PATH || arguments->second == SET_PATH_EMPTY)
    tool.syscall_reads_text(tid, "fsconfig(value)", arguments->fourth);
}

static void reads_landlock_add_rule(ThreadId tid, const struct syscall_arguments *arguments)
{
  enum { PATH_BENEATH = 1, NET_PORT };
  if (arguments->second == PATH_BENEATH)
    tool.syscall_reads(tid, "landlock_add_rule(rule_attr)", arguments->third, 12);
  else if (arguments->second == NET_PORT)
    tool.syscall_reads(tid, "landlock_add_rule(rule_attr)", arguments->third, 16);
}

/* Descriptors of segments: read as far as there is room, or one set. */
static void reads_modify_ldt(ThreadId tid, const struct syscall_arguments *arguments)
{
  enum { READ = 0, WRITE_OLD = 1, READ_DEFAULT = 2, WRITE = 0x11, DESCRIPTION_BYTES = 16 };
  if (arguments->first == READ || arguments->first == READ_DEFAULT)
    tool.syscall_writes(tid, "modify_ldt(ptr)", arguments->second, arguments->third);
  else if ((arguments->first == WRITE_OLD || arguments->first == WRITE) && arguments->third == DESCRIPTION_BYTES)
    tool.syscall_reads(tid, "modify_ldt(ptr)", arguments->second, DESCRIPTION_BYTES);
}

static void wrote_modify_ldt(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  tool.syscall_wrote(tid, arguments->second, result);
}

enum { READS, WRITES };

/* Of the command's structure; 0: it has none that is read, or written. */
static SizeT quota_bytes(const struct syscall_arguments *arguments, UInt what)
{
  enum { KIND_BITS = 8 };
  static const struct {
    UInt command, what, bytes;
  } quotas[] = {
#define QUOTA(command, what, bytes) {command, what, bytes},
#include "coregrind-glue/syscalls/more_memory.def"
  };
  for (UInt i = 0; i < sizeof quotas / sizeof *quotas; i++)
    if (quotas[i].command == (UInt)arguments->second >> KIND_BITS && quotas[i].what == what && arguments->fourth != 0)
      return quotas[i].bytes;
  return 0;
}

static void reads_quotactl_fd(ThreadId tid, const struct syscall_arguments *arguments)
{
  tool.syscall_reads(tid, "quotactl_fd(addr)", arguments->fourth, quota_bytes(arguments, READS));
  tool.syscall_writes(tid, "quotactl_fd(addr)", arguments->fourth, quota_bytes(arguments, WRITES));
}

static void wrote_quotactl_fd(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  tool.syscall_wrote(tid, arguments->fourth, quota_bytes(arguments, WRITES));
}

void more_memory_before(ThreadId tid, const struct syscall_arguments *arguments)
{
  static const struct {
    Word number;
    void (*reads)(ThreadId tid, const struct syscall_arguments *arguments);
  } rules[] = {
#define READS_MORE(number, rule) {number, reads_##rule},
#include "coregrind-glue/syscalls/more_memory.def"
  };
  for (UInt i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].number == arguments->number)
      rules[i].reads(tid, arguments);
}

void (*more_memory_after(UInt number))(ThreadId tid, const struct syscall_arguments *arguments, UWord result)
{
  static const struct {
    UInt number;
    void (*wrote)(ThreadId tid, const struct syscall_arguments *arguments, UWord result);
  } rules[] = {
#define WRITES_MORE(number, rule) {number, wrote_##rule},
#include "coregrind-glue/syscalls/more_memory.def"
  };
  for (UInt i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].number == number)
      return rules[i].wrote;
  return NULL;
}
