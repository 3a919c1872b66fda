/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls that change memory whatever its rights are: writes to /proc/PID/mem and to the memory of this process as if it
 * were another's, and advice by which pages lose what they hold. And calls that open a file for writing, which may be
 * one with code. */
#include "coregrind-glue/syscalls/code_writes.h"

#include "coregrind-glue/code/changing_code.h"
#include "coregrind-glue/code/watched_pages.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { NAME_BYTES = 64, NR_OPENAT2 = 437, SHM_EXEC = 0100000, MAP_TYPES = 3 };

/* A descriptor was opened by which memory can be written to. */
static Bool has_memory_file;

/* --- /proc/PID/mem --- */

static Bool is_memory_file(UWord descriptor)
{
  HChar link[NAME_BYTES], name[NAME_BYTES], own[NAME_BYTES];
  VG_(sprintf)(link, "/proc/self/fd/%d", (Int)descriptor);
  const SSizeT bytes = VG_(readlink)(link, name, sizeof name - 1);
  const SizeT own_bytes = VG_(sprintf)(own, "/proc/%d/", VG_(getpid)());
  if (bytes <= 4)
    return False;
  name[bytes] = '\0';
  return VG_(strncmp)(name, own, own_bytes) == 0 && VG_(strcmp)(name + bytes - 4, "/mem") == 0;
}

static Addr place_behind(UWord descriptor)
{
  return (Addr)VG_(lseek)((Int)descriptor, 0, VKI_SEEK_CUR);
}

static void has_written(ThreadId tid, Addr start, SizeT bytes)
{
  tool.syscall_wrote(tid, start, bytes);
  changing_code_has_changed(start, bytes);
}

static void wrote(ThreadId tid, UWord descriptor, UWord bytes, Bool is_at, Addr at)
{
  if (has_memory_file && is_memory_file(descriptor))
    has_written(tid, is_at ? at : place_behind(descriptor) - bytes, bytes);
}

static void opened(UWord descriptor)
{
  const Int flags = VG_(fcntl)((Int)descriptor, VKI_F_GETFL, 0);
  if (flags < 0 || (flags & VKI_O_ACCMODE) == VKI_O_RDONLY)
    return;
  has_memory_file = has_memory_file || is_memory_file(descriptor);
  changing_code_file_is_written((Int)descriptor);
}

/* --- the memory of a process --- */

static Bool read_piece(Addr list, UWord number, struct vki_iovec *ret)
{
  return guarded_read(ret, list + number * sizeof *ret, sizeof *ret);
}

static void wrote_pieces(ThreadId tid, Addr list, UWord count)
{
  struct vki_iovec piece;
  for (UWord i = 0; i < count && read_piece(list, i, &piece); i++)
    has_written(tid, (Addr)piece.iov_base, piece.iov_len);
}

static void open_pieces(ThreadId tid, Addr list, UWord count)
{
  struct vki_iovec piece;
  for (UWord i = 0; i < count && read_piece(list, i, &piece); i++)
    watched_pages_begin_call(tid, (Addr)piece.iov_base, piece.iov_len);
}

/* Pages take their rights along where they are moved. */
void code_writes_before(ThreadId tid, UInt number, const UWord *arguments)
{
  if (number == __NR_mremap) {
    watched_pages_begin_call(tid, arguments[0], arguments[1]);
    changing_code_share();
  }
  else if (number == __NR_process_vm_writev)
    open_pieces(tid, arguments[3], arguments[4]);
}

static Bool loses_contents(UWord advice)
{
  enum { DONT_NEED = 4, FREE = 8, REMOVE = 9, DONT_NEED_LOCKED = 24 };
  return advice == DONT_NEED || advice == FREE || advice == REMOVE || advice == DONT_NEED_LOCKED;
}

void code_writes_after(ThreadId tid, UInt number, const UWord *arguments, UWord result)
{
  const Bool is_own = arguments[0] == (UWord)VG_(getpid)();
  switch (number) {
  case __NR_open:
  case __NR_openat:
  case __NR_creat:
  case NR_OPENAT2:
    opened(result);
    break;
  case __NR_write:
  case __NR_writev:
    wrote(tid, arguments[0], result, False, 0);
    break;
  case __NR_pwrite64:
  case __NR_pwritev:
    wrote(tid, arguments[0], result, True, arguments[3]);
    break;
  case __NR_pwritev2:
    wrote(tid, arguments[0], result, arguments[3] != ~(UWord)0, arguments[3]);
    break;
  case __NR_process_vm_writev:
    if (is_own)
      wrote_pieces(tid, arguments[3], arguments[4]);
    break;
  case __NR_mmap:
    if ((arguments[3] & MAP_TYPES) != VKI_MAP_PRIVATE && (arguments[3] & VKI_MAP_ANONYMOUS))
      changing_code_is_sole(result, arguments[1]);
    break;
  case __NR_shmat:
    if (arguments[2] & SHM_EXEC)
      changing_code_may_run(result);
    break;
  case __NR_madvise:
    if (loses_contents(arguments[2]))
      changing_code_has_changed(arguments[0], arguments[1]);
    break;
  default:
    break;
  }
}
