/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbol tables of ELF files that are made here. */
#include "memcheck/pure/modules/symbol_tables.h"

#include <string.h>

#include "support/elf_memory.h"
#include "unit/unit.h"

struct image {
  Elf64_Ehdr header;
  Elf64_Shdr sections[3]; /* none, symbols, names */
  Elf64_Sym symbols[3];
  char names[16];
};

static struct image make_image(void)
{
  struct image image = {
    .header = {.e_ident = ELF_MEMORY_IDENT, .e_shoff = offsetof(struct image, sections),
               .e_shentsize = sizeof(Elf64_Shdr), .e_shnum = 3},
    .sections = {{0},
                 {.sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct image, symbols), .sh_size = 3 * sizeof(Elf64_Sym),
                  .sh_link = 2, .sh_entsize = sizeof(Elf64_Sym)},
                 {.sh_type = SHT_STRTAB, .sh_offset = offsetof(struct image, names), .sh_size = sizeof image.names}},
    .symbols = {{0}, {.st_name = 1, .st_value = 0x1337, .st_size = 42}, {.st_name = 1000}},
    .names = "\0main",
  };
  return image;
}

static struct symbol_tables read_tables(const struct image *image, size_t size)
{
  struct elf_memory file = {image, size};
  struct symbol_tables tables;
  symbol_tables_read(elf_memory_read, &file, &tables);
  return tables;
}

START_TEST(symbols_have_names_and_addresses)
{
  struct image image = make_image();
  struct symbol_tables tables = read_tables(&image, sizeof image);
  ck_assert_uint_eq(tables.count, 1);
  const struct symbol_table *table = &tables.tables[0];
  ck_assert_uint_eq(table->count, 3);
  ck_assert_uint_eq(table->offset, offsetof(struct image, symbols));
  ck_assert_str_eq(symbol_name(table, 1), "main");
  ck_assert_uint_eq(symbol_address(table, 1), 0x1337);
  ck_assert_uint_eq(symbol_bytes(table, 1), 42);
  ck_assert_str_eq(symbol_name(table, 2), "");
  symbol_tables_release(&tables);
}
END_TEST

START_TEST(symbols_say_what_they_are)
{
  struct image image = make_image();
  image.symbols[1].st_info = ELF64_ST_INFO(STB_WEAK, STT_FUNC);
  image.symbols[1].st_shndx = 1;
  image.symbols[2].st_info = ELF64_ST_INFO(STB_LOCAL, STT_GNU_IFUNC);
  struct symbol_tables tables = read_tables(&image, sizeof image);
  const struct symbol_table *table = &tables.tables[0];
  ck_assert(symbol_is_defined(table, 1) && !symbol_is_defined(table, 2));
  ck_assert(symbol_is_function(table, 1) && symbol_is_function(table, 2) && !symbol_is_function(table, 0));
  ck_assert(symbol_is_ifunc(table, 2) && !symbol_is_ifunc(table, 1));
  ck_assert(symbol_was_global(table, 1) && !symbol_was_global(table, 2));
  symbol_tables_release(&tables);
}
END_TEST

START_TEST(local_symbols_behind_a_file_without_a_name_were_global)
{
  struct image image = make_image();
  image.symbols[1].st_info = ELF64_ST_INFO(STB_LOCAL, STT_FILE);
  image.symbols[2].st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC);
  struct symbol_tables tables = read_tables(&image, sizeof image);
  ck_assert(!symbol_was_global(&tables.tables[0], 2));
  symbol_tables_release(&tables);
  image.symbols[1].st_name = 0;
  tables = read_tables(&image, sizeof image);
  ck_assert(symbol_was_global(&tables.tables[0], 2) && !symbol_was_global(&tables.tables[0], 1));
  symbol_tables_release(&tables);
}
END_TEST

START_TEST(names_end_with_their_section)
{
  struct image image = make_image();
  memset(image.names, 'x', sizeof image.names);
  struct symbol_tables tables = read_tables(&image, sizeof image);
  ck_assert_uint_eq(strlen(symbol_name(&tables.tables[0], 1)), sizeof image.names - 1);
  symbol_tables_release(&tables);
}
END_TEST

START_TEST(unsound_tables_are_left)
{
  struct image image = make_image();
  struct image changed[] = {image, image, image, image, image};
  changed[0].sections[1].sh_link = 7;
  changed[1].sections[1].sh_entsize = 16;
  changed[2].sections[1].sh_size = UINT64_MAX;
  changed[3].sections[2].sh_offset = UINT64_MAX - 4;
  changed[4].header.e_ident[EI_CLASS] = ELFCLASS32;
  for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
    ck_assert_uint_eq(read_tables(&changed[i], sizeof image).count, 0);
  for (size_t size = 0; size < sizeof image; size++)
    ck_assert_uint_eq(read_tables(&image, size).count, 0);
}
END_TEST

