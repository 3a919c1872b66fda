/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table of descriptors by number, with the stacks where they were opened and closed. Not every way to get a
 * descriptor is known here, so the kernel is asked before one is reported: if it is open after all, it was opened
 * unnoticed.
 *
 * --modify-fds moves a new descriptor after the call that made it, before the guest sees the result. */
#include "memcheck/requests/file_descriptors.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/errors/errors.h"
#include "memcheck/stacks/traces.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { CALL_PIDFD_OPEN = 434, CALL_CLOSE_RANGE = 436, CALL_OPENAT2 = 437, CALL_PIDFD_GETFD = 438 };
enum { CLOSE_ON_EXEC = 02000000 }; /* O_CLOEXEC */
enum { DESCRIPTORS_MAX = 1 << 20, PATH_BYTES = 512, WHAT_BYTES = 600 };

extern Int VG_(fd_hard_limit); /* descriptors from here on are the core's */

enum state { STATE_UNKNOWN, STATE_OPEN, STATE_CLOSED };

struct descriptor {
  enum state state;
  stack_id opened, closed; /* 0: not seen */
  HChar *path;             /* NULL: it has none */
  HChar *what;             /* how it is named in errors, found out when it was closed */
};

static struct descriptor *descriptors; /* NULL: not wanted */
static UInt count;
static UInt seen_end; /* one more than the highest that was seen being opened */

void file_descriptors_begin(void)
{
  if (!settings.track_fds && settings.modify_fds == MODIFY_FDS_NO)
    return;
  count = VG_(fd_hard_limit) > 0 && VG_(fd_hard_limit) < DESCRIPTORS_MAX ? (UInt)VG_(fd_hard_limit) : DESCRIPTORS_MAX;
  descriptors = env_map_pages(count * sizeof *descriptors);
}

static struct descriptor *find_descriptor(Int fd)
{
  return fd >= 0 && (UInt)fd < count ? &descriptors[fd] : NULL;
}

static bool kernel_has(Int fd)
{
  return raw_syscall(__NR_fcntl, fd, VKI_F_GETFD, 0, 0, 0, 0) >= 0;
}

/* --- what they are --- */

/* NULL: it has no path. */
static HChar *path_of(Int fd)
{
  HChar link[32], path[PATH_BYTES];
  VG_(snprintf)(link, sizeof link, "/proc/self/fd/%d", fd);
  SSizeT size = VG_(readlink)(link, path, sizeof path - 1);
  if (size <= 0 || path[0] != '/')
    return NULL;
  path[size] = '\0';
  return VG_(strdup)("seep.descriptors", path);
}

static HChar *what_is(Int fd, const struct descriptor *descriptor)
{
  HChar what[WHAT_BYTES];
  Int type, bytes = sizeof type;
  const bool is_socket =
    raw_syscall(__NR_getsockopt, fd, VKI_SOL_SOCKET, VKI_SO_TYPE, (long)&type, (long)&bytes, 0) >= 0;
  if (descriptor->path)
    VG_(snprintf)(what, sizeof what, "%s", descriptor->path);
  else
    VG_(snprintf)(what, sizeof what, "%s %d", is_socket ? "socket" : "file descriptor", fd);
  return VG_(strdup)("seep.descriptors", what);
}

/* --- errors --- */

static void report_descriptor(ThreadId tid, enum record_error_kind kind, Int fd, const struct descriptor *descriptor,
                              const HChar *text)
{
  struct record_error error = {.kind = kind, .auxiliary = (uint64_t)(int64_t)fd, .text = core_string(text)};
  if (descriptor) {
    traces_send(descriptor->opened);
    traces_send(descriptor->closed);
    error.alloc_stack_id = descriptor->opened;
    error.free_stack_id = descriptor->closed;
    error.place_name = core_string(descriptor->path);
  }
  if (settings.track_fds)
    errors_report(tid, &error, false);
}

/* --- opening, closing --- */

static void forget_names(struct descriptor *descriptor)
{
  VG_(free)(descriptor->path);
  VG_(free)(descriptor->what);
  descriptor->path = descriptor->what = NULL;
}

static void note_open(ThreadId tid, Int fd)
{
  struct descriptor *descriptor = find_descriptor(fd);
  if (!descriptor)
    return;
  forget_names(descriptor);
  *descriptor = (struct descriptor){.state = STATE_OPEN, .opened = traces_of_thread(tid), .path = path_of(fd)};
  if ((UInt)fd >= seen_end)
    seen_end = (UInt)fd + 1;
}

/* It is open, although it was not seen being opened. */
static void note_found(struct descriptor *descriptor, Int fd)
{
  forget_names(descriptor);
  *descriptor = (struct descriptor){.state = STATE_OPEN, .path = path_of(fd)};
}

