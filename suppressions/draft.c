/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which frame is telling decides how long an entry lives and how much it hides. It is the innermost one that neither
 * hands out memory for others nor belongs to a language's library. A frame without a name says little, and neither
 * does a short name of C, so more is taken then. */
#include "suppressions/draft.h"

#include <stdlib.h>
#include <string.h>

#include "suppressions/normalize.h"

enum { TELLING_NAME_BYTES = 6, UNNAMED_MAX = 16, LISTED_FINDINGS_MAX = 8 };

static const char any_frames[] = "...";
static const char any_function[] = "fun:*";

/* --- stacks --- */

/* The first frame that is telling; the stack's count: none. */
static size_t find_telling(const struct draft_stack *stack)
{
  size_t frame = 0;
  while (frame < stack->count && stack->lines[frame]->role != FRAME_TELLING)
    frame++;
  return frame;
}

/* Does the stack begin in a function like malloc? */
static bool begins_in_family(const struct draft_stack *stack)
{
  return stack->telling > 0 && stack->lines[0]->role == FRAME_ALLOCATOR && stack->lines[0]->family;
}

/* Where nothing is telling: the outermost frame that does not hand out memory, else the outermost of all. */
static size_t find_last_resort(const struct draft_stack *stack)
{
  for (size_t i = stack->count; i-- > 0;)
    if (stack->lines[i]->role != FRAME_ALLOCATOR && stack->lines[i]->is_function)
      return i;
  return stack->count - 1;
}

static bool is_short_name(const struct frame_line *line)
{
  const char *name = line->text + strlen("fun:");
  return line->is_function && strlen(name) < TELLING_NAME_BYTES && strcmp(name, "main") != 0;
}

static void divide(struct draft_stack *stack)
{
  stack->telling = find_telling(stack);
  if (stack->telling == stack->count)
    stack->telling = find_last_resort(stack);
  stack->outer = stack->telling;
  while (stack->outer < stack->count && stack->outer - stack->telling < UNNAMED_MAX &&
         !stack->lines[stack->outer]->is_function)
    stack->outer++;
  bool is_named = stack->outer < stack->count && stack->lines[stack->outer]->is_function;
  stack->outer += is_named;
  if (is_named && is_short_name(stack->lines[stack->outer - 1]) && stack->outer < stack->count)
    stack->outer++;
}

/* Innermost allocator as its family, then the library's function that was called, with "..." for what it calls. */
static struct error *make_shape(struct draft_stack *stack)
{
  size_t count = stack->telling, i = 0;
  stack->shape = calloc(count + 1, sizeof *stack->shape);
  if (!stack->shape)
    return error_no_memory();
  if (begins_in_family(stack))
    stack->shape[stack->shape_count++] = stack->lines[i++]->family;
  bool is_skipping = false;
  for (; i < count; i++) {
    const struct frame_line *line = stack->lines[i];
    bool is_runtime = line->role == FRAME_RUNTIME, is_skipped = is_runtime && i + 1 < count;
    if (!is_skipped)
      stack->shape[stack->shape_count++] = is_runtime && line->family ? line->family : line->text;
    else if (!is_skipping)
      stack->shape[stack->shape_count++] = any_frames;
    is_skipping = is_skipped;
  }
  return NULL;
}

static struct error *stack_init(struct draft_stacks *stacks, size_t number)
{
  const struct cover_finding *finding = &stacks->findings[number];
  struct draft_stack *stack = &stacks->stacks[number];
  size_t count = finding->named_frames < finding->finding.frame_count ? finding->named_frames
                                                                      : finding->finding.frame_count;
  stack->lines = calloc(count + 1, sizeof *stack->lines);
  if (!stack->lines)
    return error_no_memory();
  for (; stack->count < count; stack->count++) {
    struct error *error =
      frame_lines_find(stacks->lines, &finding->finding.frames[stack->count], &stack->lines[stack->count]);
    if (error)
      return error;
  }
  if (count == 0)
    return NULL;
  divide(stack);
  return make_shape(stack);
}

struct error *draft_stacks_init(struct draft_stacks *stacks, const struct cover_finding *findings, size_t count)
{
  *stacks = (struct draft_stacks){findings, count, calloc(count + 1, sizeof *stacks->stacks), NULL};
  struct error *error = stacks->stacks ? frame_lines_create(&stacks->lines) : error_no_memory();
  for (size_t i = 0; !error && i < count; i++)
    if (findings[i].state == COVER_CHOSEN)
      error = stack_init(stacks, i);
  return error;
}

