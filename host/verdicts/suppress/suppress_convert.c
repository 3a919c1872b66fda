/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep suppress --convert`: entries of other tools, as suppressions/generate/ understands them. */
#include <stdlib.h>

#include "host/base/commands.h"
#include "host/base/replace_file.h"
#include "host/verdicts/suppress/suppress.h"
#include "suppressions/generate/convert.h"

struct converting {
  const struct suppress_request *request;
  struct convert_counts counts;
};

static void warn(void *context, const char *message)
{
  (void)context;
  fprintf(stderr, "seep suppress: %s\n", message);
}

static struct error *write_all(void *context, FILE *output)
{
  struct converting *converting = context;
  struct error *error = NULL;
  for (size_t i = 0; !error && i < converting->request->file_count; i++)
    error = convert_file(converting->request->files[i], output, warn, NULL, &converting->counts);
  return error;
}

int suppress_convert(const struct suppress_request *request)
{
  struct converting converting = {.request = request};
  struct error *error = request->output
                          ? replace_file(request->output, request->is_forced, write_all, &converting)
                          : write_all(&converting, stdout);
  int status = error ? command_failed("suppress", error) : command_flush("suppress");
  if (status == COMMAND_OK)
    fprintf(stderr, "%zu %s for %zu of %zu %s\n", converting.counts.written,
            suppress_plural(converting.counts.written, "entry", "entries"),
            converting.counts.read - converting.counts.skipped, converting.counts.read,
            suppress_plural(converting.counts.read, "suppression", "suppressions"));
  return status == COMMAND_OK && converting.counts.skipped > 0 ? COMMAND_OVER_LIMIT : status;
}
