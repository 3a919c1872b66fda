/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap over time: what frames may not say, the lines that are fitted, and which series count as which kind of
 * site. */
#include "host/model/process/growth.h"

#include <math.h>
#include <stdlib.h>

#include "host/model/process/model.h"
#include "unit/unit.h"

enum { SAMPLES = 200, SERIES_SECONDS = 10 };

static struct process process;

static void set_up(void)
{
  process = (struct process){0};
  growth_create(&process.growth);
  stack_table_create(NULL, NULL, &process.settings, &process.stacks);
}

static void tear_down(void)
{
  growth_destroy(process.growth);
  stack_table_destroy(process.stacks);
}

static void restart(void)
{
  tear_down();
  set_up();
}

/* --- frames --- */

static struct error *sample(double seconds, uint64_t allocations, uint64_t bytes, uint64_t blocks)
{
  const uint64_t id = 0;
  struct record_frame frame = {
    .kind = RECORD_SAMPLE,
    .sample = {.elapsed_ns = (uint64_t)(seconds * 1e9), .allocations = allocations, .live_bytes = bytes,
               .live_blocks = blocks, .stack_ids = {&id, 1}, .bytes = {&bytes, 1}, .blocks = {&blocks, 1}}};
  return process_take_growth(&process, &frame);
}

static struct error *totals(struct record_site site)
{
  struct record_frame frame = {.kind = RECORD_SITE, .site = site};
  return process_take_growth(&process, &frame);
}

START_TEST(lists_are_in_step)
{
  const uint64_t numbers[] = {0, 0};
  struct record_frame frame = {.kind = RECORD_SAMPLE, .sample = {.stack_ids = {numbers, 2}, .bytes = {numbers, 1}}};
  ck_error_says(process_take_growth(&process, &frame), "2 stacks, but 1 numbers of bytes and 0 of blocks");
}
END_TEST

START_TEST(clocks_never_go_back)
{
  ck_no_error(sample(2, 5, 10, 1));
  ck_error_says(sample(1, 6, 10, 1), "behind those of the sample before");
  ck_error_says(sample(3, 4, 10, 1), "behind those of the sample before");
}
END_TEST

START_TEST(a_stack_is_once_in_a_sample)
{
  ck_no_error(sample(1, 1, 10, 1));
  ck_error_says(sample(1, 1, 10, 1), "stack 0 twice");
}
END_TEST

START_TEST(bytes_are_in_blocks)
{
  ck_error_says(sample(1, 1, 10, 0), "bytes without blocks");
}
END_TEST

START_TEST(stacks_were_sent)
{
  ck_error_says(totals((struct record_site){.stack_id = 9, .total_blocks = 1}), "stack 9, which was never sent");
  ck_error_says(totals((struct record_site){.stack_id = 9, .total_blocks = 1}), "stack 9, which was never sent");
}
END_TEST

START_TEST(totals_do_not_contradict_themselves)
{
  ck_error_says(totals((struct record_site){.total_blocks = 0}), "has 0 blocks");
  ck_error_says(totals((struct record_site){.total_blocks = 1, .live_blocks = 2}), "2 live");
  ck_error_says(totals((struct record_site){.total_blocks = 2, .live_blocks = 1, .short_blocks = 2}), "short-lived");
  ck_error_says(totals((struct record_site){.total_blocks = 1, .first_allocation = 2, .last_allocation = 1}),
                "comes after its last");
  ck_no_error(totals((struct record_site){.total_blocks = 2}));
  ck_no_error(totals((struct record_site){.total_blocks = 3}));
  ck_error_says(totals((struct record_site){.total_blocks = 2}), "had more blocks before");
}
END_TEST

