/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ELF header, section headers, and for each symbol table its entries and the section of strings that it names.
 *
 * Global symbols may have been made local by the linker, where no other file can refer to them. Local symbols follow
 * the symbol of the source file they come from; GNU ld puts those it has made local, as in a static program that may
 * lie anywhere, behind a symbol of a file without a name. Other linkers make hidden symbols local and keep their
 * visibility, which symbols that were local from the start do not have. */
#include "memcheck/pure/modules/symbol_tables.h"

#include "memcheck/pure/base/env.h"

enum { SHDR_BYTES = 64, SHT_SYMTAB = 2, SHT_STRTAB = 3, SHT_DYNSYM = 11 };
enum { SYMBOL_OTHER = 5, VISIBILITY_MASK = 3, TYPE_MASK = 15, STT_FUNC = 2, STT_FILE = 4, STT_GNU_IFUNC = 10 };

struct sections {
  elf_read_fn *read;
  void *context;
  unsigned char *headers; /* NULL: there are none */
  size_t count;
  size_t names;           /* the index of the section that holds their names */
};

struct section {
  uint64_t name, type, offset, bytes, link, entry_bytes;
};

/* Reads all headers at once. */
static void find_sections(struct sections *sections)
{
  unsigned char header[ELF_HEADER_BYTES];
  if (!elf_read_header(sections->read, sections->context, header) || elf_number(header + 58, 2) != SHDR_BYTES)
    return;
  size_t count = (size_t)elf_number(header + 60, 2);
  unsigned char *headers = env_allocate("section headers", count * SHDR_BYTES + 1);
  if (sections->read(sections->context, elf_number(header + 40, 8), headers, count * SHDR_BYTES)) {
    sections->headers = headers;
    sections->count = count;
    sections->names = (size_t)elf_number(header + 62, 2);
  } else {
    env_free(headers);
  }
}

static bool get_section(const struct sections *sections, uint64_t index, struct section *ret)
{
  if (index >= sections->count)
    return false;
  const unsigned char *header = sections->headers + index * SHDR_BYTES;
  *ret = (struct section){
    .name = elf_number(header, 4),
    .type = elf_number(header + 4, 4),
    .offset = elf_number(header + 24, 8),
    .bytes = elf_number(header + 32, 8),
    .link = elf_number(header + 40, 4),
    .entry_bytes = elf_number(header + 56, 8),
  };
  return true;
}

/* NULL when it cannot be read. */
static void *read_contents(const struct sections *sections, const struct section *section)
{
  if (section->bytes == 0 || section->bytes > SYMBOL_TABLE_MAX_BYTES)
    return NULL;
  unsigned char *contents = env_allocate("symbol table", (size_t)section->bytes + 1);
  contents[section->bytes] = 0;
  if (sections->read(sections->context, section->offset, contents, (size_t)section->bytes))
    return contents;
  env_free(contents);
  return NULL;
}

static void table_release(struct symbol_table *table)
{
  if (table->entries)
    env_free(table->entries);
  if (table->names)
    env_free(table->names);
}

static const unsigned char *entry_at(const struct symbol_table *table, size_t index)
{
  ENV_ASSERT(index < table->count);
  return table->entries + index * SYMBOL_BYTES;
}

static unsigned type_of(const struct symbol_table *table, size_t index)
{
  return entry_at(table, index)[SYMBOL_INFO] & TYPE_MASK;
}

static size_t find_hidden(const struct symbol_table *table)
{
  for (size_t i = table->count; i > 0; i--)
    if (type_of(table, i - 1) == STT_FILE && *symbol_name(table, i - 1) == '\0')
      return i;
  return table->count;
}

static void read_table(const struct sections *sections, const struct section *section, struct symbol_tables *tables)
{
  struct section names;
  if (section->entry_bytes != SYMBOL_BYTES || !get_section(sections, section->link, &names) || names.type != SHT_STRTAB)
    return;
  struct symbol_table table = {
    .offset = section->offset, .count = (size_t)section->bytes / SYMBOL_BYTES, .names_bytes = (size_t)names.bytes,
    .is_dynamic = section->type == SHT_DYNSYM,
    .entries = read_contents(sections, section),
    .names = read_contents(sections, &names),
  };
  if (table.entries && table.names) {
    table.hidden_from = find_hidden(&table);
    tables->tables[tables->count++] = table;
  } else {
    table_release(&table);
  }
}

static bool is_text(const char *text, const char *other)
{
  while (*text && *text == *other) {
    text++;
    other++;
  }
  return *text == *other;
}

static bool is_one_of(const char *text, const char *const *names)
{
  while (*names && !is_text(text, *names))
    names++;
  return *names != NULL;
}

