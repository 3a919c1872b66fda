/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An entry goes frame by frame from where memory is handed out, or where the error is, to the finding's place, never
 * over "...": what is not written could be somebody else's function, with a leak of its own. Where nobody knows the
 * place it is the innermost function that neither hands out memory for others nor belongs to a language's library. A
 * frame without a name says little, and neither does a name that many functions have, so more is taken then.
 *
 * Where main is the outermost function that is named, the program stands beside it. That is a condition, which only
 * Seep knows, and for Valgrind "..." and the program's file after it: what calls main lies there as well, as far as
 * stacks are recorded. */
#include "suppressions/generate/entry_text.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "suppressions/normalize.h"

enum { UNNAMED_MAX = 16, LISTED_FINDINGS_MAX = 8 };

/* --- stacks --- */

/* The first frame that is telling; the stack's count: none. */
static size_t find_telling(const struct draft_stack *stack)
{
  size_t frame = 0;
  while (frame < stack->count && stack->lines[frame]->role != FRAME_TELLING)
    frame++;
  return frame;
}

/* Where nothing is telling: the outermost frame that does not hand out memory, else the outermost of all. */
static size_t find_last_resort(const struct draft_stack *stack)
{
  for (size_t i = stack->count; i-- > 0;)
    if (stack->lines[i]->role != FRAME_ALLOCATOR && stack->lines[i]->is_function)
      return i;
  return stack->count - 1;
}

/* A frame without name and file is as a rule not a frame at all; stacks of programs without symbols have such. */
static bool is_unknown(const struct frame_line *line)
{
  return strcmp(line->text, "obj:*") == 0;
}

/* The first frame from the telling one on that has a name, or where those without one end. */
static size_t find_named(const struct draft_stack *stack)
{
  size_t end = stack->count - stack->telling > UNNAMED_MAX ? stack->telling + UNNAMED_MAX : stack->count;
  size_t frame = stack->telling;
  while (frame < end && !stack->lines[frame]->is_function &&
         (frame == stack->telling || !is_unknown(stack->lines[frame])))
    frame++;
  return frame;
}

static void divide_stack(struct draft_stack *stack, size_t place)
{
  stack->telling = find_telling(stack);
  if (stack->telling == stack->count)
    stack->telling = find_last_resort(stack);
  if (place < stack->count && place > stack->telling)
    stack->telling = place;
  stack->outer = find_named(stack);
  bool is_named = stack->outer < stack->count && stack->lines[stack->outer]->is_function;
  stack->outer += is_named;
  const struct frame_line *last = is_named ? stack->lines[stack->outer - 1] : NULL;
  if (last && last->is_vague && !last->is_main && stack->outer < stack->count)
    stack->outer++;
}

static const char *exe_of(const struct suppressions_finding *finding)
{
  const char *exe = finding->context ? finding->context->facts[EXTENSION_EXE] : NULL;
  return exe && *exe && exe[strlen(exe) - 1] != '/' ? exe : NULL;
}

/* The file with the outermost main, as what runs may be ld.so; what runs when main has no name. */
static const char *find_program_file(const struct suppressions_finding *finding, const struct draft_stack *stack)
{
  for (size_t i = stack->count; i-- > 0;)
    if (stack->lines[i]->is_main && !stack->lines[i]->module && finding->frames[i].object)
      return finding->frames[i].object;
  return exe_of(finding);
}

/* A line for a frame of the program below the outermost main. */
static const char *find_program_line(struct draft_stacks *stacks, const struct suppressions_finding *finding,
                                     const struct draft_stack *stack)
{
  size_t last = stack->count;
  while (last > 0 && !stack->lines[last - 1]->is_main)
    last--;
  for (size_t i = last; i < finding->frame_count; i++)
    if (finding->frames[i].object && strcmp(finding->frames[i].object, stack->program_file) == 0)
      return frame_lines_program(stacks->lines, stack->program_file);
  return NULL;
}

static void find_program(struct draft_stacks *stacks, const struct suppressions_finding *finding,
                         struct draft_stack *stack)
{
  const char *exe = exe_of(finding);
  stack->program = exe ? frame_program(exe) : NULL;
  stack->program_file = find_program_file(finding, stack);
  stack->program_line = stack->program_file ? find_program_line(stacks, finding, stack) : NULL;
}

