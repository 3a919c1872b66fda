/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Marks: which edits and builds leave them as they are, and which lines they tell apart. */
#include "support/symbols_fixture.h"
#include "host/symbols/module_answers.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* HERE marks a place with the next of the labels mark_0, mark_1 and so on, always in the same words. */
#define HEAD                                                                               \
  "#define LABEL_(n) __asm__ volatile(\".globl mark_\" #n \"\\nmark_\" #n \": nop\")\n"     \
  "#define LABEL(n) LABEL_(n)\n"                                                           \
  "#define HERE LABEL(__COUNTER__)\n"                                                      \
  "#define INLINE static inline __attribute__((always_inline))\n"
#define WORK "__attribute__((noinline)) void work(int i)\n{\n"
#define TAIL "int main(int argc, char **argv) { work(argc); return !argv; }\n"

static const char plain[] =
  HEAD
  WORK
  "  HERE;\n"
  "  if (i > 1)\n"
  "    HERE;\n"
  "  i++; HERE; /* alone */\n"
  "}\n"
  TAIL;

/* Build `prog` of a text; false when there is no such compiler. */
static bool build(const char *text, const char *command)
{
  support_write("prog.c", text);
  return support_run("%s -o prog prog.c", command);
}

/* The frame `depth` of a place in `program`; strings are not kept. */
static struct frame resolve(const struct symbols_config *config, const char *program, const char *label,
                                    size_t depth)
{
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  struct symbols_module module = support_module(program);
  symbols_create(config, &symbols);
  symbols_resolve(symbols, &module, support_offset(program, label), &frames, &count);
  ck_assert_uint_gt(count, depth);
  struct frame frame = frames[depth];
  symbols_destroy(symbols);
  return frame;
}

static struct frame frame_of(const char *label)
{
  struct symbols_config config = support_config();
  struct frame frame = resolve(&config, "prog", label, 0);
  ck_assert_str_eq(support_warnings, "");
  return frame;
}

/* The mark, which must be of that kind. */
static uint64_t mark_of(const char *label, enum frame_mark kind)
{
  struct frame frame = frame_of(label);
  ck_assert_int_eq(frame.mark_kind, kind);
  ck_assert_int_eq(frame.mark != 0, kind != FRAME_MARK_NONE);
  return frame.mark;
}

START_TEST(equal_lines_of_a_function_differ)
{
  if (!build(plain, "gcc -O1 -g"))
    return;
  uint64_t first = mark_of("mark_0", FRAME_MARK_TEXT), second = mark_of("mark_1", FRAME_MARK_TEXT);
  uint64_t third = mark_of("mark_2", FRAME_MARK_TEXT);
  ck_assert(first != second && first != third && second != third);
  ck_assert_uint_eq(frame_of("mark_0").line_in_function, 2);
  ck_assert_uint_eq(frame_of("mark_2").line_in_function, 5);
}
END_TEST

/* Each is the plain program after an edit. */
static const char *const edits[] = {
  HEAD "int added;\n\n__attribute__((noinline)) void other(void)\n{\n  (void)0;\n}\n"
  WORK "  HERE;\n  if (i > 1)\n    HERE;\n  i++; HERE; /* alone */\n}\n" TAIL,
  HEAD WORK "  i += 3;\n  i *= 5;\n  HERE;\n  if (i > 1)\n    /* why */\n    HERE;\n"
  "  i--;\n  i++; HERE; /* alone */\n}\n" TAIL,
  HEAD "__attribute__((noinline)) void work(int i) {\n\tHERE ;\n\tif (i > 1)\n\t\tHERE; // \"\n\ti++; /* ; */ HERE;\n"
  "}\n" TAIL,
  HEAD WORK "\r\n  HERE;\r\n  if (i > 1)\r\n    HERE;\r\n  i++; HERE; /* alone */\r\n}\r\n" TAIL,
};