START_TEST(only_so_many_tables_are_taken)
{
  struct {
    struct image image;
    Elf64_Shdr sections[20];
  } file = {.image = make_image()};
  file.image.header.e_shoff = sizeof file.image;
  file.image.header.e_shnum = 20;
  for (unsigned i = 0; i < 20; i++)
    file.sections[i] = file.image.sections[1];
  file.sections[2] = file.image.sections[2];
  struct symbol_tables tables = read_tables(&file.image, sizeof file);
  ck_assert_uint_eq(tables.count, SYMBOL_TABLES_MAX);
  symbol_tables_release(&tables);
}
END_TEST

START_TEST(hidden_symbols_were_global)
{
  struct image image = make_image();
  image.symbols[1].st_info = image.symbols[2].st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC);
  image.symbols[1].st_other = STV_HIDDEN;
  struct symbol_tables tables = read_tables(&image, sizeof image);
  ck_assert(symbol_was_global(&tables.tables[0], 1) && !symbol_was_global(&tables.tables[0], 2));
  symbol_tables_release(&tables);
}
END_TEST

START_TEST(sections_are_found_by_name)
{
  struct image image = make_image();
  image.header.e_shstrndx = 2;
  image.sections[1].sh_name = 1;
  image.sections[2].sh_name = UINT32_MAX;
  struct elf_memory file = {&image, sizeof image};
  static const char *const has[] = {"main2", "main", NULL}, *const has_not[] = {"mai", "main2", NULL};
  ck_assert(elf_has_section(elf_memory_read, &file, has));
  ck_assert(!elf_has_section(elf_memory_read, &file, has_not));
  image.header.e_shstrndx = 7;
  ck_assert(!elf_has_section(elf_memory_read, &file, has));
}
END_TEST

START_TEST(a_section_is_searched_for_a_text)
{
  struct image image = make_image();
  image.header.e_shstrndx = 2;
  image.sections[2].sh_name = 1;
  struct elf_memory file = {&image, sizeof image};
  ck_assert(elf_section_holds(elf_memory_read, &file, "main", "ain"));
  ck_assert(!elf_section_holds(elf_memory_read, &file, "main", "aim"));
  ck_assert(!elf_section_holds(elf_memory_read, &file, "other", "ain"));
  file.size = sizeof image / 2;
  ck_assert(!elf_section_holds(elf_memory_read, &file, "main", "ain"));
}
END_TEST

START_TEST(functions_are_found_by_address)
{
  struct image image = make_image();
  image.symbols[1].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  image.symbols[1].st_value = 0x1000;
  image.symbols[1].st_size = 16;
  image.symbols[1].st_shndx = 1;
  image.symbols[2].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
  image.symbols[2].st_value = 0x2000;
  image.symbols[2].st_size = 16;
  struct symbol_tables tables = read_tables(&image, sizeof image);
  ck_assert_ptr_nonnull(symbol_name_at(&tables, 0x1000));
  ck_assert_str_eq(symbol_name_at(&tables, 0x100f), symbol_name(&tables.tables[0], 1));
  ck_assert_ptr_null(symbol_name_at(&tables, 0x1010));
  ck_assert_ptr_null(symbol_name_at(&tables, 0xfff));
  ck_assert_ptr_null(symbol_name_at(&tables, 0x2000));
  ck_assert(!symbol_tables_are_stripped(&tables));
  symbol_tables_release(&tables);
  image.sections[1].sh_type = SHT_DYNSYM;
  tables = read_tables(&image, sizeof image);
  ck_assert(symbol_tables_are_stripped(&tables));
  symbol_tables_release(&tables);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("symbol_tables");
  TCase *tcase = tcase_create("symbol_tables");
  tcase_add_test(tcase, symbols_have_names_and_addresses);
  tcase_add_test(tcase, a_section_is_searched_for_a_text);
  tcase_add_test(tcase, functions_are_found_by_address);
  tcase_add_test(tcase, symbols_say_what_they_are);
  tcase_add_test(tcase, local_symbols_behind_a_file_without_a_name_were_global);
  tcase_add_test(tcase, names_end_with_their_section);
  tcase_add_test(tcase, unsound_tables_are_left);
  tcase_add_test(tcase, hidden_symbols_were_global);
  tcase_add_test(tcase, sections_are_found_by_name);
  tcase_add_test(tcase, only_so_many_tables_are_taken);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
