/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "heap/exports/export.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/replace_file.h"

static const struct export exports[] = {
#define EXPORT(id, name, help) {name, help, export_##id},
#include "heap/exports/exports.def"
#undef EXPORT
  {NULL, NULL, NULL},
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
};

/* An error of the output is reported rather than one that follows from it. */
static struct error *write_stream(void *context, FILE *output)
{
  const struct writing *writing = context;
  struct error *error = writing->export->write(writing->heap, writing->request, output);
  bool was_bad = ferror(output);
  int errno_value = fflush(output) != 0 ? errno : was_bad ? EIO : 0;
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
  struct writing writing = {export, heap, request, file ? file : "to standard output"};
  if (!file)
    return write_stream(&writing, stdout);
  if (stat(file, &status) == 0 && !S_ISREG(status.st_mode))
    return write_special(&writing, file);
  return replace_file(file, true, write_stream, &writing);
}
