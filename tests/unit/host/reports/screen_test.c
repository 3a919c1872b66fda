/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How findings look on a screen: names, excerpts of sources, drawings. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "host/model/frames/short_name.h"
#include "host/model/frames/source_text.h"
#include "host/model/words/cycle_words.h"
#include "host/reports/screen/drawing.h"
#include "host/reports/screen/marked_part.h"
#include "host/model/words/error_titles.h"

static void is_short(const char *name, const char *expected)
{
  char *found = short_name(name);
  ck_assert_str_eq(found, expected);
  free(found);
}

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

START_TEST(names_lose_what_nobody_writes)
{
  is_short("main", "main");
  is_short(STRING "::append", "std::string::append");
  is_short(STRING "::basic_string", "std::string::string");
  is_short("std::vector<int, std::allocator<int> >::push_back", "std::vector<int>::push_back");
  is_short("std::vector<" STRING ", std::allocator<" STRING " > >::at", "std::vector<std::string>::at");
  is_short("std::map<int, long, std::less<int>, std::allocator<std::pair<int const, long> > >::operator[]",
           "std::map<int, long>::operator[]");
  is_short("std::__1::unique_ptr<A, std::default_delete<A> >::reset", "std::unique_ptr<A>::reset");
  is_short("name[abi:cxx11]", "name");
}
END_TEST

START_TEST(lambdas_and_traits_are_called_as_in_sources)
{
  is_short("shop::Book::each<main()::<lambda(const shop::Order&)> >", "shop::Book::each<main::{lambda}>");
  is_short("f<g(int)::<lambda(int)>::operator()::Local>", "f<g(int)::{lambda}::operator()::Local>");
  is_short("<lambda(", "<lambda(");
  is_short("<alloc::string::String as core::convert::From<&str>>::from", "String::from");
  is_short("<alloc::vec::Vec<<T as a::B>::C> as d::E>::f", "Vec<<T as a::B>::C>::f");
  is_short("<alloc::vec::Vec<u8>>::push", "<Vec<u8>>::push");
  is_short("<T as U>", "<T as U>");
  is_short("core::ptr::drop_in_place<alloc::string::String>", "drop_in_place<String>");
}
END_TEST

static void is_short_function(const char *function, const char *expected)
{
  char *found = short_function_name(function);
  ck_assert_str_eq(found, expected);
  free(found);
}

static void is_short_type(const char *type, const char *expected)
{
  char *found = short_type_name(type);
  ck_assert_str_eq(found, expected);
  free(found);
}

START_TEST(parameters_are_no_names)
{
  is_short_function("main", "main");
  is_short_function("void zoo::cage<int, 17>::fill<" STRING ">(char const*)", "zoo::cage<int, 17>::fill<std::string>");
  is_short_function("std::unique_ptr<Foo, std::default_delete<Foo> >::~unique_ptr()",
                    "std::unique_ptr<Foo>::~unique_ptr");
  is_short_function("std::map<int, Foo, std::less<int>, std::allocator<std::pair<int const, Foo> > >::at(int const&)",
                    "std::map<int, Foo>::at");
  is_short_function("a::operator<(b const&)", "a::operator<");
  is_short_function("work(int)::Local::put()", "work(int)::Local::put");
}
END_TEST

START_TEST(types_lose_nothing_of_theirs)
{
  is_short_type("unsigned int", "unsigned int");
  is_short_type("struct node *[12]", "struct node *[12]");
  is_short_type("std::map<int, " STRING ", std::less<int>, std::allocator<std::pair<int const, " STRING " > > >",
                "std::map<int, std::string>");
  is_short_type("std::__detail::_Hash_node<std::pair<const " STRING ", int>, true>",
                "std::__detail::_Hash_node<std::pair<...>, true>");
  is_short_type("frame of work(" STRING ") of thread 1", "frame of work(std::string) of thread 1");
}
END_TEST

/* Names may come from a hostile file; each of these takes seconds when a step is not linear. */
START_TEST(long_names_take_no_time)
{
  static const char *const pieces[] = {"<", "a<", ", std::less<", "operator<", "(", "std::__cxx11::", ">", "->", " >",
                                       "std::basic_string<char>"};
  enum { BYTES = 1 << 17 };
  char *name = malloc(BYTES + 64);
  for (size_t bytes = BYTES / 5; bytes <= BYTES; bytes *= 5)
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
      char *end = name;
      while (end < name + bytes)
        end = stpcpy(end, pieces[i]);
      char *found = short_type_name(name);
      ck_assert_uint_le(strlen(found), strlen(name));
      free(found);
    }
  free(name);
}
END_TEST

