/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of inlined functions with what they are declared in: for people; what suppressions see stays plain. */
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
  "#define MARK(name) __asm__ volatile(\".globl \" #name \"\\n\" #name \": nop\")\n"
  "#define INLINE inline __attribute__((always_inline))\n"
  "#define INLINE_LAMBDA __attribute__((always_inline))\n"
  "namespace store {\n"
  "struct Cache {\n"
  "  struct Slot { INLINE void fill() { MARK(mark_nested); } };\n"
  "  INLINE void put(int) { MARK(mark_member); }\n"
  "  static INLINE void drop() { MARK(mark_static); }\n"
  "  INLINE Cache() { MARK(mark_constructor); }\n"
  "  INLINE explicit operator bool() { MARK(mark_operator); return true; }\n"
  "};\n"
  "namespace {\n"
  "struct Hidden { template <class T> INLINE void make() { MARK(mark_hidden); } };\n"
  "INLINE void unseen() { MARK(mark_unseen); }\n"
  "}\n"
  "static INLINE void local() { MARK(mark_unit); }\n"
  "template <class T> struct Box { INLINE void get(T) { MARK(mark_box); } };\n"
  "template <class T> INLINE T free_template(T t) { MARK(mark_template); return t; }\n"
  "inline namespace v2 { static INLINE void newer() { MARK(mark_version); } }\n"
  "}\n"
  "static INLINE void plain() { MARK(mark_plain); }\n"
  "extern \"C\" { static INLINE void cfun() { MARK(mark_c); } }\n"
  "__attribute__((noinline)) void work(int n)\n"
  "{\n"
  "  store::Cache cache;\n"
  "  if (cache)\n"
  "    cache.put(n);\n"
  "  store::Cache::drop();\n"
  "  store::Cache::Slot().fill();\n"
  "  store::Hidden().make<int>();\n"
  "  store::unseen(); store::local(); store::newer();\n"
  "  store::Box<int>().get(n);\n"
  "  store::free_template(n);\n"
  "  plain(); cfun();\n"
  "  struct Local { INLINE void put() { MARK(mark_local); } };\n"
  "  Local().put();\n"
  "  auto f = [](int) INLINE_LAMBDA { MARK(mark_lambda); };\n"
  "  f(n);\n"
  "  MARK(mark_work);\n"
  "}\n"
  "struct Shop { static void open(int n); };\n"
  "__attribute__((noinline)) void Shop::open(int n)\n"
  "{\n"
  "  struct Door { INLINE void creak() { MARK(mark_method); } };\n"
  "  Door().creak();\n"
  "}\n"
  "int main(int argc, char **argv) { work(argc); Shop::open(argc); }\n";

/* What a function at a label is called: what suppressions see, and what people read. The second name when the compiler
 * tells the linkage name; the third one when it does not; NULL: it is the second, too. */
static const struct {
  const char *label, *function, *qualified, *otherwise;
} names[] = {
  {"mark_member", "put", "store::Cache::put(int)", NULL},
  {"mark_static", "drop", "store::Cache::drop()", NULL},
  {"mark_nested", "fill", "store::Cache::Slot::fill()", NULL},
  {"mark_constructor", "Cache", "store::Cache::Cache()", NULL},
  {"mark_operator", "operator bool", "store::Cache::operator bool()", NULL},
  {"mark_hidden", "make<int>", "void store::(anonymous namespace)::Hidden::make<int>()",
   "store::(anonymous namespace)::Hidden::make<int>"},
  {"mark_unseen", "unseen", "store::(anonymous namespace)::unseen()", "store::(anonymous namespace)::unseen"},
  {"mark_unit", "local", "store::local()", "store::local"},
  {"mark_box", "get", "store::Box<int>::get(int)", NULL},
  {"mark_template", "free_template<int>", "int store::free_template<int>(int)", NULL},
  {"mark_version", "newer", "store::v2::newer()", "store::v2::newer"},
  {"mark_plain", "plain", "plain()", "plain"},
  {"mark_c", "cfun", "cfun", "cfun()"},
  {"mark_local", "put", "work(int)::Local::put()", "work::Local::put"},
  {"mark_lambda", "operator()", "work(int)::$_0::operator()(int) const", "work::{lambda}::operator()"},
  {"mark_method", "creak", "Shop::open(int)::Door::creak()", "Shop::open::Door::creak"},
};
enum { NAMES = sizeof names / sizeof *names };

