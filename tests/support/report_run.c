/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/report_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/heap/exports/xtree_files.h"
#include "unit/unit.h"

static void begin(struct report_run *run, const char *const *options, bool is_for_people)
{
  *run = (struct report_run){0};
  ck_no_error(options_create(true, &run->options));
  for (; options && *options; options++)
    ck_no_error(options_set(run->options, *options, "test"));
  symbols_create(&(struct symbols_config){0}, &run->symbols);
  suppressions_create(&run->suppressions);
  run->output = open_memstream(&run->text, &run->text_size);
  ck_assert_ptr_nonnull(run->output);
  report_create(
    &(struct report_config){
      .options = run->options,
      .symbols = run->symbols,
      .suppressions = run->suppressions,
      .run_name = "RUN",
      .is_for_people = is_for_people,
      .files = xtree_files_writer(),
    },
    &run->report);
  report_process_create(run->report, run->output, &run->process);
  record_reader_create("test.rec", &run->reader);
}

void report_run_begin(struct report_run *run, const char *const *options)
{
  begin(run, options, false);
}

void report_run_begin_for_people(struct report_run *run, const char *const *options)
{
  begin(run, options, true);
}

void report_run_suppress(struct report_run *run, const char *text)
{
  ck_no_error(suppressions_load_text(run->suppressions, "test.supp", text, strlen(text)));
}

void report_run_start(struct report_run *run)
{
  build_start(&run->stream, (struct record_start){
                              .pid = run->pid ? run->pid : 100,
                              .ppid = 99,
                              .exe = build_string("/home/user/leak"),
                              .cwd = build_string("/home/user"),
                              .argv = BUILD_STRINGS(build_string("./leak"), build_string("a b")),
                              .seep_version = build_string("1.0"),
                              .core_version = build_string("3.19.0"),
                            });
  build_module(&run->stream, (struct record_module){.id = 1,
                                                    .epoch = 1,
                                                    .start = 0x108000,
                                                    .end = 0x10a000,
                                                    .path = build_string("/home/user/leak")});
  build_module(&run->stream,
               (struct record_module){
                 .id = 2,
                 .epoch = 2,
                 .start = 0x4840000,
                 .end = 0x4850000,
                 .file_offset = 0x100000,
                 .path = build_string("/usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so"),
               });
}

struct error *report_run_take(struct report_run *run)
{
  if (run->stream.size > run->taken)
    record_reader_feed(run->reader, run->stream.data + run->taken, run->stream.size - run->taken);
  struct error *error = NULL;
  run->taken = run->stream.size;
  for (bool found = true; !error && found;) {
    struct record_frame frame;
    error = record_reader_next(run->reader, &found, &frame);
    if (!error && found)
      error = report_process_frame(run->process, &frame);
  }
  return error;
}

const char *report_run_text(struct report_run *run)
{
  fflush(run->output);
  return run->text;
}

void report_run_end(struct report_run *run)
{
  report_destroy(run->report);
  suppressions_destroy(run->suppressions);
  symbols_destroy(run->symbols);
  options_destroy(run->options);
  record_reader_destroy(run->reader);
  record_builder_release(&run->stream);
  fclose(run->output);
  free(run->text);
}

static char *read_file(const char *path)
{
  char *text = NULL;
  size_t size = 0;
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "cannot open %s", path);
  if (getdelim(&text, &size, '\0', file) < 0)
    ck_abort_msg("cannot read %s", path);
  fclose(file);
  return text;
}

void report_run_expect(struct report_run *run, const char *name)
{
  const char *srcdir = getenv("srcdir");
  char path[4096];
  snprintf(path, sizeof path, "%s/tests/reports/%s.txt", srcdir ? srcdir : ".", name);
  if (getenv("SEEP_UPDATE_REPORTS")) {
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(report_run_text(run), file);
    fclose(file);
    return;
  }
  char *expected = read_file(path);
  ck_assert_msg(strcmp(expected, report_run_text(run)) == 0, "%s differs; the report is:\n%s", path,
                report_run_text(run));
  free(expected);
}
