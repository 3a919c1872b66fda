/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/screen/verdict.h"

#include <stdlib.h>

#include "host/base/print.h"
#include "host/model/words/numbers.h"

void verdict_begin(struct verdict *verdict)
{
  *verdict = (struct verdict){0};
  verdict->stream = print_begin(&verdict->text, &verdict->size);
}

void verdict_add(struct verdict *verdict, char *part)
{
  if (part)
    fprintf(verdict->stream, "%s%s", verdict->has_parts ? ", " : "", part);
  verdict->has_parts |= part != NULL;
  free(part);
}

static void add_errors(struct verdict *verdict, const struct verdict_counts *counts)
{
  for (enum error_name kind = 0; kind < ERROR_NAMES; kind++)
    if (counts->errors[kind] > 0)
      verdict_add(verdict, print_text("%zu %s", counts->errors[kind], error_name_words(kind, counts->errors[kind])));
}

/* "333 bytes lost in 1 place", or in blocks where places are not known */
static void add_loss(struct verdict *verdict, uint64_t bytes, const struct verdict_loss *loss, const char *words)
{
  if (loss->blocks == 0)
    return;
  const struct grouped_number where =
    loss->places > 0 ? grouped_count(loss->places, "place", "places") : grouped_count(loss->blocks, "block", "blocks");
  verdict_add(verdict, print_text("%s %s in %s", grouped_bytes(bytes).digits, words, where.digits));
}

static void add_losses(struct verdict *verdict, const struct verdict_counts *counts)
{
  const struct verdict_loss *definite = &counts->losses[RECORD_LEAK_DEFINITE];
  uint64_t bytes = definite->bytes;
  add_saturated(&bytes, counts->losses[RECORD_LEAK_INDIRECT].bytes);
  add_loss(verdict, bytes, definite, "lost");
  add_loss(verdict, counts->losses[RECORD_LEAK_POSSIBLE].bytes, &counts->losses[RECORD_LEAK_POSSIBLE], "possibly lost");
  if (counts->growing > 0)
    verdict_add(verdict,
                print_text("%zu %s growing", counts->growing, counts->growing == 1 ? "place keeps" : "places keep"));
}

void verdict_add_counts(struct verdict *verdict, const struct verdict_counts *counts)
{
  add_errors(verdict, counts);
  add_losses(verdict, counts);
}

char *verdict_end(struct verdict *verdict)
{
  return print_end(verdict->stream, &verdict->text);
}

bool verdict_has_loss(const struct verdict_counts *counts)
{
  return counts->losses[RECORD_LEAK_DEFINITE].blocks > 0 || counts->losses[RECORD_LEAK_POSSIBLE].blocks > 0;
}