void draft_stacks_deinit(struct draft_stacks *stacks)
{
  for (size_t i = 0; stacks->stacks && i < stacks->count; i++) {
    free(stacks->stacks[i].lines);
    free(stacks->stacks[i].shape);
  }
  free(stacks->stacks);
  frame_lines_destroy(stacks->lines);
}

/* --- drafts --- */

struct error *draft_create(enum draft_form form, size_t depth, const size_t *members, size_t count, struct draft **ret)
{
  struct draft *draft = calloc(1, sizeof *draft);
  size_t *copy = malloc((count + 1) * sizeof *copy);
  if (!draft || !copy) {
    free(draft);
    free(copy);
    return error_no_memory();
  }
  memcpy(copy, members, count * sizeof *copy);
  *draft = (struct draft){.form = form, .depth = depth, .members = copy, .member_count = count, .offended = SIZE_MAX};
  *ret = draft;
  return NULL;
}

void draft_destroy(struct draft *draft)
{
  if (!draft)
    return;
  free(draft->members);
  free(draft);
}

bool draft_is_of_main(const struct draft_stacks *stacks, size_t finding)
{
  const struct draft_stack *stack = &stacks->stacks[finding];
  return stack->telling < stack->count && strcmp(stack->lines[stack->telling]->text, "fun:main") == 0;
}

/* --- comparing --- */

