/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that compilers make of their code for debuggers, and damaged ones. */
#include "memcheck/pure/modules/code_object.h"

#include <string.h>

#include "support/elf_memory.h"
#include "unit/unit.h"

struct image {
  Elf64_Ehdr header;
  Elf64_Shdr sections[4]; /* none, text, symbols, names */
  Elf64_Sym symbols[4];
  char names[24];
};

static struct image make_image(Elf64_Half type)
{
  struct image image = {
    .header = {.e_ident = ELF_MEMORY_IDENT,
               .e_type = type,
               .e_shoff = offsetof(struct image, sections),
               .e_shentsize = sizeof(Elf64_Shdr),
               .e_shnum = 4},
    .sections = {{0},
                 {.sh_type = SHT_NOBITS, .sh_addr = 0x10000},
                 {.sh_type = SHT_SYMTAB,
                  .sh_offset = offsetof(struct image, symbols),
                  .sh_size = 4 * sizeof(Elf64_Sym),
                  .sh_link = 3,
                  .sh_entsize = sizeof(Elf64_Sym)},
                 {.sh_type = SHT_STRTAB, .sh_offset = offsetof(struct image, names), .sh_size = sizeof image.names}},
    .symbols =
      {{0},
       {.st_name = 1, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), .st_shndx = 1, .st_value = 0x20, .st_size = 8},
       {.st_name = 6, .st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC), .st_shndx = 1, .st_value = 0x20, .st_size = 8},
       {.st_name = 13, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 0, .st_value = 0x40, .st_size = 8}},
    .names = "\0data\0inside\0import",
  };
  return image;
}

static const char *find(const struct image *image, size_t bytes, uint64_t address, size_t room)
{
  static char name[64];
  struct elf_memory file = {image, bytes};
  uint64_t start, end;
  if (!code_object_find(elf_memory_read, &file, address, name, room, &start, &end))
    return "";
  ck_assert(start <= address && address < end);
  return name;
}

START_TEST(sections_say_where_functions_are)
{
  struct image image = make_image(ET_REL);
  ck_assert_str_eq(find(&image, sizeof image, 0x10020, 64), "inside");
  ck_assert_str_eq(find(&image, sizeof image, 0x10027, 64), "inside");
  ck_assert_str_eq(find(&image, sizeof image, 0x10028, 64), "");
  ck_assert_str_eq(find(&image, sizeof image, 0x20, 64), "");
  ck_assert_str_eq(find(&image, sizeof image, 0x10040, 64), "");
  ck_assert_str_eq(find(&image, sizeof image, 0x10020, 4), "ins");
}
END_TEST

START_TEST(symbols_of_programs_say_it_themselves)
{
  struct image image = make_image(ET_EXEC);
  ck_assert_str_eq(find(&image, sizeof image, 0x20, 64), "inside");
  ck_assert_str_eq(find(&image, sizeof image, 0x10020, 64), "");
}
END_TEST

START_TEST(damage_costs_names_only)
{
  struct image image = make_image(ET_REL);
  for (size_t bytes = 0; bytes < sizeof image; bytes++)
    ck_assert_str_eq(find(&image, bytes, 0x10020, 64), "");
  for (size_t i = 0; i < sizeof image; i++)
    for (int bit = 0; bit < 8; bit++) {
      struct image damaged = image;
      ((unsigned char *)&damaged)[i] ^= (unsigned char)(1 << bit);
      (void)find(&damaged, sizeof damaged, 0x10020, 64);
    }
  image.symbols[2].st_value = UINT64_MAX - 0x10000 - 3;
  ck_assert_str_eq(find(&image, sizeof image, UINT64_MAX - 1, 64), "");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("code objects");
  TCase *tests = tcase_create("code objects");
  tcase_add_test(tests, sections_say_where_functions_are);
  tcase_add_test(tests, symbols_of_programs_say_it_themselves);
  tcase_add_test(tests, damage_costs_names_only);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