START_TEST(return_types_are_no_names)
{
  is_short("int* std::__copy<int*>", "std::__copy<int*>");
  is_short("A::operator bool", "A::operator bool");
  is_short("operator new", "operator new");
  is_short("operator delete[]", "operator delete[]");
  is_short("bool operator< <int>", "operator< <int>");
  is_short("(anonymous namespace)::f", "(anonymous namespace)::f");
  is_short("<bad::Page as core::ops::Drop>::drop", "bad::Page::drop");
  is_short("main::{lambda(int)#1}::operator()", "main::{lambda(int)#1}::operator()");
}
END_TEST

START_TEST(long_arguments_are_folded)
{
  is_short("std::map<Key, std::vector<std::pair<First, Second> >, Compare<Key, Another, Third> >::insert_or_assign",
           "std::map<Key, std::vector<...>, Compare<...>>::insert_or_assign");
  is_short("f<AVeryLongArgumentOfATemplate, AnotherVeryLongArgumentOfATemplate>::g", "f<...>::g");
}
END_TEST

/* Whatever the text is, it becomes no longer and nothing else is touched; a sanitizer looks on. */
START_TEST(broken_names_do_no_harm)
{
  static const char *const names[] = {"", "<", ">", "a<b", "a>b", ", std::less<", "f<a, std::less<b", "operator", " ",
                                      "x >", "std::basic_string<char>", "->", "operator->", "operator<<"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *found = short_name(names[i]);
    ck_assert_uint_le(strlen(found), strlen(names[i]));
    free(found);
  }
}
END_TEST

static const char source[] = "one\n\n\tthree\nfour\n";

START_TEST(an_excerpt_has_the_lines_around)
{
  struct excerpt excerpt;
  excerpt_of_text(source, strlen(source), &(struct excerpt_wanted){3, 0, 2, 1}, &excerpt);
  ck_assert_uint_eq(excerpt.first, 1);
  ck_assert_uint_eq(excerpt.count, 4);
  ck_assert_str_eq(excerpt.lines[2], "        three");
  excerpt_release(&excerpt);
  excerpt_of_text(source, strlen(source), &(struct excerpt_wanted){3, 0, 1, 0},
                  &excerpt); /* the empty line above is left out */
  ck_assert_uint_eq(excerpt.first, 3);
  ck_assert_uint_eq(excerpt.count, 1);
  excerpt_release(&excerpt);
}
END_TEST

START_TEST(lines_that_are_not_there_are_no_excerpt)
{
  struct excerpt excerpt;
  for (unsigned line = 0; line < 8; line += line == 0 ? 2 : 3) { /* 0, 2 (empty), 5 */
    excerpt_of_text(source, strlen(source), &(struct excerpt_wanted){line, 0, 2, 1}, &excerpt);
    ck_assert_uint_eq(excerpt.count, 0);
  }
  excerpt_of_file("/etc/passwd", &(struct excerpt_wanted){1, 0, 2, 1}, &excerpt);
  ck_assert_uint_eq(excerpt.count, 0);
  ck_assert(!source_text_has_name("/etc/passwd") && source_text_has_name("/home/a.c"));
}
END_TEST

static struct drawing made_drawing(void)
{
  struct drawing drawing = {.colour = DRAWING_RED, .level = "error", .title = strdup("double free"), .span_count = 2};
  drawing.spans[0] = (struct span){.where = strdup("a.c:3 in f"), .label = strdup("freed again here"), .line = 3};
  excerpt_of_text(source, strlen(source), &(struct excerpt_wanted){3, 0, 2, 1}, &drawing.spans[0].excerpt);
  span_add_caller(&drawing.spans[0], strdup("g (a.c:9)"));
  span_add_caller(&drawing.spans[0], strdup("... 2 library functions"));
  span_add_caller(&drawing.spans[0], strdup("main (a.c:20)"));
  drawing.spans[1] = (struct span){.where = strdup("free in libfoo.so"), .label = strdup("freed first here")};
  drawing_add_note(&drawing, strdup("in thread 2\033"));
  return drawing;
}

static void is_drawn(struct drawing drawing, const struct drawing_style *style, const char *expected)
{
  char *text = NULL;
  size_t size;
  FILE *output = open_memstream(&text, &size);
  drawing_put(&drawing, style, output);
  fclose(output);
  drawing_release(&drawing);
  ck_assert_str_eq(text, expected);
  free(text);
}

