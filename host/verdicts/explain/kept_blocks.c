/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ways in which blocks are held are put together by the line that stored the pointer: a list stores most of its
 * pointers in one line, each in another block. */
#include "host/verdicts/explain/kept_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/plain_text.h"
#include "host/model/process/model.h"
#include "host/model/words/numbers.h"

enum { PLACES_TOLD = 5 };

struct kept_place {
  char *name; /* malloc'ed; NULL: not known */
  const struct finding_stack *stack;
  size_t frame;
  uint64_t blocks;
};

/* The innermost frame of one's own code, else the innermost. */
static size_t place_in(const struct finding_stack *stack)
{
  for (size_t i = 0; i < stack->count; i++)
    if (frame_is_own(&stack->frames[i]))
      return i;
  return 0;
}

ORDER(by_name, struct kept_place, strcmp(x->name ?: "", y->name ?: ""))

ORDER(by_blocks, struct kept_place, DOWN(blocks) ?: by_name(x, y))

static void find_place(const struct finding_explanation *way, struct kept_place *ret)
{
  const struct finding_stack *stored = way->event_count > 0 ? &way->events->stored : NULL;
  *ret = (struct kept_place){.blocks = way->blocks, .stack = stored};
  if (!stored || stored->count == 0)
    return;
  ret->frame = place_in(stored);
  ret->name = finding_frame_text(&stored->frames[ret->frame]);
}

static size_t merge(struct kept_place *places, size_t found)
{
  size_t count = 0;
  for (size_t i = 0; i < found; i++) {
    if (count == 0 || by_name(&places[count - 1], &places[i]) != 0) {
      places[count++] = places[i];
      continue;
    }
    add_saturated(&places[count - 1].blocks, places[i].blocks);
    free(places[i].name);
  }
  return count;
}

static void put_frame(const char *before, char *name, FILE *output)
{
  fputs(before, output);
  plain_text_put(name ? name : "???", output);
}

static void put_place(const struct kept_place *place, FILE *output)
{
  fprintf(output, "      %s in ", grouped_number(place->blocks).digits);
  if (!place->name) {
    fputs("a place that is not known\n", output);
    return;
  }
  put_frame("", place->name, output);
  if (place->frame + 1 < place->stack->count) {
    char *caller = finding_frame_text(&place->stack->frames[place->frame + 1]);
    put_frame(", called by ", caller, output);
    free(caller);
  }
  fputc('\n', output);
}

static void put_places(const struct kept_place *places, size_t count, const struct finding *kept, FILE *output)
{
  fprintf(output, "    This time %s left at the end. The pointers that keep them were stored\n",
          grouped_count(kept->blocks, "block was", "blocks were").digits);
  for (size_t i = 0; i < count && i < PLACES_TOLD; i++)
    put_place(&places[i], output);
  if (count > PLACES_TOLD)
    fprintf(output, "      and in %s\n", grouped_count(count - PLACES_TOLD, "more place", "more places").digits);
}

void explain_kept_tell(const struct finding *grown, const struct finding *kept, FILE *output)
{
  struct kept_place *places = memory_zeroed(kept->explanation_count + 1, sizeof *places);
  size_t count = 0;
  for (; count < kept->explanation_count; count++)
    find_place(&kept->explanations[count], &places[count]);
  if (count > 0) {
    qsort(places, count, sizeof *places, by_name);
    count = merge(places, count);
    qsort(places, count, sizeof *places, by_blocks);
    fprintf(output, "%s  ", grown->identity.digits);
    plain_text_put(grown->title, output);
    fputc('\n', output);
    put_places(places, count, kept, output);
    fputc('\n', output);
  } else {
    fprintf(output, "%s  cannot be explained: no pointer to its blocks was seen being stored\n\n",
            grown->identity.digits);
  }
  for (size_t i = 0; i < count; i++)
    free(places[i].name);
  free(places);
}
