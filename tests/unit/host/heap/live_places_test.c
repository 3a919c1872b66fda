/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a running program's places have, and how fast that changes, as frames tell of it. */
#include "host/heap/top/live_places.h"

#include <math.h>
#include <stdlib.h>

#include "host/base/print.h"
#include "unit/unit.h"

static struct live_places *places;

/* Stacks 10 to 19 lead to place 1, and so on. */
static char *name_of(void *context, uint64_t stack_id)
{
  (void)context;
  return print_text("place %d", (int)(stack_id / 10));
}

static void set_up(void)
{
  places = live_places_create(name_of, NULL);
}

static void tear_down(void)
{
  live_places_destroy(places);
}

enum { STACKS = 3 };
static uint64_t ids[STACKS] = {10, 11, 20};

/* At a second, with live bytes and blocks ever made of the three stacks. */
static void take(uint64_t second, const uint64_t bytes[STACKS], const uint64_t made[STACKS])
{
  uint64_t blocks[STACKS], sum = 0;
  for (size_t i = 0; i < STACKS; i++) {
    blocks[i] = bytes[i] > 0;
    sum += bytes[i];
  }
  live_places_take_census(places, &(struct record_census){.elapsed_ns = second * 1000000000,
                                                          .allocations = made ? made[0] + made[1] + made[2] : 0,
                                                          .live_bytes = sum,
                                                          .stack_ids = {ids, STACKS},
                                                          .bytes = {bytes, STACKS},
                                                          .blocks = {blocks, STACKS},
                                                          .total_bytes = {made, made ? STACKS : 0},
                                                          .total_blocks = {made, made ? STACKS : 0}});
  live_places_look(places, false);
}

#define NUMBERS(a, b, c) ((const uint64_t[STACKS]){a, b, c})

/* The place that comes at number `at`. */
static struct live_place sorted(enum live_order order, size_t at)
{
  size_t count;
  const struct live_place **const list = live_places_sorted(places, order, &count);
  ck_assert_uint_gt(count, at);
  const struct live_place place = *list[at];
  free(list);
  return place;
}

static size_t count_shown(void)
{
  size_t count;
  free(live_places_sorted(places, LIVE_BY_BYTES, &count));
  return count;
}

START_TEST(stacks_of_a_place_are_one)
{
  take(1, NUMBERS(100, 137, 200), NULL);
  const struct live_place first = sorted(LIVE_BY_BYTES, 0);
  ck_assert_str_eq(first.name, "place 1");
  ck_assert_uint_eq(first.now.bytes, 237);
  ck_assert_uint_eq(first.now.blocks, 2);
  ck_assert_uint_eq(first.stack_id, 11);
  ck_assert_uint_eq(first.stacks, 2);
  ck_assert_uint_eq(count_shown(), 2);
}
END_TEST

START_TEST(speed_is_known_from_the_second_look_on)
{
  take(1, NUMBERS(100, 0, 200), NUMBERS(5, 0, 7));
  ck_assert(isnan(sorted(LIVE_BY_BYTES, 0).bytes_per_second));
  ck_assert(isnan(live_places_allocation_rate(places, false)));
  take(3, NUMBERS(500, 0, 100), NUMBERS(25, 0, 8));
  const struct live_place first = sorted(LIVE_BY_RATE, 0), second = sorted(LIVE_BY_RATE, 1);
  ck_assert_str_eq(first.name, "place 1");
  ck_assert_double_eq(first.bytes_per_second, 200);
  ck_assert_double_eq(first.blocks_per_second, 10);
  ck_assert_double_eq(second.bytes_per_second, -50);
  ck_assert_double_eq(second.blocks_per_second, 0.5);
  ck_assert_double_eq(live_places_allocation_rate(places, false), 10.5);
  ck_assert_uint_eq(live_places_watched_ns(places), 2000000000);
}
END_TEST

START_TEST(growth_is_measured_from_the_first_look)
{
  take(1, NUMBERS(100, 0, 200), NULL);
  take(2, NUMBERS(150, 0, 190), NULL);
  take(3, NUMBERS(150, 20, 90), NULL);
  ck_assert_double_eq(sorted(LIVE_BY_GROWTH, 0).grown, 70);
  ck_assert_double_eq(sorted(LIVE_BY_GROWTH, 1).grown, -110);
  ck_assert_double_eq(live_places_grown(places), -40);
}
END_TEST

START_TEST(a_place_that_comes_later_has_grown_from_nothing)
{
  take(1, NUMBERS(100, 0, 0), NULL);
  const uint64_t id = 70, bytes = 1337, blocks = 1;
  live_places_take_census(
    places, &(struct record_census){
              .elapsed_ns = 2000000000, .stack_ids = {&id, 1}, .bytes = {&bytes, 1}, .blocks = {&blocks, 1}});
  live_places_look(places, false);
  ck_assert_str_eq(sorted(LIVE_BY_GROWTH, 0).name, "place 7");
  ck_assert_double_eq(sorted(LIVE_BY_GROWTH, 0).grown, 1337);
  ck_assert_double_eq(sorted(LIVE_BY_GROWTH, 0).bytes_per_second, 1337);
}
END_TEST

