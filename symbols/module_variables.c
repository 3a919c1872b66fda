/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What lies at an address of a module's data. The symbol table says which variable; where two begin together or a name
 * is missing, nothing is guessed. An answer without a name tells how far that holds, so that a caller with many
 * addresses asks once. */
#include <stdlib.h>
#include <string.h>

#include "symbols/module_reader_private.h"

void module_reader_layout(struct module_reader *reader, uint64_t file_offset, struct byte_builder *answer)
{
  uint64_t address = 0, tls_bytes, tls_alignment;
  struct elf_segment segment;
  size_t count = 0;
  bool found = elf_file_address(reader->module, file_offset, &address);
  while (found && elf_file_segment(reader->module, count, &segment))
    count++;
  elf_file_tls(reader->module, &tls_bytes, &tls_alignment);
  builder_number(answer, address, 8);
  builder_number(answer, tls_bytes, 8);
  builder_number(answer, tls_alignment, 8);
  builder_number(answer, count, 4);
  for (size_t i = 0; i < count && elf_file_segment(reader->module, i, &segment); i++) {
    builder_number(answer, segment.start, 8);
    builder_number(answer, segment.end, 8);
    builder_number(answer, segment.is_writable, 1);
  }
}

/* A symbol without its version and without the number by which compilers tell local variables of one name apart:
 * "stdout@GLIBC_2.2.5", "count.0". */
static char *plain_name(const char *symbol)
{
  char *plain = strndup(symbol, strcspn(symbol, "@"));
  char *name = plain ? symbols_demangle(plain) : NULL;
  if (name) {
    free(plain);
    return name;
  }
  char *dot = plain ? strrchr(plain, '.') : NULL;
  if (dot && dot > plain && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1))
    *dot = '\0';
  return plain;
}

static void put_variable(struct byte_builder *answer, const char *symbol, struct symtab_range range)
{
  char *name = symbol ? plain_name(symbol) : NULL;
  builder_string(answer, name);
  builder_string(answer, NULL);
  builder_string(answer, NULL);
  builder_string(answer, NULL);
  builder_number(answer, 0, 4);
  builder_number(answer, range.start, 8);
  builder_number(answer, range.end - range.start, 8);
  free(name);
}

static struct symtab_range clamp(struct symtab_range range, uint64_t start, uint64_t end)
{
  range.start = range.start < start ? start : range.start;
  range.end = range.end > end ? end : range.end;
  return range;
}

/* Look up what covers `place` in an area that is [start, end). */
static void put_found(struct module_reader *reader, enum symtab_area area, uint64_t place, struct symtab_range within,
                      struct byte_builder *answer)
{
  struct symtab_range range = within;
  const char *symbol = NULL;
  module_reader_need_symtab(reader);
  if (reader->symtab)
    symbol = symtab_find(reader->symtab, area, place, &range);
  put_variable(answer, symbol, clamp(range, within.start, within.end));
}

void module_reader_variable(struct module_reader *reader, uint64_t address, struct byte_builder *answer)
{
  struct elf_segment segment;
  if (elf_file_segment_at(reader->module, address, &segment))
    put_found(reader, SYMTAB_DATA, address, (struct symtab_range){segment.start, segment.end}, answer);
  else
    put_variable(answer, NULL, (struct symtab_range){address, address});
}

void module_reader_tls(struct module_reader *reader, uint64_t offset, struct byte_builder *answer)
{
  uint64_t bytes, alignment;
  elf_file_tls(reader->module, &bytes, &alignment);
  if (offset < bytes)
    put_found(reader, SYMTAB_TLS, offset, (struct symtab_range){0, bytes}, answer);
  else
    put_variable(answer, NULL, (struct symtab_range){offset, offset});
}
