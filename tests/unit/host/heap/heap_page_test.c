/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The data of the heap's view: what is told of heaps that are made up, and that it stays small whatever they are. */
#include "unit/unit.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "heap/heap_specimens.h"
#include "host/heap/page/heap_page.h"

enum { BOX_GROUP = 1, BOX_SITE = 2, BOX_OTHERS = 3, BOX_LOST = 5 };

static json_t *document;
static size_t document_bytes;

static void forget_document(void)
{
  json_decref(document);
  document = NULL;
}

static void write_item(struct heap_page_item item)
{
  struct heap_page_content view = {&item, 1};
  struct format_options options = {.source_root = NULL};
  struct page_frames *frames;
  char *text;
  forget_document();
  FILE *stream = open_memstream(&text, &document_bytes);
  page_frames_create(&options, &frames);
  heap_page_write(&view, frames, &(struct json_output){stream, true});
  fclose(stream);
  page_frames_destroy(frames);
  json_error_t error;
  ck_assert_ptr_null(strpbrk(text, "<>&"));
  document = json_loadb(text, document_bytes, 0, &error);
  ck_assert_msg(document != NULL, "%s at %d", error.text, error.position);
  free(text);
}

static const struct heap *write_specimen(const char *name, const struct heap_specimen_size *size)
{
  const struct heap *heap = heap_specimen(name, size);
  write_item((struct heap_page_item){.run = "a run", .heap = heap});
  return heap;
}

static json_t *member(const char *name)
{
  return json_object_get(json_array_get(document, 0), name);
}

static uint64_t number_in(const json_t *list, size_t index)
{
  return (uint64_t)json_integer_value(json_array_get(list, index));
}

/* --- what retains what --- */

static json_t *box_of(uint64_t kind, uint64_t ref)
{
  size_t index;
  json_t *box;
  json_array_foreach(member("tree"), index, box)
    if (number_in(box, 1) == kind && number_in(box, 2) == ref)
      return box;
  return NULL;
}

static uint64_t group_named(const char *name)
{
  size_t index;
  json_t *group;
  json_array_foreach(member("groups"), index, group)
    if (strcmp(json_string_value(json_array_get(group, 5)), name) == 0)
      return index;
  ck_abort_msg("no root %s", name);
  return 0;
}

static uint64_t site_named(const char *name)
{
  size_t index;
  json_t *site;
  json_array_foreach(member("sites"), index, site)
    if (strncmp(json_string_value(json_array_get(site, 9)), name, strlen(name)) == 0)
      return index;
  ck_abort_msg("no site %s", name);
  return 0;
}

START_TEST(a_list_is_one_box)
{
  const struct heap *heap = write_specimen("server", NULL);
  json_t *root = box_of(BOX_GROUP, group_named("log_tail in serve() of thread 2"));
  json_t *list = box_of(BOX_SITE, site_named("log_append"));
  ck_assert_uint_eq(number_in(list, 3), 300);
  ck_assert_uint_eq(number_in(list, 4), 300 * 32);
  ck_assert_uint_eq(number_in(list, 5), 300 * 32 + 100 * 80 + 20);
  ck_assert_uint_eq(number_in(root, 5), number_in(list, 5));
  ck_assert_uint_eq(number_in(box_of(BOX_LOST, 0), 5), 1337);
  ck_assert_uint_eq(number_in(json_array_get(member("tree"), 0), 5), heap->snapshot->bytes);
}
END_TEST

START_TEST(boxes_hold_what_lies_in_them)
{
  struct heap_specimen_size size = {500, 20, 50000};
  write_specimen("many", &size);
  json_t *tree = member("tree"), *box;
  size_t index, count = json_array_size(tree);
  uint64_t *inside = calloc(count, sizeof *inside);
  ck_assert_uint_lt(count, 4000);
  json_array_foreach(tree, index, box)
    if (!json_is_null(json_array_get(box, 0))) {
      ck_assert_uint_lt(number_in(box, 0), index);
      inside[number_in(box, 0)] += number_in(box, 5);
    }
  json_array_foreach(tree, index, box)
    if (inside[index] > 0 && number_in(box, 1) != BOX_OTHERS)
      ck_assert_uint_eq(inside[index] + number_in(box, 4), number_in(box, 5));
  free(inside);
}
END_TEST

/* --- paths and links --- */

static void check_step(const json_t *steps, size_t index, int64_t node, uint64_t blocks, int64_t offset)
{
  const json_t *step = json_array_get(steps, index), *stands = json_array_get(step, 2);
  ck_assert_int_eq(json_integer_value(json_array_get(step, 0)), node);
  ck_assert_uint_eq(number_in(step, 1), blocks);
  ck_assert_int_eq(json_is_null(stands) ? -1 : (int64_t)json_integer_value(stands), offset);
}

START_TEST(a_path_leads_from_a_root_to_the_block)
{
  write_specimen("server", NULL);
  json_t *path = json_array_get(member("paths"), site_named("strdup_key"));
  json_t *steps = json_array_get(path, 3);
  ck_assert_uint_eq(json_array_size(steps), 4);
  check_step(steps, 0, -1 - (int64_t)group_named("g_cache"), 0, 0);
  check_step(steps, 1, (int64_t)site_named("cache_new"), 1, 16);
  check_step(steps, 2, (int64_t)site_named("cache_insert"), 1, 8);
  check_step(steps, 3, (int64_t)site_named("strdup_key"), 1, -1);
  ck_assert_uint_eq(number_in(path, 1), 24);
  ck_assert(json_is_null(json_array_get(member("paths"), site_named("forget_me"))));
}
END_TEST

