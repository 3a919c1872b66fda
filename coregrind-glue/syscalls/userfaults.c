/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whoever touches a missing page of a range that is registered with userfaultfd() waits in the kernel until some
 * thread of the program, or another process, has filled it. The tool must not: it would wait for ever in a leak check.
 * Nor may the guest's code, as it has the core's lock, without which no other thread can run. So such ranges are
 * closed to the processor. A fault there is the guest's; its thread opens the page, gives the lock back, and touches
 * the page by itself, before it executes the guest's instruction again. Pages that are protected from stores, and
 * those that other calls take away again, are closed in the same way. Where another process provides the pages, their
 * neighbours are open as long: the kernel wants one mapping for all that is filled by one request, and only those of
 * this process are seen here.
 *
 *  * Whatever page is met with the lock all the same (one that another thread waits for, or that another process has
 * taken away) is closed by whoever waits for the lock (lock_holder.h).
 *
 *  * The kernel finds pages closed as well, and fails a call, or does a part of it. So those that arguments lead to
 * are open during the call; and if it fails, all are, and it is made again. */
#include "coregrind-glue/syscalls/userfaults.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/lock_holder.h"
#include "coregrind-glue/core/page_wait.h"
#include "coregrind-glue/core/thread_slots.h"
#include "coregrind-glue/syscalls/userfault_pages.h"
#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

enum { WAIT_SYS = 3 /* a state of the core's threads */, ARGUMENTS = 6, SYSCALL_BYTES = 2 };
enum { USERFAULTFD = 323, PROCESS_MADVISE = 440, FOR_PROCESSOR_ONLY = 1 /* UFFD_USER_MODE_ONLY */ };

extern void VG_(acquire_BigLock)(ThreadId tid, const HChar *who);
extern void VG_(release_BigLock)(ThreadId tid, UInt state, const HChar *who);

/* By thread. */
static struct {
  Addr awaited; /* the address that it has met; 0: none */
  Bool is_write;
  UInt tries;        /* of the call that it makes */
  Bool has_all_open; /* for that call */
} *threads;

static void await(ThreadId tid, Addr address, Bool is_write)
{
  threads[tid].awaited = address;
  threads[tid].is_write = is_write;
}

Bool userfaults_settle(ThreadId tid, const vki_siginfo_t *info, Bool is_write)
{
  const Addr address = (Addr)info->_sifields._sigfault._addr;
  if (info->si_signo != VKI_SIGSEGV || info->si_code <= 0 || !userfault_pages_stop(address, is_write))
    return False;
  await(tid, address, is_write);
  return True;
}

static Bool are_provided_here; /* by a thread of this process */

/* A signal has come: the core looks for it before it runs the guest's code. */
static void go_on_later(ThreadId tid, Addr address)
{
  const UInt no_time = 0;
  const Addr page = address & ~(Addr)(VKI_PAGE_SIZE - 1);
  userfault_pages_close(page, page + VKI_PAGE_SIZE);
  VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, host_EvC_COUNTER), sizeof no_time,
                            (const UChar *)&no_time);
}

/* Without the lock: others may have to fill the page. */
void userfaults_wait(ThreadId tid)
{
  if (!threads || threads[tid].awaited == 0)
    return;
  const Addr address = threads[tid].awaited;
  const Bool is_write = threads[tid].is_write, is_alone = are_provided_here;
  Addr start = address, end = address;
  threads[tid].awaited = 0;
  if (is_alone)
    userfault_pages_open(address, is_write);
  else
    userfault_pages_open_run(address, &start, &end);
  VG_(release_BigLock)(tid, WAIT_SYS, "userfaults");
  const Bool is_over = page_wait(tid, address, is_write);
  VG_(acquire_BigLock)(tid, "userfaults");
  if (!is_alone) {
    userfault_pages_close(start, end);
    userfault_pages_open_present(address, is_write);
  }
  if (!is_over)
    go_on_later(tid, address);
}

SizeT userfaults_close_missing(void)
{
  return userfault_pages_close_missing();
}

/* --- what registers, fills and protects --- */

static Bool serves_kernel; /* some descriptor does; else the kernel fails calls that meet missing pages */

/* The words that the arguments of these requests begin with: the start of a range and its bytes; or, with COPY and
 * MOVE, the start of the one to fill, of the one to take the content from, and the bytes. */
enum { WORDS = 3 };
#define INTERFACE 0xc018aa3fu /* UFFDIO_API: a version, and features */
#define REGISTER 0xc020aa00u
#define UNREGISTER 0x8010aa01u
#define COPY 0xc028aa03u
#define ZERO 0xc020aa04u
#define MOVE 0xc028aa05u
#define PROTECT 0xc018aa06u
#define CONTINUE 0xc020aa07u
#define POISON 0xc020aa08u