START_TEST(values_hold_until_the_next)
{
  ck_no_error(sample(1, 1, 10, 1));
  ck_no_error(sample(2, 2, 20, 2));
  growth_analyse(process.growth);
  const struct growth_site *site = &process.growth->sites[0];
  ck_assert_uint_eq(growth_at(site, 0)->bytes, 10);
  ck_assert_uint_eq(growth_at(site, 1)->bytes, 20);
  ck_assert_uint_eq(growth_at(site, 100)->bytes, 20);
  ck_assert_uint_eq(growth_last(site).blocks, 2);
}
END_TEST

/* --- lines --- */

static bool is_near(double a, double b)
{
  return fabs(a - b) <= 1e-6 * (1 + fabs(a) + fabs(b));
}

START_TEST(a_line_is_found)
{
  const double x[] = {1, 2, 4, 8, 8.5}, y[] = {13, 16, 22, 34, 35.5};
  struct growth_fit fit = growth_fit(x, y, 5);
  ck_assert(is_near(fit.slope, 3) && is_near(fit.intercept, 10) && is_near(fit.r2, 1));
  ck_assert_uint_eq(fit.samples, 5);
}
END_TEST

START_TEST(too_little_for_a_line)
{
  const double x[] = {3, 3, 3}, y[] = {1, 2, 3};
  for (size_t count = 0; count <= 3; count++) {
    struct growth_fit fit = growth_fit(x, y, count);
    ck_assert(fit.slope == 0 && fit.r2 == 0);
  }
}
END_TEST

START_TEST(a_flat_line_says_nothing)
{
  const double x[] = {1, 2, 3, 4}, y[] = {7, 7, 7, 7};
  struct growth_fit fit = growth_fit(x, y, 4);
  ck_assert(fit.slope == 0 && fit.r2 == 0 && is_near(fit.intercept, 7));
}
END_TEST

/* A thousand samples within a millisecond do not draw the line to themselves. */
START_TEST(a_burst_of_samples_weighs_little)
{
  double x[1100], y[1100];
  size_t count = 0;
  for (int i = 0; i <= 50; i++, count++) {
    x[count] = i;
    y[count] = 100 * i;
  }
  for (int i = 1; i <= 1000; i++, count++) {
    x[count] = 50 + i * 1e-6;
    y[count] = 50000;
  }
  for (int i = 51; i <= 90; i++, count++) {
    x[count] = i;
    y[count] = 100 * i;
  }
  struct growth_fit fit = growth_fit(x, y, count);
  ck_assert(fit.slope > 80 && fit.slope < 120);
}
END_TEST

static double uniform(double least, double most)
{
  return least + (most - least) * (double)rand() / RAND_MAX;
}

/* What is summed up run by run is what the definition says. */
START_TEST(sites_are_fitted_as_defined)
{
  for (unsigned seed = 1; seed <= 200; seed++) {
    double x[SAMPLES], y[SAMPLES], time = 0, level = 0;
    size_t count = 0, skipped = 0;
    restart();
    srand(seed);
    const size_t first = (size_t)uniform(0, 20);
    for (size_t i = 0; i < SAMPLES; i++) {
      time += uniform(0.001, i % 10 == 0 ? 2 : 0.1);
      if (i < first) { /* somebody else's sample */
        struct record_frame frame = {.kind = RECORD_SAMPLE, .sample = {.elapsed_ns = (uint64_t)(time * 1e9)}};
        ck_no_error(process_take_growth(&process, &frame));
        skipped++;
        continue;
      }
      const bool changes = i == first || rand() % 3 == 0;
      if (changes)
        level = floor(uniform(0, 1e6));
      struct record_frame frame = {.kind = RECORD_SAMPLE, .sample = {.elapsed_ns = (uint64_t)(time * 1e9)}};
      if (changes)
        ck_no_error(sample(time, 0, (uint64_t)level, 1));
      else
        ck_no_error(process_take_growth(&process, &frame));
      x[count] = (double)(uint64_t)(time * 1e9) / 1e9;
      y[count++] = level;
    }
    growth_analyse(process.growth);
    const struct growth_fit *fit = &process.growth->sites[0].fits[GROWTH_SECONDS], expected = growth_fit(x, y, count);
    ck_assert_uint_eq(fit->samples, SAMPLES - skipped);
    ck_assert_msg(is_near(fit->slope, expected.slope) && is_near(fit->intercept, expected.intercept) &&
                    is_near(fit->r2, expected.r2),
                  "seed %u: %g + %g t (%g) but %g + %g t (%g)", seed, fit->intercept, fit->slope, fit->r2,
                  expected.intercept, expected.slope, expected.r2);
  }
}
END_TEST

