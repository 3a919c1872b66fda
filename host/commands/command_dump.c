/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep dump`: the frames of records as text, for people who want to know what the tool has sent. */
#include <stdio.h>
#include <string.h>

#include "host/base/commands.h"
#include "host/record/dump.h"
#include "host/record/record_file.h"
#include "host/runs/command.h"

static void usage(FILE *output)
{
  fputs("usage: seep dump RUN...\n"
        "Print the frames of records, one per line, for debugging Seep.\n"
        "RUN is a directory with records, a single record, or the name of a saved run.\n"
        "Heap snapshots can be very large and are printed only when named:\n"
        "DIRECTORY/p<PID>.s1.heap.\n",
        output);
}

static struct error *dump_frame(void *context, const struct record_frame *frame)
{
  record_dump_frame(context, frame);
  return NULL;
}

static struct error *dump_run(const char *name)
{
  struct run *run;
  struct error *error = run_dir_find(name, &run);
  if (error)
    return error;
  for (size_t i = 0; !error && i < run->record_count; i++) {
    bool is_cut = false;
    if (run->record_count > 1)
      printf("%s:\n", run->records[i]);
    error = record_file_read(run->records[i], dump_frame, stdout, &is_cut);
    if (!error && is_cut)
      printf("cut off inside a frame\n");
  }
  run_destroy(run);
  return error;
}

int command_dump(int argc, char **argv)
{
  struct command command;
  struct error *error = command_parse(argc, argv, NULL, NULL, &command);
  if (error)
    return command_failed("dump", error);
  int status = COMMAND_OK;
  if (command.wants_help)
    usage(stdout);
  for (size_t i = 0; !command.wants_help && (i < command.run_count || i == 0); i++)
    if ((error = dump_run(command.run_count > 0 ? command.runs[i] : NULL)))
      status = command_failed("dump", error);
  if (command_flush("dump") != COMMAND_OK)
    status = COMMAND_FAILED;
  command_release(&command);
  return status;
}