struct range_of_pages {
  Addr start, end;
};

static void read_request(Addr argument, ULong *words)
{
  for (UInt i = 0; i < WORDS; i++)
    if (guarded_copy(&words[i], (const void *)(argument + i * sizeof *words), sizeof *words) < sizeof *words)
      words[i] = 0;
}

/* The pages to fill or to protect, and with MOVE those to take. Returns how many ranges there are. */
static UInt ranges_of_request(UInt request, Addr argument, struct range_of_pages ranges[2])
{
  const Bool has_source = request == COPY || request == MOVE;
  if (!has_source && request != ZERO && request != CONTINUE && request != POISON && request != PROTECT)
    return 0;
  ULong words[WORDS];
  read_request(argument, words);
  const ULong bytes = words[has_source ? 2 : 1];
  for (UInt i = 0; i < 2; i++)
    ranges[i] = (struct range_of_pages){.start = words[i], .end = words[i] + bytes};
  return request == MOVE ? 2 : 1;
}

static Bool is_missing(Addr page)
{
  UChar is_there = 0;
  return raw_syscall(__NR_mincore, (long)page, VKI_PAGE_SIZE, (long)&is_there, 0, 0, 0) == 0 && !(is_there & 1);
}

/* What is undefined where the content comes from is undefined in the pages that will be filled. That is seen to before
 * the kernel is asked, as a thread that waits for one may go on at once. */
static void note_content(const struct range_of_pages *filled, Addr from)
{
  UInt mode;
  if (!userfault_pages_overlap(filled->start, filled->end, &mode) ||
      !VG_(am_is_valid_for_client)(filled->start, filled->end - filled->start, VKI_PROT_NONE))
    return; /* it is another process's, or refused */
  for (Addr page = filled->start; page < filled->end; page += VKI_PAGE_SIZE)
    if (is_missing(page))
      tool.memory_copied(page, from + (page - filled->start), VKI_PAGE_SIZE);
}

/* The kernel wants one mapping for all that is filled by one request. */
static void before_request(UInt request, Addr argument)
{
  struct range_of_pages ranges[2];
  const UInt count = ranges_of_request(request, argument, ranges);
  if (request == COPY || request == MOVE)
    note_content(&ranges[0], ranges[1].start);
  are_provided_here |= count > 0;
  for (UInt i = 0; i < count; i++)
    userfault_pages_open_range(ranges[i].start, ranges[i].end);
}

/* Has somebody who waited for the lock closed pages of a request while it was made, so that they were no longer in
 * one mapping? */
static Bool was_disturbed(UInt request, Addr argument)
{
  struct range_of_pages ranges[2];
  const UInt count = ranges_of_request(request, argument, ranges);
  Bool is_disturbed = False;
  for (UInt i = 0; i < count; i++) {
    Addr page;
    is_disturbed |= userfault_pages_find_closed(ranges[i].start, &page) && page < ranges[i].end;
  }
  return is_disturbed;
}

/* A child's memory is as any other, unless the parent has asked to be told of forks. */
static Bool keeps_over_fork;

static void in_child(ThreadId tid)
{
  if (!keeps_over_fork)
    userfault_pages_remove(0, ~(Addr)0, True);
}

static void note_interface(Addr argument)
{
  enum { TELLS_OF_FORKS = 2 }; /* UFFD_FEATURE_EVENT_FORK */
  ULong words[WORDS];
  read_request(argument, words);
  keeps_over_fork |= (words[1] & TELLS_OF_FORKS) != 0;
}

static void note_registration(Addr start, Addr end, ULong mode)
{
  if (!threads) {
    threads = VG_(calloc)("seep.userfaults", thread_slots_max(), sizeof *threads);
    VG_(atfork)(NULL, NULL, in_child);
  }
  lock_holder_watch(userfault_pages_close_all);
  userfault_pages_add(start, end, (UInt)mode);
}

static void after_request(UInt request, Addr argument)
{
  enum { PROTECTS = 1 };
  if (request != REGISTER && request != UNREGISTER && request != PROTECT && request != MOVE)
    return;
  ULong words[WORDS];
  read_request(argument, words);
  const Addr end = words[0] + words[1];
  if (request == REGISTER)
    note_registration(words[0], end, words[2]);
  else if (request == UNREGISTER)
    userfault_pages_remove(words[0], end, True);
  else if (request == MOVE)
    userfault_pages_close(words[1], words[1] + words[2]);
  else if (words[2] & PROTECTS)
    userfault_pages_close(words[0], end);
}

/* --- what takes pages away --- */

