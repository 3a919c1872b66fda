/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/identify.h"

#include <stdlib.h>

#include "report/names.h"

const char *error_kind_name(const struct error_context *error)
{
  switch (error->kind) {
#define ERROR_KIND(NAME, number, xml_kind, suppression_kind) \
  case number:                                               \
    return xml_kind;
#include "record/errors.def"
  }
  return "?";
}

const char *loss_kind_name(enum record_leak_kind kind)
{
  static const char *const names[LEAK_KINDS] = {
    [RECORD_LEAK_DEFINITE] = "Leak_DefinitelyLost",
    [RECORD_LEAK_INDIRECT] = "Leak_IndirectlyLost",
    [RECORD_LEAK_POSSIBLE] = "Leak_PossiblyLost",
    [RECORD_LEAK_REACHABLE] = "Leak_StillReachable",
  };
  return names[kind];
}

const char *error_kind_extra(const struct error_context *error)
{
  bool has_extra = error->kind == RECORD_ERROR_SYSCALL_PARAM || error->kind == RECORD_ERROR_OVERLAP ||
                   error->kind == RECORD_ERROR_COREMEM || error->kind == RECORD_ERROR_FISHY_VALUE;
  return has_extra ? error->text : NULL;
}

/* Fill in as many names as there is memory for. */
static size_t name_frames(const struct settings *settings, const struct stack *stack, size_t codes, char **names)
{
  size_t named = 0;
  for (size_t i = 0; i < codes; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count; j++) {
      names[named] = names_normalised(settings, stack->codes[i], j);
      if (!names[named])
        return named;
      named++;
    }
  return named;
}

static struct error *identify(const char *kind, const char *extra, const struct settings *settings,
                              const struct stack *stack, struct identity *ret)
{
  size_t codes = stack ? names_shown_codes(settings, stack) : 0, count = stack ? stack_count_frames(stack, codes) : 0;
  char **names = calloc(count + 1, sizeof *names);
  if (!names)
    return error_no_memory();
  size_t named = name_frames(settings, stack, codes, names);
  if (named == count)
    *ret = identity_of(kind, extra, (const char *const *)names, count);
  for (size_t i = 0; i < named; i++)
    free(names[i]);
  free(names);
  return named == count ? NULL : error_no_memory();
}

struct error *identify_error(const struct error_context *error, const struct settings *settings, struct identity *ret)
{
  return identify(error_kind_name(error), error_kind_extra(error), settings, error->stack, ret);
}

struct error *identify_loss(const struct loss_record *loss, const struct settings *settings, struct identity *ret)
{
  return identify(loss_kind_name(loss->kind), NULL, settings, loss->stack, ret);
}

struct error *identify_growth(const struct growth_site *site, const struct settings *settings, struct identity *ret)
{
  return identify(GROWTH_KIND_NAME, NULL, settings, site->stack, ret);
}

struct error *identify_site(const struct stack *stack, const struct settings *settings, struct identity *ret)
{
  return identify("Site", NULL, settings, stack, ret);
}