START_TEST(edits_beside_a_line_change_nothing)
{
  if (!build(plain, "gcc -O1 -g"))
    return;
  uint64_t first = mark_of("mark_0", FRAME_MARK_TEXT), second = mark_of("mark_1", FRAME_MARK_TEXT);
  uint64_t third = mark_of("mark_2", FRAME_MARK_TEXT);
  ck_assert(build(edits[_i], "gcc -O1 -g"));
  ck_assert_uint_eq(mark_of("mark_0", FRAME_MARK_TEXT), first);
  ck_assert_uint_eq(mark_of("mark_1", FRAME_MARK_TEXT), second);
  ck_assert_uint_eq(mark_of("mark_2", FRAME_MARK_TEXT), third);
}
END_TEST

static const char *const commands[] = {
  "gcc -O0 -g", "gcc -O2 -g", "gcc -O3 -g -gdwarf-4", "gcc -Os -g -gdwarf-3", "gcc -O1 -g -fno-pie -no-pie",
  "gcc -O2 -g -flto", "gcc -O1 -g -static", "gcc -O2 -g -ffunction-sections",
  "clang -O0 -g", "clang -O2 -g", "clang -O2 -g -gdwarf-4", "g++ -O2 -g -x c++",
};
enum { COMMANDS = sizeof commands / sizeof *commands };

START_TEST(builds_agree)
{
  if (!build(plain, "gcc -O1 -g"))
    return;
  uint64_t second = mark_of("mark_1", FRAME_MARK_TEXT), third = mark_of("mark_2", FRAME_MARK_TEXT);
  if (!build(plain, commands[_i]))
    return;
  ck_assert_uint_eq(mark_of("mark_1", FRAME_MARK_TEXT), second);
  ck_assert_uint_eq(mark_of("mark_2", FRAME_MARK_TEXT), third);
}
END_TEST

START_TEST(a_statement_of_several_lines_is_told_by_all_of_them)
{
  if (!build(HEAD WORK "  if (i) HERE; else\n    i += 2;\n  if (i) HERE; else\n"
             "    i += 3;\n}\n" TAIL, "gcc -O1 -g"))
    return;
  uint64_t second = mark_of("mark_1", FRAME_MARK_TEXT);
  ck_assert(build(HEAD WORK "  HERE;\n  if (i) HERE; else\n\n"
                  "    i += 3; /* more */\n}\n" TAIL, "gcc -O1 -g"));
  ck_assert_uint_eq(mark_of("mark_1", FRAME_MARK_TEXT), second);
}
END_TEST

START_TEST(sources_newer_than_the_program_are_not_read)
{
  if (!build(plain, "gcc -O1 -g"))
    return;
  uint64_t text = mark_of("mark_1", FRAME_MARK_TEXT);
  ck_assert(support_run("touch -d '+1 hour' prog.c"));
  uint64_t line = mark_of("mark_1", FRAME_MARK_LINE);
  ck_assert_uint_ne(line, text);
  ck_assert_uint_ne(line, mark_of("mark_0", FRAME_MARK_LINE));
  ck_assert_uint_eq(frame_of("mark_1").line_in_function, 4);
  ck_assert(build(edits[0], "gcc -O2 -g") && support_run("rm prog.c"));
  ck_assert_uint_eq(mark_of("mark_1", FRAME_MARK_LINE), line);
}
END_TEST

START_TEST(without_lines_the_place_in_the_symbol_counts)
{
  if (!build(plain, "gcc -O1"))
    return;
  uint64_t first = mark_of("mark_0", FRAME_MARK_OFFSET), second = mark_of("mark_1", FRAME_MARK_OFFSET);
  ck_assert_uint_ne(first, second);
  ck_assert(build(edits[0], "gcc -O1 -fno-pie -no-pie"));
  ck_assert_uint_eq(mark_of("mark_1", FRAME_MARK_OFFSET), second);
}
END_TEST