/* --- kinds --- */

typedef double series(double part); /* bytes when `part` of the time has passed, 0 ... 1 */

/* Blocks of 10 bytes; `seconds` of a series in `samples` samples. */
static enum growth_class class_of(series *bytes_at, double seconds, size_t samples, bool has_freed)
{
  restart();
  uint64_t last = 0;
  for (size_t i = 0; i < samples; i++) {
    const double part = (double)i / (double)(samples - 1);
    last = (uint64_t)bytes_at(part);
    ck_no_error(sample(seconds * part, 1000 + i * 10, last, (last + 9) / 10));
  }
  const uint64_t live = (last + 9) / 10;
  ck_no_error(totals((struct record_site){.total_blocks = live * (has_freed ? 2 : 1) + has_freed, .live_blocks = live,
                                          .live_bytes = last, .first_allocation = 1000, .last_allocation = 2000}));
  growth_analyse(process.growth);
  return process.growth->sites[0].class;
}

static void is_class(enum growth_class expected, series *bytes_at, bool has_freed)
{
  enum growth_class class = class_of(bytes_at, SERIES_SECONDS, SAMPLES, has_freed);
  ck_assert_msg(class == expected, "%s, not %s", growth_class_words(class), growth_class_words(expected));
}

static double noise;     /* how much */
static double period;    /* of a saw-tooth, as part of the time */
static double phase;

static double steady(double part)
{
  return 100 + 100000 * part + uniform(0, noise);
}

static double starting_with_much(double part)
{
  return 500000 + 50000 * part;
}

static double accelerating(double part)
{
  return 100000 * part * part;
}

static double plateau(double part)
{
  return part < 0.7 ? 100000 * part : 70000;
}

static double start_phase(double part)
{
  return part < 0.05 ? 2000000 * part : 100000;
}

static double saw_tooth(double part)
{
  return 1 + 100000 * fmod(part + phase, period);
}

static double filling_up(double part)
{
  return 100000 * (1 - exp(-6 * part));
}

static double flickering(double part)
{
  (void)part;
  return uniform(1000, 100000);
}

static double freed_at_the_end(double part)
{
  return part < 0.99 ? 1000 * part + 1 : 0;
}

static double rare_steps(double part)
{
  return 1000 * floor(1 + part * 4);
}

static double one_block(double part)
{
  (void)part;
  return 10;
}

START_TEST(what_only_grows_is_growing)
{
  is_class(GROWTH_GROWING, steady, false);
  is_class(GROWTH_GROWING, steady, true);
  is_class(GROWTH_GROWING, starting_with_much, false);
  is_class(GROWTH_GROWING, accelerating, false);
}
END_TEST

/* Something else had the machine for the last two fifths of the time, when one twentieth was allocated. */
START_TEST(a_busy_machine_does_not_hide_growth)
{
  restart();
  for (size_t i = 0; i < SAMPLES; i++) {
    const double part = (double)i / (SAMPLES - 1), time = part < 0.95 ? part / 0.95 * 0.6 : 0.6 + (part - 0.95) * 8;
    ck_no_error(sample(SERIES_SECONDS * time, 1000 + i * 10, 100 + i * 1000, 1 + i * 100));
  }
  ck_no_error(totals((struct record_site){.total_blocks = SAMPLES * 100,
                                          .live_blocks = SAMPLES * 100,
                                          .live_bytes = SAMPLES * 1000,
                                          .first_allocation = 1000,
                                          .last_allocation = 2000}));
  growth_analyse(process.growth);
  ck_assert_int_eq(process.growth->sites[0].class, GROWTH_GROWING);
}
END_TEST

