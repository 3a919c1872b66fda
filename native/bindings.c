/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dynamic linker writes into a table of each library which functions it calls. It may be locked, so it is not
 * asked, but its tables are looked at. */
#include "native/bindings.h"

#include <stdint.h>
#include <string.h>

#include "native/code_files.h"
#include "native/libc_heap.h"
#include "native/mappings.h"
#include "native/process.h"

/* What of a library's dynamic section is needed; the dynamic linker has put addresses in it. */
struct tables {
  const Elf64_Sym *symbols;
  const char *names;
  const Elf64_Rela *calls, *others; /* relocations of functions that are called, and of all else */
  uint64_t calls_bytes, others_bytes;
};

static const Elf64_Dyn *dynamic_of(const struct code_image *image)
{
  for (unsigned i = 0; i < image->header_count; i++)
    if (image->headers[i].p_type == PT_DYNAMIC)
      return (const Elf64_Dyn *)(image->bias + image->headers[i].p_vaddr);
  return NULL;
}

/* Where the section cannot be written, it has what the file has. */
static const void *place_of(const struct code_image *image, const Elf64_Dyn *entry)
{
  const uint64_t place = entry->d_un.d_ptr;
  return (const void *)(place < image->bias ? image->bias + place : place);
}

static struct tables tables_of(const struct code_image *image)
{
  struct tables tables = {.symbols = NULL};
  for (const Elf64_Dyn *entry = dynamic_of(image); entry && entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag == DT_SYMTAB)
      tables.symbols = place_of(image, entry);
    else if (entry->d_tag == DT_STRTAB)
      tables.names = place_of(image, entry);
    else if (entry->d_tag == DT_JMPREL)
      tables.calls = place_of(image, entry);
    else if (entry->d_tag == DT_PLTRELSZ)
      tables.calls_bytes = entry->d_un.d_val;
    else if (entry->d_tag == DT_RELA)
      tables.others = place_of(image, entry);
    else if (entry->d_tag == DT_RELASZ)
      tables.others_bytes = entry->d_un.d_val;
  }
  return tables;
}

/* The C library's own function of that name, if it is one of those; 0: it is none. */
static uint64_t function_of_libc(const char *name)
{
  const struct {
    const char *name;
    void *function;
  } functions[] = {{"malloc", (void *)libc_heap.malloc},
                   {"calloc", (void *)libc_heap.calloc},
                   {"realloc", (void *)libc_heap.realloc},
                   {"free", (void *)libc_heap.free}};
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp(functions[i].name, name) == 0)
      return (uint64_t)functions[i].function;
  return 0;
}

static bool leads_past_us(const struct tables *tables, uint64_t bias, const Elf64_Rela *relocations, uint64_t bytes)
{
  for (uint64_t i = 0; relocations && i < bytes / sizeof *relocations; i++) {
    const unsigned type = ELF64_R_TYPE(relocations[i].r_info), symbol = ELF64_R_SYM(relocations[i].r_info);
    if (symbol == 0 || (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT))
      continue;
    const uint64_t function = function_of_libc(tables->names + tables->symbols[symbol].st_name);
    if (function != 0 && *(const uint64_t *)(bias + relocations[i].r_offset) == function)
      return true;
  }
  return false;
}

static char found[MAPPINGS_PATH_BYTES]; /* empty: none; libraries may be gone later */

static bool look(void *context, const struct code_image *image)
{
  (void)context;
  const struct tables tables = tables_of(image);
  if (!tables.symbols || !tables.names || strstr(image->path, "/libc.so.") || strstr(image->path, "/ld-linux") ||
      (!leads_past_us(&tables, image->bias, tables.calls, tables.calls_bytes) &&
       !leads_past_us(&tables, image->bias, tables.others, tables.others_bytes)))
    return false;
  memcpy(found, image->path, strlen(image->path) + 1);
  return true;
}

/* Each time anew, as files come, and functions are bound when they are called first. But a program that makes the same
 * mistake again and again is not to wait for that. */
const char *bindings_past_us(void)
{
  enum { LOOKS_MAX = 1000 };
  static _Atomic unsigned looks;
  if (found[0] == '\0' && looks < LOOKS_MAX) {
    looks++;
    process_look_at_code();
    (void)code_visit_images(look, NULL);
  }
  return found[0] != '\0' ? found : NULL;
}