/* Check the function at a label; its line counts for nothing. */
static void check_name(struct symbols *symbols, const char *program, const char *label, const char *function,
                       const char *qualified, const char *otherwise)
{
  const struct frame *frames;
  size_t count;
  struct symbols_module module = support_module(program);
  symbols_resolve(symbols, &module, support_offset(program, label), &frames, &count);
  ck_assert_msg(count > 1 && frames[0].is_inlined, "%s: nothing is inlined", label);
  ck_assert_msg(strcmp(frames[0].function, function) == 0, "%s is called %s", label, frames[0].function);
  ck_assert_str_eq(frames[0].function_linkage, frames[0].function);
  ck_assert_msg(strcmp(frames[0].qualified, qualified) == 0 ||
                  (otherwise && strcmp(frames[0].qualified, otherwise) == 0),
                "%s is called %s", label, frames[0].qualified);
  ck_assert_str_eq(frames[count - 1].qualified, frames[count - 1].function);
}

static const char *const commands[] = {
  "g++ -O2 -g -x c++",
  "g++ -O1 -g -gdwarf-4 -fdebug-types-section -x c++",
  "g++ -O2 -g -flto -x c++",
  "clang++ -O2 -g -x c++",
  "clang++ -O1 -g -gdwarf-4 -fno-standalone-debug -x c++",
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static bool build(const char *text, const char *command)
{
  support_write("prog.c", text);
  return support_run("%s prog.c -o prog", command);
}

START_TEST(inlined_functions_have_qualified_names)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  if (!build(source, commands[_i]))
    return;
  symbols_create(&config, &symbols);
  for (size_t i = 0; i < NAMES; i++)
    check_name(symbols, "prog", names[i].label, names[i].function, names[i].qualified, names[i].otherwise);
  symbols_destroy(symbols);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(names_of_rust_are_qualified)
{
  static const char rust[] =
    "use std::arch::asm;\n"
    "mod store {\n"
    "  pub struct Cache;\n"
    "  impl Cache { #[inline(always)] pub fn put(&self) { unsafe { super::asm!(\".globl mark_rust\", \"mark_rust:\", "
    "\"nop\") } } }\n"
    "}\n"
    "#[inline(never)] fn work(cache: &store::Cache) { cache.put(); }\n"
    "fn main() { work(&store::Cache); }\n";
  struct symbols_config config = support_config();
  struct symbols *symbols;
  support_write("prog.rs", rust);
  if (!support_run("rustc -g -C opt-level=1 -o prog prog.rs"))
    return;
  symbols_create(&config, &symbols);
  check_name(symbols, "prog", "mark_rust", "put", "prog::store::Cache::put", NULL);
  symbols_destroy(symbols);
}
END_TEST

/* The names of a C program's functions are whole, also of those in functions. */
START_TEST(names_of_c_stay)
{
  static const char text[] =
    "#define MARK(name) __asm__ volatile(\".globl \" #name \"\\n\" #name \": nop\")\n"
    "__attribute__((noinline)) int outer(int n)\n"
    "{\n"
    "  inline __attribute__((always_inline)) int nested(int i) { MARK(mark_in); return i + n; }\n"
    "  return nested(n);\n"
    "}\n"
    "int main(int argc, char **argv) { return outer(argc) == 1337; }\n";
  struct symbols_config config = support_config();
  struct symbols *symbols;
  if (!build(text, "gcc -O2 -g"))
    return;
  symbols_create(&config, &symbols);
  check_name(symbols, "prog", "mark_in", "nested", "nested", NULL);
  symbols_destroy(symbols);
}
END_TEST

START_TEST(names_are_kept_with_the_run)
{
  struct symbols_config config = support_config(), packed = support_config();
  struct symbols *symbols;
  if (!build(source, commands[0]))
    return;
  ck_assert(support_run("mkdir run"));
  packed.packed_dir = support_path("run/names");
  config.packed_dir = packed.packed_dir;
  config.packs = true;
  symbols_create(&config, &symbols);
  check_name(symbols, "prog", "mark_unit", "local", "store::local", NULL);
  symbols_destroy(symbols);
  ck_assert(support_run("cp prog there && strip prog"));
  struct symbols_module module = support_module("there");
  const struct frame *frames;
  size_t count;
  const uint64_t offset = support_offset("there", "mark_unit");
  ck_assert(support_run("rm there"));
  symbols_create(&packed, &symbols);
  symbols_resolve(symbols, &module, offset, &frames, &count);
  ck_assert_str_eq(frames[0].qualified, "store::local");
  ck_assert_str_eq(frames[0].function, "local");
  symbols_destroy(symbols);
}
END_TEST

/* Answers that were packed before there were qualified names; such as have a part of one are damaged. */
START_TEST(answers_without_qualified_names_are_read)
{
  struct byte_builder block = {0};
  const struct answer *answer;
  struct answers *answers = answers_create();
  builder_number(&block, 1, 4);
  for (int i = 0; i < 5; i++)
    builder_string(&block, "text");
  builder_number(&block, 12, 4);
  builder_number(&block, 1, 1);
  builder_number(&block, 99, 8);
  builder_number(&block, FRAME_MARK_TEXT, 1);
  builder_number(&block, 3, 4);
  for (size_t i = 0; i < MARK_SET_WORDS + 3; i++)
    builder_number(&block, 0, 8);
  answer = answers_add(answers, ANSWER_CODE, 1, 0, block.data, block.size);
  ck_assert_ptr_nonnull(answer);
  ck_assert_str_eq(((struct frame *)answer->items)->qualified, "text");
  builder_number(&block, 99, 4);
  answer = answers_add(answers, ANSWER_CODE, 2, 0, block.data, block.size);
  ck_assert_ptr_null(answer);
  builder_deinit(&block);
  answers_destroy(answers);
}
END_TEST

/* --- hostile units --- */

enum { UNIT = 1, FUNCTION, INLINED, NAMESPACE, DECLARATION, TYPE, HOLDER, TRAP };
static const unsigned char abbreviations[] = {
  UNIT, DW_TAG_compile_unit, 1, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, 0, 0,
  FUNCTION, DW_TAG_subprogram, 1, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4, 0, 0,
  INLINED, DW_TAG_inlined_subroutine, 0, DW_AT_low_pc, DW_FORM_addr, DW_AT_high_pc, DW_FORM_data4,
    DW_AT_abstract_origin, DW_FORM_ref4, 0, 0,
  NAMESPACE, DW_TAG_namespace, 1, DW_AT_name, DW_FORM_string, 0, 0,
  DECLARATION, DW_TAG_subprogram, 0, DW_AT_name, DW_FORM_string, 0, 0,
  TYPE, DW_TAG_class_type, 1, DW_AT_name, DW_FORM_string, 0, 0,
  HOLDER, DW_TAG_subprogram, 1, DW_AT_name, DW_FORM_string, DW_AT_specification, DW_FORM_ref4, 0, 0,
  TRAP, DW_TAG_class_type, 1, DW_AT_name, DW_FORM_string, 0x80 | DW_AT_sibling, 0, DW_FORM_ref4, 0, 0,
  0,
};
enum { BEHIND = 11 + 13 + 13 + 17 + 1 }; /* offset of what stands behind the function with what is inlined into it */

static void put_range(struct byte_builder *info, unsigned abbreviation)
{
  builder_number(info, abbreviation, 1);
  builder_number(info, IMAGE_CODE_START, 8);
  builder_number(info, IMAGE_CODE_END - IMAGE_CODE_START, 4);
}

static void put_named(struct byte_builder *info, unsigned abbreviation, const char *name)
{
  builder_number(info, abbreviation, 1);
  builder_block(info, name, strlen(name) + 1);
}

/* A unit with a function, into which one is inlined whose origin stands at an offset. */
static struct byte_builder begin_info(size_t origin)
{
  struct byte_builder info = {0};
  builder_number(&info, 0, 4);
  builder_number(&info, 4, 2);
  builder_number(&info, 0, 4);
  builder_number(&info, 8, 1);
  put_range(&info, UNIT);
  put_range(&info, FUNCTION);
  put_range(&info, INLINED);
  builder_number(&info, origin, 4);
  builder_number(&info, 0, 1);
  ck_assert_uint_eq(info.size, BEHIND);
  return info;
}

/* The qualified name of what is inlined at the first byte of code; valid until the next call. */
static const char *resolve_info(struct byte_builder *info)
{
  static char qualified[1 << 16];
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t bytes, count;
  char path[64];
  for (unsigned i = 0; i < 4; i++)
    info->data[i] = (unsigned char)((info->size - 4) >> 8 * i);
  struct image_section sections[] = {
    {.name = ".debug_info", .data = info->data, .bytes = info->size},
    {.name = ".debug_abbrev", .data = abbreviations, .bytes = sizeof abbreviations},
  };
  unsigned char *image = image_build(sections, 2, &bytes);
  int fd = image_open(image, bytes);
  free(image);
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), fd);
  struct symbols_module module = {.path = path};
  symbols_create(&config, &symbols);
  symbols_resolve(symbols, &module, IMAGE_CODE_START, &frames, &count);
  ck_assert_uint_eq(count, 2);
  snprintf(qualified, sizeof qualified, "%s", frames[0].qualified ? frames[0].qualified : "");
  symbols_destroy(symbols);
  close(fd);
  builder_deinit(info);
  ck_assert_msg(!*support_warnings || strstr(support_warnings, "is damaged"), "%s", support_warnings);
  return qualified;
}

