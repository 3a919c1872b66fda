/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which part of a variable a byte belongs to, and where variables of frames are. */
#include "support/elf_image.h"
#include "support/symbols_fixture.h"
#include "host/symbols/elf/bytes.h"
#include "host/symbols/module_answers.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char source[] =
  "struct inner { char tag; double v; short s[3]; };\n"
  "struct bits { unsigned a : 3, b : 9, c : 20; int d; };\n"
  "struct outer { int id; struct inner in[4]; union { int u; float f; } un; struct { int x; char y; }; struct bits "
  "bits;\n"
  "  char tail[]; };\n"
  "typedef const struct outer named; typedef int row[5];\n"
  "struct outer one; named many[3]; row grid[3]; int *pointers[4]; int number; static char text[33];\n"
  "union { int i; char c[8]; } either; __thread struct inner local;\n"
  "int main(void) { return one.id + many[1].id + grid[0][0] + !pointers[0] + number + text[0] + either.i + local.tag; "
  "}\n";

static const struct {
  const char *symbol;
  unsigned offset;
  const char *expected;
} bytes_of_variables[] = {
  {"one", 2, "one.id+2"},
  {"one", 8 + 24 + 8 + 3, "one.in[1].v+3"},
  {"one", 8 + 24 + 1, "one.in[1]+1"}, /* between members */
  {"one", 8 + 24 * 3 + 20, "one.in[3].s[2]+0"},
  {"one", 104 + 1, "one.un+1"},
  {"one", 108, "one.x+0"}, /* of a structure without a name */
  {"one", 112, "one.y+0"},
  {"one", 113, "one+113"},
  {"one", 116, "one.bits.a+0"},
  {"one", 117, "one.bits.b+1"},
  {"one", 119, "one.bits.c+2"},
  {"one", 120, "one.bits.d+0"},
  {"many", 2 * 128 + 3, "many[2].id+3"},
  {"grid", 4 * 13 + 1, "grid[2][3]+1"},
  {"pointers", 25, "pointers[3]+1"},
  {"number", 3, "number+3"},
  {"text", 32, "text[32]+0"},
  {"either", 5, "either+5"},
};

static struct symbols *open_symbols(void)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  symbols_create(&config, &symbols);
  return symbols;
}

static void check_path(const struct symbols_path *path, const char *expected)
{
  char text[1024] = "???";
  if (path->name)
    snprintf(text, sizeof text, "%s%s+%llu", path->name, path->path, (unsigned long long)path->rest);
  ck_assert_str_eq(text, expected);
}

START_TEST(bytes_lead_to_members_and_elements)
{
  static const char *const compilers[] = {"gcc -gdwarf-5",
                                          "gcc -gdwarf-4",
                                          "gcc -gdwarf-3 -gstrict-dwarf",
                                          "clang -g",
                                          "gcc -gdwarf-4 -fdebug-types-section",
                                          "gcc -gdwarf-5 -fdebug-types-section"};
  support_write("prog.c", source);
  if (!support_run("%s -O0 -o prog prog.c", compilers[_i]))
    return;
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module("prog");
  struct symbols_path path;
  for (size_t i = 0; i < sizeof bytes_of_variables / sizeof *bytes_of_variables; i++) {
    uint64_t address = support_address("prog", bytes_of_variables[i].symbol) + bytes_of_variables[i].offset;
    symbols_variable_path(symbols, &module, SYMBOLS_DATA, address, &path);
    check_path(&path, bytes_of_variables[i].expected);
  }
  symbols_variable_path(symbols, &module, SYMBOLS_TLS, support_address("prog", "local") + 18, &path);
  check_path(&path, "local.s[1]+0");
  symbols_variable_path(symbols, &module, SYMBOLS_DATA, support_address("prog", "main"), &path);
  ck_assert_ptr_null(path.name);
  symbols_destroy(symbols);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

static const char members_source[] =
  "struct empty {}; struct first { long a; char b; }; struct second { int c; };\n"
  "struct derived : empty, first, second { static int shared; int d; int *e; derived &f; derived() : f(*this) {} };\n"
  "int derived::shared; namespace space { derived thing; }\n"
  "int main() { return space::thing.d; }\n";

START_TEST(members_of_base_classes_are_members)
{
  static const char *const compilers[] = {"g++ -g", "g++ -gdwarf-3", "clang++ -g", "clang++ -gdwarf-4",
                                           "g++ -gdwarf-4 -fdebug-types-section", "g++ -gdwarf-5 -fdebug-types-section",
                                           "clang++ -gdwarf-4 -fdebug-types-section",
                                           "clang++ -gdwarf-5 -fdebug-types-section"};
  static const char *const expected[] = {"thing.a+0", "thing.b+0", "thing.c+2", "thing.d+0", "thing.e+7", "thing.f+1"};
  static const unsigned offsets[] = {0, 8, 16 + 2, 20, 24 + 7, 32 + 1};
  support_write("prog.cc", members_source);
  if (!support_run("%s -O0 -o prog prog.cc", compilers[_i]))
    return;
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module("prog");
  struct symbols_path path;
  for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
    uint64_t address = support_address("prog", "_ZN5space5thingE") + offsets[i];
    symbols_variable_path(symbols, &module, SYMBOLS_DATA, address, &path);
    check_path(&path, expected[i]);
  }
  symbols_destroy(symbols);
}
END_TEST

