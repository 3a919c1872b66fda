/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A core file begins with notes: for each thread its general registers, then its floating-point state. The core leaves
 * most of the latter empty, and the bases of segments. So once it has written its file, the notes are written again at
 * the end of it, completed, with one more for each thread (the state as xsave has it, which has the upper halves of
 * vectors), and one for the process, which tells a debugger where the program lies. The header of the notes then leads
 * there. */
#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/translate/signal_frame.h"
#include "memcheck/pure/engine/engine.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include <elf.h>
#include <stddef.h>

enum { NAME_BYTES = 64, NOTES_BYTES_MAX = 1 << 24, ALIGNMENT = 4 };

/* --- one thread --- */

/* In the note of the process: its command line. */
enum { WORDS_AT = 56, WORDS_BYTES = 80 };

/* In the note of a thread: its number, and registers, which are numbered as in the kernel's struct user_regs_struct. */
enum { PID_AT = 32, REGISTERS_AT = 112 };
enum { ORIGINAL_RAX = 15, RIP = 16, CS = 17, FLAGS = 18, SS = 20, FS_BASE = 21, GS_BASE = 22 };
enum { USER_CS = 0x33, USER_SS = 0x2b, FLAG_RESUME = 1 << 16 };

static ULong guest_word(ThreadId tid, PtrdiffT offset)
{
  ULong word;
  VG_(get_shadow_regs_area)(tid, (UChar *)&word, 0, offset, sizeof word);
  return word;
}

static void complete_registers(ThreadId tid, Bool is_faulting, UChar *status)
{
  ULong *const registers = (ULong *)(status + REGISTERS_AT);
  registers[RIP] = ENGINE_WITHOUT_ALIAS(registers[RIP]);
  registers[ORIGINAL_RAX] = ~0ULL;
  registers[FLAGS] |= is_faulting ? FLAG_RESUME : 0;
  registers[CS] = USER_CS;
  registers[SS] = USER_SS;
  registers[FS_BASE] = guest_word(tid, offsetof(VexGuestAMD64State, guest_FS_CONST));
  registers[GS_BASE] = guest_word(tid, offsetof(VexGuestAMD64State, guest_GS_CONST));
}

/* As xsave has it, without what its header leaves out; the components that there are stand where debuggers look. */
enum { VECTORS = 16, HALF_BYTES = 16, COMPONENTS = 7 /* x87, SSE, AVX */ };
struct extended {
  UChar image[SIGNAL_FRAME_IMAGE_BYTES];
  ULong components_here, header[7];
  UChar upper_halves[VECTORS][HALF_BYTES];
};
enum { COMPONENTS_AT = 464 /* in the image, for software */ };

static void make_extended(ThreadId tid, struct extended *ret)
{
  static const ULong components = COMPONENTS;
  VG_(memset)(ret, 0, sizeof *ret);
  signal_frame_image(tid, ret->image);
  VG_(memcpy)(ret->image + COMPONENTS_AT, &components, sizeof components);
  ret->components_here = components;
  for (UInt i = 0; i < VECTORS; i++) {
    const SizeT half = offsetof(VexGuestAMD64State, guest_YMM0) + (2 * i + 1) * HALF_BYTES;
    VG_(get_shadow_regs_area)(tid, ret->upper_halves[i], 0, (PtrdiffT)half, HALF_BYTES);
  }
}

/* --- notes --- */

extern UWord *VG_(client_auxv);

struct notes {
  UChar *bytes;
  SizeT count;
};

