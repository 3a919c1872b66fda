/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Before the core looks at what is mapped, the tool does what a loader would do for the preload libraries: it maps
 * them, and binds their few references to the program's functions. From then on everything is as in other programs: the
 * core finds the libraries' patterns and the program's symbols.
 *
 * Without a symbol for malloc() nothing is done: if heap blocks are not known, string functions that read past them do
 * no harm.
 *
 * A loader that is run as a program has no loader itself, but is no static program: it loads libraries. */
#include "coregrind-glue/modules/static_program.h"

#include <elf.h>

#include "coregrind-glue/modules/mapped_file.h"

#include "pub_tool_aspacehl.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

/* The core's own, from headers that tools do not get. */
extern Addr VG_(am_get_advisory_client_simple)(Addr start, SizeT bytes, Bool *ok);
extern SysRes VG_(am_mmap_file_fixed_client)(Addr start, SizeT bytes, UInt protection, Int fd, Off64T offset);
extern Addr VG_(redir_do_lookup)(Addr address, Bool *ret_is_wrap);
extern SysRes VG_(am_mmap_anon_fixed_client)(Addr start, SizeT bytes, UInt protection);

enum { SEGMENTS_MAX = 64 };

struct headers {
  Elf64_Ehdr elf;
  Elf64_Phdr segments[SEGMENTS_MAX];
  UInt count;
};

static struct {
  Bool has_loader, has_names;
  const HChar *path; /* owned by the core */
  Addr bias;         /* what is added to the file's addresses */
  Addr malloc;       /* 0: there is none with a name */
  struct symbol_tables tables;
} program;

static Bool read_headers(Int fd, struct headers *ret)
{
  ret->count = 0;
  if (!mapped_file_read(&fd, 0, &ret->elf, sizeof ret->elf) || VG_(memcmp)(ret->elf.e_ident, ELFMAG, SELFMAG) != 0
      || ret->elf.e_phentsize != sizeof(Elf64_Phdr) || ret->elf.e_phnum > SEGMENTS_MAX)
    return False;
  ret->count = ret->elf.e_phnum;
  return mapped_file_read(&fd, ret->elf.e_phoff, ret->segments, ret->count * sizeof(Elf64_Phdr));
}

static const Elf64_Phdr *segment_of(const struct headers *headers, UInt type)
{
  for (UInt i = 0; i < headers->count; i++)
    if (headers->segments[i].p_type == type)
      return &headers->segments[i];
  return NULL;
}

/* --- the program --- */

static Addr bias_of(const struct headers *headers, const NSegment *mapped)
{
  for (UInt i = 0; i < headers->count && headers->elf.e_type == ET_DYN; i++) {
    const Elf64_Phdr *segment = &headers->segments[i];
    if (segment->p_type == PT_LOAD && VG_PGROUNDDN(segment->p_offset) == (Addr)mapped->offset)
      return mapped->start - VG_PGROUNDDN(segment->p_vaddr);
  }
  return 0;
}

/* So far only the program and its loader, if it has one, are mapped. A file that cannot be read is taken for a static
 * program, as nothing is known of its heap. */
static void read_mapped_file(const NSegment *mapped)
{
  struct headers headers = {.count = 0};
  const HChar *path = VG_(am_get_filename)(mapped);
  Int fd = path ? mapped_file_open(path) : -1;
  if (fd >= 0 && read_headers(fd, &headers)) {
    program.has_loader |= segment_of(&headers, PT_INTERP) != NULL || mapped_file_is_loader(path);
    program.bias = bias_of(&headers, mapped);
  }
  if (fd >= 0)
    VG_(close)(fd);
  program.path = path ? path : program.path;
}

static void find_program(void)
{
  Int count;
  Addr *starts = VG_(get_segment_starts)(SkFileC, &count);
  for (Int i = 0; i < count && !program.has_loader; i++)
    read_mapped_file(VG_(am_find_nsegment)(starts[i]));
  VG_(free)(starts);
}

static Bool is_function(const struct symbol_table *table, SizeT index, const HChar *name, Bool is_global)
{
  return symbol_is_defined(table, index) && symbol_is_function(table, index) && symbol_bytes(table, index) != 0
         && symbol_was_global(table, index) == is_global && VG_(strcmp)(symbol_name(table, index), name) == 0;
}

/* The program's function of that name, its only one or one of several that files keep to themselves; 0: it has none. */
static Addr find_function(const HChar *name, Bool is_global)
{
  for (UInt t = 0; t < program.tables.count; t++)
    for (SizeT i = 0; i < program.tables.tables[t].count; i++)
      if (is_function(&program.tables.tables[t], i, name, is_global))
        return program.bias + symbol_address(&program.tables.tables[t], i);
  return 0;
}

/* 0 also if one of these functions is local to a file: its partners may be global ones, and a heap must be replaced as
 * a whole. */
static Addr find_malloc(void)
{
  static const HChar *const family[] = {"malloc", "calloc", "realloc", "free"};
  for (UInt i = 0; i < sizeof family / sizeof *family; i++)
    if (find_function(family[i], False) != 0)
      return 0;
  return find_function("malloc", True);
}

/* --- the libraries, which are Seep's and the core's own --- */

struct library {
  Int fd;
  struct headers headers;
  Addr base;
};

static UInt protection_of(const Elf64_Phdr *segment)
{
  return (segment->p_flags & PF_R ? VKI_PROT_READ : 0) | (segment->p_flags & PF_W ? VKI_PROT_WRITE : 0)
         | (segment->p_flags & PF_X ? VKI_PROT_EXEC : 0);
}