/* --- frames --- */

/* The program tells where its variables are, and what its registers hold. */
static const char frames_source[] =
  "#include <stdio.h>\n"
  "struct pair { int a; short b[4]; };\n"
  "static void *volatile address_of_all, *volatile address_of_buffer;\n"
  "__attribute__((noinline)) static void see(struct pair *all, char *buffer)\n"
  "{ address_of_all = all; address_of_buffer = buffer; }\n"
  "int main(int argc, char **argv) {\n"
  "  struct pair all[3] = {{argc}}; char buffer[21] = {0}; unsigned long sp, fp;\n"
  "  see(all, buffer);\n"
  "  __asm__ volatile(\".globl mark\\nmark: mov %%rsp, %0\\n mov %%rbp, %1\" : \"=&r\"(sp), \"=r\"(fp) : : "
  "\"memory\");\n"
  "  printf(\"%lx %lx %lx %lx %lx\\n\", (unsigned long)__builtin_dwarf_cfa(), fp, sp, (unsigned long)address_of_all,\n"
  "    (unsigned long)address_of_buffer);\n"
  "  see(all, buffer); return all[1].b[2] + buffer[3];\n"
  "}\n";

static const struct symbols_local *find_local(const struct symbols_local *locals, size_t count, const char *name,
                                              size_t *ret_number)
{
  for (*ret_number = 0; *ret_number < count; ++*ret_number)
    if (strcmp(locals[*ret_number].name, name) == 0)
      return &locals[*ret_number];
  ck_abort_msg("%s is not there", name);
}

static void check_frame(struct symbols *symbols, const struct symbols_frame_registers *registers, uint64_t all,
                        uint64_t buffer)
{
  struct symbols_module module = support_module("frames");
  const struct symbols_local *locals;
  struct symbols_path path;
  size_t count, number;
  uint64_t start = 0, mark = support_offset("frames", "mark");
  symbols_locals(symbols, &module, mark, &locals, &count);
  const struct symbols_local *local = find_local(locals, count, "all", &number);
  ck_assert(symbols_local_start(local, registers, &start));
  ck_assert_uint_eq(start, all);
  symbols_local_path(symbols, &module, mark, number, 12 + 8 + 1, &path);
  check_path(&path, "all[1].b[2]+1");
  local = find_local(locals, count, "buffer", &number);
  ck_assert(symbols_local_start(local, registers, &start));
  ck_assert_uint_eq(start, buffer);
  symbols_local_path(symbols, &module, mark, number, 20, &path);
  check_path(&path, "buffer[20]+0");
}

