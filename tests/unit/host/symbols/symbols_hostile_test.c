/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Broken and malicious ELF and DWARF: names may be missing, but there is always an answer, in time. */
#include "support/elf_image.h"
#include "support/symbols_fixture.h"
#include "host/symbols/elf/bytes.h"
#include "host/symbols/elf/handed_on_blocks.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <dwarf.h>
#include <elf.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CODE_BYTES = IMAGE_CODE_END - IMAGE_CODE_START };

/* Resolve the first byte of code of an image; returns the number of frames, the function of the outermost in `name`. */
static size_t resolve_image(const struct image_section *sections, size_t count, char name[64])
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t bytes, frame_count;
  char path[64];
  unsigned char *image = image_build(sections, count, &bytes);
  int fd = image_open(image, bytes);
  free(image);
  /* The worker has descriptors of its own, so the file is named through this process. */
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), fd);
  struct symbols_module module = {.path = path};
  symbols_create(&config, &symbols);
  symbols_resolve(symbols, &module, IMAGE_CODE_START, &frames, &frame_count);
  ck_assert_uint_ge(frame_count, 1);
  const char *function = frames[frame_count - 1].function;
  snprintf(name, 64, "%s", function ? function : "???");
  symbols_destroy(symbols);
  close(fd);
  return frame_count;
}

/* Abbreviations: 1 a unit of an address range, 2 a function, 3 an inlined function, 2 and 3 with an origin. All but
 * the unit have a range, and all have children. */
static const unsigned char abbreviations[] = {
  1, DW_TAG_compile_unit,       1, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, 0, 0,
  2, DW_TAG_subprogram,         1, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4,
     DW_AT_abstract_origin, DW_FORM_ref4, 0, 0,
  3, DW_TAG_inlined_subroutine, 1, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4,
     DW_AT_abstract_origin, DW_FORM_ref4, 0, 0,
  0,
};
enum { FIRST_FUNCTION = 11 + 13 }; /* offset of the DIE behind the unit's */

static void put_die(struct byte_builder *info, unsigned abbreviation, uint32_t origin)
{
  builder_number(info, abbreviation, 1);
  builder_number(info, IMAGE_CODE_START, 8);
  builder_number(info, CODE_BYTES, 4);
  if (abbreviation > 1)
    builder_number(info, origin, 4);
}

/* A function with `depth` functions inlined into each other; all have `origin` as their origin. */
static struct byte_builder nested_info(size_t depth, uint32_t origin)
{
  struct byte_builder info = {0};
  builder_number(&info, 0, 4);
  builder_number(&info, 4, 2);
  builder_number(&info, 0, 4);
  builder_number(&info, 8, 1);
  put_die(&info, 1, 0);
  put_die(&info, 2, origin);
  for (size_t i = 0; i < depth; i++)
    put_die(&info, 3, origin);
  for (size_t i = 0; i < depth + 2; i++)
    builder_number(&info, 0, 1);
  for (unsigned i = 0; i < 4; i++)
    info.data[i] = (unsigned char)((info.size - 4) >> 8 * i);
  return info;
}

static size_t resolve_nested(size_t depth, uint32_t origin)
{
  char name[64];
  struct byte_builder info = nested_info(depth, origin);
  struct image_section sections[] = {
    {.name = ".debug_info", .data = info.data, .bytes = info.size},
    {.name = ".debug_abbrev", .data = abbreviations, .bytes = sizeof abbreviations},
  };
  size_t count = resolve_image(sections, 2, name);
  builder_deinit(&info);
  return count;
}