static SizeT rounded(SizeT bytes)
{
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static UChar *add_note(struct notes *notes, const Elf64_Nhdr *header, const HChar *name, const void *content)
{
  UChar *const at = notes->bytes + notes->count, *const place = at + sizeof *header + rounded(header->n_namesz);
  VG_(memcpy)(at, header, sizeof *header);
  VG_(memcpy)(at + sizeof *header, name, header->n_namesz);
  VG_(memcpy)(place, content, header->n_descsz);
  notes->count += (SizeT)(place - at) + rounded(header->n_descsz);
  return place;
}

static void add_extended(struct notes *notes, ThreadId tid)
{
  static const HChar name[8] = "LINUX";
  static struct extended extended;
  make_extended(tid, &extended);
  add_note(notes, &(Elf64_Nhdr){.n_namesz = sizeof "LINUX", .n_descsz = sizeof extended, .n_type = NT_X86_XSTATE}, name,
           &extended);
}

/* By which a debugger finds out where the program and its libraries lie. */
static void add_auxiliary_vector(struct notes *notes)
{
  enum { PAIRS_MAX = 64 };
  static const HChar name[8] = "CORE";
  Elf64_auxv_t pairs[PAIRS_MAX];
  UInt count = 0;
  do
    if (guarded_copy(&pairs[count], &((const Elf64_auxv_t *)VG_(client_auxv))[count], sizeof *pairs) < sizeof *pairs)
      return;
  while (pairs[count++].a_type != AT_NULL && count < PAIRS_MAX);
  const Elf64_Nhdr header = {.n_namesz = sizeof "CORE", .n_descsz = count * sizeof *pairs, .n_type = NT_AUXV};
  add_note(notes, &header, name, pairs);
}

/* `ret` is cleared; a word that does not fit is cut off. */
static void join_words(HChar *ret, SizeT bytes)
{
  SizeT at = 0;
  for (Word i = -1; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
    const HChar *word = i < 0 ? VG_(args_the_exename) : *(HChar **)VG_(indexXA)(VG_(args_for_client), i);
    if (i >= 0 && at + 1 < bytes)
      ret[at++] = ' ';
    for (; *word && at + 1 < bytes; word++)
      ret[at++] = *word;
  }
}

/* `written` is what the core has made. The thread of a note is that of the last one with general registers. */
static void complete_notes(const UChar *written, SizeT bytes, const vki_siginfo_t *info, struct notes *ret)
{
  Bool is_first = True; /* the thread that has got the signal */
  ThreadId tid = VG_INVALID_THREADID;
  for (SizeT at = 0; at + sizeof(Elf64_Nhdr) <= bytes;) {
    const Elf64_Nhdr *const header = (const Elf64_Nhdr *)(written + at);
    const HChar *const name = (const HChar *)(header + 1);
    const UChar *const content = (const UChar *)name + rounded(header->n_namesz);
    at = (SizeT)(content - written) + rounded(header->n_descsz);
    if (at > bytes)
      return;
    UChar *const place = add_note(ret, header, name, content);
    if (header->n_type == NT_PRSTATUS) {
      tid = VG_(lwpid_to_vgtid)(*(const Int *)(content + PID_AT));
      complete_registers(tid, signal_frame_is_fault(info) && is_first, place);
      is_first = False;
    } else if (header->n_type == NT_FPREGSET && header->n_descsz == SIGNAL_FRAME_IMAGE_BYTES) {
      signal_frame_image(tid, place);
      add_extended(ret, tid);
    } else if (header->n_type == NT_PRPSINFO) {
      join_words((HChar *)place + WORDS_AT, WORDS_BYTES);
    }
  }
  add_auxiliary_vector(ret);
}

/* --- the file --- */

static Bool transfer(long call, Int file, void *bytes, SizeT count, ULong offset)
{
  return raw_syscall(call, file, (long)bytes, (long)count, (long)offset, 0, 0) == (long)count;
}

static void write_notes(Int file, Elf64_Phdr *header, ULong header_at, ULong end, const vki_siginfo_t *info)
{
  enum { GROWS_AT_MOST = 4, AUXILIARY_BYTES = 2048 };
  UChar *const written = VG_(malloc)("seep.core", header->p_filesz);
  struct notes notes = {.bytes = VG_(calloc)("seep.core", header->p_filesz + AUXILIARY_BYTES, GROWS_AT_MOST)};
  if (transfer(__NR_pread64, file, written, header->p_filesz, header->p_offset)) {
    complete_notes(written, header->p_filesz, info, &notes);
    header->p_offset = (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    header->p_filesz = notes.count;
    if (transfer(__NR_pwrite64, file, notes.bytes, notes.count, header->p_offset))
      transfer(__NR_pwrite64, file, header, sizeof *header, header_at);
  }
  VG_(free)(notes.bytes);
  VG_(free)(written);
}

static void complete_file(Int file, const vki_siginfo_t *info)
{
  Elf64_Ehdr start;
  Elf64_Phdr first;
  const long end = raw_syscall(__NR_lseek, file, 0, VKI_SEEK_END, 0, 0, 0);
  if (end > 0 && transfer(__NR_pread64, file, &start, sizeof start, 0) &&
      transfer(__NR_pread64, file, &first, sizeof first, start.e_phoff) && first.p_type == PT_NOTE &&
      first.p_filesz <= NOTES_BYTES_MAX)
    write_notes(file, &first, start.e_phoff, (ULong)end, info);
}

/* The name that the core will take: the first that is free. */
static void find_name(HChar *ret_name)
{
  struct vg_stat info;
  for (Int i = 0; i == 0 || !sr_isError(VG_(stat)(ret_name, &info)); i++)
    if (i == 0)
      VG_(sprintf)(ret_name, "vgcore.%d", VG_(getpid)());
    else
      VG_(sprintf)(ret_name, "vgcore.%d.%d", VG_(getpid)(), i);
}

void WRAPPED(make_coredump)(ThreadId tid, const vki_siginfo_t *info, ULong bytes_max)
{
  HChar name[NAME_BYTES];
  find_name(name);
  REAL(make_coredump)(tid, info, bytes_max);
  const SysRes opened = VG_(open)(name, VKI_O_RDWR, 0);
  if (sr_isError(opened))
    return;
  complete_file((Int)sr_Res(opened), info);
  VG_(close)((Int)sr_Res(opened));
}
