/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/core/core_basics.h"

#include "shared/base/file_limit.h"
#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_libcproc.h" // needs vki types

struct record_string core_string(const HChar *text)
{
  return (struct record_string){text ? text : "", text ? VG_(strlen)(text) : 0};
}

const HChar *core_error_text(int errno_value)
{
  static const struct {
    int errno_value;
    const HChar *text;
  } texts[] = {
#define ERROR_TEXT(number, text) {number, text},
#include "shared/base/error_texts.def"
  };
  for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
    if (texts[i].errno_value == errno_value)
      return texts[i].text;
  return "unexpected error";
}

Bool core_page_is_readable(Addr guest)
{
  return VG_(am_is_valid_for_client)(guest, 1, VKI_PROT_READ) && guarded_can_read(guest, 1);
}

SizeT core_guest_string(Addr guest, HChar *buffer, SizeT buffer_bytes)
{
  SizeT size = 0;
  for (; size < buffer_bytes - 1; size++) {
    bool enters_page = size == 0 || (guest + size) % VKI_PAGE_SIZE == 0;
    if (enters_page && !core_page_is_readable(guest + size))
      break;
    buffer[size] = *(const HChar *)(guest + size);
    if (buffer[size] == '\0')
      return size;
  }
  buffer[size] = '\0';
  return size;
}

Bool core_find_string_end(Addr guest, Addr *ret_end)
{
  for (Addr at = guest;; at++) {
    *ret_end = at;
    if ((at == guest || at % VKI_PAGE_SIZE == 0) && !core_page_is_readable(at))
      return False;
    if (*(const HChar *)at == '\0')
      return True;
  }
}

Bool core_is_guest_string(Addr guest)
{
  Addr end;
  return core_find_string_end(guest, &end);
}

enum core_list core_guest_list(Addr guest, Addr *ret_bad)
{
  for (Addr item;; guest += sizeof(Addr)) {
    if (!VG_(am_is_valid_for_client)(guest, sizeof(Addr), VKI_PROT_READ) ||
        !guarded_load((const uint64_t *)guest, &item)) {
      *ret_bad = guest;
      return CORE_LIST_HAS_NO_END;
    }
    if (item == 0)
      return CORE_LIST_READABLE;
    if (!core_find_string_end(item, ret_bad))
      return CORE_LIST_HAS_BAD_STRING;
  }
}

/* The core reads the arguments for --trace-children-skip-by-arg. With unreadable ones the exec fails, whatever is
 * answered here. */
Bool core_will_trace(const HChar *path, Addr guest_arguments)
{
  Addr bad;
  Bool is_usable = VG_(clo_trace_children) && core_guest_list(guest_arguments, &bad) == CORE_LIST_READABLE;
  return VG_(should_we_trace_this_child)(path, is_usable ? (const HChar **)guest_arguments : NULL);
}

static uint64_t read_clock(vki_clockid_t clock)
{
  struct vki_timespec now;
  VG_(clock_gettime)(&now, clock);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t core_monotonic_ns(void)
{
  return read_clock(VKI_CLOCK_MONOTONIC);
}

uint64_t core_cpu_ns(void)
{
  return read_clock(VKI_CLOCK_THREAD_CPUTIME_ID);
}

/* VG_(printf) itself speaks to the reporter (see core_wraps.c). */
void core_print_directly(const HChar *text)
{
  __real_vgPlain_printf("%s", text);
}

int core_write(int fd, const void *data, size_t size)
{
  const char *at = data;
  const long place = raw_syscall(__NR_lseek, fd, 0, VKI_SEEK_CUR, 0, 0, 0);
  if (place >= 0 && !file_may_reach((ULong)place + size))
    return VKI_EFBIG;
  while (size > 0) {
    const long written = raw_syscall(__NR_write, fd, (long)at, (long)size, 0, 0, 0);
    if (written == -VKI_EINTR)
      continue;
    if (written <= 0)
      return written == 0 ? VKI_EIO : (int)-written;
    at += written;
    size -= (size_t)written;
  }
  return 0;
}

SizeT core_read_text(const HChar *path, HChar *ret, SizeT room)
{
  SizeT bytes = 0;
  const long file = raw_syscall(__NR_open, (long)path, VKI_O_RDONLY, 0, 0, 0, 0);
  for (long got = 1; file >= 0 && got > 0; bytes += got > 0 ? (SizeT)got : 0)
    got = raw_syscall(__NR_read, file, (long)ret + (long)bytes, (long)(room - 1 - bytes), 0, 0, 0);
  if (file >= 0)
    raw_syscall(__NR_close, file, 0, 0, 0, 0, 0);
  ret[bytes] = '\0';
  return bytes;
}

extern Int VG_(fd_hard_limit); /* the guest's descriptors are below */

Int core_out_of_reach(long fd, enum core_on_exec on_exec)
{
  enum { DUPFD_CLOEXEC = 1030 }; /* F_DUPFD_CLOEXEC */
  const long request = on_exec == CORE_CLOSED_ON_EXEC ? DUPFD_CLOEXEC : VKI_F_DUPFD;
  const long moved = fd < 0 ? -1 : raw_syscall(__NR_fcntl, fd, request, VG_(fd_hard_limit), 0, 0, 0);
  if (fd >= 0)
    raw_syscall(__NR_close, fd, 0, 0, 0, 0, 0);
  return moved < 0 ? -1 : (Int)moved;
}

enum { CLEAR_BY_KERNEL_BYTES = 512 << 10, MADV_DONTNEED = 4 };

void core_clear(Addr start, SizeT bytes)
{
  Addr end = start + bytes, whole = VG_PGROUNDUP(start), whole_end = VG_PGROUNDDN(end);
  Bool is_large = whole < whole_end && whole_end - whole >= CLEAR_BY_KERNEL_BYTES;
  if (!is_large || raw_syscall(__NR_madvise, (long)whole, (long)(whole_end - whole), MADV_DONTNEED, 0, 0, 0) != 0) {
    guarded_fill_pages((void *)start, 0, bytes);
    return;
  }
  guarded_fill_pages((void *)start, 0, whole - start);
  guarded_fill_pages((void *)whole_end, 0, end - whole_end);
}