START_TEST(a_finding_is_drawn_as_compilers_do)
{
  is_drawn(made_drawing(), &(struct drawing_style){0},
           "error: double free\n"
           "  --> a.c:3 in f\n"
           "   |\n"
           " 1 | one\n"
           " 2 |\n"
           " 3 |         three\n"
           "   |         ^^^^^ freed again here\n"
           " 4 | four\n"
           "   = called by g (a.c:9)\n"
           "   =           ... 2 library functions\n"
           "   =           main (a.c:20)\n"
           "  ::: free in libfoo.so: freed first here\n"
           "   = note: in thread 2\\x1b\n"
           "\n");
}
END_TEST

static void is_helped(const char *function, const char *expected)
{
  const struct frame frames[] = {{.qualified = function, .role = FRAME_RUNTIME}, {.qualified = "main"}};
  char *help = cycle_help(frames, 2);
  ck_assert(!help == !expected && (!help || strstr(help, expected)));
  free(help);
}

START_TEST(weak_references_are_named_where_there_are_any)
{
  is_helped("std::make_shared<Node>", "std::weak_ptr");
  is_helped("std::shared_ptr<Node> std::make_shared<Node>()", "std::weak_ptr");
  is_helped("std::__shared_count<(__gnu_cxx::_Lock_policy)2>::__shared_count<Node>", "std::weak_ptr");
  is_helped("std::vector<std::shared_ptr<Node>, std::allocator<Node> >::push_back", NULL);
  is_helped("alloc::rc::Rc<T>::new", "Rc::downgrade");
  is_helped("<alloc::sync::Arc<kvr::Node>>::new", "Arc::downgrade");
  is_helped("malloc", NULL);
  is_helped(NULL, NULL);
}
END_TEST

static void is_underlined(const char *line, size_t columns)
{
  struct drawing drawing = {.level = "leak", .title = strdup("t"), .span_count = 1};
  char expected[400];
  drawing.spans[0] = (struct span){.where = strdup("a.c:1"), .label = strdup("here"), .line = 1};
  excerpt_of_text(line, strlen(line), &(struct excerpt_wanted){1, 0, 0, 0}, &drawing.spans[0].excerpt);
  snprintf(expected, sizeof expected, "leak: t\n  --> a.c:1\n   |\n 1 | %s\n   | %.*s here\n\n", line, (int)columns,
           "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^");
  is_drawn(drawing, &(struct drawing_style){0}, expected);
}

START_TEST(comments_are_not_underlined)
{
  is_underlined("f(a); // why", 5);
  is_underlined("f(\"//\"); // why", 8);
  is_underlined("f('\"'); // why \"", 7);
  is_underlined("f(\"\\\"//\"); /* why */", 10);
  is_underlined("f(a /* which */, b);", 20);
  is_underlined("f(a); /* why", 5);
  is_underlined("f(1'000, 2); // why", 12);
  is_underlined("let a: &'static str = f(); // why", 26);
  is_underlined("// why", 6);
  is_underlined("f(\"a", 4);
}
END_TEST

/* What is marked of a line whose column is where `at` has its '^'; '~' in `marked` is marked. */
static void is_marked(const char *line, const char *at, const char *marked)
{
  size_t start, bytes;
  marked_part_find(line, *at ? strcspn(at, "^") : SIZE_MAX, &start, &bytes);
  const size_t wanted = strcspn(marked, "~");
  ck_assert_msg(start == wanted && bytes == strlen(marked) - wanted, "%s\n%s\n%*s%zu bytes", line, marked, (int)start,
                "", bytes);
}