static void after_move(const UWord *arguments, Addr to)
{
  enum { KEEPS_OLD = 4 }; /* MREMAP_DONTUNMAP */
  const Addr from = arguments[0], from_end = from + arguments[1];
  UInt mode;
  if (!userfault_pages_overlap(from, from_end, &mode))
    return;
  if (arguments[3] & KEEPS_OLD)
    userfault_pages_close(from, from_end);
  else
    userfault_pages_remove(from, from_end, False);
  userfault_pages_add(to, to + arguments[2], mode);
}

static void after_change(UInt number, const UWord *arguments, UWord result)
{
  const Addr start = number == __NR_mmap ? result : arguments[0], end = start + arguments[1];
  if (number == __NR_munmap || number == __NR_mmap)
    userfault_pages_remove(start, end, False);
  else if (number == __NR_mprotect)
    userfault_pages_protect_again(start, end);
  else if (number == __NR_madvise)
    userfault_pages_close(start, end);
  else if (number == __NR_mremap)
    after_move(arguments, result);
  else if (number == PROCESS_MADVISE || number == __NR_fallocate || number == __NR_ftruncate)
    userfaults_close_missing();
}

/* --- system calls that meet such pages --- */

static void call_again(ThreadId tid, UInt number)
{
  const UWord call = number;
  VG_(set_IP)(tid, VG_(get_IP)(tid) - SYSCALL_BYTES);
  VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, guest_RAX), sizeof call, (const UChar *)&call);
}

static Bool changes_mappings(UInt number)
{
  return number == __NR_munmap || number == __NR_mmap || number == __NR_mprotect || number == __NR_madvise ||
         number == __NR_mremap;
}

static UInt calls_with_open_pages;

static Bool arguments_are_closed(const UWord *arguments)
{
  Addr page;
  for (UInt i = 0; i < ARGUMENTS; i++)
    if (userfault_pages_find_closed(arguments[i], &page))
      return True;
  return False;
}

void userfaults_before_syscall(ThreadId tid, UInt number, const UWord *arguments)
{
  if (number == __NR_ioctl && (UInt)arguments[1] == INTERFACE)
    note_interface(arguments[2]);
  if (!userfault_pages_are_there())
    return;
  if (number == __NR_ioctl)
    before_request((UInt)arguments[1], arguments[2]);
  if (number == __NR_mremap)
    userfault_pages_open_range(arguments[0], arguments[0] + arguments[1]);
  if (!serves_kernel || changes_mappings(number) || (threads[tid].tries == 0 && !arguments_are_closed(arguments)))
    return;
  userfault_pages_open_all();
  threads[tid].has_all_open = True;
  calls_with_open_pages++;
}

static void end_open(ThreadId tid)
{
  if (!threads || !threads[tid].has_all_open)
    return;
  threads[tid].has_all_open = False;
  if (--calls_with_open_pages == 0)
    userfault_pages_close_missing();
}

/* First with all pages open. If somebody who waited for the lock has closed them, one after the other of those that
 * arguments lead to is waited for without it. */
static Bool may_read_arguments_later(ThreadId tid, const UWord *arguments)
{
  if (threads[tid].tries == 0)
    return userfault_pages_are_closed();
  for (UInt i = 0; i < ARGUMENTS; i++)
    if (userfault_pages_stop(arguments[i], False)) {
      await(tid, arguments[i], False);
      return True;
    }
  return False;
}

static Bool may_succeed_later(ThreadId tid, UInt number, const UWord *arguments, UWord error)
{
  if (error == VKI_EFAULT && serves_kernel)
    return may_read_arguments_later(tid, arguments);
  return (error == VKI_ENOENT || error == VKI_EINVAL) && number == __NR_ioctl &&
         was_disturbed((UInt)arguments[1], arguments[2]);
}

static Bool is_made_again(ThreadId tid, UInt number, const UWord *arguments, UWord error)
{
  enum { TRIES = 8 };
  if (threads[tid].tries == TRIES || !may_succeed_later(tid, number, arguments, error))
    return False;
  threads[tid].tries++;
  call_again(tid, number);
  return True;
}

void userfaults_after_syscall(ThreadId tid, UInt number, const UWord *arguments, SysRes result)
{
  end_open(tid);
  if (userfault_pages_are_there() && sr_isError(result) && is_made_again(tid, number, arguments, sr_Err(result)))
    return;
  if (threads)
    threads[tid].tries = 0;
  if (sr_isError(result))
    return;
  if (number == USERFAULTFD)
    serves_kernel |= (arguments[0] & FOR_PROCESSOR_ONLY) == 0;
  else if (number == __NR_ioctl)
    after_request((UInt)arguments[1], arguments[2]);
  else if (userfault_pages_are_there())
    after_change(number, arguments, sr_Res(result));
}
