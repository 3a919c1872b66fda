/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code is never writable where it is executable: a file in memory is mapped twice. Where the kernel gives none, or does
 * not let it be executed, there is one mapping for both, as the core has for its own code.
 *
 * A fork makes the file one of two processes, so the child needs memory of its own. */
#include "coregrind-glue/direct/direct_private.h"

#include "shared/base/file_limit.h"

#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* Functions of libcoregrind that no header for tools has. */
extern SysRes VG_(am_mmap_anon_float_valgrind)(SizeT bytes); /* readable, writable and executable */
extern SysRes VG_(am_shared_mmap_file_float_valgrind)(SizeT bytes, UInt protection, Int fd, Off64T offset);
extern SysRes VG_(am_munmap_valgrind)(Addr start, SizeT bytes);

static struct {
  UChar *written; /* NULL: there is none */
  Addr runs_at;
  Bool is_anothers;
} space;

static void in_child(ThreadId tid)
{
  space.is_anothers = space.written && (Addr)space.written != space.runs_at;
}

static Addr map(Int file, UInt protection)
{
  const SysRes mapped = VG_(am_shared_mmap_file_float_valgrind)(CODE_SPACE_BYTES, protection, file, 0);
  return sr_isError(mapped) ? 0 : sr_Res(mapped);
}

static Bool map_twice(Int file)
{
  const Addr written = map(file, VKI_PROT_READ | VKI_PROT_WRITE);
  if (written == 0)
    return False;
  space.runs_at = map(file, VKI_PROT_READ | VKI_PROT_EXEC);
  if (space.runs_at == 0) {
    VG_(am_munmap_valgrind)(written, CODE_SPACE_BYTES);
    return False;
  }
  space.written = (UChar *)written;
  return True;
}

/* Some systems want to be told that it will be executed; older kernels do not know the flag. */
static long open_file(void)
{
  enum { CLOSE_ON_EXEC = 1, EXECUTABLE = 16 };
  const long file = raw_syscall(__NR_memfd_create, (long)"seep-code", CLOSE_ON_EXEC | EXECUTABLE, 0, 0, 0, 0);
  return file >= 0 ? file : raw_syscall(__NR_memfd_create, (long)"seep-code", CLOSE_ON_EXEC, 0, 0, 0, 0);
}

static Bool get_file(void)
{
  const long file = file_may_reach(CODE_SPACE_BYTES) ? open_file() : -1;
  if (file < 0)
    return False;
  const Bool is_mapped = raw_syscall(__NR_ftruncate, file, CODE_SPACE_BYTES, 0, 0, 0, 0) == 0 && map_twice((Int)file);
  raw_syscall(__NR_close, file, 0, 0, 0, 0, 0);
  return is_mapped;
}

static Bool get_plain(void)
{
  const SysRes mapped = VG_(am_mmap_anon_float_valgrind)(CODE_SPACE_BYTES);
  if (sr_isError(mapped))
    return False;
  space.runs_at = sr_Res(mapped);
  space.written = (UChar *)space.runs_at;
  return True;
}

static void give_back(void)
{
  VG_(am_munmap_valgrind)((Addr)space.written, CODE_SPACE_BYTES);
  if (space.runs_at != (Addr)space.written)
    VG_(am_munmap_valgrind)(space.runs_at, CODE_SPACE_BYTES);
  space.written = NULL;
}

Bool code_space_get(void)
{
  static Bool is_known_to_fork;
  if (!is_known_to_fork)
    VG_(atfork)(NULL, NULL, in_child);
  is_known_to_fork = True;
  if (space.written)
    give_back();
  space.is_anothers = False;
  return get_file() || get_plain();
}

Bool code_space_is_own(void)
{
  return space.written && !space.is_anothers;
}

UChar *code_space_at(code_offset offset)
{
  return space.written + offset;
}

Addr code_space_runs_at(code_offset offset)
{
  return space.runs_at + offset;
}

code_offset code_space_offset(const UChar *written)
{
  return (code_offset)(written - space.written);
}

Bool code_space_find(Addr runs_at, code_offset *ret)
{
  if (!space.written || runs_at < space.runs_at || runs_at >= space.runs_at + CODE_SPACE_BYTES)
    return False;
  *ret = (code_offset)(runs_at - space.runs_at);
  return True;
}