static void stack_init(struct draft_stacks *stacks, size_t number)
{
  const struct cover_finding *finding = &stacks->findings[number];
  struct draft_stack *stack = &stacks->stacks[number];
  size_t count = finding->named_frames < finding->finding.frame_count ? finding->named_frames
                                                                      : finding->finding.frame_count;
  stack->lines = memory_zeroed(count, sizeof *stack->lines);
  for (; stack->count < count; stack->count++)
    stack->lines[stack->count] = frame_lines_find(stacks->lines, &finding->finding.frames[stack->count]);
  if (count == 0)
    return;
  divide_stack(stack, finding->place);
  find_program(stacks, &finding->finding, stack);
}

void draft_stacks_init(struct draft_stacks *stacks, const struct cover_finding *findings, size_t count)
{
  *stacks = (struct draft_stacks){findings, count, memory_zeroed(count, sizeof *stacks->stacks), frame_lines_create()};
  for (size_t i = 0; i < count; i++)
    if (findings[i].state == COVER_CHOSEN)
      stack_init(stacks, i);
}

void draft_stacks_deinit(struct draft_stacks *stacks)
{
  for (size_t i = 0; i < stacks->count; i++) {
    free(stacks->stacks[i].lines);
    free((char *)stacks->stacks[i].program);
  }
  free(stacks->stacks);
  frame_lines_destroy(stacks->lines);
}

/* A frame as entries write it that are not exact: a family for the innermost function and for functions of a language's
 * library, and inside of that library only its module, save for the function that was called. */
static const char *shape_line(const struct draft_stack *stack, size_t frame)
{
  const struct frame_line *line = stack->lines[frame];
  if (frame >= stack->telling)
    return line->text;
  if (line->family && (frame == 0 || line->role == FRAME_RUNTIME))
    return line->family;
  return line->module && frame + 1 < stack->telling && stack->lines[frame + 1]->module ? line->module : line->text;
}

/* --- drafts --- */

struct draft *draft_create(enum draft_form form, size_t depth, const size_t *members, size_t count)
{
  struct draft *draft = memory_allocate(sizeof *draft);
  *draft = (struct draft){.form = form, .depth = depth, .members = memory_allocate(count * sizeof *members),
                          .member_count = count, .hides_visible = SIZE_MAX};
  memcpy(draft->members, members, count * sizeof *members);
  return draft;
}