START_TEST(what_was_known_before_is_no_growth)
{
  const uint64_t id = 20, bytes = 1337, blocks = 1;
  live_places_take_sample(places,
                          &(struct record_sample){.stack_ids = {&id, 1}, .bytes = {&bytes, 1}, .blocks = {&blocks, 1}});
  take(5, NUMBERS(0, 0, 1400), NULL);
  ck_assert_double_eq(sorted(LIVE_BY_BYTES, 0).grown, 0);
}
END_TEST

START_TEST(what_samples_have_said_is_over_with_the_first_census)
{
  const uint64_t id = 70, bytes = 1337, blocks = 1;
  const struct record_sample sample = {
    .stack_ids = {&id, 1}, .bytes = {&bytes, 1}, .blocks = {&blocks, 1}, .live_bytes = 1337};
  live_places_take_sample(places, &sample);
  live_places_look(places, false);
  ck_assert_uint_eq(live_places_heap(places)->bytes, 1337);
  ck_assert_uint_eq(count_shown(), 1);
  ck_assert_double_eq(sorted(LIVE_BY_BYTES, 0).grown, 0);
  take(5, NUMBERS(0, 0, 1400), NULL);
  live_places_take_sample(places, &sample);
  live_places_look(places, false);
  ck_assert_uint_eq(count_shown(), 1);
  ck_assert_str_eq(sorted(LIVE_BY_BYTES, 0).name, "place 2");
}
END_TEST

START_TEST(who_watches_again_begins_anew)
{
  take(1, NUMBERS(100, 0, 0), NULL);
  take(2, NUMBERS(300, 0, 0), NULL);
  live_places_begin(places);
  ck_assert(!live_places_have_news(places));
  live_places_look(places, false);
  take(50, NUMBERS(1000, 0, 0), NULL);
  ck_assert_double_eq(sorted(LIVE_BY_BYTES, 0).grown, 0);
  ck_assert_uint_eq(live_places_watched_ns(places), 0);
  take(52, NUMBERS(1100, 0, 0), NULL);
  ck_assert_double_eq(sorted(LIVE_BY_BYTES, 0).grown, 100);
  ck_assert_double_eq(sorted(LIVE_BY_BYTES, 0).bytes_per_second, 50);
}
END_TEST

START_TEST(a_program_that_rests_has_no_speed)
{
  take(1, NUMBERS(100, 0, 0), NUMBERS(1, 0, 0));
  take(2, NUMBERS(200, 0, 0), NUMBERS(2, 0, 0));
  live_places_look(places, true);
  ck_assert_double_eq(sorted(LIVE_BY_BYTES, 0).bytes_per_second, 0);
  ck_assert_double_eq(sorted(LIVE_BY_BYTES, 0).grown, 100);
  take(9, NUMBERS(270, 0, 0), NUMBERS(9, 0, 0));
  ck_assert_double_eq(sorted(LIVE_BY_BYTES, 0).bytes_per_second, 10);
}
END_TEST

START_TEST(a_place_that_has_nothing_and_does_nothing_is_left_out)
{
  take(1, NUMBERS(100, 0, 0), NUMBERS(1, 0, 5));
  ck_assert_uint_eq(count_shown(), 1);
  take(2, NUMBERS(100, 0, 0), NUMBERS(1, 0, 6)); /* makes blocks and frees them */
  ck_assert_uint_eq(count_shown(), 2);
  ck_assert_str_eq(sorted(LIVE_BY_ALLOCATIONS, 0).name, "place 2");
}
END_TEST

START_TEST(hostile_frames_do_no_harm)
{
  const uint64_t most[STACKS] = {UINT64_MAX, UINT64_MAX, 1};
  take(5, most, most);
  take(4, NUMBERS(1, 2, 3), NULL); /* time goes backwards */
  ck_assert(isnan(sorted(LIVE_BY_BYTES, 0).bytes_per_second));
  take(6, most, NULL);
  ck_assert_uint_eq(sorted(LIVE_BY_BYTES, 0).now.bytes, UINT64_MAX);
  live_places_take_census(places, &(struct record_census){.stack_ids = {ids, STACKS}, .bytes = {most, 1}});
  live_places_take_sample(places, &(struct record_sample){.stack_ids = {ids, STACKS}, .blocks = {most, 2}});
  live_places_look(places, false);
  for (enum live_order order = 0; order < LIVE_ORDERS; order++)
    (void)sorted(order, 0);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("live places");
  TCase *tcase = tcase_create("places");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, stacks_of_a_place_are_one);
  tcase_add_test(tcase, speed_is_known_from_the_second_look_on);
  tcase_add_test(tcase, growth_is_measured_from_the_first_look);
  tcase_add_test(tcase, a_place_that_comes_later_has_grown_from_nothing);
  tcase_add_test(tcase, what_was_known_before_is_no_growth);
  tcase_add_test(tcase, what_samples_have_said_is_over_with_the_first_census);
  tcase_add_test(tcase, who_watches_again_begins_anew);
  tcase_add_test(tcase, a_program_that_rests_has_no_speed);
  tcase_add_test(tcase, a_place_that_has_nothing_and_does_nothing_is_left_out);
  tcase_add_test(tcase, hostile_frames_do_no_harm);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