START_TEST(what_stops_is_not_growing)
{
  is_class(GROWTH_BOUNDED, plateau, true);
  is_class(GROWTH_ONE_TIME, start_phase, false);
  is_class(GROWTH_BOUNDED, filling_up, true);
  is_class(GROWTH_NONE, freed_at_the_end, true);
  is_class(GROWTH_NONE, rare_steps, false);
}
END_TEST

/* --- freed at the end --- */

static series *before_exit;
static double freed_part; /* when it begins to be freed */

/* All is freed in the hundredth part of the time. */
static double then_freed(double part)
{
  const double left = 1 - (part - freed_part) * 100;
  return part < freed_part ? before_exit(part) : left > 0 ? before_exit(freed_part) * left : 0;
}

static enum growth_class class_when_freed(series *bytes_at, double part, double seconds)
{
  before_exit = bytes_at;
  freed_part = part;
  return class_of(then_freed, seconds, SAMPLES, true);
}

START_TEST(what_grew_until_it_was_freed_at_the_end_is_told_apart)
{
  noise = 0;
  ck_assert_int_eq(class_when_freed(steady, 0.985, 100), GROWTH_FREED);
  ck_assert_double_eq_tol(process.growth->sites[0].fits[GROWTH_SECONDS].slope, 1000, 1);
  ck_assert_double_eq_tol(process.growth->sites[0].fits[GROWTH_SECONDS].r2, 1, 1e-3);
  ck_assert_int_eq(class_when_freed(starting_with_much, 0.985, 100), GROWTH_FREED);
  ck_assert_int_eq(class_when_freed(accelerating, 0.96, 1000), GROWTH_FREED);
  noise = 10000;
  ck_assert_int_eq(class_when_freed(steady, 0.985, 3600), GROWTH_FREED);
  noise = 0;
}
END_TEST

START_TEST(caches_that_are_freed_at_the_end_did_not_grow)
{
  ck_assert_int_eq(class_when_freed(filling_up, 0.985, 1000), GROWTH_NONE);
  ck_assert_int_eq(class_when_freed(plateau, 0.985, 1000), GROWTH_NONE);
  ck_assert_int_eq(class_when_freed(flickering, 0.985, 1000), GROWTH_NONE);
  for (unsigned seed = 1; seed <= 500; seed++) {
    srand(seed);
    period = uniform(0.01, 0.8);
    phase = uniform(0, 1);
    ck_assert_msg(class_when_freed(saw_tooth, 0.985, 1000) == GROWTH_NONE, "period %g, phase %g", period, phase);
  }
}
END_TEST

/* It loads, works and frees; it loads and frees in less than a minute; it frees early, or some of it, or goes on. */
START_TEST(batch_programs_that_free_at_the_end_did_not_grow)
{
  ck_assert_int_eq(class_when_freed(start_phase, 0.985, 1000), GROWTH_NONE);
  ck_assert_int_eq(class_when_freed(plateau, 0.75, 1000), GROWTH_NONE);
  ck_assert_int_eq(class_when_freed(steady, 0.985, 50), GROWTH_NONE);
  ck_assert_int_eq(class_when_freed(steady, 0.9, 1000), GROWTH_NONE);
  ck_assert_int_ne(class_when_freed(steady, 0.995, 1000), GROWTH_FREED);
}
END_TEST

START_TEST(what_comes_and_goes_is_bounded)
{
  is_class(GROWTH_BOUNDED, flickering, true);
  period = 0.1;
  is_class(GROWTH_BOUNDED, saw_tooth, true);
}
END_TEST