START_TEST(variables_are_found_in_frames_of_all_kinds)
{
  static const char *const compilers[] = {
    "gcc -gdwarf-5 -O0", "gcc -gdwarf-4 -O0 -fomit-frame-pointer", "gcc -gdwarf-5 -O2", "gcc -gdwarf-4 -O2",
    "clang -gdwarf-5 -O0", "clang -gdwarf-4 -O0 -fomit-frame-pointer", "clang -gdwarf-5 -O2", "clang -gdwarf-4 -O2",
  };
  struct symbols_frame_registers registers;
  unsigned long cfa, fp, sp, all, buffer;
  support_write("frames.c", frames_source);
  if (!support_run("%s -o frames frames.c && ./frames >told", compilers[_i]))
    return;
  FILE *file = fopen("told", "r");
  ck_assert_int_eq(fscanf(file, "%lx %lx %lx %lx %lx", &cfa, &fp, &sp, &all, &buffer), 5);
  fclose(file);
  struct symbols *symbols = open_symbols();
  registers = (struct symbols_frame_registers){cfa, fp, sp};
  check_frame(symbols, &registers, all, buffer);
  symbols_destroy(symbols);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

/* --- what is kept --- */

/* Two variables of one frame, and two bytes of one, are asked about by the same instruction. */
START_TEST(paths_are_kept_each_for_itself)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  struct symbols_path path;
  const struct symbols_local *locals;
  size_t count, all, buffer;
  support_write("frames.c", frames_source);
  if (!support_run("gcc -g -O0 -o frames frames.c"))
    return;
  struct symbols_module module = support_module("frames");
  uint64_t mark = support_offset("frames", "mark");
  config.packed_dir = support_path("packed");
  for (int round = 0; round < 2; round++) {
    config.packs = round == 0;
    symbols_create(&config, &symbols);
    symbols_locals(symbols, &module, mark, &locals, &count);
    find_local(locals, count, "all", &all);
    find_local(locals, count, "buffer", &buffer);
    symbols_local_path(symbols, &module, mark, all, 3, &path);
    check_path(&path, "all[0].a+3");
    symbols_local_path(symbols, &module, mark, all, 24 + 6, &path);
    check_path(&path, "all[2].b[1]+0");
    symbols_local_path(symbols, &module, mark, buffer, 3, &path);
    check_path(&path, "buffer[3]+0");
    symbols_destroy(symbols);
    ck_assert(support_run("rm -f frames"));
  }
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

/* Answers that were packed with runs of an older Seep end behind the variables. */
START_TEST(old_answers_are_from_the_frame_address)
{
  struct byte_builder block = {0};
  struct answers *answers = answers_create();
  const struct answer *answer;
  builder_number(&block, 1, 4);
  builder_string(&block, "list");
  for (int i = 0; i < 3; i++)
    builder_string(&block, NULL);
  builder_number(&block, 7, 4);
  builder_number(&block, (uint64_t)-24, 8);
  builder_number(&block, 8, 8);
  answer = answers_add(answers, ANSWER_LOCALS, 1, 0, block.data, block.size);
  ck_assert_ptr_nonnull(answer);
  const struct symbols_local *local = answer->items;
  ck_assert_int_eq(local->base, SYMBOLS_FRAME_ADDRESS);
  ck_assert_int_eq(local->offset, -24);
  builder_number(&block, SYMBOLS_STACK_POINTER, 1);
  answer = answers_add(answers, ANSWER_LOCALS, 2, 0, block.data, block.size);
  local = answer->items;
  ck_assert_int_eq(local->base, SYMBOLS_STACK_POINTER);
  block.data[block.size - 1] = SYMBOLS_BASES;
  answer = answers_add(answers, ANSWER_LOCALS, 3, 0, block.data, block.size);
  ck_assert_ptr_null(answer);
  answers_destroy(answers);
  builder_deinit(&block);
}
END_TEST

/* Types that do not hold together are no answer. */
START_TEST(answers_with_types_are_checked)
{
  static const struct {
    unsigned kind, of, first, count; /* of the first of two types; the second is a member of it */
    bool is_sound;
  } cases[] = {
    {SYMBOLS_TYPE_STRUCTURE, SYMBOLS_NO_TYPE, 1, 1, true}, {SYMBOLS_TYPE_STRUCTURE, SYMBOLS_NO_TYPE, 1, 2, false},
    {SYMBOLS_TYPE_STRUCTURE, SYMBOLS_NO_TYPE, 3, 0, false}, {SYMBOLS_TYPE_UNION, SYMBOLS_NO_TYPE, 0, 1, false},
    {SYMBOLS_TYPE_UNION, SYMBOLS_NO_TYPE, 2, UINT32_MAX, false}, {SYMBOLS_TYPE_POINTER, 0, 0, 0, true},
    {SYMBOLS_TYPE_POINTER, 1, 0, 0, false}, {SYMBOLS_TYPE_POINTER, 2, 0, 0, false},
    {SYMBOLS_TYPE_MEMBER, 0, 0, 0, false}, {SYMBOLS_TYPE_KINDS, 0, 0, 0, false},
  };
  struct answers *answers = answers_create();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct byte_builder block = {0};
    const struct answer *answer;
    builder_number(&block, 0x1000, 8);
    builder_number(&block, 2, 4);
    for (int j = 0; j < 2; j++) {
      builder_number(&block, j == 0 ? cases[i].kind : SYMBOLS_TYPE_MEMBER, 1);
      builder_string(&block, "name");
      builder_number(&block, 8, 8);
      builder_number(&block, 0, 8);
      builder_number(&block, j == 0 ? cases[i].of : 0, 4);
      builder_number(&block, j == 0 ? cases[i].first : 0, 4);
      builder_number(&block, j == 0 ? cases[i].count : 0, 4);
    }
    answer = answers_add(answers, ANSWER_VARIABLE_TYPES, i, 0, block.data, block.size);
    ck_assert_msg((answer != NULL) == cases[i].is_sound, "case %zu", i);
    builder_deinit(&block);
  }
  answers_destroy(answers);
}
END_TEST

