/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which member of a type lies at an offset. */
#include "host/heap/model/type_paths.h"

#include "unit/unit.h"

enum { CHAR = 0, CHAR_POINTER = 1, LONG = 2 };

#define BASICS                                                                                    \
  {.kind = SYMBOLS_TYPE_CHARACTER, .name = "char", .bytes = 1, .of = SYMBOLS_NO_TYPE},            \
  {.kind = SYMBOLS_TYPE_POINTER, .name = "char *", .bytes = 8, .of = CHAR},                       \
  {.kind = SYMBOLS_TYPE_SIGNED, .name = "long", .bytes = 8, .of = SYMBOLS_NO_TYPE}
#define MEMBER(text, offset, size, type) {SYMBOLS_TYPE_MEMBER, text, size, offset, type, 0, 0}

static void leads_to(struct type_list types, uint32_t type, uint64_t offset, uint32_t wanted, const char *text)
{
  char path[TYPE_PATH_BYTES];
  ck_assert_uint_eq(type_path(types, type, offset, path), wanted);
  if (wanted != SYMBOLS_NO_TYPE)
    ck_assert_str_eq(path, text);
}

START_TEST(structures_and_arrays)
{
  static const struct symbols_type items[] = {
    BASICS,
    {SYMBOLS_TYPE_STRUCTURE, "struct entry", 24, 0, SYMBOLS_NO_TYPE, 4, 3},
    MEMBER("key", 0, 8, CHAR_POINTER), MEMBER("hits", 8, 8, LONG), MEMBER("rest", 16, 0, 8),
    {SYMBOLS_TYPE_ARRAY, NULL, 72, 0, 3, 0, 3},
    {SYMBOLS_TYPE_ARRAY, NULL, 0, 0, CHAR_POINTER, 0, 0},
  };
  const struct type_list types = {items, 9};
  leads_to(types, 3, 0, CHAR_POINTER, ".key");
  leads_to(types, 3, 8, LONG, ".hits");
  leads_to(types, 3, 9, SYMBOLS_NO_TYPE, "");
  leads_to(types, 3, 16 + 8 * 100, CHAR_POINTER, ".rest[100]");
  leads_to(types, 7, 24 + 8, LONG, "[1].hits");
  leads_to(types, 7, 72, SYMBOLS_NO_TYPE, "");
  leads_to(types, 99, 0, SYMBOLS_NO_TYPE, "");
  ck_assert(type_is_open(types, 3));
  ck_assert(!type_may_be_embedded(types, 3));
  ck_assert(type_may_point(types, 3, 0));
  ck_assert(type_may_point(types, 3, 8)); /* a number may hold an address */
  ck_assert(!type_may_point(types, 3, 4));
}
END_TEST

START_TEST(the_only_pointer_of_a_union)
{
  static const struct symbols_type items[] = {
    BASICS,
    {SYMBOLS_TYPE_UNION, "union both", 16, 0, SYMBOLS_NO_TYPE, 4, 3},
    MEMBER("text", 0, 8, CHAR_POINTER), MEMBER("number", 0, 8, LONG), MEMBER("raw", 0, 16, 7),
    {SYMBOLS_TYPE_STRUCTURE, "struct raw", 16, 0, SYMBOLS_NO_TYPE, 8, 2},
    MEMBER("first", 0, 8, LONG), MEMBER("second", 8, 8, CHAR_POINTER),
    {SYMBOLS_TYPE_UNION, "union two", 8, 0, SYMBOLS_NO_TYPE, 11, 2},
    MEMBER("a", 0, 8, CHAR_POINTER), MEMBER("b", 0, 8, CHAR_POINTER),
  };
  const struct type_list types = {items, 13};
  leads_to(types, 3, 0, CHAR_POINTER, ".text");
  leads_to(types, 3, 8, CHAR_POINTER, ".raw.second");
  leads_to(types, 10, 0, SYMBOLS_NO_TYPE, "");
  ck_assert(type_may_point(types, 10, 0));
}
END_TEST

/* Damaged files have types that contain themselves, many times over. */
START_TEST(types_that_contain_themselves)
{
  enum { MEMBERS = 200 };
  static struct symbols_type items[MEMBERS + 1];
  items[0] = (struct symbols_type){SYMBOLS_TYPE_UNION, "u", 8, 0, SYMBOLS_NO_TYPE, 1, MEMBERS};
  for (int i = 1; i <= MEMBERS; i++)
    items[i] = (struct symbols_type)MEMBER("m", 0, 8, 0);
  leads_to((struct type_list){items, MEMBERS + 1}, 0, 0, SYMBOLS_NO_TYPE, "");
  items[0].kind = SYMBOLS_TYPE_STRUCTURE;
  leads_to((struct type_list){items, MEMBERS + 1}, 0, 0, SYMBOLS_NO_TYPE, "");
  ck_assert(!type_may_point((struct type_list){items, MEMBERS + 1}, 0, 0));
}
END_TEST

START_TEST(what_may_be_the_beginning_of_something_larger)
{
  static const struct symbols_type items[] = {
    BASICS,
    {SYMBOLS_TYPE_STRUCTURE, "struct link", 16, 0, SYMBOLS_NO_TYPE, 4, 2},
    MEMBER("next", 0, 8, 6), MEMBER("text", 8, 8, CHAR_POINTER),
    {SYMBOLS_TYPE_POINTER, NULL, 8, 0, 3, 0, 0},
    {SYMBOLS_TYPE_STRUCTURE, "Shape", 8, 0, SYMBOLS_NO_TYPE, 8, 1},
    MEMBER("_vptr.Shape", 0, 8, CHAR_POINTER),
    {SYMBOLS_TYPE_STRUCTURE, "struct opaque", 0, 0, SYMBOLS_NO_TYPE, 0, 0},
  };
  const struct type_list types = {items, 10};
  ck_assert(type_may_be_embedded(types, 3));
  ck_assert(type_may_be_embedded(types, 7));
  ck_assert(type_may_be_embedded(types, 9));
  ck_assert(!type_is_open(types, 3));
  ck_assert(!type_is_open(types, 9));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("heap: type paths");
  TCase *tests = tcase_create("type paths");
  tcase_add_test(tests, structures_and_arrays);
  tcase_add_test(tests, the_only_pointer_of_a_union);
  tcase_add_test(tests, types_that_contain_themselves);
  tcase_add_test(tests, what_may_be_the_beginning_of_something_larger);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
