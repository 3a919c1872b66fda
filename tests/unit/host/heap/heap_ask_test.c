/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Answers about a small heap (tests/support/heap_fixture.h): what they say, and that nothing in names steers a
 * terminal. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/heap/questions/ask.h"
#include "host/heap/questions/holders.h"
#include "host/heap/questions/path_view.h"
#include "host/heap/questions/selection.h"
#include "host/model/words/numbers.h"
#include "support/heap_fixture.h"
#include "unit/unit.h"

static const struct heap_fixture whole = {.has_growth = true, .has_snapshot = true};
static const struct heap_fixture hostile = {.has_growth = true, .has_snapshot = true, .is_hostile = true};

static char *text;
static size_t size;

struct asking {
  const struct heap_fixture *fixture;
  struct error *(*ask)(const struct question *question);
  const char *argument;
  size_t columns;
  uint64_t limit;
  bool is_json;
};

static struct error *try(struct asking asking)
{
  free(text);
  FILE *output = open_memstream(&text, &size);
  struct view_config config = {.output = output, .columns = asking.columns, .is_json = asking.is_json};
  struct question question = {.heap = heap_fixture_create(asking.fixture), .arguments = &asking.argument,
                              .argument_count = asking.argument != NULL, .limit = asking.limit ? asking.limit : 20};
  view_create(&config, &question.view);
  struct error *error = view_finish(question.view, asking.ask(&question));
  heap_fixture_destroy();
  fclose(output);
  return error;
}

static void ask(struct asking asking)
{
  ck_no_error(try(asking));
}

static void expect(const char *part)
{
  ck_assert_msg(strstr(text, part) != NULL, "lacks \"%s\":\n%s", part, text);
}

static json_t *parse(void)
{
  json_error_t problem;
  json_t *json = json_loads(text, 0, &problem);
  ck_assert_msg(json != NULL, "line %d: %s\n%s", problem.line, problem.text, text);
  return json;
}

/* --- what blocks are meant --- */

static void check_selection(const char *what, enum selection_kind kind, uint32_t blocks)
{
  struct selection selection;
  ck_no_error(selection_find(heap_fixture_create(&whole), what, &selection));
  ck_assert_msg(selection.kind == kind && selection.count == blocks, "%s: kind %d, %u blocks", what, selection.kind,
                selection.count);
  selection_release(&selection);
  heap_fixture_destroy();
}

START_TEST(blocks_are_found_by_all_that_they_are_called)
{
  check_selection("cache_new", SELECTION_SITE, 2);
  check_selection("cache.c:40", SELECTION_SITE, 2);
  check_selection("cache.c", SELECTION_SITE, 2);
  check_selection("cache_fill", SELECTION_SITE, 2);
  check_selection("=64", SELECTION_SIZE, 2);
  check_selection("65..1K", SELECTION_SIZE, 4);
  check_selection("0x4a00020", SELECTION_BLOCK, 1);
}
END_TEST

static void check_error(const char *what, const char *part)
{
  struct selection selection;
  struct error *error = selection_find(heap_fixture_create(&whole), what, &selection);
  ck_assert_ptr_nonnull(error);
  ck_assert_msg(strstr(error_message(error), part) != NULL, "%s", error_message(error));
  error_free(error);
  heap_fixture_destroy();
}

START_TEST(what_is_not_there_is_said_with_what_is)
{
  check_error("nothing", "there is no site 'nothing'; the largest are ");
  check_error("ache", "similar ones are cache_new (cache.c:40)");
  check_error("cache_new\033[2J", "there is no site 'cache_new");
  check_error("0x1", "no block of the snapshot holds the address 0x1");
  check_error("0x", "0x is not an address");
  check_error("0x99999999999999999999", "is not an address");
  check_error("=7", "there are no blocks of that size");
  check_error("", "there is no site ''");
}
END_TEST

/* The fixture's sites, with these identities. */
static const struct heap *with_identities(const char *const *digits, size_t count)
{
  const struct heap *heap = heap_fixture_create(&whole);
  for (size_t i = 0; i < count; i++)
    strcpy(heap->sites[i].identity.digits, digits[i]);
  return heap;
}

START_TEST(the_beginning_of_an_identity_will_do)
{
  static const char *const digits[] = {"4cb4d00000000001", "4cb4d00000000001", "4cb4e00000000003", "cafe000000000004"};
  const struct heap *heap = with_identities(digits, 4);
  struct selection selection;
  ck_no_error(selection_find(heap, "4cb4d", &selection));
  ck_assert_uint_eq(selection.count, 4);
  selection_release(&selection);
  ck_no_error(selection_find(heap, "cafe", &selection));
  ck_assert_uint_eq(selection.count, 1);
  selection_release(&selection);
  ck_error_says(
    selection_find(heap, "4cb4", &selection),
    "several identities begin with 4cb4, 4cb4d00000000001 and 4cb4e00000000003 among them; give more digits");
  ck_error_says(selection_find(heap, "4cb", &selection), "there is no site '4cb'");
  heap_fixture_destroy();
}
END_TEST

