/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of frames: as they were written, compressed, cut off, and what is none. */
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "host/record/record_file.h"
#include "support/record_builder.h"
#include "support/temporary_file.h"

enum { SAMPLES = 20000 }; /* more than is read at once */

static struct record_builder built;

static void setup(void)
{
  temporary_file_setup();
  for (uint64_t i = 1; i <= SAMPLES; i++)
    build_sample(&built, (struct record_sample){.allocations = i});
}

static void teardown(void)
{
  record_builder_release(&built);
  temporary_file_teardown();
}

static void write_compressed(size_t cut_bytes)
{
  gzFile file = gzopen(temporary_file, "wb");
  ck_assert_int_eq(gzwrite(file, built.data, (unsigned)built.size), (int)built.size);
  ck_assert_int_eq(gzclose(file), Z_OK);
  FILE *compressed = fopen(temporary_file, "r+");
  ck_assert_int_eq(fseek(compressed, -(long)cut_bytes, SEEK_END), 0);
  ck_assert_int_eq(ftruncate(fileno(compressed), ftell(compressed)), 0);
  fclose(compressed);
}

/* Samples come in order, none is left out. */
static struct error *count_sample(void *context, const struct record_frame *frame)
{
  uint64_t *count = context;
  ck_assert_int_eq(frame->kind, RECORD_SAMPLE);
  ck_assert_uint_eq(frame->sample.allocations, ++*count);
  return NULL;
}

static uint64_t count_samples(bool *ret_cut)
{
  uint64_t count = 0;
  ck_no_error(record_file_read(temporary_file, count_sample, &count, ret_cut));
  return count;
}

START_TEST(all_frames_are_given)
{
  bool is_cut = true;
  record_builder_write(&built, temporary_file);
  ck_assert_uint_eq(count_samples(&is_cut), SAMPLES);
  ck_assert(!is_cut);
}
END_TEST

START_TEST(compressed_files_are_read)
{
  bool is_cut = true;
  write_compressed(0);
  ck_assert_uint_eq(count_samples(&is_cut), SAMPLES);
  ck_assert(!is_cut);
}
END_TEST

START_TEST(a_cut_file_gives_its_whole_frames)
{
  bool is_cut = false;
  built.size--;
  record_builder_write(&built, temporary_file);
  ck_assert_uint_eq(count_samples(&is_cut), SAMPLES - 1);
  ck_assert(is_cut);
}
END_TEST

START_TEST(compressed_data_may_end_early)
{
  bool is_cut = false;
  write_compressed(100);
  ck_assert_uint_gt(count_samples(&is_cut), 0);
  ck_assert(is_cut);
}
END_TEST

START_TEST(frames_may_be_asked_for_one_by_one)
{
  struct record_file *file;
  struct record_frame frame;
  bool found;
  record_builder_write(&built, temporary_file);
  ck_no_error(record_file_open(temporary_file, &file));
  for (uint64_t i = 1; i <= 2; i++) {
    ck_no_error(record_file_next(file, &found, &frame));
    ck_assert(found);
    ck_assert_uint_eq(frame.sample.allocations, i);
  }
  record_file_close(file);
}
END_TEST

static struct error *refuse(void *context, const struct record_frame *frame)
{
  (void)context;
  (void)frame;
  return error_format("no such thing");
}

START_TEST(errors_name_the_file)
{
  char words[100];
  bool is_cut;
  record_builder_write(&built, temporary_file);
  snprintf(words, sizeof words, "%s: no such thing", temporary_file);
  ck_error_says(record_file_read(temporary_file, refuse, NULL, &is_cut), words);
  ck_error_says(record_file_read("/nowhere/at.all", refuse, NULL, &is_cut), "cannot open /nowhere/at.all");
  ck_error_says(record_file_read("/proc/self/status", refuse, NULL, &is_cut), "/proc/self/status: not a Seep record");
  ck_error_says(record_file_read("/tmp", refuse, NULL, &is_cut), "/tmp: this is a directory");
}
END_TEST

START_TEST(damaged_compression_is_told)
{
  uint64_t count = 0;
  bool is_cut;
  write_compressed(0);
  FILE *file = fopen(temporary_file, "r+");
  ck_assert_int_eq(fseek(file, 100, SEEK_SET), 0);
  for (int i = 0; i < 200; i++)
    fputc(0xff, file);
  fclose(file);
  ck_error_says(record_file_read(temporary_file, count_sample, &count, &is_cut), "its compressed data is damaged");
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("record files");
  TCase *tcase = tcase_create("files");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, all_frames_are_given);
  tcase_add_test(tcase, compressed_files_are_read);
  tcase_add_test(tcase, a_cut_file_gives_its_whole_frames);
  tcase_add_test(tcase, compressed_data_may_end_early);
  tcase_add_test(tcase, frames_may_be_asked_for_one_by_one);
  tcase_add_test(tcase, errors_name_the_file);
  tcase_add_test(tcase, damaged_compression_is_told);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
