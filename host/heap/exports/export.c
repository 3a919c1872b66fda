/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/heap/exports/export.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/plain_stream.h"
#include "host/base/replace_file.h"

enum { DATA, LINES };
static const struct export exports[] = {
#define EXPORT(id, name, kind, help) {name, help, export_##id, kind == LINES},
#include "host/heap/exports/exports.def"
#undef EXPORT
  {NULL, NULL, NULL, false},
};

const struct export *export_find(const char *name)
{
  const struct export *export = exports;
  while (name && export->name && strcmp(export->name, name) != 0)
    export++;
  return export->name ? export : NULL;
}

/* For replace_file(). */
struct writing {
  const struct export *export;
  const struct heap *heap;
  const struct export_request *request;
  const char *name; /* of the output, for messages */
  int problem;      /* of it, so far */
};

static struct error *write_lines(struct writing *writing, FILE *output)
{
  FILE *lines;
  plain_stream_open(output, &lines);
  struct error *error = writing->export->write(writing->heap, writing->request, lines);
  writing->problem = fclose(lines) != 0 ? errno : 0;
  return error;
}

/* An error of the output is reported rather than one that follows from it. */
static struct error *write_stream(void *context, FILE *output)
{
  struct writing *writing = context;
  struct error *error = writing->export->is_lines
                          ? write_lines(writing, output)
                          : writing->export->write(writing->heap, writing->request, output);
  bool was_bad = ferror(output);
  int errno_value = fflush(output) != 0 ? errno : writing->problem ? writing->problem : was_bad ? EIO : 0;
  if (errno_value == 0)
    return error;
  error_free(error);
  return error_errno(errno_value, "cannot write %s", writing->name);
}

/* A device or a pipe. */
static struct error *write_special(struct writing *writing, const char *file)
{
  FILE *output = fopen(file, "we");
  if (!output)
    return error_errno(errno, "cannot write %s", file);
  struct error *error = write_stream(writing, output);
  if (fclose(output) != 0 && !error)
    error = error_errno(errno, "cannot write %s", file);
  return error;
}

struct error *export_write(const struct export *export, const struct heap *heap, const struct export_request *request,
                           const char *file)
{
  struct stat status;
  struct writing writing = {export, heap, request, file ? file : "to standard output", 0};
  if (!file) {
    plain_stream_write_data();
    return write_stream(&writing, stdout);
  }
  if (stat(file, &status) == 0 && !S_ISREG(status.st_mode))
    return write_special(&writing, file);
  return replace_file(file, true, write_stream, &writing);
}