START_TEST(a_function_comes_before_an_identity_that_begins_like_it)
{
  static const char *const digits[] = {"4cb4d00000000001", "4cb4d00000000001", "4cb4e00000000003", "feed000000000004"};
  const struct heap *heap = with_identities(digits, 4);
  struct selection selection;
  heap->sites[0].name = (char *)"feed (x.c:1)";
  ck_no_error(selection_find(heap, "feed", &selection));
  ck_assert_ptr_eq(selection.site, &heap->sites[0]);
  selection_release(&selection);
  heap_fixture_destroy();
}
END_TEST

/* --- answers --- */

START_TEST(an_empty_heap_is_told_in_a_sentence)
{
  static const struct heap_fixture empty = {.has_snapshot = true, .is_empty = true};
  ask((struct asking){.fixture = &empty, .ask = ask_overview});
  expect("The heap is empty in this snapshot: everything that was allocated has been freed.");
  ck_assert_ptr_null(strstr(text, "\n\n\n"));
  ck_assert_ptr_null(strstr(text, "retained"));
  ask((struct asking){.fixture = &empty, .ask = ask_overview, .is_json = true});
  json_t *answer = parse();
  ck_assert_uint_eq(json_array_size(json_object_get(answer, "sites")), 0);
  json_decref(answer);
  ask((struct asking){.fixture = &whole, .ask = ask_overview});
  ck_assert_ptr_null(strstr(text, "The heap is empty"));
}
END_TEST

START_TEST(why_shows_the_path_and_what_would_go)
{
  ask((struct asking){.fixture = &whole, .ask = ask_why, .argument = "cache_new"});
  expect("cache_new (cache.c:40): 2 blocks, 1,024 bytes\n");
  expect("2 blocks, 1,024 bytes, held by global g_list:\n");
  expect("    global g_list + 8\n      -> block of 512");
  expect("Memory freed by cutting");
  expect("all these blocks");
}
END_TEST

START_TEST(why_of_an_address_tells_where_it_was_allocated)
{
  ask((struct asking){.fixture = &whole, .ask = ask_why, .argument = "0x4a00210"});
  expect("block at 0x4a00200: 512 bytes");
  expect("The address lies 16 bytes into it.\n");
  expect("cache_fill (cache.c:60)");
  expect("global g_list\n      -> block of 64");
}
END_TEST

START_TEST(what_nothing_holds_is_said_to_be_lost)
{
  ask((struct asking){.fixture = &whole, .ask = ask_why, .argument = "=100"});
  expect("Unreachable: 1 block, 100 bytes.\n");
}
END_TEST

START_TEST(retained_tells_roots_and_heads_of_chains)
{
  ask((struct asking){.fixture = &whole, .ask = ask_retained});
  expect("   1,152    51%       4  global g_list\n");
  expect("zstate in main() of thread 1");
  expect("640    28%       3  block of 64");
  ck_assert_ptr_null(strstr(text, "0x4a00100")); /* the second of the list */
}
END_TEST

START_TEST(overview_begins_with_the_most_important)
{
  ask((struct asking){.fixture = &whole, .ask = ask_overview});
  expect("Heap of /home/user/server, pid 100\n  snapshot 1, ");
  expect("  2,252 bytes in 6 blocks, held by 2 roots\n");
  expect("  100 bytes unreachable: leaked");
  expect("Ask next\n  seep heap why cache_new");
  ck_assert_ptr_null(strstr(text, "lower bounds"));
}
END_TEST

START_TEST(overview_says_when_sites_may_retain_more)
{
  ask(
    (struct asking){.fixture = &(struct heap_fixture){.has_snapshot = true, .is_tangled = true}, .ask = ask_overview});
  expect("Retained sizes are lower bounds");
}
END_TEST

START_TEST(without_a_snapshot_the_samples_are_told)
{
  ask((struct asking){.fixture = &(struct heap_fixture){.has_growth = true}, .ask = ask_overview});
  expect("2,252 bytes in 6 blocks at the last of 25 samples\n");
  expect("Run the program with --snapshot=exit");
}
END_TEST

START_TEST(limits_say_how_much_more_there_is)
{
  ask((struct asking){.fixture = &whole, .ask = ask_sites, .limit = 1});
  expect("and 3 more (--limit=N)\n");
}
END_TEST

START_TEST(lines_fit_the_terminal)
{
  ask((struct asking){.fixture = &whole, .ask = ask_points, .columns = 60});
  for (const char *line = text; *line;) {
    size_t length = strcspn(line, "\n");
    ck_assert_msg(length <= 60 + 24, "%.*s", (int)length, line);
    line += length + (line[length] != '\0');
  }
  expect("...");
}
END_TEST