/* A function in so many namespaces of that name. */
static const char *resolve_nested(size_t depth, const char *name)
{
  struct byte_builder info = begin_info(BEHIND + depth * (strlen(name) + 2));
  for (size_t i = 0; i < depth; i++)
    put_named(&info, NAMESPACE, name);
  put_named(&info, DECLARATION, "f");
  for (size_t i = 0; i < depth + 1; i++)
    builder_number(&info, 0, 1);
  return resolve_info(&info);
}

START_TEST(nesting_has_limits)
{
  static char lengthy[1 << 13];
  memset(lengthy, 'x', sizeof lengthy - 1);
  ck_assert_str_eq(resolve_nested(0, "n"), "f");
  ck_assert_str_eq(resolve_nested(3, "n"), "n::n::n::f");
  ck_assert_str_eq(resolve_nested(100, "n"), "f");
  ck_assert_str_eq(resolve_nested(100000, "n"), "f");
  ck_assert_uint_gt(strlen(resolve_nested(1, lengthy)), sizeof lengthy);
  ck_assert_str_eq(resolve_nested(3, lengthy), "f");
}
END_TEST

/* The class is in a function that says to be declared in that class. */
START_TEST(declarations_that_go_round_end)
{
  enum { HOLDER_BYTES = 1 + 2 + 4, TYPE_BYTES = 1 + 2 };
  struct byte_builder info = begin_info(BEHIND + HOLDER_BYTES + TYPE_BYTES);
  put_named(&info, HOLDER, "h");
  builder_number(&info, BEHIND + HOLDER_BYTES + TYPE_BYTES, 4);
  put_named(&info, TYPE, "T");
  put_named(&info, DECLARATION, "f");
  builder_number(&info, 0, 3);
  ck_assert_str_eq(resolve_info(&info), "f");
}
END_TEST

