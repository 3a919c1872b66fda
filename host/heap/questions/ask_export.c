/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep heap export`: the heap in the format of another program's viewer. */
#include <stdlib.h>
#include <string.h>

#include "host/heap/exports/export.h"
#include "host/heap/questions/ask.h"
#include "host/heap/questions/selection.h"

static struct error *no_such_format(const char *name)
{
  char list[512] = "";
  size_t used = 0;
  for (const struct export *export = export_find(NULL); export->name && used < sizeof list; export++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", export->name);
  return error_format("unknown format '%.80s'; expected one of %s", name, list);
}

struct error *ask_export(const struct question *question)
{
  const struct export *export = export_find(question->arguments[0]);
  struct export_request request = {.around = HEAP_NO_BLOCK};
  if (!export || !*question->arguments[0])
    return no_such_format(question->arguments[0]);
  if (question->around && !question->heap->snapshot)
    return error_format("--around= needs a snapshot, and the run has none; run the program with --snapshot=exit");
  if (question->around) {
    struct selection selection;
    RETURN_IF_ERROR(selection_find(question->heap, question->around, &selection));
    request.around = selection.blocks[0];
    selection_release(&selection);
  }
  return export_write(export, question->heap, &request,
                      question->argument_count > 1 ? question->arguments[1] : NULL);
}