/* What the file does not fill is zero. */
static Bool map_segment(const struct library *library, const Elf64_Phdr *segment)
{
  Addr start = library->base + segment->p_vaddr, file_end = start + segment->p_filesz, end = start + segment->p_memsz;
  Addr page = VG_PGROUNDDN(start), file_page_end = VG_PGROUNDUP(file_end), page_end = VG_PGROUNDUP(end);
  if (sr_isError(VG_(am_mmap_file_fixed_client)(page, file_page_end - page, protection_of(segment), library->fd,
                                                (Off64T)VG_PGROUNDDN(segment->p_offset))))
    return False;
  if (segment->p_flags & PF_W)
    VG_(memset)((void *)file_end, 0, file_page_end - file_end);
  return page_end <= file_page_end
         || !sr_isError(VG_(am_mmap_anon_fixed_client)(file_page_end, page_end - file_page_end,
                                                       protection_of(segment)));
}

static Bool map_library(struct library *library)
{
  const struct headers *headers = &library->headers;
  Addr bytes = 0;
  Bool is_mapped;
  for (UInt i = 0; i < headers->count; i++)
    if (headers->segments[i].p_type == PT_LOAD)
      bytes = VG_PGROUNDUP(headers->segments[i].p_vaddr + headers->segments[i].p_memsz);
  library->base = VG_(am_get_advisory_client_simple)(0, bytes, &is_mapped);
  for (UInt i = 0; i < headers->count && is_mapped; i++)
    if (headers->segments[i].p_type == PT_LOAD)
      is_mapped = map_segment(library, &headers->segments[i]);
  return is_mapped;
}

/* Of the library's own dynamic section. */
static Addr dynamic_value(const struct library *library, Elf64_Sxword tag)
{
  const Elf64_Phdr *segment = segment_of(&library->headers, PT_DYNAMIC);
  const Elf64_Dyn *entry = segment ? (const Elf64_Dyn *)(library->base + segment->p_vaddr) : NULL;
  for (; entry && entry->d_tag != DT_NULL; entry++)
    if (entry->d_tag == tag)
      return entry->d_un.d_val;
  return 0;
}

/* What the program may lack is a weak reference, and stays 0 then. */
static Addr address_of(const struct library *library, UInt index)
{
  const Elf64_Sym *symbol = (const Elf64_Sym *)(library->base + dynamic_value(library, DT_SYMTAB)) + index;
  if (symbol->st_shndx != SHN_UNDEF)
    return library->base + symbol->st_value;
  return find_function((const HChar *)(library->base + dynamic_value(library, DT_STRTAB)) + symbol->st_name, True);
}

static void relocate_all(const struct library *library, Elf64_Sxword table, Elf64_Sxword table_bytes)
{
  const Elf64_Rela *entry = (const Elf64_Rela *)(library->base + dynamic_value(library, table));
  for (Addr count = dynamic_value(library, table_bytes) / sizeof *entry; count > 0; count--, entry++) {
    Addr *place = (Addr *)(library->base + entry->r_offset);
    if (ELF64_R_TYPE(entry->r_info) == R_X86_64_RELATIVE)
      *place = library->base + (Addr)entry->r_addend;
    else
      *place = address_of(library, ELF64_R_SYM(entry->r_info));
  }
}

static Bool load_library(const HChar *name)
{
  struct library library;
  HChar *path = mapped_file_of_part(name);
  library.fd = mapped_file_open(path);
  VG_(free)(path);
  if (library.fd < 0)
    return False;
  Bool is_mapped = read_headers(library.fd, &library.headers) && map_library(&library);
  VG_(close)(library.fd);
  if (!is_mapped)
    return False;
  relocate_all(&library, DT_RELA, DT_RELASZ);
  relocate_all(&library, DT_JMPREL, DT_PLTRELSZ);
  return True;
}

void static_program_prepare(void)
{
  find_program();
  if (!program.path || program.has_loader)
    return;
  mapped_file_tables(program.path, &program.tables);
  program.malloc = find_malloc();
  program.has_names = program.malloc != 0 && load_library("vgpreload_core-amd64-linux.so") &&
                      load_library("vgpreload_seep-amd64-linux.so");
  symbol_tables_release(&program.tables);
}

/* --- questions --- */

Bool static_program_runs(void)
{
  return !program.has_loader;
}

const HChar *static_program_path(void)
{
  return program.path;
}

Bool static_program_has_names(void)
{
  return program.has_names;
}

Bool static_program_has_heap_replaced(void)
{
  return program.has_names && VG_(redir_do_lookup)(program.malloc, NULL) != program.malloc;
}

Bool static_program_is_replaced(const HChar *path)
{
  return program.has_names && VG_(strcmp)(path, program.path) == 0;
}

/* Most names of the C library are reserved, but a program may have functions of these names. Only an ifunc is sure to
 * be the C library's. */
static Bool is_free_for_programs(const HChar *name)
{
  static const HChar *const names[] = {"index", "rindex", "bcmp", "bcopy"};
  for (UInt i = 0; i < sizeof names / sizeof *names; i++)
    if (VG_(strcmp)(name, names[i]) == 0)
      return True;
  return False;
}

Bool static_program_may_replace(const HChar *name, Bool is_ifunc, Bool is_global)
{
  return is_ifunc || (is_global && !is_free_for_programs(name));
}
