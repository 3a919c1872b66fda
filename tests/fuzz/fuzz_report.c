/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a byte that chooses options, one for XML and the style, then frames (frame_input.h). Whatever they say, the
 * report takes them or refuses them with an error, and finishes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/frame_input.h"
#include "must.h"
#include "host/model/process/writer.h"
#include "host/runs/report.h"
#include "support/fake_symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct options *make_options(unsigned bits)
{
  static const char *const choices[] = {
    "--leak-check=full", "--show-leak-kinds=all", "--gen-suppressions=all", "--show-error-list=all",
    "--personality=seep", "--time-stamp=yes", "--count-inherited=no", "--xml-protocol=6",
  };
  struct options *options;
  need(options_create(true, &options));
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
    if (bits >> i & 1)
      need(options_set(options, choices[i], "fuzz"));
  return options;
}

static void feed(struct report *report, struct frame_input *input, FILE *output, FILE *xml)
{
  struct report_process *process;
  struct record_reply reply = {0};
  report_process_create(report, output, &process);
  if (xml)
    report_process_add_xml(process, &(struct xml_config){.output = xml});
  struct record_frame start = {.kind = RECORD_START};
  need(report_process_frame(process, &start));
  struct error *error = NULL;
  while (input->size > 0 && !error) {
    struct record_frame frame = frame_input_take(input);
    error = report_process_frame(process, &frame);
    report_process_answer(process, RECORD_QUESTION_EXIT, &reply);
  }
  error_free(error);
  error_free(report_process_finish(process, NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char entry[] =
    "{\n  x\n  Memcheck:Leak\n  fun:hidden\n}\n{\n  y\n  Memcheck:Free\n  ...\n  fun:hidden\n}\n"
    "{\n  z\n  Memcheck:Param\n  w*e(buf[...])\n  fun:hidden\n}\n"
    "{\n  v\n  Memcheck:Value8\n  fun:hidden\n}\n";
  struct frame_input *input = malloc(sizeof *input);
  if (!input)
    return 0;
  *input = (struct frame_input){.data = data, .size = size};
  struct options *options = make_options(frame_input_byte(input));
  struct symbols *symbols;
  struct suppressions *suppressions;
  struct report *report;
  FILE *output = fopen("/dev/null", "w");
  fake_symbols_clear();
  fake_symbols_add(1, "hidden", NULL, NULL, 0);
  fake_symbols_add(2, "main", "/src", "main.c", 1);
  symbols_create(&(struct symbols_config){0}, &symbols);
  suppressions_create(&suppressions);
  need(suppressions_load_text(suppressions, "fuzz.supp", entry, sizeof entry - 1));
  const unsigned form = frame_input_byte(input);
  report_create(&(struct report_config){.options = options,
                                        .symbols = symbols,
                                        .suppressions = suppressions,
                                        .run_name = "RUN",
                                        .is_for_people = (form & 3) == 2},
                &report);
  feed(report, input, output, form & 1 ? output : NULL);
  report_destroy(report);
  suppressions_destroy(suppressions);
  symbols_destroy(symbols);
  options_destroy(options);
  fclose(output);
  free(input);
  return 0;
}