START_TEST(inlined_functions_are_counted_right)
{
  ck_assert_uint_eq(resolve_nested(0, 0), 1);
  ck_assert_uint_eq(resolve_nested(10, 0), 11);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(endless_inlining_ends_in_a_warning)
{
  size_t count = resolve_nested(100000, 0);
  ck_assert_uint_gt(count, 100);
  ck_assert_uint_lt(count, 1000);
  ck_assert_ptr_nonnull(strstr(support_warnings, "more functions are inlined into each other than can be true"));
}
END_TEST

START_TEST(origins_that_go_round_end)
{
  ck_assert_uint_eq(resolve_nested(3, FIRST_FUNCTION), 4);
  ck_assert_uint_eq(resolve_nested(3, 0xfffffff0), 4);
}
END_TEST

/* The first function, passed over on the way to a second one, has a child that is its own sibling: there the way
 * ends. */
START_TEST(sibling_of_itself_is_no_trap)
{
  static const unsigned char looping_abbreviations[] = {
    1, DW_TAG_compile_unit,  1, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, 0, 0,
    2, DW_TAG_subprogram,    1, 0, 0,
    3, DW_TAG_lexical_block, 1, 0x80 | DW_AT_sibling, 0, DW_FORM_ref4, 0, 0,
    4, DW_TAG_subprogram,    0, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4,
       DW_AT_name, DW_FORM_string, 0, 0,
    0,
  };
  enum { UNIT = 11, FIRST = UNIT + 13, BLOCK = FIRST + 1 };
  struct byte_builder info = {0};
  char name[64];
  builder_number(&info, 0, 4);
  builder_number(&info, 4, 2);
  builder_number(&info, 0, 4);
  builder_number(&info, 8, 1);
  put_die(&info, 1, 0);
  builder_number(&info, 2, 1);
  builder_number(&info, 3, 1);
  builder_number(&info, BLOCK, 4);
  builder_number(&info, 0, 2); /* ends the block and the first function */
  builder_number(&info, 4, 1);
  builder_number(&info, IMAGE_CODE_START, 8);
  builder_number(&info, CODE_BYTES, 4);
  builder_block(&info, "second", 7);
  builder_number(&info, 0, 1);
  info.data[0] = (unsigned char)(info.size - 4);
  struct image_section sections[] = {
    {.name = ".debug_info", .data = info.data, .bytes = info.size},
    {.name = ".debug_abbrev", .data = looping_abbreviations, .bytes = sizeof looping_abbreviations},
  };
  ck_assert_uint_eq(resolve_image(sections, 2, name), 1);
  ck_assert_str_eq(name, "???");
  ck_assert_ptr_nonnull(strstr(support_warnings, "the unit at .debug_info+0xb is damaged"));
  builder_deinit(&info);
}
END_TEST

/* A symbol table of two symbols and its strings. */
static size_t resolve_symbols(Elf64_Sym first, Elf64_Sym second, const char *strings, size_t string_bytes,
                              char name[64])
{
  Elf64_Sym symbols[] = {{0}, first, second};
  struct image_section sections[] = {
    {.name = ".symtab", .data = symbols, .bytes = sizeof symbols, .type = SHT_SYMTAB},
    {.name = ".strtab", .data = strings, .bytes = string_bytes, .type = SHT_STRTAB},
  };
  return resolve_image(sections, 2, name);
}

static Elf64_Sym function_symbol(uint32_t name, uint64_t address, uint64_t bytes)
{
  return (Elf64_Sym){
    .st_name = name,
    .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
    .st_shndx = SHN_ABS,
    .st_value = address,
    .st_size = bytes,
  };
}

START_TEST(odd_symbols_are_survived)
{
  char name[64];
  static const char strings[] = "\0good\0bad";
  resolve_symbols(function_symbol(1, IMAGE_CODE_START, 8), function_symbol(99, IMAGE_CODE_START, 8), strings,
                  sizeof strings, name);
  ck_assert_str_eq(name, "good");
  resolve_symbols(function_symbol(1, IMAGE_CODE_START, 8), function_symbol(6, IMAGE_CODE_START, UINT64_MAX), strings,
                  sizeof strings, name);
  ck_assert_str_eq(name, "good");
  resolve_symbols(function_symbol(1, IMAGE_CODE_START, 8), function_symbol(6, UINT64_MAX, UINT64_MAX), strings,
                  sizeof strings, name);
  ck_assert_str_eq(name, "good");
  resolve_symbols(function_symbol(1, IMAGE_CODE_START, 8), function_symbol(6, IMAGE_CODE_START + 4, 0), strings,
                  sizeof strings - 1, name); /* the last name has no end */
  ck_assert_int_eq(support_warnings[0], '\0');
}
END_TEST

/* One start, many lengths: each of them could split the others anew. */
START_TEST(many_symbols_of_one_start_take_no_time)
{
  enum { COUNT = 200000 };
  char name[64];
  static const char strings[] = "\0name";
  Elf64_Sym *symbols = calloc(COUNT, sizeof *symbols);
  for (size_t i = 1; i < COUNT; i++)
    symbols[i] = function_symbol(1, IMAGE_CODE_START, i);
  struct image_section sections[] = {
    {.name = ".symtab", .data = symbols, .bytes = COUNT * sizeof *symbols, .type = SHT_SYMTAB},
    {.name = ".strtab", .data = strings, .bytes = sizeof strings, .type = SHT_STRTAB},
  };
  resolve_image(sections, 2, name);
  ck_assert_str_eq(name, "name");
  free(symbols);
}
END_TEST

START_TEST(impossible_compression_is_refused)
{
  char name[64];
  struct {
    Elf64_Chdr head;
    char rest[16];
  } bomb = {.head = {.ch_type = ELFCOMPRESS_ZLIB, .ch_size = 1 << 29, .ch_addralign = 1}};
  struct image_section elf = {
    .name = ".debug_info", .data = &bomb, .bytes = sizeof bomb, .flags = SHF_COMPRESSED};
  resolve_image(&elf, 1, name);
  ck_assert_ptr_nonnull(strstr(support_warnings, "decompresses to 536870912 bytes"));
  static const char gnu_bomb[] = "ZLIB\0\0\0\0\x7f\xff\xff\xffrest";
  struct image_section gnu = {.name = ".zdebug_info", .data = gnu_bomb, .bytes = sizeof gnu_bomb};
  resolve_image(&gnu, 1, name);
  ck_assert_ptr_nonnull(strstr(support_warnings, "decompresses to 2147483647 bytes"));
}
END_TEST

/* Every prefix of a real program, and every one of its bytes changed in turn: the answer may be anything. */
START_TEST(truncated_programs_are_survived)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  support_write("prog.c", "int main(void) { return 0; }\n");
  if (!support_run("gcc -g -o prog prog.c"))
    return;
  symbols_create(&config, &symbols);
  for (int i = 0; i < 40; i++) {
    char name[32];
    snprintf(name, sizeof name, "cut%d", i);
    ck_assert(support_run("head -c %d prog > %s", i * 397, name));
    struct symbols_module module = {.path = support_path(name)};
    symbols_resolve(symbols, &module, 0x1130, &frames, &count);
    ck_assert_uint_ge(count, 1);
  }
  symbols_destroy(symbols);
}
END_TEST