static struct error *(*const questions[])(const struct question *question) = {
  ask_overview, ask_why, ask_retained, ask_sites, ask_sizes, ask_types, ask_ages, ask_points, ask_growth, ask_lifetimes,
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

START_TEST(hostile_names_steer_nothing)
{
  const char *argument = questions[_i] == ask_why ? "=512" : NULL;
  ask((struct asking){.fixture = &hostile, .ask = questions[_i], .argument = argument});
  for (const char *at = text; *at; at++)
    ck_assert_msg(*at == '\n' || (unsigned char)*at >= ' ', "byte %d in %s", *at, text);
  ask((struct asking){.fixture = &hostile, .ask = questions[_i], .argument = argument, .is_json = true});
  json_decref(parse());
}
END_TEST

START_TEST(json_has_the_path)
{
  ask((struct asking){.fixture = &whole, .ask = ask_why, .argument = "cache_new", .is_json = true});
  json_t *json = parse(), *root = json_array_get(json_object_get(json, "roots"), 0);
  ck_assert_int_eq(json_integer_value(json_object_get(json, "bytes")), 1024);
  ck_assert_str_eq(json_string_value(json_object_get(root, "root")), "g_list");
  json_t *path = json_object_get(root, "path");
  ck_assert_uint_eq(json_array_size(path), 2);
  ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(path, 0), "offset")), 8);
  ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(path, 1), "address")), 0x4a00400);
  json_decref(json);
}
END_TEST

/* A million blocks in a row are one line. */
START_TEST(long_paths_are_folded)
{
  enum { STEPS = 1000 };
  const struct heap *heap = heap_fixture_create(&whole);
  struct graph_step *steps = calloc(STEPS, sizeof *steps);
  struct view *view;
  steps[0] = (struct graph_step){.node = 1};
  for (size_t i = 1; i < STEPS; i++)
    steps[i] = (struct graph_step){.node = heap->graph->first_block + (i & 1), .offset = 8};
  free(text);
  FILE *output = open_memstream(&text, &size);
  view_create(&(struct view_config){.output = output}, &view);
  path_view_put(view, heap, steps, STEPS);
  ck_no_error(view_finish(view, NULL));
  heap_fixture_destroy();
  fclose(output);
  free(steps);
  expect("-> ... 997 more blocks from list_push (list.c:9), each + 8 ...\n");
  ck_assert_uint_lt(size, 500);
}
END_TEST

START_TEST(sizes_are_told_in_units)
{
  ck_assert_str_eq(view_bytes(9999).text, "9,999");
  ck_assert_str_eq(view_bytes(10000).text, "10.0 kB");
  ck_assert_str_eq(view_bytes(999600).text, "1.0 MB");
  ck_assert_str_eq(view_bytes(UINT64_MAX).text, "18.4 EB");
  ck_assert_str_eq(view_bytes_exact(1).text, "1 byte");
  ck_assert_str_eq(view_bytes_exact(12595).text, "12.6 kB (12,595 bytes)");
  ck_assert_str_eq(view_rate(-3.4).text, "-3/s");
  ck_assert_str_eq(view_rate(1e300).text, "?");
  ck_assert_str_eq(grouped_count(1, "block", "blocks").digits, "1 block");
}
END_TEST

static void release(void)
{
  free(text);
  text = NULL;
}

int main(void)
{
  Suite *suite = suite_create("heap: questions");
  TCase *tcase = tcase_create("questions");
  tcase_add_checked_fixture(tcase, NULL, release);
  tcase_add_test(tcase, blocks_are_found_by_all_that_they_are_called);
  tcase_add_test(tcase, what_is_not_there_is_said_with_what_is);
  tcase_add_test(tcase, an_empty_heap_is_told_in_a_sentence);
  tcase_add_test(tcase, the_beginning_of_an_identity_will_do);
  tcase_add_test(tcase, a_function_comes_before_an_identity_that_begins_like_it);
  tcase_add_test(tcase, why_shows_the_path_and_what_would_go);
  tcase_add_test(tcase, why_of_an_address_tells_where_it_was_allocated);
  tcase_add_test(tcase, what_nothing_holds_is_said_to_be_lost);
  tcase_add_test(tcase, retained_tells_roots_and_heads_of_chains);
  tcase_add_test(tcase, overview_begins_with_the_most_important);
  tcase_add_test(tcase, overview_says_when_sites_may_retain_more);
  tcase_add_test(tcase, without_a_snapshot_the_samples_are_told);
  tcase_add_test(tcase, limits_say_how_much_more_there_is);
  tcase_add_test(tcase, lines_fit_the_terminal);
  tcase_add_loop_test(tcase, hostile_names_steer_nothing, 0, QUESTIONS);
  tcase_add_test(tcase, json_has_the_path);
  tcase_add_test(tcase, long_paths_are_folded);
  tcase_add_test(tcase, sizes_are_told_in_units);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
