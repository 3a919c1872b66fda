/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes findings that are made up in every format, for tests that hold the files against schemas and look at them in a
 * browser: write_specimens DIR NAME [COUNT [SOURCE-ROOT [FORMAT]]] makes DIR/NAME.json and so on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/specimens.h"

static int write_format(const struct format *format, const struct findings *findings,
                        const struct format_options *options, const char *directory, const char *name)
{
  char *path;
  if (asprintf(&path, "%s/%s.%s", directory, name, format->name) < 0)
    return 1;
  FILE *output = fopen(path, "w");
  struct error *error = format_write(format, findings, options, output);
  if (!error && fclose(output) != 0)
    error = error_format("%s: cannot be written", path);
  if (error)
    fprintf(stderr, "write_specimens: %s: %s\n", path, error_message(error));
  free(path);
  return error != NULL;
}

int main(int argc, char **argv)
{
  const struct findings *findings = argc >= 3 ? specimen(argv[2], argc > 3 ? strtoul(argv[3], NULL, 10) : 1000) : NULL;
  struct format_options options = {
    .leak_kinds = 1 << RECORD_LEAK_DEFINITE | 1 << RECORD_LEAK_POSSIBLE,
    .source_root = argc > 4 ? argv[4] : "/src/project",
  };
  if (!findings) {
    fputs("usage: write_specimens DIR none|one|some|places|hostile|many [COUNT [SOURCE-ROOT [FORMAT]]]\n", stderr);
    return 2;
  }
  int status = 0;
  for (const struct format *format = format_find(NULL); format->name; format++)
    if (argc <= 5 || strcmp(argv[5], format->name) == 0)
      status |= write_format(format, findings, &options, argv[1], argv[2]);
  return status;
}