START_TEST(other_kinds_of_files_are_refused)
{
  static const char *const paths[] = {"/dev/zero", "/", "/proc/self/status", "/etc/passwd"};
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  symbols_create(&config, &symbols);
  ck_assert(support_run("mkfifo fifo && printf '' > empty"));
  for (size_t i = 0; i < 6; i++) {
    const char *path = i < 4 ? paths[i] : support_path(i == 4 ? "fifo" : "empty");
    struct symbols_module module = {.path = path};
    symbols_resolve(symbols, &module, 0x1000, &frames, &count);
    ck_assert_ptr_null(frames[0].function);
    ck_assert_msg(strstr(support_warnings, path) != NULL, "%s", path);
  }
  symbols_destroy(symbols);
}
END_TEST

/* The process id of the worker, which is this process's only child. */
static pid_t worker_pid(void)
{
  int pid = 0;
  FILE *children = fopen("/proc/thread-self/children", "r");
  ck_assert(children != NULL);
  ck_assert_int_eq(fscanf(children, "%d", &pid), 1);
  fclose(children);
  return pid;
}

START_TEST(worker_that_dies_is_replaced)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  support_write("prog.c", "int main(void)\n{\n  return 0;\n}\n");
  if (!support_run("gcc -g -o prog prog.c"))
    return;
  struct symbols_module module = support_module("prog");
  uint64_t offset = support_offset("prog", "main");
  symbols_create(&config, &symbols);
  for (unsigned i = 0; i < 4; i++) {
    symbols_resolve(symbols, &module, offset + i, &frames, &count);
    if (i < 2)
      ck_assert_str_eq(support_warnings, ""); /* once is nothing */
    if (i < 3)
      ck_assert_pstr_eq(frames[0].function, "main");
    ck_assert_uint_eq(frames[0].line, i < 2 ? 2 : 0); /* the second time it is the debug information's fault */
    if (i < 3)
      kill(worker_pid(), SIGSEGV);
  }
  ck_assert_ptr_nonnull(strstr(support_warnings, "only its symbol table is used"));
  ck_assert_ptr_nonnull(strstr(support_warnings, "no names are taken from it"));
  symbols_destroy(symbols);
}
END_TEST

enum outcome { UNKNOWN, KEPT, RETURNED };

static struct value_callee unknown_callee(void *context, uint64_t target, bool is_slot)
{
  return (struct value_callee){0};
}