START_TEST(without_anything_there_is_no_mark)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  if (!build(plain, "gcc -O1") || !support_run("cp prog stripped && strip stripped"))
    return;
  struct symbols_module module = support_module("stripped");
  symbols_create(&config, &symbols);
  symbols_resolve(symbols, &module, support_offset("prog", "mark_0"), &frames, &count);
  ck_assert_int_eq(frames[0].mark_kind, FRAME_MARK_NONE);
  ck_assert_uint_eq(frames[0].mark, 0);
  symbols_destroy(symbols);
}
END_TEST

START_TEST(a_checkout_may_move)
{
  if (!build(plain, "gcc -O1 -g"))
    return;
  uint64_t text = mark_of("mark_1", FRAME_MARK_TEXT);
  ck_assert(support_run("mkdir -p one/sub two && cp prog.c one/sub && cp prog.c two"));
  ck_assert(support_run("cd one && gcc -O1 -g -o ../prog sub/prog.c"));
  ck_assert_uint_eq(mark_of("mark_1", FRAME_MARK_TEXT), text);
  ck_assert(support_run("gcc -O1 -g -o prog %s", support_path("two/prog.c")));
  ck_assert_uint_eq(mark_of("mark_1", FRAME_MARK_TEXT), text);
  ck_assert(support_run("gcc -O1 -g -ffile-prefix-map=%s=/nowhere -o prog %s", support_path("two"),
                        support_path("two/prog.c")));
  uint64_t line = mark_of("mark_1", FRAME_MARK_LINE);
  ck_assert(support_run("gcc -O1 -g -ffile-prefix-map=\"$PWD\"=. -o prog prog.c"));
  ck_assert_uint_eq(mark_of("mark_1", FRAME_MARK_LINE), line);
}
END_TEST

#define INLINED(how)                                                                                      \
  HEAD how " void deep(int i)\n{\n  (void)i;\n  HERE;\n}\n"                                               \
  how " void middle(int i)\n{\n  if (i)\n    deep(i);\n}\n"                                               \
  WORK "  i++;\n  middle(i);\n  __asm__ volatile(\"\");\n}\n" TAIL

START_TEST(inlined_functions_count_from_their_own_declaration)
{
  struct symbols_config config = support_config();
  if (!build(INLINED("INLINE"), "gcc -O1 -g"))
    return;
  struct frame deep = resolve(&config, "prog", "mark_0", 0), middle = resolve(&config, "prog", "mark_0", 1);
  struct frame work = resolve(&config, "prog", "mark_0", 2);
  ck_assert(deep.is_inlined && middle.is_inlined && !work.is_inlined);
  ck_assert_uint_eq(deep.line_in_function, 3);
  ck_assert_uint_eq(middle.line_in_function, 3);
  ck_assert_uint_eq(work.line_in_function, 3);
  ck_assert(deep.mark != middle.mark && middle.mark != work.mark);
  ck_assert(build(INLINED("__attribute__((noinline))"), "gcc -O1 -g"));
  struct frame alone = resolve(&config, "prog", "mark_0", 0);
  ck_assert(!alone.is_inlined);
  ck_assert_uint_eq(alone.mark, deep.mark);
  ck_assert(build(INLINED("INLINE"), "gcc -O2 -g -flto"));
  ck_assert_uint_eq(resolve(&config, "prog", "mark_0", 0).mark, deep.mark);
  ck_assert_uint_eq(resolve(&config, "prog", "mark_0", 1).mark, middle.mark);
  ck_assert_uint_eq(resolve(&config, "prog", "mark_0", 2).mark, work.mark);
}
END_TEST