/* --- hostile files --- */

/* 1 a unit, 2 a function, 3 a variable, 4 a structure, 5 its member, 6 an array, 7 its length, 8 a unit of a type, 9 a
 * structure, 10 a qualifier and 11 a member whose type is in such a unit. */
static const unsigned char abbreviations[] = {
  1, DW_TAG_compile_unit, 1, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, 0, 0,
  2, DW_TAG_subprogram, 1, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, DW_AT_frame_base, DW_FORM_exprloc,
     0, 0,
  3, DW_TAG_variable, 0, DW_AT_name, DW_FORM_string, DW_AT_type, DW_FORM_ref4, DW_AT_location, DW_FORM_exprloc, 0, 0,
  4, DW_TAG_structure_type, 1, DW_AT_byte_size, DW_FORM_data8, 0, 0,
  5, DW_TAG_member, 0, DW_AT_name, DW_FORM_string, DW_AT_type, DW_FORM_ref4, DW_AT_data_member_location, DW_FORM_data8,
     0, 0,
  6, DW_TAG_array_type, 1, DW_AT_type, DW_FORM_ref4, 0, 0,
  7, DW_TAG_subrange_type, 0, DW_AT_upper_bound, DW_FORM_data8, 0, 0,
  8, DW_TAG_type_unit, 1, 0, 0,
  9, DW_TAG_structure_type, 0, DW_AT_signature, DW_FORM_ref_sig8, 0, 0,
  10, DW_TAG_const_type, 0, DW_AT_type, DW_FORM_ref_sig8, 0, 0,
  11, DW_TAG_member, 0, DW_AT_name, DW_FORM_string, DW_AT_type, DW_FORM_ref_sig8, DW_AT_data_member_location,
      DW_FORM_data8, 0, 0,
  0,
};
enum { CODE_BYTES = IMAGE_CODE_END - IMAGE_CODE_START, UNIT_BYTES = 4 + 2 + 4 + 1, UNIT_DIE_BYTES = 13 };

