/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The thread's registers tell which call it makes, and the rules of the table what its arguments, and what they point
 * to, switch off. Nobody asks before a byte was found to be bad, so it costs nothing in other calls. A rule that reads
 * members which are undefined themselves may say anything of others: those that decide are used, and are reported. */
#include "coregrind-glue/syscalls/unused_private.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

/* --- members of structures --- */

static Int notification_of(Addr event)
{
  Int notify = 0;
  (void)guarded_read(&notify, event + 12, sizeof notify);
  return notify;
}

/* Behind the value, the signal and how to notify: only a thread may be named. */
static void sigevent(struct unused_question *question, Addr event, Int notify)
{
  enum { SIGEV_NONE = 1, SIGEV_THREAD_ID = 4 };
  const UInt used = notify == SIGEV_THREAD_ID ? 20 : 16;
  if (notify == SIGEV_NONE)
    unused_copied(question, event, 12);
  unused_copied(question, event + used, 64 - used);
}

/* The signal comes with the value as it is. Half of it is padding if it is a number. */
static void rule_timer_create(struct unused_question *question)
{
  const Addr event = question->arguments[1];
  unused_copied(question, event + 4, 4);
  sigevent(question, event, notification_of(event));
}

/* The value is a pointer to what comes back as it is, or nothing that the kernel looks at. */
static void rule_mq_notify(struct unused_question *question)
{
  enum { SIGEV_THREAD = 2, COOKIE_BYTES = 32 };
  const Addr event = question->arguments[1];
  const Int notify = notification_of(event);
  Addr value;
  if (notify != SIGEV_THREAD)
    unused_copied(question, event, 8);
  else if (guarded_read(&value, event, sizeof value))
    unused_copied(question, value, COOKIE_BYTES);
  sigevent(question, event, notify);
}

static void siginfo(struct unused_question *question, Addr info)
{
  enum { SI_QUEUE = -1 };
  Int code;
  if (!guarded_read(&code, info + 8, sizeof code) || code != SI_QUEUE)
    return;
  unused_copied(question, info + 12, 4);
  unused_copied(question, info + 28, 4);
  unused_copied(question, info + 32, 16);
  unused_untouched(question, info + 48, 80);
}

static void rule_rt_sigqueueinfo(struct unused_question *question)
{
  siginfo(question, question->arguments[2]);
}

static void rule_rt_tgsigqueueinfo(struct unused_question *question)
{
  siginfo(question, question->arguments[3]);
}

static void rule_sigaltstack(struct unused_question *question)
{
  enum { SS_DISABLE = 2 };
  const UInt autodisarm = 1U << 31;
  const Addr stack = question->arguments[0];
  UInt flags;
  unused_copied(question, stack + 12, 4);
  if (!guarded_read(&flags, stack + 8, sizeof flags) || (flags & ~autodisarm) != SS_DISABLE)
    return;
  unused_copied(question, stack, 8);
  unused_copied(question, stack + 12, 12);
}

/* IPC_SET changes owner, group and mode, and the size of a queue of messages. */
static void ipc_set(struct unused_question *question, UWord command, Addr description, SizeT bytes, Bool has_size)
{
  enum { IPC_SET = 1, IPC_64 = 0x100, SIZE_AT = 88 };
  if ((command & ~(UWord)IPC_64) != IPC_SET)
    return;
  unused_copied(question, description, 4);
  unused_copied(question, description + 12, 8);
  unused_copied(question, description + 22, (has_size ? SIZE_AT : bytes) - 22);
  if (has_size)
    unused_copied(question, description + SIZE_AT + 8, bytes - SIZE_AT - 8);
}

static void rule_shmctl(struct unused_question *question)
{
  ipc_set(question, question->arguments[1], question->arguments[2], 112, False);
}

static void rule_semctl(struct unused_question *question)
{
  ipc_set(question, question->arguments[2], question->arguments[3], 104, False);
}

static void rule_msgctl(struct unused_question *question)
{
  ipc_set(question, question->arguments[1], question->arguments[2], 120, True);
}