/* What becomes of the result of a call that returns to the first byte of `code`, in a function of some size. */
static enum outcome follow(const void *code, size_t code_bytes, uint64_t function_bytes)
{
  char path[64];
  size_t bytes;
  struct elf_file *file;
  unsigned char *image = image_build(NULL, 0, &bytes);
  memcpy(image + IMAGE_CODE_START, code, code_bytes);
  int fd = image_open(image, bytes);
  free(image);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  ck_no_error(elf_file_open(path, &file));
  struct value_answer answer;
  const struct value_range range = {IMAGE_CODE_START, IMAGE_CODE_START + function_bytes};
  struct value_decoder *decoder = value_decoder_create();
  ck_assert_ptr_nonnull(decoder);
  value_flow_find(decoder, &(struct value_question){
    .file = file, .ranges = &range, .range_count = 1, .return_address = IMAGE_CODE_START,
    .result = VALUE_RESULT_ONE, .callee = unknown_callee}, &answer);
  value_decoder_destroy(decoder);
  elf_file_close(file);
  close(fd);
  if (!answer.is_known)
    return UNKNOWN;
  return answer.ways[VALUE_WAY_RESULT] & 1u << VALUE_WAY_RESULT ? RETURNED : KEPT;
}

static const struct {
  const char *code;
  size_t code_bytes;
  uint64_t function_bytes;
  enum outcome outcome;
} flows[] = {
  {"\xc3", 1, 1, RETURNED},
  {"\xc3", 1, 0, UNKNOWN},
  {"\xc3", 1, UINT64_MAX - IMAGE_CODE_START, RETURNED},
  {"", 0, UINT64_MAX - IMAGE_CODE_START, UNKNOWN},  /* off the end of the file */
  {"\x06", 1, CODE_BYTES, UNKNOWN},                 /* no instruction */
  {"\x90\x90\xc3", 3, 2, KEPT},                     /* falls out of the function */
  {"\xeb\xfe", 2, 2, KEPT},                         /* goes round */
  {"\xeb\xff\xc3", 3, 3, KEPT},                     /* into itself, where there is another instruction */
  {"\x50\xeb\xfd", 3, 3, KEPT},                  /* pushes for ever */
  {"\x58\xeb\xfd", 3, 3, KEPT},                     /* pops for ever */
  {"\xe9\x00\x10\x00\x00", 5, 5, KEPT},             /* jumps out */
  {"\xe9\x00\x00\x00\x80", 5, 5, KEPT},
  {"\xff\xe0", 2, 2, KEPT},                      /* jumps who knows where */
  {"\xe8\x00\x00\x00\x00\xc3", 6, 6, KEPT},
  {"\x50\x48\x81\xec\xff\xff\xff\x7f\x48\x81\xc4\xff\xff\xff\x7f\x58\xc3", 17, 17, RETURNED}, /* far away */
  {"\x50\x48\x81\xec\xff\xff\x7f\x00\x48\x81\xc4\xff\xff\x7f\x00\x58\xc3", 17, 17, RETURNED},
  {"\x48\x89\x44\x24\x08\x31\xc0\xc6\x44\x24\x0f\x00\x48\x8b\x44\x24\x08\xc3", 18, 18, KEPT}, /* in part */
  {"\x48\x89\x44\x24\x08\x31\xc0\xc6\x44\x24\x10\x00\x48\x8b\x44\x24\x08\xc3", 18, 18, RETURNED},
  {"\x66\x31\xc0\xc3", 4, 4, KEPT},
  {"\x48\x93\x90\x48\x93\xc3", 6, 6, RETURNED},    /* exchanged, and back */
};

START_TEST(results_are_followed_through_any_code)
{
  ck_assert_int_eq(follow(flows[_i].code, flows[_i].code_bytes, flows[_i].function_bytes), flows[_i].outcome);
}
END_TEST

START_TEST(results_are_followed_through_long_code)
{
  static unsigned char code[CODE_BYTES];
  memset(code, 0x90, sizeof code);
  code[CODE_BYTES - 1] = 0xc3;
  ck_assert_int_eq(follow(code, sizeof code, sizeof code), RETURNED);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: hostile input");
  TCase *tcase = tcase_create("hostile");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, inlined_functions_are_counted_right);
  tcase_add_test(tcase, endless_inlining_ends_in_a_warning);
  tcase_add_test(tcase, origins_that_go_round_end);
  tcase_add_test(tcase, sibling_of_itself_is_no_trap);
  tcase_add_test(tcase, odd_symbols_are_survived);
  tcase_add_test(tcase, many_symbols_of_one_start_take_no_time);
  tcase_add_test(tcase, impossible_compression_is_refused);
  tcase_add_test(tcase, truncated_programs_are_survived);
  tcase_add_test(tcase, other_kinds_of_files_are_refused);
  tcase_add_test(tcase, worker_that_dies_is_replaced);
  tcase_add_test(tcase, results_are_followed_through_long_code);
  tcase_add_loop_test(tcase, results_are_followed_through_any_code, 0, sizeof flows / sizeof *flows);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