static void put_text(struct byte_builder *info, const char *text)
{
  builder_block(info, text, strlen(text) + 1);
}

static void put_range(struct byte_builder *info, unsigned abbreviation)
{
  builder_number(info, abbreviation, 1);
  builder_number(info, IMAGE_CODE_START, 8);
  builder_number(info, CODE_BYTES, 4);
}

static void put_variable(struct byte_builder *info, uint32_t type, const void *expression, size_t bytes)
{
  builder_number(info, 3, 1);
  put_text(info, "v");
  builder_number(info, type, 4);
  builder_number(info, bytes, 1);
  builder_block(info, expression, bytes);
}

/* A type at the first place behind the unit, then a function with a variable of it. */
static struct byte_builder hostile_info(void (*put_type)(struct byte_builder *info, uint32_t self),
                                        const void *expression, size_t bytes)
{
  struct byte_builder info = {0};
  const uint32_t type = UNIT_BYTES + UNIT_DIE_BYTES;
  builder_number(&info, 0, 4);
  builder_number(&info, 4, 2);
  builder_number(&info, 0, 4);
  builder_number(&info, 8, 1);
  put_range(&info, 1);
  put_type(&info, type);
  put_range(&info, 2);
  builder_number(&info, 1, 1);
  builder_number(&info, DW_OP_call_frame_cfa, 1);
  put_variable(&info, type, expression, bytes);
  builder_number(&info, 0, 2);
  for (unsigned i = 0; i < 4; i++)
    info.data[i] = (unsigned char)((info.size - 4) >> 8 * i);
  return info;
}

static void put_structure_in_itself(struct byte_builder *info, uint32_t self)
{
  builder_number(info, 4, 1);
  builder_number(info, 1 << 20, 8);
  builder_number(info, 5, 1);
  put_text(info, "again");
  builder_number(info, self, 4);
  builder_number(info, 0, 8);
  builder_number(info, 0, 1);
}

static void put_member_far_out(struct byte_builder *info, uint32_t self)
{
  builder_number(info, 4, 1);
  builder_number(info, UINT64_MAX, 8);
  builder_number(info, 5, 1);
  put_text(info, "far");
  builder_number(info, self, 4);
  builder_number(info, UINT64_MAX - 3, 8);
  builder_number(info, 0, 1);
}

static void put_array_of_itself(struct byte_builder *info, uint32_t self)
{
  builder_number(info, 6, 1);
  builder_number(info, self, 4);
  for (int i = 0; i < 40; i++) {
    builder_number(info, 7, 1);
    builder_number(info, UINT64_MAX, 8);
  }
  builder_number(info, 0, 1);
}

/* --- with .debug_types --- */

enum { SIGNATURE = 0x1337, TYPE_UNIT_BYTES = UNIT_BYTES + 8 + 4, IN_TYPE_UNIT = TYPE_UNIT_BYTES + 1 };

static void put_signed(struct byte_builder *info, unsigned abbreviation, uint64_t signature)
{
  builder_number(info, abbreviation, 1);
  builder_number(info, signature, 8);
}

/* A unit whose type, 28 bytes at most, is what `put_type` puts. */
static void put_type_unit(struct byte_builder *types, uint64_t signature, uint32_t type_offset,
                          void (*put_type)(struct byte_builder *types, uint64_t signature), uint64_t of)
{
  size_t start = types->size;
  builder_number(types, TYPE_UNIT_BYTES - 4 + 1 + 28 + 1, 4);
  builder_number(types, 4, 2);
  builder_number(types, 0, 4);
  builder_number(types, 8, 1);
  builder_number(types, signature, 8);
  builder_number(types, type_offset, 4);
  builder_number(types, 8, 1);
  put_type(types, of);
  while (types->size < start + TYPE_UNIT_BYTES + 1 + 28 + 1)
    builder_number(types, 0, 1);
}