START_TEST(blocks_of_a_list_are_one_step)
{
  write_specimen("server", NULL);
  json_t *path = json_array_get(member("paths"), site_named("format_line"));
  json_t *steps = json_array_get(path, 3);
  ck_assert_uint_eq(json_array_size(steps), 3);
  check_step(steps, 0, -1 - (int64_t)group_named("log_tail in serve() of thread 2"), 0, 24);
  check_step(steps, 1, (int64_t)site_named("log_append"), 298, 16);
  check_step(steps, 2, (int64_t)site_named("format_line"), 1, -1);
}
END_TEST

START_TEST(pointers_are_counted_by_their_ends)
{
  write_specimen("server", NULL);
  size_t index, found = 0;
  json_t *link;
  json_array_foreach(member("links"), index, link)
    if (number_in(link, 1) == site_named("strdup_key")) {
      found++;
      ck_assert_uint_eq(number_in(link, 0), site_named("cache_insert"));
      ck_assert_uint_eq(number_in(link, 2), 120);
      ck_assert_uint_eq(number_in(link, 3), 8);
    }
  ck_assert_uint_eq(found, 1);
}
END_TEST

/* --- over time --- */

START_TEST(values_are_those_of_the_samples)
{
  const struct heap *heap = write_specimen("server", NULL);
  size_t index;
  json_t *site;
  ck_assert_uint_eq(json_array_size(member("whole")), 60);
  json_array_foreach(member("sites"), index, site) {
    const json_t *changes = json_array_get(site, 8);
    const struct growth_site *growth = heap->sites[index].growth;
    ck_assert_uint_eq(json_array_size(changes), 2 * growth->value_count);
    for (size_t i = 0; i < growth->value_count; i++) {
      ck_assert_uint_eq(number_in(changes, 2 * i), growth->values[i].point);
      ck_assert_uint_eq(number_in(changes, 2 * i + 1), growth->values[i].bytes);
    }
  }
}
END_TEST

START_TEST(many_samples_are_thinned_but_not_the_peak_and_the_last)
{
  struct heap_specimen_size size = {300, 9001, 1000};
  const struct heap *heap = write_specimen("many", &size);
  const struct growth *growth = heap->growth;
  uint64_t peak = 0, shown = 0;
  json_t *whole = member("whole");
  size_t count = json_array_size(whole);
  for (size_t i = 0; i < growth->point_count; i++)
    peak = growth->points[i].live_bytes > peak ? growth->points[i].live_bytes : peak;
  for (size_t i = 0; i < count; i++)
    shown = number_in(whole, i) > shown ? number_in(whole, i) : shown;
  ck_assert_uint_le(count, 402);
  ck_assert_uint_eq(shown, peak);
  ck_assert_uint_eq(number_in(whole, count - 1), growth->points[growth->point_count - 1].live_bytes);
  ck_assert_uint_eq((uint64_t)json_integer_value(member("samples")), 9001);
}
END_TEST

/* --- sizes and edges --- */

START_TEST(it_stays_small)
{
  struct heap_specimen_size size = {21000, 30, 30000};
  write_specimen("many", &size);
  ck_assert_uint_eq(json_array_size(member("sites")), 20000);
  ck_assert_uint_eq((uint64_t)json_integer_value(member("site_count")), 21000);
  ck_assert_uint_le(json_array_size(member("links")), 12000);
  ck_assert_uint_lt(document_bytes, 8 << 20);
}
END_TEST

START_TEST(it_says_when_sites_may_retain_more)
{
  struct heap heap = *write_specimen("server", NULL);
  ck_assert(json_is_true(member("is_exact")));
  heap.retained_is_exact = false;
  write_item((struct heap_page_item){.run = "a run", .heap = &heap});
  ck_assert(json_is_false(member("is_exact")));
}
END_TEST

START_TEST(hostile_names_are_text)
{
  write_specimen("hostile", NULL);
  ck_assert_uint_gt(json_array_size(member("sites")), 5);
  write_specimen("empty", NULL);
  ck_assert_uint_eq(json_array_size(member("sites")), 0);
}
END_TEST

START_TEST(a_heap_that_cannot_be_read_says_why)
{
  write_item((struct heap_page_item){.run = "a run", .problem = "the snapshot is <damaged>"});
  ck_assert_str_eq(json_string_value(member("problem")), "the snapshot is <damaged>");
  ck_assert_ptr_null(member("sites"));
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("heap_page");
  TCase *tcase = tcase_create("all");
  tcase_set_timeout(tcase, 60);
  tcase_add_checked_fixture(tcase, NULL, forget_document);
  tcase_add_test(tcase, a_list_is_one_box);
  tcase_add_test(tcase, boxes_hold_what_lies_in_them);
  tcase_add_test(tcase, a_path_leads_from_a_root_to_the_block);
  tcase_add_test(tcase, blocks_of_a_list_are_one_step);
  tcase_add_test(tcase, pointers_are_counted_by_their_ends);
  tcase_add_test(tcase, values_are_those_of_the_samples);
  tcase_add_test(tcase, many_samples_are_thinned_but_not_the_peak_and_the_last);
  tcase_add_test(tcase, it_stays_small);
  tcase_add_test(tcase, it_says_when_sites_may_retain_more);
  tcase_add_test(tcase, hostile_names_are_text);
  tcase_add_test(tcase, a_heap_that_cannot_be_read_says_why);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