static void note_close(ThreadId tid, Int fd)
{
  struct descriptor *descriptor = find_descriptor(fd);
  if (!descriptor)
    return;
  if (descriptor->state != STATE_OPEN && kernel_has(fd))
    note_found(descriptor, fd);
  if (descriptor->state == STATE_CLOSED)
    report_descriptor(tid, RECORD_ERROR_FD_BAD_CLOSE, fd, descriptor, descriptor->what);
  if (descriptor->state != STATE_OPEN)
    return;
  descriptor->state = STATE_CLOSED;
  descriptor->closed = traces_of_thread(tid);
  descriptor->what = what_is(fd, descriptor);
}

/* A range that goes beyond all descriptors is meant for those that are open; others in it are no mistake. */
static void note_close_range(ThreadId tid, UInt first, UInt last)
{
  for (UInt fd = first; fd <= last && fd < count; fd++)
    if (last < count || descriptors[fd].state == STATE_OPEN ||
        (descriptors[fd].state == STATE_UNKNOWN && kernel_has((Int)fd)))
      note_close(tid, (Int)fd);
}

/* --- uses --- */

static void check_use(ThreadId tid, Int fd)
{
  struct descriptor *descriptor = find_descriptor(fd);
  if (!descriptor) {
    report_descriptor(tid, RECORD_ERROR_FD_BAD_USE, fd, NULL, "Invalid file descriptor");
    return;
  }
  if (descriptor->state == STATE_OPEN)
    return;
  if (kernel_has(fd))
    note_found(descriptor, fd);
  else if (descriptor->state == STATE_CLOSED)
    report_descriptor(tid, RECORD_ERROR_FD_BAD_USE, fd, descriptor, "was closed already");
  else
    report_descriptor(tid, RECORD_ERROR_FD_BAD_USE, fd, NULL, "was never created");
}

static void check_use_at(ThreadId tid, Int fd, Addr path)
{
  HChar start[2] = "";
  core_guest_string(path, start, sizeof start);
  if (fd != VKI_AT_FDCWD && start[0] != '/')
    check_use(tid, fd);
}

static void check_uses(ThreadId tid, UInt number, const UWord *arguments)
{
#define USES(call, argument) \
  if (number == __NR_##call) \
    check_use(tid, (Int)arguments[argument]);
#define USES_AT(call, argument) \
  if (number == __NR_##call)    \
    check_use_at(tid, (Int)arguments[argument], arguments[argument + 1]);
#include "memcheck/requests/file_descriptors.def"
}

/* --- --modify-fds --- */

static Int last_high; /* the one that was given last; 0: begin from the top */

static Int find_high(void)
{
  Int fd = last_high > 0 ? last_high : (Int)count;
  do
    fd--;
  while (fd >= 0 && kernel_has(fd));
  return fd;
}

/* The descriptor that the guest gets in place of a new one: as high as possible, and not one that it had before. */
static Int move_high(Int fd)
{
  const Int high = find_high();
  const bool closes_on_exec = raw_syscall(__NR_fcntl, fd, VKI_F_GETFD, 0, 0, 0, 0) & VKI_FD_CLOEXEC;
  last_high = high > fd ? high : 0;
  if (high <= fd || raw_syscall(__NR_dup3, fd, high, closes_on_exec ? CLOSE_ON_EXEC : 0, 0, 0, 0) < 0)
    return fd;
  raw_syscall(__NR_close, fd, 0, 0, 0, 0, 0);
  return high;
}

/* The core's, which keeps a list of its own for --track-fds. */
void vgModuleLocal_record_fd_close(Int fd);
void vgModuleLocal_record_fd_open_with_given_name(ThreadId tid, Int fd, const HChar *path);

static void tell_core_of_move(ThreadId tid, Int from, Int to)
{
  if (!VG_(clo_track_fds) || from == to)
    return;
  HChar *path = path_of(to);
  vgModuleLocal_record_fd_close(from);
  vgModuleLocal_record_fd_open_with_given_name(tid, to, path);
  VG_(free)(path);
}

static bool is_to_be_moved(UInt number, Int fd)
{
  const bool is_chosen = number == __NR_dup2 || number == __NR_dup3 || number == __NR_fcntl;
  return !is_chosen && (settings.modify_fds == MODIFY_FDS_HIGH || (settings.modify_fds == MODIFY_FDS_YES && fd > 2));
}

/* The result of the call that the guest sees. */
static Int result_for_guest(ThreadId tid, UInt number, Int fd)
{
  if (!is_to_be_moved(number, fd))
    return fd;
  const ULong moved = (ULong)move_high(fd);
  tell_core_of_move(tid, fd, (Int)moved);
  VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, guest_RAX), sizeof moved, (const UChar *)&moved);
  return (Int)moved;
}