/* Refused at once. A system may allow so many operations as an int can say. */
static void rule_semop(struct unused_question *question)
{
  const Int set = (Int)question->arguments[0], count = (Int)question->arguments[2];
  if (unused_is_about(question, "sops") && (set < 0 || count < 0))
    unused_untouched(question, question->arguments[1], ~(SizeT)0 - question->arguments[1]);
}

/* An entry without a descriptor is skipped. */
static void rule_poll(struct unused_question *question)
{
  enum { ENTRY_BYTES = 8 };
  const Addr entries = question->arguments[0];
  const Addr entry = entries + (question->at - entries) / ENTRY_BYTES * ENTRY_BYTES;
  Int descriptor;
  if (question->at >= entries && guarded_read(&descriptor, entry, sizeof descriptor) && descriptor < 0)
    unused_copied(question, entry + 4, 2);
}

/* Operations of asynchronous input and output. */
static void iocb(struct unused_question *question, Addr operation)
{
  enum { FLAG_RESFD = 1, FLAG_IOPRIO = 2 };
  UInt flags;
  if (!guarded_read(&flags, operation + 56, sizeof flags))
    return;
  unused_copied(question, operation + 8, 4); /* aio_key is the kernel's */
  if ((flags & FLAG_IOPRIO) == 0)
    unused_copied(question, operation + 18, 2);
  if ((flags & FLAG_RESFD) == 0)
    unused_copied(question, operation + 60, 4);
}

static void rule_io_submit(struct unused_question *question)
{
  Addr operation;
  for (UWord i = 0; i < question->arguments[1] && unused_is_about(question, "iocb)"); i++)
    if (guarded_read(&operation, question->arguments[2] + i * sizeof operation, sizeof operation))
      iocb(question, operation);
    else
      return;
}

static void rule_io_cancel(struct unused_question *question)
{
  const Addr operation = question->arguments[1];
  unused_untouched(question, operation, 8);
  unused_untouched(question, operation + 12, 52);
}

static void rule_prctl(struct unused_question *question)
{
  enum { PR_SET_NAME = 15, NAME_BYTES = 15 };
  if (question->arguments[0] == PR_SET_NAME)
    unused_untouched(question, question->arguments[1] + NAME_BYTES, 1);
}

/* What the core says of the size is true of the call that sets them only. */
static void rule_sched_getattr(struct unused_question *question)
{
  unused_copied(question, question->arguments[1], 4);
}

/* --- what is not looked at --- */

/* Programs ask in this way whether anything is mapped there. */
static void rule_msync(struct unused_question *question)
{
  unused_untouched(question, question->arguments[0], question->arguments[1]);
}

/* The same question: the kernel copies the set, and refuses `how`. */
static void rule_rt_sigprocmask(struct unused_question *question)
{
  enum { SIG_SETMASK = 2, SET_BYTES = 8 };
  if ((UInt)question->arguments[0] > SIG_SETMASK)
    unused_untouched(question, question->arguments[1], SET_BYTES);
}

/* --- ioctl() --- */

static SizeT size_in(UInt request)
{
  return request >> 16 & 0x3FFF;
}

static void members_of_request(struct unused_question *question, UInt request, Addr structure)
{
  static const struct {
    UInt request;
    UInt offset, bytes;
  } members[] = {
#define IOCTL(request, offset, bytes) {request, offset, bytes},
#include "coregrind-glue/syscalls/unused_bytes.def"
  };
  for (UInt i = 0; i < sizeof members / sizeof *members; i++)
    if (members[i].request == request)
      unused_copied(question, structure + members[i].offset, members[i].bytes);
}

static void rest_of_request(struct unused_question *question, UInt request, Addr structure)
{
  static const struct {
    UInt request, offset;
  } rests[] = {
#define IOCTL_OF_ANY_SIZE(request, offset) {request, offset},
#include "coregrind-glue/syscalls/unused_bytes.def"
  };
  for (UInt i = 0; i < sizeof rests / sizeof *rests; i++)
    if (rests[i].request == (request & ~0x3FFF0000U) && rests[i].offset < size_in(request))
      unused_copied(question, structure + rests[i].offset, size_in(request) - rests[i].offset);
}