/* A class whose next sibling stands before it, one that is its own, and one whose child is. */
START_TEST(siblings_that_go_back_end)
{
  for (size_t sibling = BEHIND - 1; sibling <= BEHIND + 7; sibling += sibling == BEHIND ? 7 : 1) {
    struct byte_builder info = begin_info(BEHIND + 7 + 3);
    put_named(&info, TRAP, "T");
    builder_number(&info, sibling, 4);
    put_named(&info, TYPE, "U");
    put_named(&info, DECLARATION, "f");
    builder_number(&info, 0, 3);
    ck_assert_str_eq(resolve_info(&info), sibling <= BEHIND ? "T::U::f" : "U::f");
  }
}
END_TEST

/* What stands behind a class is not in it. */
START_TEST(scopes_end_where_they_end)
{
  struct byte_builder info = begin_info(BEHIND + 3 + 3 + 1 + 3 + 1);
  put_named(&info, NAMESPACE, "n");
  put_named(&info, TYPE, "T");
  builder_number(&info, 0, 1);
  put_named(&info, TYPE, "U");
  builder_number(&info, 0, 1);
  put_named(&info, DECLARATION, "f");
  builder_number(&info, 0, 2);
  ck_assert_str_eq(resolve_info(&info), "n::f");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: qualified names");
  TCase *tcase = tcase_create("qualified");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, inlined_functions_have_qualified_names, 0, COMMANDS);
  tcase_add_test(tcase, names_of_rust_are_qualified);
  tcase_add_test(tcase, names_of_c_stay);
  tcase_add_test(tcase, names_are_kept_with_the_run);
  tcase_add_test(tcase, answers_without_qualified_names_are_read);
  tcase_add_test(tcase, nesting_has_limits);
  tcase_add_test(tcase, declarations_that_go_round_end);
  tcase_add_test(tcase, siblings_that_go_back_end);
  tcase_add_test(tcase, scopes_end_where_they_end);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