/* A method says where it is declared in two places: the line with its definition, the file perhaps not. */
START_TEST(methods_count_from_their_definition)
{
  if (!build(HEAD "struct thing {\n  void work(int i);\n};\nvoid other() { HERE; }\n"
             "__attribute__((noinline)) void thing::work(int i)\n{\n  if (i)\n    HERE;\n}\n"
             "int main() { thing().work(1); other(); }\n", "g++ -O1 -g -x c++"))
    return;
  ck_assert_uint_eq(frame_of("mark_1").line_in_function, 3);
  mark_of("mark_1", FRAME_MARK_TEXT);
}
END_TEST

/* Whether they stand, in their files, above the line in which the function is declared, or below it. */
static const char *const margins[] = {"", "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"};

START_TEST(equal_lines_of_included_fragments_differ)
{
  char text[64];
  snprintf(text, sizeof text, "%sHERE;\n\n", margins[_i]);
  support_write("a.def", text);
  snprintf(text, sizeof text, "%s\nHERE;\n", margins[_i]);
  support_write("b.def", text);
  if (!build(HEAD WORK "  HERE;\n#include \"a.def\"\n  (void)i;\n#include \"b.def\"\n}\n" TAIL, "gcc -O1 -g"))
    return;
  uint64_t own = mark_of("mark_0", FRAME_MARK_TEXT), a = mark_of("mark_1", FRAME_MARK_TEXT);
  uint64_t b = mark_of("mark_2", FRAME_MARK_TEXT);
  ck_assert(own != a && own != b && a != b);
  ck_assert_uint_eq(frame_of("mark_1").line_in_function, 0);
  ck_assert(support_run("rm a.def b.def"));
  own = mark_of("mark_0", FRAME_MARK_TEXT);
  a = mark_of("mark_1", FRAME_MARK_OFFSET);
  b = mark_of("mark_2", FRAME_MARK_OFFSET);
  ck_assert(own != a && own != b && a != b);
}
END_TEST

START_TEST(marks_are_kept_with_the_names)
{
  if (!build(plain, "gcc -O1 -g"))
    return;
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  struct frame before = resolve(&config, "prog", "mark_1", 0);
  config.packed_dir = support_path("packed");
  config.packs = true;
  resolve(&config, "prog", "mark_1", 0);
  ck_assert(support_run("rm prog.c"));
  struct symbols_config cached = support_config(), packed = support_config();
  cached.cache_dir = config.cache_dir;
  packed.packed_dir = config.packed_dir;
  struct frame from_cache = resolve(&cached, "prog", "mark_1", 0);
  struct frame from_pack = resolve(&packed, "prog", "mark_1", 0);
  ck_assert_int_eq(before.mark_kind, FRAME_MARK_TEXT);
  ck_assert_uint_eq(from_cache.mark, before.mark);
  ck_assert_uint_eq(from_pack.mark, before.mark);
  ck_assert_int_eq(from_pack.mark_kind, FRAME_MARK_TEXT);
  ck_assert_uint_eq(from_pack.line_in_function, before.line_in_function);
}
END_TEST

/* Answers that were packed before there were marks; such as have a part of them are damaged. */
START_TEST(answers_without_marks_are_read)
{
  struct byte_builder block = {0};
  const struct answer *answer;
  struct answers *answers = answers_create();
  builder_number(&block, 1, 4);
  for (int i = 0; i < 5; i++)
    builder_string(&block, "text");
  builder_number(&block, 12, 4);
  builder_number(&block, 0, 1);
  answer = answers_add(answers, ANSWER_CODE, 1, 0, block.data, block.size);
  ck_assert_ptr_nonnull(answer);
  ck_assert_int_eq(((struct frame *)answer->items)->mark_kind, FRAME_MARK_NONE);
  builder_number(&block, 99, 8);
  answer = answers_add(answers, ANSWER_CODE, 2, 0, block.data, block.size);
  ck_assert_ptr_null(answer);
  builder_number(&block, FRAME_MARKS, 1);
  builder_number(&block, 3, 4);
  answer = answers_add(answers, ANSWER_CODE, 2, 0, block.data, block.size);
  ck_assert_ptr_null(answer);
  builder_deinit(&block);
  answers_destroy(answers);
}
END_TEST