static int compare_texts(const char *a, const char *b)
{
  return a == b ? 0 : a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

/* Lines [start_a, end_a) and [start_b, end_b). */
static int compare_lines(const struct draft_stack *a, size_t start_a, size_t end_a, const struct draft_stack *b,
                         size_t start_b, size_t end_b)
{
  int order = 0;
  while (order == 0 && start_a < end_a && start_b < end_b)
    order = compare_texts(a->lines[start_a++]->text, b->lines[start_b++]->text);
  return order ? order : (start_a < end_a) - (start_b < end_b);
}

static int compare_shapes(const struct draft_stack *a, const struct draft_stack *b)
{
  int order = 0;
  for (size_t i = 0; order == 0 && i < a->shape_count && i < b->shape_count; i++)
    order = compare_texts(a->shape[i], b->shape[i]);
  return order ? order : (a->shape_count > b->shape_count) - (a->shape_count < b->shape_count);
}

static size_t outer_end(const struct draft_stack *stack, size_t depth)
{
  return depth < stack->count - stack->outer ? stack->outer + depth : stack->count;
}

int draft_compare(const struct draft_stacks *stacks, enum draft_form form, size_t depth, size_t a, size_t b)
{
  const struct suppressions_finding *x = &stacks->findings[a].finding, *y = &stacks->findings[b].finding;
  const struct draft_stack *s = &stacks->stacks[a], *t = &stacks->stacks[b];
  int order = compare_texts(kind_find(x->kind)->canonical, kind_find(y->kind)->canonical);
  if (order == 0)
    order = compare_texts(x->extra, y->extra);
  if (order == 0)
    order = compare_lines(s, s->telling, s->outer, t, t->telling, t->outer);
  if (order == 0)
    order = compare_lines(s, s->outer, outer_end(s, depth), t, t->outer, outer_end(t, depth));
  if (order == 0 && form >= DRAFT_SHAPE)
    order = compare_shapes(s, t);
  if (order == 0 && form >= DRAFT_EXACT)
    order = compare_lines(s, 0, s->telling, t, 0, t->telling);
  if (order == 0 && form >= DRAFT_EXACT)
    order = (x->leak_kind > y->leak_kind) - (x->leak_kind < y->leak_kind);
  return order;
}

/* --- writing --- */

/* Lines of the entry in the making; borrowed texts. */
struct text_lines {
  const char **items;
  const char **comments;
  size_t count;
};

static void add_line(struct text_lines *lines, const char *text, const char *comment)
{
  if (text == any_frames && lines->count > 0 && lines->items[lines->count - 1] == any_frames)
    return;
  lines->comments[lines->count] = comment;
  lines->items[lines->count++] = text;
}

/* What all members of a draft have in common in front. */
struct common {
  bool shape;    /* all of it */
  bool families; /* all begin in some family */
  bool family;   /* in the same */
  bool only;     /* and have nothing else */
  bool count;    /* as many lines, none of them "..." or a module */
  bool last;     /* the last function */
};

static bool has_only_functions(const struct draft_stack *stack)
{
  for (size_t i = 0; i < stack->shape_count; i++)
    if (strncmp(stack->shape[i], "fun:", strlen("fun:")) != 0)
      return false;
  return true;
}

static struct common find_common(const struct draft_stacks *stacks, const struct draft *draft)
{
  const struct draft_stack *first = &stacks->stacks[draft->members[0]];
  struct common common = {true, begins_in_family(first), begins_in_family(first), first->shape_count == 1,
                          has_only_functions(first), first->shape_count > 1};
  for (size_t i = 1; i < draft->member_count; i++) {
    const struct draft_stack *other = &stacks->stacks[draft->members[i]];
    common.shape = common.shape && compare_shapes(first, other) == 0;
    common.families = common.families && begins_in_family(other);
    common.family = common.family && common.families && first->shape[0] == other->shape[0];
    common.only = common.only && other->shape_count == 1;
    common.count = common.count && other->shape_count == first->shape_count && has_only_functions(other);
    common.last = common.last && other->shape_count > 1 &&
                  first->shape[first->shape_count - 1] == other->shape[other->shape_count - 1];
  }
  return common;
}

/* Each line as all members have it, or any function. */
static void add_line_by_line(const struct draft_stacks *stacks, const struct draft *draft, struct text_lines *lines)
{
  const struct draft_stack *first = &stacks->stacks[draft->members[0]];
  for (size_t i = 0; i < first->shape_count; i++) {
    bool is_same = true;
    for (size_t j = 1; j < draft->member_count; j++)
      is_same = is_same && stacks->stacks[draft->members[j]].shape[i] == first->shape[i];
    add_line(lines, is_same ? first->shape[i] : any_function, NULL);
  }
}

static void add_common_shape(const struct draft_stacks *stacks, const struct draft *draft, struct text_lines *lines)
{
  const struct draft_stack *first = &stacks->stacks[draft->members[0]];
  struct common common = find_common(stacks, draft);
  for (size_t i = 0; common.shape && i < first->shape_count; i++)
    add_line(lines, first->shape[i], NULL);
  if (common.shape)
    return;
  if (common.count) {
    add_line_by_line(stacks, draft, lines);
    return;
  }
  if (common.families)
    add_line(lines, common.family ? first->shape[0] : any_function, NULL);
  if (!common.families || !common.only)
    add_line(lines, any_frames, NULL);
  if (common.last)
    add_line(lines, first->shape[first->shape_count - 1], NULL);
}

static void add_frame(const struct draft_stack *stack, size_t frame, struct text_lines *lines)
{
  add_line(lines, stack->lines[frame]->text, stack->lines[frame]->comment);
}

static void add_inner(const struct draft_stacks *stacks, const struct draft *draft, struct text_lines *lines)
{
  const struct draft_stack *first = &stacks->stacks[draft->members[0]];
  if (draft->form == DRAFT_COMMON) {
    struct common common = find_common(stacks, draft);
    if (common.families)
      add_line(lines, common.family ? first->shape[0] : any_function, NULL);
    add_line(lines, any_frames, NULL);
  } else if (draft->form == DRAFT_EXACT) {
    for (size_t i = 0; i < first->telling; i++)
      add_frame(first, i, lines);
  } else {
    add_common_shape(stacks, draft, lines);
  }
}

/* The comment that goes with a line of the stack. */
static const char *comment_of(const struct draft_stack *stack, const char *line)
{
  for (size_t i = 0; i < stack->count; i++)
    if (stack->lines[i]->text == line)
      return stack->lines[i]->comment;
  return NULL;
}

static struct error *collect_lines(const struct draft_stacks *stacks, const struct draft *draft,
                                   struct text_lines *lines)
{
  const struct draft_stack *first = &stacks->stacks[draft->members[0]];
  size_t room = first->count + first->shape_count + 4;
  *lines = (struct text_lines){calloc(room, sizeof(char *)), calloc(room, sizeof(char *)), 0};
  if (!lines->items || !lines->comments)
    return error_no_memory();
  add_inner(stacks, draft, lines);
  if (draft->form == DRAFT_COMMON) {
    add_line(lines, draft->common, comment_of(first, draft->common));
    return NULL;
  }
  for (size_t i = first->telling; i < outer_end(first, draft->depth); i++)
    add_frame(first, i, lines);
  return NULL;
}

/* A block that is lost with others in a circle may be the one that the others hang from, or hang from one of them, so
 * "definite" goes with "indirect" unless that is too wide. */
static unsigned leak_kinds(const struct draft_stacks *stacks, const struct draft *draft)
{
  unsigned kinds = 0;
  for (size_t i = 0; i < draft->member_count; i++)
    kinds |= stacks->findings[draft->members[i]].finding.leak_kind;
  bool is_wide = draft->form == DRAFT_WIDE || draft->form == DRAFT_COMMON;
  return is_wide && (kinds & SUPPRESSIONS_DEFINITE) ? kinds | SUPPRESSIONS_INDIRECT : kinds;
}

static void write_leak_kinds(FILE *output, unsigned kinds)
{
  const char *separator = "   match-leak-kinds: ";
  for (unsigned kind = SUPPRESSIONS_DEFINITE; kind <= SUPPRESSIONS_REACHABLE; kind <<= 1)
    if (kinds & kind) {
      fprintf(output, "%s%s", separator, leak_kind_name((enum suppressions_leak_kind)kind));
      separator = ",";
    }
  fputc('\n', output);
}

static void write_findings(FILE *output, const struct draft_stacks *stacks, const struct draft *draft)
{
  size_t listed = draft->member_count <= LISTED_FINDINGS_MAX ? draft->member_count : LISTED_FINDINGS_MAX;
  for (size_t i = 0; i < listed; i++) {
    const struct cover_finding *finding = &stacks->findings[draft->members[i]];
    if (!finding->identity)
      continue;
    fprintf(output, "   #: covers %s%s", finding->identity, finding->sentence ? "" : "\n");
    if (finding->sentence)
      generate_line(output, "", finding->sentence);
  }
  if (listed < draft->member_count)
    fprintf(output, "   #: covers %zu more\n", draft->member_count - listed);
}

static void write_lines(FILE *output, const struct text_lines *lines)
{
  for (size_t i = 0; i < lines->count; i++) {
    if (lines->comments[i])
      generate_line(output, "#: in ", lines->comments[i]);
    generate_line(output, "", lines->items[i]);
  }
}

static void write_body(FILE *output, const struct draft_stacks *stacks, const struct draft *draft, const char *name,
                       const struct text_lines *lines)
{
  const struct suppressions_finding *finding = &stacks->findings[draft->members[0]].finding;
  const struct kind *kind = kind_find(finding->kind);
  fputs("{\n", output);
  generate_line(output, "", name);
  write_findings(output, stacks, draft);
  fprintf(output, "   %s:%s\n", kind_tool(kind), kind->canonical);
  if (kind->extra == KIND_EXTRA_LEAK)
    write_leak_kinds(output, leak_kinds(stacks, draft));
  else if (kind->extra != KIND_EXTRA_NONE && finding->extra)
    generate_line(output, "", finding->extra);
  write_lines(output, lines);
  fputs("}\n", output);
}

/* --- names --- */

/* The frame that the draft is named after. */
static size_t name_frame(const struct draft_stack *stack, const struct draft *draft)
{
  for (size_t i = 0; draft->form == DRAFT_COMMON && i < stack->count; i++)
    if (stack->lines[i]->text == draft->common)
      return i;
  for (size_t i = stack->telling; i < stack->outer; i++)
    if (stack->lines[i]->is_function)
      return i;
  return stack->telling;
}

static char *function_name(const struct suppressions_frame *frame)
{
  const char *name = frame->function ? frame->function : frame->function_linkage;
  char *stripped = name ? normalize_name(name) : strdup("?");
  char *bare = stripped ? normalize_without_parameters(stripped) : NULL;
  free(stripped);
  return bare;
}

/* "library/function/kind#identity" */
static struct error *draft_name(const struct draft_stacks *stacks, const struct draft *draft, char **ret)
{
  const struct cover_finding *first = &stacks->findings[draft->members[0]];
  const struct suppressions_frame *frame =
    &first->finding.frames[name_frame(&stacks->stacks[draft->members[0]], draft)];
  char *library = frame->object ? frame_library_name(frame->object) : strdup("?");
  char *function = function_name(frame), *name = NULL;
  if (library && library[0] == '#')
    library[0] = '?';
  if (library && function &&
      asprintf(&name, "%s/%s/%s%s%s", library, function, kind_find(first->finding.kind)->canonical,
               first->identity ? "#" : "", first->identity ? first->identity : "") < 0)
    name = NULL;
  free(library);
  free(function);
  if (!name)
    return error_no_memory();
  *ret = name;
  return NULL;
}

struct error *draft_text(const struct draft_stacks *stacks, const struct draft *draft, char **ret_name,
                         char **ret_text)
{
  struct text_lines lines = {NULL, NULL, 0};
  char *name = NULL, *text = NULL;
  size_t size;
  struct error *error = draft_name(stacks, draft, &name);
  if (!error)
    error = collect_lines(stacks, draft, &lines);
  FILE *output = error ? NULL : open_memstream(&text, &size);
  if (output) {
    write_body(output, stacks, draft, name, &lines);
    fclose(output);
  }
  free(lines.items);
  free(lines.comments);
  if (error || !text) {
    free(name);
    return error ? error : error_no_memory();
  }
  *ret_name = name;
  *ret_text = text;
  return NULL;
}