static void put_signed_structure(struct byte_builder *types, uint64_t of)
{
  put_signed(types, 9, of);
}

static void put_signed_qualifier(struct byte_builder *types, uint64_t of)
{
  put_signed(types, 10, of);
}

static void put_structure_of(struct byte_builder *types, uint64_t of)
{
  builder_number(types, 4, 1);
  builder_number(types, 1337, 8);
  builder_number(types, 11, 1);
  builder_number(types, 'm', 2);
  builder_number(types, of, 8);
  builder_number(types, 0, 8);
}

static void put_declaration(struct byte_builder *info, uint32_t self)
{
  put_signed(info, 9, SIGNATURE);
}

/* Returns how many variables the frame has, and what is known of a byte of the first. */
static size_t ask_image(struct byte_builder *info, const struct byte_builder *types, uint64_t byte,
                        struct symbols_path *ret, struct symbols **ret_symbols)
{
  static char name[64];
  struct image_section sections[] = {
    {.name = ".debug_info", .data = info->data, .bytes = info->size},
    {.name = ".debug_abbrev", .data = abbreviations, .bytes = sizeof abbreviations},
    {.name = ".debug_types", .data = types ? types->data : NULL, .bytes = types ? types->size : 0},
  };
  const struct symbols_local *locals;
  size_t image_bytes, count;
  unsigned char *image = image_build(sections, types ? 3 : 2, &image_bytes);
  int fd = image_open(image, image_bytes);
  free(image);
  snprintf(name, sizeof name, "/proc/%d/fd/%d", (int)getpid(), fd);
  struct symbols_module module = {.path = name};
  *ret_symbols = open_symbols();
  symbols_locals(*ret_symbols, &module, IMAGE_CODE_START, &locals, &count);
  symbols_local_path(*ret_symbols, &module, IMAGE_CODE_START, 0, byte, ret);
  close(fd);
  builder_deinit(info);
  return count;
}

START_TEST(types_that_contain_themselves_end)
{
  static const unsigned char in_frame[] = {DW_OP_fbreg, 0x60};
  static void (*const types[])(struct byte_builder *, uint32_t) = {put_structure_in_itself, put_member_far_out,
                                                                   put_array_of_itself};
  struct symbols_path path;
  struct symbols *symbols;
  struct byte_builder info = hostile_info(types[_i], in_frame, sizeof in_frame);
  ck_assert_uint_eq(ask_image(&info, NULL, 5, &path, &symbols), 1);
  ck_assert_pstr_eq(path.name, "v");
  ck_assert_uint_lt(strlen(path.path), 512);
  ck_assert_uint_eq(path.rest, 5);
  symbols_destroy(symbols);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

static void check_types(struct byte_builder *types, const char *expected)
{
  static const unsigned char in_frame[] = {DW_OP_fbreg, 0x60};
  struct symbols_path path;
  struct symbols *symbols;
  struct byte_builder info = hostile_info(put_declaration, in_frame, sizeof in_frame);
  ask_image(&info, types, 5, &path, &symbols);
  check_path(&path, expected);
  symbols_destroy(symbols);
  ck_assert_str_eq(support_warnings, "");
  builder_deinit(types);
}

START_TEST(types_of_signatures_may_be_nowhere)
{
  static const uint32_t offsets[] = {IN_TYPE_UNIT + 28, 0x1000, UINT32_MAX, 3};
  for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
    struct byte_builder types = {0};
    put_type_unit(&types, SIGNATURE, offsets[i], put_structure_of, 7);
    check_types(&types, "v+5");
  }
  struct byte_builder others = {0}, cut = {0};
  put_type_unit(&others, SIGNATURE + 1, IN_TYPE_UNIT, put_structure_of, 7);
  check_types(&others, "v+5");
  put_type_unit(&cut, SIGNATURE, IN_TYPE_UNIT, put_structure_of, 7);
  cut.size -= 5;
  check_types(&cut, "v+5");
}
END_TEST

