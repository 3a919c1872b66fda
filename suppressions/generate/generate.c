/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is written must be read again as one line per item, by Valgrind too. A name may hold anything, so bytes that
 * would end or change a line become '?', which still matches them, and the tail of an endless name becomes '*'. */
#include <stdlib.h>
#include <string.h>

#include "host/base/plain_text.h"
#include "suppressions/entry.h"
#include "suppressions/normalize.h"

enum { FRAMES_MAX = 24, NAME_MAX_BYTES = 16384 };

/* How many bytes, from this one on, would end or change a line. */
static size_t bending_bytes(const char *text, size_t i)
{
  char shown[PLAIN_SHOWN_BYTES];
  const size_t bytes = plain_character(text + i, strlen(text + i), shown);
  const bool is_end = text[i] == ' ' && (i == 0 || !text[i + 1]);
  return is_end || memcmp(text + i, shown, bytes) != 0 ? bytes : 0;
}

void generate_line(FILE *output, const char *prefix, const char *text)
{
  fprintf(output, "   %s", prefix);
  size_t i = 0;
  for (size_t bends = 0; text[i] && i < NAME_MAX_BYTES; i++) {
    bends = bends > 0 ? bends - 1 : 0;
    if (bends == 0)
      bends = bending_bytes(text, i);
    fputc(bends > 0 ? '?' : text[i], output);
  }
  fputs(text[i] ? "*\n" : "\n", output);
}

static void put_frame(FILE *output, const struct frame *frame)
{
  const char *name = frame->function_linkage ? frame->function_linkage : frame->function;
  if (!name || !*name) {
    generate_line(output, "obj:", frame->object && *frame->object ? frame->object : "*");
    return;
  }
  char *function = normalize_replacement(name);
  generate_line(output, "fun:", normalize_is_below_main(function) ? "(below main)" : function);
  free(function);
}

static void put_extra(FILE *output, const struct kind *kind, const struct suppressions_finding *finding)
{
  const char *leak_kind = leak_kind_name(finding->leak_kind);
  if (kind->extra == KIND_EXTRA_LEAK && leak_kind)
    generate_line(output, "match-leak-kinds: ", leak_kind);
  else if ((kind->extra == KIND_EXTRA_PARAM || kind->extra == KIND_EXTRA_FISHY) && finding->extra)
    generate_line(output, "", finding->extra);
}

/* Whether a line of this text is read as a name. */
static bool is_usable_name(const char *name)
{
  return *name && *name != '#' && strcmp(name, "}") != 0;
}

/* Whether a line of this text is read as the extra line of its kind. */
static bool is_usable_extra(const struct kind *kind, const char *extra)
{
  static const char *const locations[] = {"fun:", "obj:", "src:"};
  for (size_t i = 0; i < sizeof locations / sizeof *locations; i++)
    if (strncmp(extra, locations[i], strlen(locations[i])) == 0)
      return false;
  const char *open = strchr(extra, '(');
  const char *close = open ? strchr(open, ')') : NULL;
  return is_usable_name(extra) && strcmp(extra, "...") != 0 &&
         (kind->extra != KIND_EXTRA_FISHY || (close && !close[1]));
}

struct error *generate_check(const struct suppressions_finding *finding)
{
  const struct kind *kind = kind_find(finding->kind);
  if (!kind)
    return error_format("no suppression can name findings of kind \"%s\"", finding->kind);
  if (finding->frame_count == 0)
    return error_format("a finding without frames cannot be suppressed");
  if (kind->extra == KIND_EXTRA_PARAM && !finding->extra)
    return error_format("a finding of kind Param without its parameter cannot be suppressed");
  if (finding->extra && kind->extra != KIND_EXTRA_NONE && !is_usable_extra(kind, finding->extra))
    return error_format("no suppression can name the parameter \"%s\"", finding->extra);
  return NULL;
}

struct error *suppressions_generate(const struct suppressions_finding *finding, const char *name, FILE *output)
{
  const struct kind *kind = kind_find(finding->kind);
  RETURN_IF_ERROR(generate_check(finding));
  fputs("{\n", output);
  generate_line(output, "", name && is_usable_name(name) ? name : "<insert_a_suppression_name_here>");
  fprintf(output, "   %s:%s\n", kind_tool(kind), kind->canonical);
  put_extra(output, kind, finding);
  for (size_t i = 0; i < finding->frame_count && i < FRAMES_MAX; i++)
    put_frame(output, &finding->frames[i]);
  fputs("}\n", output);
  return NULL;
}
