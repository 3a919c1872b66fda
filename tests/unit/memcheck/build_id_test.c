/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Build-ids of ELF files in memory, whole and damaged. */
#include "unit/unit.h"

#include <stddef.h>
#include <string.h>

#include "memcheck/pure/modules/build_id.h"
#include "support/elf_memory.h"

/* A file in memory: header, one PT_NOTE and one PT_TLS, and the notes. */
struct image {
  Elf64_Ehdr header;
  Elf64_Phdr phdrs[2];
  struct {
    Elf64_Nhdr head;
    char name[4];
    unsigned char id[20];
  } note;
};

static struct image make_image(void)
{
  struct image image = {
    .header = {.e_ident = ELF_MEMORY_IDENT, .e_phoff = sizeof(Elf64_Ehdr),
               .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2},
    .phdrs = {{.p_type = PT_TLS, .p_memsz = 1337, .p_align = 64},
              {.p_type = PT_NOTE, .p_offset = offsetof(struct image, note), .p_filesz = sizeof image.note}},
    .note = {.head = {4, 20, NT_GNU_BUILD_ID}, .name = "GNU"},
  };
  for (unsigned i = 0; i < sizeof image.note.id; i++)
    image.note.id[i] = (unsigned char)(i + 1);
  return image;
}

static struct build_id find(const struct image *image, size_t size)
{
  struct build_id id;
  struct elf_memory file = {image, size};
  build_id_find(elf_memory_read, &file, &id);
  return id;
}

START_TEST(build_id_and_tls_are_found)
{
  struct image image = make_image();
  struct build_id id = find(&image, sizeof image);
  ck_assert_uint_eq(id.size, 20);
  ck_assert_mem_eq(id.bytes, image.note.id, 20);
  ck_assert_uint_eq(id.tls_bytes, 1337 + 64);
}
END_TEST

START_TEST(every_cut_is_survived)
{
  struct image image = make_image();
  for (size_t size = 0; size < offsetof(struct image, note) + sizeof image.note; size++)
    ck_assert_uint_eq(find(&image, size).size, 0);
}
END_TEST

START_TEST(wild_sizes_are_refused)
{
  struct image image = make_image();
  image.note.head.n_namesz = 0xffffffff;
  ck_assert_uint_eq(find(&image, sizeof image).size, 0);
  image = make_image();
  image.note.head.n_descsz = 0xfffffff0;
  ck_assert_uint_eq(find(&image, sizeof image).size, 0);
  image = make_image();
  image.header.e_phnum = 0xffff;
  ck_assert_uint_eq(find(&image, sizeof image).size, 20);
  image = make_image();
  image.header.e_phoff = ~(uint64_t)0 - 8;
  ck_assert_uint_eq(find(&image, sizeof image).size, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("build-id");
  TCase *tests = tcase_create("files");
  tcase_add_test(tests, build_id_and_tls_are_found);
  tcase_add_test(tests, every_cut_is_survived);
  tcase_add_test(tests, wild_sizes_are_refused);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
