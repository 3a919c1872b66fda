/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whoever touches a missing page of a range that is registered with userfaultfd() waits in the kernel until some thread of the program has
 * filled it. The tool must not: it would wait for ever in a leak check. Nor may the guest's code, as it has the core's lock, without which
 * no other thread can run. So such ranges are closed to the processor. A fault there is the guest's; its thread opens the page, gives the
 * lock back, and touches the page by itself, before it executes the guest's instruction again. The kernel finds pages closed as well, and
 * fails the call, which then is made again in the same way. */
#include "coregrind-glue/syscalls/userfaults.h"

#include "base/freestanding/raw_syscalls.h"
#include "coregrind-glue/core/guarded.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"

enum {
  WAIT_SYS = 3, /* a state of the core's threads */
  MISSING = 1, MINOR = 4, /* how a range is registered */
  USERFAULTFD = 323, FOR_PROCESSOR_ONLY = 1, /* UFFD_USER_MODE_ONLY */
  ARGUMENTS = 6,
  SYSCALL_BYTES = 2,
};
#define REGISTER 0xc020aa00u
#define UNREGISTER 0x8010aa01u

extern void VG_(acquire_BigLock)(ThreadId tid, const HChar *who);
extern void VG_(release_BigLock)(ThreadId tid, UInt state, const HChar *who);

static struct range {
  struct range *next;
  Addr start, end;
  UChar *is_open; /* by page */
} *ranges;

static SizeT page_of(const struct range *range, Addr address)
{
  return (address - range->start) / VKI_PAGE_SIZE;
}

static struct range *range_at(Addr address)
{
  struct range *range = ranges;
  while (range && (address < range->start || address >= range->end))
    range = range->next;
  return range;
}

/* As the guest has it. */
static UInt protection_at(Addr address)
{
  const NSegment *const segment = VG_(am_find_nsegment)(address);
  return !segment ? 0 : (segment->hasR ? VKI_PROT_READ : 0) | (segment->hasW ? VKI_PROT_WRITE : 0) | (segment->hasX ? VKI_PROT_EXEC : 0);
}

static Bool protect(Addr start, SizeT bytes, UInt protection)
{
  return raw_syscall(__NR_mprotect, (long)start, (long)bytes, protection, 0, 0, 0) == 0;
}

/* If the kernel has too many mappings to make one of its own for a page, all are opened. */
static void open_page(struct range *range, Addr page)
{
  const UInt protection = protection_at(page);
  range->is_open[page_of(range, page)] = True;
  if (protect(page, VKI_PAGE_SIZE, protection))
    return;
  protect(range->start, range->end - range->start, protection);
  VG_(memset)(range->is_open, True, page_of(range, range->end));
}

/* Pages of [start, end) are as any others from now on; `is_mapped`: they are still there. */
static void open_pages(struct range *range, Addr start, Addr end, Bool is_mapped)
{
  const Addr first = start > range->start ? start : range->start, last = end < range->end ? end : range->end;
  if (first >= last)
    return;
  if (is_mapped)
    protect(first, last - first, protection_at(first));
  VG_(memset)(range->is_open + page_of(range, first), True, page_of(range, last) - page_of(range, first));
}

static void remove_pages(Addr start, Addr end, Bool is_mapped)
{
  for (struct range **at = &ranges; *at;) {
    struct range *const range = *at;
    open_pages(range, start, end, is_mapped);
    if (start > range->start || end < range->end) {
      at = &range->next;
      continue;
    }
    *at = range->next;
    VG_(free)(range->is_open);
    VG_(free)(range);
  }
}

static void add_range(Addr start, Addr end)
{
  remove_pages(start, end, True);
  struct range *const range = VG_(malloc)("seep.userfaults", sizeof *range);
  *range = (struct range){.next = ranges, .start = start, .end = end};
  range->is_open = VG_(calloc)("seep.userfaults", page_of(range, end) + 1, 1);
  ranges = range;
  protect(start, end - start, 0);
}

static Addr *awaited; /* by thread: the page that it has met; 0: none */

static void await(ThreadId tid, Addr address)
{
  if (!awaited)
    awaited = VG_(calloc)("seep.userfaults", VG_N_THREADS, sizeof *awaited);
  awaited[tid] = address & ~(Addr)(VKI_PAGE_SIZE - 1);
}

Bool userfaults_settle(ThreadId tid, const vki_siginfo_t *info)
{
  const Addr address = (Addr)info->_sifields._sigfault._addr;
  const struct range *const range = info->si_signo == VKI_SIGSEGV && info->si_code > 0 ? range_at(address) : NULL;
  if (!range || range->is_open[page_of(range, address)])
    return False;
  await(tid, address);
  return True;
}

/* Without the lock: others may have to fill the page. */
void userfaults_wait(ThreadId tid)
{
  if (!awaited || awaited[tid] == 0)
    return;
  const Addr page = awaited[tid];
  struct range *const range = range_at(page);
  UChar byte;
  awaited[tid] = 0;
  if (!range)
    return;
  open_page(range, page);
  VG_(release_BigLock)(tid, WAIT_SYS, "userfaults");
  (void)guarded_copy(&byte, (const void *)page, 1);
  VG_(acquire_BigLock)(tid, "userfaults");
}

/* --- system calls --- */

static void note_registration(Addr argument)
{
  struct {
    ULong start, bytes, mode;
  } asked;
  if (guarded_copy(&asked, (const void *)argument, sizeof asked) == sizeof asked && (asked.mode & (MISSING | MINOR)) != 0)
    add_range(asked.start, asked.start + asked.bytes);
}

static void note_end(Addr argument)
{
  struct {
    ULong start, bytes;
  } asked;
  if (guarded_copy(&asked, (const void *)argument, sizeof asked) == sizeof asked)
    remove_pages(asked.start, asked.start + asked.bytes, True);
}

static Bool serves_kernel; /* some descriptor does; else the kernel fails calls that meet missing pages */

/* The first closed page from there on. */
static Bool find_closed(Addr from, Addr *ret_page)
{
  const struct range *const range = range_at(from);
  for (Addr page = from & ~(Addr)(VKI_PAGE_SIZE - 1); range && page < range->end; page += VKI_PAGE_SIZE)
    if (!range->is_open[page_of(range, page)]) {
      *ret_page = page;
      return True;
    }
  return False;
}

static void call_again(ThreadId tid, UInt number)
{
  const UWord call = number;
  VG_(set_IP)(tid, VG_(get_IP)(tid) - SYSCALL_BYTES);
  VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, guest_RAX), sizeof call, (const UChar *)&call);
}

static void await_arguments(ThreadId tid, UInt number, const UWord *arguments)
{
  Addr page;
  for (UInt i = 0; i < ARGUMENTS; i++)
    if (find_closed(arguments[i], &page)) {
      await(tid, page);
      call_again(tid, number);
      return;
    }
}

void userfaults_after_syscall(ThreadId tid, UInt number, const UWord *arguments, SysRes result)
{
  if (ranges && serves_kernel && sr_isError(result) && sr_Err(result) == VKI_EFAULT)
    await_arguments(tid, number, arguments);
  if (sr_isError(result))
    return;
  if (number == USERFAULTFD)
    serves_kernel |= (arguments[0] & FOR_PROCESSOR_ONLY) == 0;
  else if (number == __NR_ioctl && (UInt)arguments[1] == REGISTER)
    note_registration(arguments[2]);
  else if (number == __NR_ioctl && (UInt)arguments[1] == UNREGISTER)
    note_end(arguments[2]);
  else if (ranges && number == __NR_munmap)
    remove_pages(arguments[0], arguments[0] + arguments[1], False);
}