/* The first section with one of these names; false: there is none. */
static bool find_named(const struct sections *sections, const char *const *names, struct section *ret)
{
  struct section named;
  bool has = false;
  char *texts = get_section(sections, sections->names, &named) ? read_contents(sections, &named) : NULL;
  for (size_t i = 0; i < sections->count && texts && !has; i++)
    has = get_section(sections, i, ret) && ret->name < named.bytes && is_one_of(texts + ret->name, names);
  if (texts)
    env_free(texts);
  return has;
}

bool elf_has_section(elf_read_fn *read, void *context, const char *const *names)
{
  struct sections sections = {.read = read, .context = context};
  struct section section;
  find_sections(&sections);
  bool has = find_named(&sections, names, &section);
  if (sections.headers)
    env_free(sections.headers);
  return has;
}

static bool holds(const char *bytes, uint64_t count, const char *text)
{
  for (uint64_t at = 0; at < count; at++) {
    size_t same = 0;
    while (text[same] && at + same < count && bytes[at + same] == text[same])
      same++;
    if (!text[same])
      return true;
  }
  return false;
}

bool elf_section_holds(elf_read_fn *read, void *context, const char *name, const char *text)
{
  struct sections sections = {.read = read, .context = context};
  const char *const names[] = {name, NULL};
  struct section section;
  find_sections(&sections);
  char *contents = find_named(&sections, names, &section) ? read_contents(&sections, &section) : NULL;
  bool has = contents && holds(contents, section.bytes, text);
  if (contents)
    env_free(contents);
  if (sections.headers)
    env_free(sections.headers);
  return has;
}

void symbol_tables_read(elf_read_fn *read, void *context, struct symbol_tables *ret)
{
  struct sections sections = {.read = read, .context = context};
  struct section section;
  ret->count = 0;
  find_sections(&sections);
  for (size_t i = 0; i < sections.count && ret->count < SYMBOL_TABLES_MAX; i++)
    if (get_section(&sections, i, &section) && (section.type == SHT_SYMTAB || section.type == SHT_DYNSYM))
      read_table(&sections, &section, ret);
  if (sections.headers)
    env_free(sections.headers);
}

void symbol_tables_release(struct symbol_tables *tables)
{
  for (unsigned i = 0; i < tables->count; i++)
    table_release(&tables->tables[i]);
  tables->count = 0;
}

const char *symbol_name(const struct symbol_table *table, size_t index)
{
  uint64_t name = elf_number(entry_at(table, index), 4);
  return name < table->names_bytes ? table->names + name : "";
}

uint64_t symbol_address(const struct symbol_table *table, size_t index)
{
  return elf_number(entry_at(table, index) + 8, 8);
}

uint64_t symbol_bytes(const struct symbol_table *table, size_t index)
{
  return elf_number(entry_at(table, index) + 16, 8);
}

uint64_t symbol_section(const struct symbol_table *table, size_t index)
{
  return elf_number(entry_at(table, index) + 6, 2);
}

bool symbol_is_defined(const struct symbol_table *table, size_t index)
{
  return symbol_section(table, index) != 0;
}

bool symbol_is_function(const struct symbol_table *table, size_t index)
{
  return type_of(table, index) == STT_FUNC || symbol_is_ifunc(table, index);
}

bool symbol_is_ifunc(const struct symbol_table *table, size_t index)
{
  return type_of(table, index) == STT_GNU_IFUNC;
}

bool symbol_was_global(const struct symbol_table *table, size_t index)
{
  unsigned binding = entry_at(table, index)[SYMBOL_INFO] >> SYMBOL_BINDING;
  bool is_hidden = (entry_at(table, index)[SYMBOL_OTHER] & VISIBILITY_MASK) != 0;
  return binding == SYMBOL_GLOBAL || binding == SYMBOL_WEAK || is_hidden || index >= table->hidden_from;
}

static bool is_function_at(const struct symbol_table *table, size_t index, uint64_t address)
{
  return symbol_is_defined(table, index) && symbol_is_function(table, index) &&
         address - symbol_address(table, index) < symbol_bytes(table, index);
}

const char *symbol_name_at(const struct symbol_tables *tables, uint64_t address)
{
  for (unsigned i = 0; i < tables->count; i++)
    for (size_t index = 0; index < tables->tables[i].count; index++)
      if (is_function_at(&tables->tables[i], index, address))
        return symbol_name(&tables->tables[i], index);
  return NULL;
}

bool symbol_tables_are_stripped(const struct symbol_tables *tables)
{
  for (unsigned i = 0; i < tables->count; i++)
    if (!tables->tables[i].is_dynamic)
      return false;
  return true;
}
