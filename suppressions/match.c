/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each text that a line of an entry compares frames with has a number, and which numbers the frames of a stack have is
 * found out first (suppressions/patterns.h). An entry is looked at only if the stack has the line that the fewest
 * entries have, so for most stacks few are.
 *
 * Then its lines are compared. "..." lets those after it, up to the next one, begin at the first frame where all of
 * them match. A later place never leaves more frames for what comes after, and where an entry ends further frames do
 * not matter. So nothing is tried twice, and frames times lines bound the work for an entry. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "suppressions/entry.h"
#include "suppressions/glob.h"
#include "suppressions/normalize.h"
#include "suppressions/patterns.h"

/* A line of an entry. */
struct line {
  enum location_type type;
  char *text;           /* NULL: "..." */
  unsigned pattern;     /* the number of the text */
  unsigned source_line; /* 0: any */
};

/* An entry. */
struct rule {
  const struct entry *entry;
  const struct line *lines;
  struct rule *next;        /* that is looked at for the same pattern */
  unsigned long long tried; /* the match that has looked at this one and those after it */
};

struct index {
  const struct suppressions *set;
  struct patterns *patterns;
  struct rule *rules;       /* by entry */
  struct line *lines;       /* of all of them */
  size_t line_count;
  struct rule **rarest;     /* by pattern: what is looked at for it, the first loaded first */
  unsigned long long match; /* how many there have been */
  const struct pattern_numbers **numbers; /* of the frames of a finding, by frame and type */
  size_t frame_capacity;
  unsigned *found; /* numbers of entries that match it */
  size_t found_count;
};

/* --- building --- */

/* A function without what compilers add to its name, as one of a frame's names is without it. That of a pattern is left
 * alone: without its suffix "*.part.0" would match everything. */
static char *line_text(const struct location *location)
{
  bool is_name = location->type == LOCATION_FUNCTION && !glob_has_wildcards(location->text);
  return is_name ? normalize_name(location->text) : memory_text(location->text);
}

/* Add the lines of all entries, and number their texts. */
static void add_lines(struct index *index)
{
  struct line *line = index->lines;
  for (size_t i = 0; i < index->set->entries.count; i++) {
    const struct entry *entry = index->set->entries.items[i];
    index->rules[i] = (struct rule){.entry = entry, .lines = line};
    for (size_t j = 0; j < entry->location_count; j++, line++) {
      const struct location *location = &entry->locations[j];
      *line = (struct line){.type = location->type, .source_line = location->line};
      if (location->type == LOCATION_ANY)
        continue;
      line->text = line_text(location);
      patterns_add(index->patterns, line->type, line->text);
    }
  }
  patterns_number(index->patterns);
  for (size_t i = 0; i < index->line_count; i++)
    if (index->lines[i].text)
      index->lines[i].pattern = patterns_find(index->patterns, index->lines[i].type, index->lines[i].text);
}

/* Put each entry into the list of its line that the fewest entries have. */
static void list_rules(struct index *index)
{
  const size_t pattern_count = patterns_count(index->patterns);
  unsigned *uses = memory_zeroed(pattern_count, sizeof *uses);
  index->rarest = memory_zeroed(pattern_count, sizeof *index->rarest);
  for (size_t i = 0; i < index->line_count; i++)
    if (index->lines[i].text)
      uses[index->lines[i].pattern]++;
  for (size_t i = index->set->entries.count; i-- > 0;) {
    struct rule *rule = &index->rules[i];
    const struct line *rarest = NULL;
    for (const struct line *line = rule->lines; line < rule->lines + rule->entry->location_count; line++)
      if (line->text && (!rarest || uses[line->pattern] < uses[rarest->pattern]))
        rarest = line;
    rule->next = index->rarest[rarest->pattern];
    index->rarest[rarest->pattern] = rule;
  }
  free(uses);
}

struct index *index_create(const struct suppressions *set)
{
  struct index *index = memory_zeroed(1, sizeof *index);
  *index = (struct index){.set = set, .patterns = patterns_create()};
  for (size_t i = 0; i < set->entries.count; i++)
    index->line_count += ((const struct entry *)set->entries.items[i])->location_count;
  index->lines = memory_zeroed(index->line_count, sizeof *index->lines);
  index->rules = memory_zeroed(set->entries.count, sizeof *index->rules);
  index->found = memory_zeroed(set->entries.count, sizeof *index->found);
  add_lines(index);
  list_rules(index);
  return index;
}

void index_destroy(struct index *index)
{
  if (!index)
    return;
  for (size_t i = 0; i < index->line_count; i++)
    free(index->lines[i].text);
  patterns_destroy(index->patterns);
  free(index->lines);
  free(index->rules);
  free(index->rarest);
  free(index->numbers);
  free(index->found);
  free(index);
}

/* --- frames --- */