/* What may stand where the source was, made by a command, and what kind of mark comes of it. */
static const struct {
  const char *command;
  enum frame_mark kind;
} replacements[] = {
  {"mkfifo prog.c", FRAME_MARK_LINE},
  {"mkdir prog.c", FRAME_MARK_LINE},
  {"ln -s /dev/zero prog.c", FRAME_MARK_LINE},
  {"ln -s /proc/kmsg prog.c", FRAME_MARK_LINE},
  {"ln -s prog.c prog.c", FRAME_MARK_LINE},
  {": >prog.c", FRAME_MARK_LINE},
  {"truncate -s 100G prog.c", FRAME_MARK_LINE},
  {"truncate -s 5M prog.c", FRAME_MARK_LINE},
  {"cp old.c prog.c; printf 'x\\0' >>prog.c", FRAME_MARK_LINE},
  {"head -n 3 old.c >prog.c", FRAME_MARK_LINE},
  {"head -c 16000000 /dev/urandom | tr '\\0' x >prog.c", FRAME_MARK_NONE}, /* any */
  {"yes | tr -d '\\n' | head -c 16000000 >prog.c", FRAME_MARK_LINE},
  {"yes '\"\\' | tr -d '\\n' | head -c 16000000 >prog.c", FRAME_MARK_LINE},
  {"yes \"'\\\\\" | tr -d '\\n' | head -c 16000000 >prog.c", FRAME_MARK_LINE},
  {"yes '/*' | tr -d '\\n' | head -c 16000000 >prog.c", FRAME_MARK_LINE},
  {"yes '' | head -c 16000000 >prog.c", FRAME_MARK_LINE},
  {"yes '}{' | head -c 16000000 >prog.c", FRAME_MARK_LINE},
  {"yes y | head -c 16000000 >prog.c", FRAME_MARK_TEXT},
  {"{ head -n 8 old.c; printf '    HERE'; } >prog.c", FRAME_MARK_TEXT},
};
enum { REPLACEMENTS = sizeof replacements / sizeof *replacements };

START_TEST(anything_may_stand_where_the_source_was)
{
  if (!build(plain, "gcc -O1 -g"))
    return;
  ck_assert(support_run("mv prog.c old.c; %s; touch -hd '2001-01-01' prog.c", replacements[_i].command));
  struct frame frame = frame_of("mark_1");
  ck_assert_uint_ne(frame.mark, 0);
  ck_assert_str_eq(support_warnings, "");
  if (replacements[_i].kind != FRAME_MARK_NONE)
    ck_assert_int_eq(frame.mark_kind, replacements[_i].kind);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: marks");
  TCase *tcase = tcase_create("marks");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, equal_lines_of_a_function_differ);
  tcase_add_loop_test(tcase, edits_beside_a_line_change_nothing, 0, sizeof edits / sizeof *edits);
  tcase_add_loop_test(tcase, builds_agree, 0, COMMANDS);
  tcase_add_test(tcase, a_statement_of_several_lines_is_told_by_all_of_them);
  tcase_add_test(tcase, sources_newer_than_the_program_are_not_read);
  tcase_add_test(tcase, without_lines_the_place_in_the_symbol_counts);
  tcase_add_test(tcase, without_anything_there_is_no_mark);
  tcase_add_test(tcase, a_checkout_may_move);
  tcase_add_test(tcase, inlined_functions_count_from_their_own_declaration);
  tcase_add_test(tcase, methods_count_from_their_definition);
  tcase_add_loop_test(tcase, equal_lines_of_included_fragments_differ, 0, sizeof margins / sizeof *margins);
  tcase_add_test(tcase, marks_are_kept_with_the_names);
  tcase_add_test(tcase, answers_without_marks_are_read);
  tcase_add_loop_test(tcase, anything_may_stand_where_the_source_was, 0, REPLACEMENTS);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