/* As gcc, clang and rustc place columns. */
START_TEST(the_expression_at_a_column_is_marked)
{
  static const char *const lines[][3] = {
    {"  s->name = malloc(strlen(name)); /* why */", "            ^", "            ~~~~~~~~~~~~~~~~~~~~"},
    {"  s->name = malloc(strlen(name));", "                   ^", "                   ~~~~~~~~~~~~"},
    {"  if (session->retries > 3)", "             ^", "      ~~~~~~~~~~~~~~~~"},
    {"  if (session->retries > 3)", "               ^", "      ~~~~~~~~~~~~~~~~"},
    {"  if (session->retries > 3)", "                       ^", "      ~~~~~~~~~~~~~~~~~~~~"},
    {"  if (session->retries > 3)", "  ^", "  ~~~~~~~~~~~~~~~~~~~~~~~~~"},
    {"  by_customer_[customer].push_back(order);", "                                  ^",
     "  ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
    {"  by_customer_[customer].push_back(order);", "                       ^", "  ~~~~~~~~~~~~~~~~~~~~~~"},
    {"  auto *order = new Order{customer, std::move(items)};", "                                                    ^",
     "                ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
    {"  auto *order = new Order{customer, std::move(items)};", "                ^",
     "                ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
    {"  auto one = std::make_shared<Node>(), other = std::make_shared<Node>();", "                                   ^",
     "             ~~~~~~~~~~~~~~~~~~~~~~~~"},
    {"  auto one = std::make_shared<Node>(), other = std::make_shared<Node>();",
     "                                               ^",
     "                                               ~~~~~~~~~~~~~~~~~~~~~~~~"},
    {"  each([](const Order &order) { printf(\"%zu)\", order.items.size()); });",
     "                                                               ^",
     "                                               ~~~~~~~~~~~~~~~~~~"},
    {"        text.as_ptr().add(1)", "        ^", "        ~~~~~~~~~~~~~"},
    {"    println!(\"{}\", unsafe { *late });", "    ^", "    ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"},
    {"    return *p + 1;", "           ^", "           ~~"},
    {"    x = a[i] + f(2);", "             ^", "        ~~~~~~~~~~~"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    is_marked(lines[i][0], lines[i][1], lines[i][2]);
}
END_TEST

/* What the line alone does not tell, or where the column lies beside the text. */
START_TEST(a_statement_is_marked_where_no_expression_is_known)
{
  static const char line[] = "  *p = 5; // why", marked[] = "  ~~~~~~~";
  for (size_t at = 0; at < sizeof line + 2; at++) {
    char column[sizeof line + 3];
    snprintf(column, sizeof column, "%*s^", (int)at, "");
    if (at < 2 || at == 5 || at > 7)
      is_marked(line, column, marked);
  }
  is_marked(line, "", marked);
  is_marked("    };", "    ^", "    ~~");
  is_marked("  (void)", "  ^", "  ~~~~~~");
}
END_TEST

/* Whatever the line and the column, the part is in the line; a sanitizer looks on. */
START_TEST(no_line_is_left)
{
  static const char characters[] = "ab ->.::()[]{}<>\"'/*=!+1\xc3\xa4";
  uint32_t random = 34;
  for (int round = 0; round < 20000; round++) {
    char line[24];
    size_t start, bytes, size = 0;
    for (; size < sizeof line - 1 && (random = random * 1664525 + 1013904223) >> 28 != 0; size++)
      line[size] = characters[(random >> 16) % (sizeof characters - 1)];
    line[size] = '\0';
    marked_part_find(line, (random >> 8) % sizeof line, &start, &bytes);
    ck_assert(start <= size && bytes <= size - start);
  }
}
END_TEST

/* Bytes of the file are others than those that are shown, where it has tabs. */
START_TEST(columns_are_those_of_the_line_as_it_is_shown)
{
  static const char line[] = "\tif (x)\tf(y);\n";
  struct excerpt excerpt;
  excerpt_of_text(line, strlen(line), &(struct excerpt_wanted){1, 9, 0, 0}, &excerpt);
  ck_assert_str_eq(excerpt.lines[0], "        if (x)  f(y);");
  ck_assert_uint_eq(excerpt.at, 16);
  excerpt_release(&excerpt);
  for (unsigned column = 0; column < 40; column += column == 0 ? 15 : 10) {
    excerpt_of_text(line, strlen(line), &(struct excerpt_wanted){1, column, 0, 0}, &excerpt);
    ck_assert_uint_eq(excerpt.at, SIZE_MAX);
    excerpt_release(&excerpt);
  }
}
END_TEST

START_TEST(lines_are_cut_at_the_terminals_edge)
{
  static const char wide[] = "  return function_with_a_long_name(argument);";
  struct drawing drawing = {.level = "leak", .title = strdup("t"), .span_count = 1};
  drawing.spans[0] = (struct span){.where = strdup("a.c:1"), .label = strdup("allocated here"), .line = 1};
  excerpt_of_text(wide, strlen(wide), &(struct excerpt_wanted){1, 0, 0, 0}, &drawing.spans[0].excerpt);
  is_drawn(drawing, &(struct drawing_style){.columns = 40},
           "leak: t\n"
           "  --> a.c:1\n"
           "   |\n"
           " 1 |   return function_with_a_long_na...\n"
           "   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
           "   |   allocated here\n"
           "\n");
  drawing = (struct drawing){.level = "leak", .title = strdup("t"), .span_count = 1};
  drawing.spans[0] = (struct span){.where = strdup("a.c:1"), .line = 1};
  excerpt_of_text(wide, strlen(wide), &(struct excerpt_wanted){1, 36, 0, 0}, &drawing.spans[0].excerpt);
  is_drawn(drawing, &(struct drawing_style){.columns = 40}, /* its argument is not seen */
           "leak: t\n"
           "  --> a.c:1\n"
           "   |\n"
           " 1 |   return function_with_a_long_na...\n"
           "   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
           "\n");
}
END_TEST

START_TEST(places_without_sources_are_followed_by_what_happened)
{
  struct drawing drawing = {.level = "error", .title = strdup("t"), .span_count = 2};
  drawing.spans[0] = (struct span){.where = strdup("a.c:1 in f"), .label = strdup("read here in memcpy")};
  drawing.spans[1] = (struct span){.where = strdup("a.c:2 in g"), .label = strdup("freed here"), .has_stack = true};
  span_add_caller(&drawing.spans[1], strdup("free (x.so) at 0x1"));
  span_add_caller(&drawing.spans[1], strdup("g (a.c:2) at 0x2"));
  is_drawn(drawing, &(struct drawing_style){.columns = 36},
           "error: t\n"
           "  --> a.c:1 in f:\n"
           "      read here in memcpy\n"
           "  ::: a.c:2 in g: freed here\n"
           "   = stack: free (x.so) at 0x1\n"
           "   =        g (a.c:2) at 0x2\n"
           "\n");
}
END_TEST

START_TEST(long_titles_go_on_in_the_next_line)
{
  struct drawing drawing = {.level = "error", .title = strdup("one two three four five six seven eight")};
  is_drawn(drawing, &(struct drawing_style){.columns = 30},
           "error: one two three four five\n       six seven eight\n\n");
  drawing = (struct drawing){.level = "error", .title = strdup("a_word_longer_than_the_terminal_is wide")};
  is_drawn(drawing, &(struct drawing_style){.columns = 30},
           "error: a_word_longer_than_the_terminal_is\n       wide\n\n");
}
END_TEST

START_TEST(colour_comes_and_goes)
{
  struct drawing drawing = {.colour = DRAWING_RED, .level = "error", .title = strdup("t")};
  is_drawn(drawing, &(struct drawing_style){.colour = true}, "\033[1;31merror\033[m\033[1m: \033[m\033[1mt\033[m\n\n");
}
END_TEST

/* --- words --- */

/* Nobody knows what an "other error" is. */
START_TEST(every_kind_of_error_has_a_name)
{
  static const unsigned kinds[] = {
#define ERROR_KIND(NAME, number, xml_kind, suppression_kind) RECORD_ERROR_##NAME,
#include "shared/record/error_kinds.def"
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    ck_assert_int_ne(error_name_of(&(struct error_context){.kind = kinds[i], .text = ""}), ERROR_NAME_OTHER);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("screen");
  TCase *tests = tcase_create("screen");
  tcase_add_test(tests, names_lose_what_nobody_writes);
  tcase_add_test(tests, lambdas_and_traits_are_called_as_in_sources);
  tcase_add_test(tests, parameters_are_no_names);
  tcase_add_test(tests, types_lose_nothing_of_theirs);
  tcase_add_test(tests, long_names_take_no_time);
  tcase_add_test(tests, return_types_are_no_names);
  tcase_add_test(tests, long_arguments_are_folded);
  tcase_add_test(tests, broken_names_do_no_harm);
  tcase_add_test(tests, an_excerpt_has_the_lines_around);
  tcase_add_test(tests, lines_that_are_not_there_are_no_excerpt);
  tcase_add_test(tests, a_finding_is_drawn_as_compilers_do);
  tcase_add_test(tests, comments_are_not_underlined);
  tcase_add_test(tests, the_expression_at_a_column_is_marked);
  tcase_add_test(tests, a_statement_is_marked_where_no_expression_is_known);
  tcase_add_test(tests, no_line_is_left);
  tcase_add_test(tests, columns_are_those_of_the_line_as_it_is_shown);
  tcase_add_test(tests, weak_references_are_named_where_there_are_any);
  tcase_add_test(tests, lines_are_cut_at_the_terminals_edge);
  tcase_add_test(tests, places_without_sources_are_followed_by_what_happened);
  tcase_add_test(tests, long_titles_go_on_in_the_next_line);
  tcase_add_test(tests, colour_comes_and_goes);
  tcase_add_test(tests, every_kind_of_error_has_a_name);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