static void number_frames(struct index *index, const struct suppressions_finding *finding)
{
  if (finding->frame_count > index->frame_capacity) {
    index->frame_capacity = finding->frame_count;
    index->numbers = memory_resize(index->numbers, index->frame_capacity, LOCATION_TYPES * sizeof *index->numbers);
  }
  for (size_t i = 0; i < finding->frame_count; i++) {
    const struct frame *frame = &finding->frames[i];
    const struct pattern_numbers **numbers = &index->numbers[i * LOCATION_TYPES];
    bool same_object = i > 0 && frame[-1].object == frame->object;
    numbers[LOCATION_FUNCTION] = patterns_of_function(index->patterns, frame->function_linkage, frame->function);
    numbers[LOCATION_OBJECT] =
      same_object ? numbers[LOCATION_OBJECT - LOCATION_TYPES] : patterns_of_object(index->patterns, frame->object);
    numbers[LOCATION_SOURCE] = patterns_of_source(index->patterns, frame->file, frame->directory);
  }
}

static bool line_fits(const struct index *index, const struct line *line, const struct suppressions_finding *finding,
                      size_t frame)
{
  return (line->source_line == 0 || line->source_line == finding->frames[frame].line) &&
         pattern_numbers_have(index->numbers[frame * LOCATION_TYPES + line->type], line->pattern);
}

static bool lines_fit(const struct index *index, const struct line *lines, size_t count,
                      const struct suppressions_finding *finding, size_t frame)
{
  for (size_t i = 0; i < count; i++)
    if (!line_fits(index, &lines[i], finding, frame + i))
      return false;
  return true;
}

/* The first of the frames [frame, last] where the lines fit; SIZE_MAX: there is none. */
static size_t find_lines(const struct index *index, const struct line *lines, size_t count,
                         const struct suppressions_finding *finding, size_t frame, size_t last)
{
  for (; frame <= last && frame + count <= finding->frame_count; frame++)
    if (lines_fit(index, lines, count, finding, frame))
      return frame;
  return SIZE_MAX;
}

static bool stack_fits(const struct index *index, const struct line *line, const struct line *end,
                       const struct suppressions_finding *finding)
{
  for (size_t frame = 0; line < end;) {
    const size_t last = line->text ? frame : finding->frame_count;
    size_t count = 0;
    while (line < end && !line->text)
      line++;
    while (line + count < end && line[count].text)
      count++;
    frame = find_lines(index, line, count, finding, frame, last);
    if (frame == SIZE_MAX)
      return false;
    frame += count;
    line += count;
  }
  return true;
}

/* --- entries --- */

/* Skip "[0]" in the text where the pattern has "[...]" or "[i]": older and newer releases of Valgrind write the index
 * of an array in a parameter so. False when there is something else. */
static bool skip_index(const char **pattern, const char **text)
{
  size_t pattern_size = strncmp(*pattern, "[...]", 5) == 0 ? 5 : strncmp(*pattern, "[i]", 3) == 0 ? 3 : 0;
  size_t digits = **text == '[' ? strspn(*text + 1, "0123456789") : 0;
  if (pattern_size == 0 || digits == 0 || (*text)[digits + 1] != ']')
    return false;
  *pattern += pattern_size;
  *text += digits + 2;
  return true;
}

static bool is_with_indices(const char *pattern, const char *text)
{
  while (*pattern && *text)
    if (!skip_index(&pattern, &text) && *pattern++ != *text++)
      return false;
  return *pattern == *text;
}

static bool extra_matches(const char *pattern, const char *text)
{
  return !pattern || (text && (glob_match(pattern, text) || is_with_indices(pattern, text)));
}

static bool rule_matches(const struct index *index, const struct rule *rule,
                         const struct suppressions_finding *finding)
{
  const struct entry *entry = rule->entry;
  return (entry->kind->extra != KIND_EXTRA_LEAK || (entry->leak_kinds & finding->leak_kind)) &&
         stack_fits(index, rule->lines, rule->lines + entry->location_count, finding) &&
         extra_matches(entry->extra, finding->extra) && extensions_fit(&entry->extensions, finding) &&
         extensions_hold(&entry->extensions, finding->context);
}

/* Look at the entries that have this pattern as their rarest, unless that was done for an earlier frame. */
static void try_rules(struct index *index, unsigned pattern, const struct kind *kind,
                      const struct suppressions_finding *finding)
{
  struct rule *rule = index->rarest[pattern];
  if (!rule || rule->tried == index->match)
    return;
  for (rule->tried = index->match; rule; rule = rule->next)
    if (strcmp(rule->entry->kind->canonical, kind->canonical) == 0 && rule_matches(index, rule, finding))
      index->found[index->found_count++] = (unsigned)(rule - index->rules);
}

ORDER(compare_numbers, unsigned, COMPARE(*x, *y))

size_t index_match(struct index *index, const struct suppressions_finding *finding, const unsigned **ret)
{
  const struct kind *kind = kind_find(finding->kind);
  index->match++;
  index->found_count = 0;
  number_frames(index, finding);
  for (size_t i = 0; kind && i < finding->frame_count * LOCATION_TYPES; i++)
    for (size_t j = 0; j < index->numbers[i]->count; j++)
      try_rules(index, index->numbers[i]->items[j], kind, finding);
  if (index->found_count > 1)
    qsort(index->found, index->found_count, sizeof *index->found, compare_numbers);
  *ret = index->found;
  return index->found_count;
}