/* --- system calls --- */

void file_descriptors_before(ThreadId tid, UInt number, const UWord *arguments)
{
  if (!descriptors)
    return;
  if (number == __NR_close && ((Int)arguments[0] < 0 || (UInt)arguments[0] >= count))
    check_use(tid, (Int)arguments[0]);
  else if (number == __NR_close)
    note_close(tid, (Int)arguments[0]);
  else if (number == CALL_CLOSE_RANGE && arguments[2] == 0)
    note_close_range(tid, (UInt)arguments[0], (UInt)arguments[1]);
  else
    check_uses(tid, number, arguments);
}

static bool makes_one(UInt number, const UWord *arguments)
{
  switch (number) {
#define MAKES(call) case __NR_##call:
#include "memcheck/requests/file_descriptors.def"
  case CALL_PIDFD_OPEN:
  case CALL_OPENAT2:
  case CALL_PIDFD_GETFD:
    return true;
  case __NR_fcntl:
    return arguments[1] == VKI_F_DUPFD || arguments[1] == VKI_F_DUPFD_CLOEXEC;
  }
  return false;
}

/* SCM_RIGHTS */
static void note_received(ThreadId tid, struct vki_msghdr *message)
{
  struct vki_cmsghdr *part = VKI_CMSG_FIRSTHDR(message);
  for (; part && part->cmsg_len >= sizeof *part; part = VKI_CMSG_NXTHDR(message, part)) {
    if (part->cmsg_level != VKI_SOL_SOCKET || part->cmsg_type != VKI_SCM_RIGHTS)
      continue;
    const Int *received = VKI_CMSG_DATA(part);
    const SizeT bytes = part->cmsg_len - sizeof *part;
    for (SizeT i = 0; i < bytes / sizeof *received; i++)
      note_open(tid, received[i]);
  }
}

static void note_all_received(ThreadId tid, UInt number, const UWord *arguments, UWord result)
{
  if (number == __NR_recvmsg)
    note_received(tid, (struct vki_msghdr *)arguments[1]);
  for (UWord i = 0; number == __NR_recvmmsg && i < result; i++)
    note_received(tid, &((struct vki_mmsghdr *)arguments[1])[i].msg_hdr);
}

static void note_two(ThreadId tid, const Int *made)
{
  note_open(tid, made[0]);
  note_open(tid, made[1]);
}

void file_descriptors_after(ThreadId tid, UInt number, const UWord *arguments, UWord result)
{
  if (!descriptors)
    return;
  /* dup2() of one to itself changes nothing. */
  const bool is_same = number == __NR_dup2 && arguments[0] == arguments[1];
  if (makes_one(number, arguments) && !is_same)
    note_open(tid, result_for_guest(tid, number, (Int)result));
#define MAKES_TWO(call, argument) \
  if (number == __NR_##call)      \
    note_two(tid, (const Int *)arguments[argument]);
#include "memcheck/requests/file_descriptors.def"
  note_all_received(tid, number, arguments, result);
}

/* --- the end --- */

/* A descriptor that was not seen being opened counts as inherited. */
static void report_open(Int fd, bool with_inherited)
{
  struct descriptor *descriptor = find_descriptor(fd);
  if (!kernel_has(fd))
    return;
  if (descriptor->state != STATE_OPEN)
    note_found(descriptor, fd);
  if (descriptor->opened == 0 && !with_inherited)
    return;
  HChar *what = what_is(fd, descriptor);
  errors_report_at_exit(&(struct record_error){.kind = RECORD_ERROR_FD_NOT_CLOSED,
                                               .auxiliary = (uint64_t)fd,
                                               .stack_id = descriptor->opened,
                                               .text = core_string(what),
                                               .place_name = core_string(descriptor->path)});
  VG_(free)(what);
}

bool file_descriptors_misused_are_errors(void)
{
  return settings.track_fds;
}

/* Protocols from 5 on have a kind of error for descriptors that stay open. */
static bool open_are_errors(void)
{
  return settings.xml && settings.xml_protocol >= 5 && VG_(clo_track_fds) != 0;
}

bool file_descriptors_may_be_listed(void)
{
  const bool log_is_document = settings.xml && settings.xml_fd >= 0 && settings.xml_fd == settings.log_fd;
  return !open_are_errors() && !log_is_document;
}

void file_descriptors_at_exit(void)
{
  if (!descriptors || !open_are_errors())
    return;
  const bool with_inherited = VG_(clo_track_fds) > 1;
  for (Int fd = (Int)(with_inherited ? count : seen_end); fd-- > 0;)
    report_open(fd, with_inherited);
}
