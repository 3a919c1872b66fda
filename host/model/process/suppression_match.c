/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A finding of the model has the strings that a suppression is compared with, borrowed from symbols and record. */
#include "host/model/process/suppression_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/model/frames/frame_names.h"

static const char *kind_pattern(uint64_t kind)
{
  switch (kind) {
#define ERROR_KIND(NAME, number, xml_kind, suppression_kind) \
  case number:                                               \
    return suppression_kind;
#include "shared/record/error_kinds.def"
  }
  return "?";
}

/* A '#' at the end of the pattern stands for the error's size. */
static void put_kind(const struct error_context *context, struct suppression_match *match)
{
  const char *pattern = kind_pattern(context->kind);
  int length = (int)strcspn(pattern, "#");
  if (pattern[length])
    snprintf(match->kind, sizeof match->kind, "%.*s%llu", length, pattern, (unsigned long long)context->size);
  else
    snprintf(match->kind, sizeof match->kind, "%s", pattern);
}

static bool has_extra(uint64_t kind)
{
  return kind == RECORD_ERROR_FISHY_VALUE || kind == RECORD_ERROR_SYSCALL_PARAM;
}

/* Does a read begin in a block and go beyond its end, or may a value come from such a read? Where values come from may
 * not have been followed. */
static bool reads_past_end(const struct error_context *context)
{
  if (context->kind == RECORD_ERROR_CONDITION || context->kind == RECORD_ERROR_VALUE)
    return context->origin == RECORD_ORIGIN_PAST_END || context->origin == RECORD_ORIGIN_NONE;
  const uint64_t into = context->address - context->block_start;
  return context->kind == RECORD_ERROR_INVALID_READ && context->place == RECORD_PLACE_LIVE_BLOCK &&
         into < context->block_bytes && context->size > context->block_bytes - into;
}

static void set_frames(const struct stack *stack, const struct settings *shown, struct suppression_match *match)
{
  const size_t codes = !stack ? 0 : shown ? frame_names_shown_codes(shown, stack) : stack->count;
  stack_frames(stack, codes, &match->frames, &match->finding.frame_count);
  match->finding.frames = match->frames;
}

void suppression_match_error(const struct error_context *context, const struct settings *shown,
                             struct suppression_match *ret)
{
  struct suppression_match match = {.finding = {.extra = has_extra(context->kind) ? context->text : NULL,
                                                .facts[EXTENSION_READS] = reads_past_end(context) ? "past-end" : NULL}};
  set_frames(context->stack, shown, &match);
  put_kind(context, &match);
  *ret = match;
  ret->finding.kind = ret->kind;
}

void suppression_match_loss(const struct loss_record *record, const struct settings *shown,
                            struct suppression_match *ret)
{
  struct suppression_match match = {.finding = {.kind = "Leak", .leak_kind = leak_kind_for_suppressions(record->kind)}};
  set_frames(record->stack, shown, &match);
  *ret = match;
}

void suppression_match_growth(const struct growth_site *site, const struct settings *shown,
                              struct suppression_match *ret)
{
  struct suppression_match match = {.finding = {.kind = "Growth"}};
  set_frames(site->stack, shown, &match);
  *ret = match;
}

void suppression_match_release(struct suppression_match *match)
{
  free(match->frames);
}