START_TEST(one_block_is_a_singleton)
{
  is_class(GROWTH_SINGLETON, one_block, false);
}
END_TEST

START_TEST(little_time_and_few_samples_do_not_do)
{
  noise = 0;
  ck_assert_int_ne(class_of(steady, 0.9, SAMPLES, false), GROWTH_GROWING);
  ck_assert_int_ne(class_of(steady, 1000, GROWTH_SAMPLES_LEAST - 1, false), GROWTH_GROWING);
  ck_assert_int_eq(class_of(steady, 1.1, GROWTH_SAMPLES_LEAST * 2, false), GROWTH_GROWING);
}
END_TEST

START_TEST(noise_does_not_hide_growth)
{
  for (unsigned seed = 1; seed <= 500; seed++) {
    srand(seed);
    noise = uniform(0, 15000);
    is_class(GROWTH_GROWING, steady, true);
  }
  noise = 0;
}
END_TEST

START_TEST(no_saw_tooth_is_growing)
{
  for (unsigned seed = 1; seed <= 2000; seed++) {
    srand(seed);
    period = uniform(0.01, 0.8);
    phase = uniform(0, 1);
    enum growth_class class = class_of(saw_tooth, SERIES_SECONDS, SAMPLES, true);
    ck_assert_msg(class != GROWTH_GROWING, "period %g, phase %g", period, phase);
  }
}
END_TEST

START_TEST(random_walks_without_drift_are_hardly_ever_growing)
{
  unsigned growing = 0;
  for (unsigned seed = 1; seed <= 2000; seed++) {
    srand(seed);
    growing += class_of(flickering, SERIES_SECONDS, 64, true) == GROWTH_GROWING;
  }
  ck_assert_uint_le(growing, 1);
}
END_TEST

START_TEST(a_run_without_its_end_is_told_apart_too)
{
  noise = 0;
  for (int i = 0; i < 100; i++)
    ck_no_error(sample(i * 0.1, (uint64_t)i, (uint64_t)(i + 1) * 10, (uint64_t)i + 1));
  growth_analyse(process.growth);
  ck_assert_int_eq(process.growth->sites[0].class, GROWTH_GROWING);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("growth");
  TCase *tests = tcase_create("growth");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, lists_are_in_step);
  tcase_add_test(tests, clocks_never_go_back);
  tcase_add_test(tests, a_stack_is_once_in_a_sample);
  tcase_add_test(tests, bytes_are_in_blocks);
  tcase_add_test(tests, stacks_were_sent);
  tcase_add_test(tests, totals_do_not_contradict_themselves);
  tcase_add_test(tests, values_hold_until_the_next);
  tcase_add_test(tests, a_line_is_found);
  tcase_add_test(tests, too_little_for_a_line);
  tcase_add_test(tests, a_flat_line_says_nothing);
  tcase_add_test(tests, a_burst_of_samples_weighs_little);
  tcase_add_test(tests, sites_are_fitted_as_defined);
  tcase_add_test(tests, what_only_grows_is_growing);
  tcase_add_test(tests, a_busy_machine_does_not_hide_growth);
  tcase_add_test(tests, what_stops_is_not_growing);
  tcase_add_test(tests, what_grew_until_it_was_freed_at_the_end_is_told_apart);
  tcase_add_test(tests, caches_that_are_freed_at_the_end_did_not_grow);
  tcase_add_test(tests, batch_programs_that_free_at_the_end_did_not_grow);
  tcase_add_test(tests, what_comes_and_goes_is_bounded);
  tcase_add_test(tests, one_block_is_a_singleton);
  tcase_add_test(tests, little_time_and_few_samples_do_not_do);
  tcase_add_test(tests, noise_does_not_hide_growth);
  tcase_add_test(tests, no_saw_tooth_is_growing);
  tcase_add_test(tests, random_walks_without_drift_are_hardly_ever_growing);
  tcase_add_test(tests, a_run_without_its_end_is_told_apart_too);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