START_TEST(types_of_signatures_may_go_round)
{
  struct byte_builder itself = {0}, two = {0}, qualifiers = {0};
  put_type_unit(&itself, SIGNATURE, IN_TYPE_UNIT, put_signed_structure, SIGNATURE);
  check_types(&itself, "v+5");
  put_type_unit(&two, SIGNATURE, IN_TYPE_UNIT, put_signed_structure, SIGNATURE + 1);
  put_type_unit(&two, SIGNATURE + 1, IN_TYPE_UNIT, put_signed_structure, SIGNATURE);
  check_types(&two, "v+5");
  put_type_unit(&qualifiers, SIGNATURE, IN_TYPE_UNIT, put_signed_qualifier, SIGNATURE + 1);
  put_type_unit(&qualifiers, SIGNATURE + 1, IN_TYPE_UNIT, put_signed_qualifier, SIGNATURE);
  check_types(&qualifiers, "v+5");
}
END_TEST

START_TEST(a_structure_of_a_signature_contains_itself)
{
  static const unsigned char in_frame[] = {DW_OP_fbreg, 0x60};
  struct byte_builder types = {0}, info = hostile_info(put_declaration, in_frame, sizeof in_frame);
  struct symbols_path path;
  struct symbols *symbols;
  put_type_unit(&types, SIGNATURE, IN_TYPE_UNIT, put_structure_of, SIGNATURE);
  ck_assert_uint_eq(ask_image(&info, &types, 5, &path, &symbols), 1);
  ck_assert_int_eq(strncmp(path.path, ".m.m.m", 6), 0);
  ck_assert_uint_eq(path.rest, 5);
  symbols_destroy(symbols);
  builder_deinit(&types);
}
END_TEST

START_TEST(odd_expressions_tell_no_place)
{
  static const struct {
    unsigned char code[24];
    size_t bytes;
  } expressions[] = {
    {{DW_OP_plus}, 1},
    {{DW_OP_addr, 0x80, 0x80}, 3},                     /* cut off */
    {{DW_OP_fbreg, 1, DW_OP_fbreg, 1, DW_OP_plus}, 5}, /* a sum of two places */
    {{DW_OP_lit1, DW_OP_fbreg, 1, DW_OP_minus}, 4},
    {{DW_OP_fbreg, 1, DW_OP_deref}, 3},
    {{DW_OP_fbreg, 1, DW_OP_stack_value}, 3},
    {{DW_OP_fbreg, 1, DW_OP_piece, 4}, 4},
    {{DW_OP_breg0 + 3, 8}, 2},
    {{DW_OP_reg6}, 1},
    {{DW_OP_skip, 0xfd, 0xff}, 3},
    {{DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0,
      DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_lit0, DW_OP_fbreg, 1}, 18},
    {{0}, 0},
  };
  struct symbols_path path;
  struct symbols *symbols;
  for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
    struct byte_builder info = hostile_info(put_structure_in_itself, expressions[i].code, expressions[i].bytes);
    ck_assert_uint_eq(ask_image(&info, NULL, 5, &path, &symbols), 0);
    ck_assert_ptr_null(path.name);
    symbols_destroy(symbols);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: variables");
  TCase *tcase = tcase_create("variables");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, bytes_lead_to_members_and_elements, 0, 6);
  tcase_add_loop_test(tcase, members_of_base_classes_are_members, 0, 8);
  tcase_add_loop_test(tcase, variables_are_found_in_frames_of_all_kinds, 0, 8);
  tcase_add_test(tcase, paths_are_kept_each_for_itself);
  tcase_add_test(tcase, old_answers_are_from_the_frame_address);
  tcase_add_test(tcase, answers_with_types_are_checked);
  tcase_add_loop_test(tcase, types_that_contain_themselves_end, 0, 3);
  tcase_add_test(tcase, types_of_signatures_may_be_nowhere);
  tcase_add_test(tcase, types_of_signatures_may_go_round);
  tcase_add_test(tcase, a_structure_of_a_signature_contains_itself);
  tcase_add_test(tcase, odd_expressions_tell_no_place);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