void draft_destroy(struct draft *draft)
{
  if (!draft)
    return;
  free(draft->members);
  free(draft);
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

static int compare_inner(const struct draft_stack *a, const struct draft_stack *b, enum draft_form form)
{
  int order = 0;
  for (size_t i = 0; order == 0 && i < a->telling && i < b->telling; i++)
    order = form == DRAFT_EXACT ? compare_texts(a->lines[i]->text, b->lines[i]->text)
                                : compare_texts(shape_line(a, i), shape_line(b, i));
  return order ? order : (a->telling > b->telling) - (a->telling < b->telling);
}

static size_t outer_end(const struct draft_stack *stack, size_t depth)
{
  return depth < stack->count - stack->outer ? stack->outer + depth : stack->count;
}

static bool ends_in_main(const struct draft_stack *stack, size_t depth)
{
  size_t end = outer_end(stack, depth);
  return end > 0 && stack->lines[end - 1]->is_main;
}

bool draft_ends_in_main(const struct draft_stacks *stacks, const struct draft *draft)
{
  return ends_in_main(&stacks->stacks[draft->members[0]], draft->depth);
}

bool draft_is_nameless(const struct draft_stacks *stacks, const struct draft *draft)
{
  const struct draft_stack *stack = &stacks->stacks[draft->members[0]];
  return !stack->lines[stack->telling]->is_function;
}

static int compare_programs(const struct draft_stack *a, const struct draft_stack *b)
{
  int order = compare_texts(a->program, b->program);
  return order ? order : compare_texts(a->program_line, b->program_line);
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
  if (order == 0 && ends_in_main(s, depth))
    order = compare_programs(s, t);
  if (order == 0)
    order = compare_inner(s, t, form);
  if (order == 0 && form == DRAFT_EXACT)
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
  lines->comments[lines->count] = comment;
  lines->items[lines->count++] = text;
}

/* The comment is for the line that names the function. */
static void add_frame(const struct draft_stack *stack, size_t frame, enum draft_form form, struct text_lines *lines)
{
  const struct frame_line *line = stack->lines[frame];
  const char *text = form == DRAFT_EXACT ? line->text : shape_line(stack, frame);
  add_line(lines, text, frame >= stack->telling || form == DRAFT_EXACT ? line->comment : NULL);
}

static void collect_lines(const struct draft_stacks *stacks, const struct draft *draft, struct text_lines *lines)
{
  const struct draft_stack *first = &stacks->stacks[draft->members[0]];
  size_t room = first->count + 2;
  *lines = (struct text_lines){memory_zeroed(room, sizeof(char *)), memory_zeroed(room, sizeof(char *)), 0};
  for (size_t i = 0; i < outer_end(first, draft->depth); i++)
    add_frame(first, i, draft->form, lines);
  if (ends_in_main(first, draft->depth) && first->program_line) {
    add_line(lines, "...", NULL);
    add_line(lines, first->program_line, NULL);
  }
}

/* Of blocks lost in a circle any may be the leader and the others indirectly lost, so "definite" goes with "indirect"
 * unless that is too wide. */
unsigned draft_leak_kinds(const struct draft_stacks *stacks, const struct draft *draft)
{
  unsigned kinds = 0;
  for (size_t i = 0; i < draft->member_count; i++)
    kinds |= stacks->findings[draft->members[i]].finding.leak_kind;
  return draft->form != DRAFT_EXACT && (kinds & SUPPRESSIONS_DEFINITE) ? kinds | SUPPRESSIONS_INDIRECT : kinds;
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

static bool has_identity_of(const struct cover_finding *a, const struct cover_finding *b)
{
  return a->identity && b->identity && strcmp(a->identity, b->identity) == 0;
}

/* Forms of one finding follow each other. */
static void write_findings(FILE *output, const struct draft_stacks *stacks, const struct draft *draft)
{
  size_t listed = 0, more = 0;
  const struct cover_finding *previous = NULL;
  for (size_t i = 0; i < draft->member_count; i++) {
    const struct cover_finding *finding = &stacks->findings[draft->members[i]];
    if (!finding->identity || (previous && has_identity_of(previous, finding)))
      continue;
    previous = finding;
    if (listed == LISTED_FINDINGS_MAX) {
      more++;
      continue;
    }
    listed++;
    fprintf(output, "   #: covers %s%s", finding->identity, finding->sentence ? "" : "\n");
    if (finding->sentence)
      generate_line(output, "", finding->sentence);
  }
  if (more > 0)
    fprintf(output, "   #: covers %zu more\n", more);
}

static void write_conditions(FILE *output, const struct draft_stacks *stacks, const struct draft *draft)
{
  const struct draft_stack *first = &stacks->stacks[draft->members[0]];
  if (draft_is_nameless(stacks, draft))
    generate_line(output, "#: ", "the place has no name: this is for all of its file that are reached in the same way");
  if (ends_in_main(first, draft->depth) && first->program)
    generate_line(output, "#: exe: ", first->program);
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
  write_conditions(output, stacks, draft);
  fprintf(output, "   %s:%s\n", kind_tool(kind), kind->canonical);
  if (kind->extra == KIND_EXTRA_LEAK)
    write_leak_kinds(output, draft_leak_kinds(stacks, draft));
  else if (kind->extra != KIND_EXTRA_NONE && finding->extra)
    generate_line(output, "", finding->extra);
  write_lines(output, lines);
  fputs("}\n", output);
}

/* --- names --- */

/* The frame that the draft is named after. */
static size_t name_frame(const struct draft_stack *stack)
{
  for (size_t i = stack->telling; i < stack->outer; i++)
    if (stack->lines[i]->is_function && stack->lines[i]->role == FRAME_TELLING)
      return i;
  return stack->telling;
}

static char *function_name(const struct frame *frame)
{
  const char *name = frame->function ? frame->function : frame->function_linkage;
  char *stripped = normalize_name(name ? name : "?"), *bare = normalize_without_parameters(stripped);
  free(stripped);
  return bare;
}

/* "library/function/kind#identity" */
static char *draft_name(const struct draft_stacks *stacks, const struct draft *draft)
{
  const struct cover_finding *first = &stacks->findings[draft->members[0]];
  const struct frame *frame = &first->finding.frames[name_frame(&stacks->stacks[draft->members[0]])];
  char *library = frame->object ? frame_library_name(frame->object) : memory_text("?");
  char *function = function_name(frame);
  if (library[0] == '#')
    library[0] = '?';
  char *name = print_text("%s/%s/%s%s%s", library, function, kind_find(first->finding.kind)->canonical,
                          first->identity ? "#" : "", first->identity ? first->identity : "");
  free(library);
  free(function);
  return name;
}

void draft_text(const struct draft_stacks *stacks, const struct draft *draft, char **ret_name, char **ret_text)
{
  struct text_lines lines;
  size_t size;
  FILE *output = print_begin(ret_text, &size);
  *ret_name = draft_name(stacks, draft);
  collect_lines(stacks, draft, &lines);
  write_body(output, stacks, draft, *ret_name, &lines);
  print_end(output, ret_text);
  free(lines.items);
  free(lines.comments);
}