static void end_of_request(struct unused_question *question, UInt request, Addr structure)
{
  static const struct {
    UInt request, bytes;
  } shorter[] = {
#define IOCTL_SHORTER(request, bytes) {request, bytes},
#include "coregrind-glue/syscalls/unused_bytes.def"
  };
  for (UInt i = 0; i < sizeof shorter / sizeof *shorter; i++)
    if (shorter[i].request == request)
      unused_untouched(question, structure + shorter[i].bytes, sizeof(long) - shorter[i].bytes);
}

/* The name of a network interface, and what is behind its end. */
static void interface_name(struct unused_question *question, UInt request, Addr structure)
{
  enum { SIOCETHTOOL = 0x8946, NAME_BYTES = 16 };
  HChar name[NAME_BYTES];
  if (request != SIOCETHTOOL || !guarded_read(name, structure, sizeof name))
    return;
  for (UInt i = 0; i < NAME_BYTES; i++)
    if (name[i] == '\0') {
      unused_copied(question, structure + i + 1, NAME_BYTES - i - 1);
      return;
    }
}

static void rule_ioctl(struct unused_question *question)
{
  const UInt request = (UInt)question->arguments[1];
  members_of_request(question, request, question->arguments[2]);
  rest_of_request(question, request, question->arguments[2]);
  end_of_request(question, request, question->arguments[2]);
  interface_name(question, request, question->arguments[2]);
}

/* --- asking --- */

static ULong thread_register(ThreadId tid, PtrdiffT offset)
{
  ULong value;
  VG_(get_shadow_regs_area)(tid, (UChar *)&value, 0, offset, sizeof value);
  return value;
}

static struct unused_question question_of(ThreadId tid, const HChar *what, Addr at)
{
  static const PtrdiffT registers[] = {
    offsetof(VexGuestAMD64State, guest_RDI), offsetof(VexGuestAMD64State, guest_RSI),
    offsetof(VexGuestAMD64State, guest_RDX), offsetof(VexGuestAMD64State, guest_R10),
    offsetof(VexGuestAMD64State, guest_R8),  offsetof(VexGuestAMD64State, guest_R9)};
  struct unused_question question = {
    .number = (UInt)thread_register(tid, offsetof(VexGuestAMD64State, guest_RAX)), .what = what, .at = at};
  for (UInt i = 0; i < sizeof registers / sizeof *registers; i++)
    question.arguments[i] = thread_register(tid, registers[i]);
  return question;
}

enum bytes_use bytes_use_at(ThreadId tid, const HChar *what, Addr at, Addr *ret_end)
{
  static const struct {
    UInt number;
    void (*rule)(struct unused_question *question);
  } rules[] = {
#define CALL(number, rule) {number, rule_##rule},
#define SOCKET_CALL(number, rule) {number, unused_rule_##rule},
#include "coregrind-glue/syscalls/unused_bytes.def"
  };
  struct unused_question question = question_of(tid, what, at);
  for (UInt i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].number == question.number)
      rules[i].rule(&question);
  if (question.untouched_until == 0 && question.copied_until == 0)
    return BYTES_USED;
  *ret_end = question.untouched_until != 0 ? question.untouched_until : question.copied_until;
  return question.untouched_until != 0 ? BYTES_UNTOUCHED : BYTES_COPIED;
}

Bool bytes_of_text(ThreadId tid, const HChar *what, Addr start, SizeT *ret_bytes)
{
  enum { CALL_MOUNT = 165 };
  const struct unused_question question = question_of(tid, what, start);
  if (question.number == CALL_MOUNT && start == 0) { /* there need not be any */
    *ret_bytes = 0;
    return True;
  }
  return unused_find_path(&question, start, ret_bytes);
}
