/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sizes, offsets and counts in ELF files that are beyond all bounds: each ends as an error with a message, or in an
 * answer without names, and never by memory running out, which would end this program with status 125. */
#include "support/elf_image.h"
#include "support/symbols_fixture.h"
#include "host/symbols/elf/elf_file.h"
#include "host/symbols/module_reader.h"
#include "unit/unit.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const uint64_t sizes[] = {UINT64_MAX,        UINT64_MAX - 7, UINT64_C(1) << 63,
                                 UINT64_C(1) << 62, INT64_MAX,      UINT64_C(1) << 40};

/* So much that all that is honest has room. AddressSanitizer, whose shadow is larger, has a limit of its own for each
 * allocation. */
static void limit_memory(void)
{
  const struct rlimit limit = {UINT64_C(1) << 30, UINT64_C(1) << 30};
  if (getenv("ASAN_OPTIONS") == NULL)
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
}

/* True: the file is one. */
static bool read_sections(const char *path)
{
  static const char *const names[] = {".symtab", ".debug_info", ".debug_line", ".debug_str", ".gnu_debuglink"};
  struct elf_file *file = NULL;
  struct error *error = elf_file_open(path, &file);
  const bool is_open = !error;
  for (size_t i = 0; is_open && i < sizeof names / sizeof *names; i++) {
    struct elf_section section;
    bool found;
    if ((error = elf_file_section(file, names[i], &section, &found)))
      ck_assert_str_ne(error_message(error), "");
    error_free(error);
    error = NULL;
  }
  if (error)
    ck_assert_ptr_nonnull(strstr(error_message(error), path));
  error_free(error);
  elf_file_close(file);
  return is_open;
}

static void ask_all(const char *path)
{
  static const char *const roots[] = {"/nonexistent", NULL};
  struct warnings warnings = {NULL, NULL};
  struct debug_search search = {.roots = roots, .warnings = &warnings};
  struct symbols_module module = {.path = path};
  struct module_reader *reader = NULL;
  error_free(module_reader_open(&module, -1, &search, false, &reader));
  for (int kind = 0; reader && kind < ANSWER_KINDS; kind++) {
    struct byte_builder answer = {0};
    module_reader_answer(reader, (enum answer_kind)kind, IMAGE_CODE_START, IMAGE_CODE_START + 8, &answer);
    builder_deinit(&answer);
  }
  module_reader_close(reader);
}

static bool read_image(const unsigned char *image, size_t bytes)
{
  char path[64];
  const int fd = image_open(image, bytes);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  const bool is_open = read_sections(path);
  ask_all(path);
  close(fd);
  return is_open;
}

/* A section that zlib, one that zstd and one that GNU's old format is said to have compressed, symbols and a note. */
static unsigned char *make_image(size_t *ret_bytes)
{
  static const struct {
    Elf64_Chdr head;
    char rest[40];
  } zlib = {.head = {.ch_type = ELFCOMPRESS_ZLIB, .ch_size = 64, .ch_addralign = 1}},
    zstd = {.head = {.ch_type = 2, .ch_size = 64, .ch_addralign = 1}};
  static const Elf64_Sym symbols[] = {{0},
                                      {.st_name = 1,
                                       .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                                       .st_shndx = 1,
                                       .st_value = IMAGE_CODE_START,
                                       .st_size = 16}};
  static const struct {
    Elf64_Nhdr head;
    char name[4], id[20];
  } note = {{4, 20, NT_GNU_BUILD_ID}, "GNU", "an id of 20 bytes.."};
  static const char strings[] = "\0name", gnu[] = "ZLIB\0\0\0\0\0\0\0\100rest", link[] = "other.debug\0sum";
  const struct image_section sections[] = {
    {.name = ".debug_info", .data = &zlib, .bytes = sizeof zlib, .flags = SHF_COMPRESSED},
    {.name = ".debug_line", .data = &zstd, .bytes = sizeof zstd, .flags = SHF_COMPRESSED},
    {.name = ".zdebug_str", .data = gnu, .bytes = sizeof gnu},
    {.name = ".symtab", .data = symbols, .bytes = sizeof symbols, .type = SHT_SYMTAB},
    {.name = ".strtab", .data = strings, .bytes = sizeof strings, .type = SHT_STRTAB},
    {.name = ".note.gnu.build-id", .data = &note, .bytes = sizeof note, .type = SHT_NOTE},
    {.name = ".gnu_debuglink", .data = link, .bytes = sizeof link},
  };
  return image_build(sections, sizeof sections / sizeof *sections, ret_bytes);
}

/* Each word of what is no code, in turn. */
START_TEST(words_of_any_size_are_survived)
{
  size_t bytes, refused = 0;
  unsigned char *image = make_image(&bytes);
  limit_memory();
  ck_assert(read_image(image, bytes));
  for (size_t at = 0; at + sizeof sizes[_i] <= bytes; at += 8) {
    unsigned char kept[8];
    if (at == sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr))
      at = IMAGE_CODE_END;
    memcpy(kept, image + at, sizeof kept);
    memcpy(image + at, &sizes[_i], sizeof kept);
    refused += !read_image(image, bytes);
    memcpy(image + at, kept, sizeof kept);
  }
  ck_assert_uint_gt(refused, 0);
  ck_assert(read_image(image, bytes));
  free(image);
}
END_TEST

/* What compressed sections say of themselves is refused by name. */
START_TEST(compressed_sizes_are_refused)
{
  limit_memory();
  for (unsigned type = ELFCOMPRESS_ZLIB; type <= 2; type++) {
    struct {
      Elf64_Chdr head;
      char rest[40];
    } section = {.head = {.ch_type = type, .ch_size = sizes[_i], .ch_addralign = 1}};
    const struct image_section sections[] = {
      {.name = ".debug_info", .data = &section, .bytes = sizeof section, .flags = SHF_COMPRESSED}};
    size_t bytes;
    char path[64];
    unsigned char *image = image_build(sections, 1, &bytes);
    const int fd = image_open(image, bytes);
    struct elf_file *file;
    struct elf_section found;
    bool is_found;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ck_no_error(elf_file_open(path, &file));
    ck_error_says(elf_file_section(file, ".debug_info", &found, &is_found), "bytes, which 64 bytes cannot");
    elf_file_close(file);
    close(fd);
    free(image);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols_sizes");
  TCase *tests = tcase_create("sizes");
  tcase_add_loop_test(tests, words_of_any_size_are_survived, 0, sizeof sizes / sizeof *sizes);
  tcase_add_loop_test(tests, compressed_sizes_are_refused, 0, sizeof sizes / sizeof *sizes);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
