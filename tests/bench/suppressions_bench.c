/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Entries against distinct stacks, as a large C++ program and its suppression files would bring them: most entries were
 * generated (exact names from the top), some skip frames or have wildcards, some name objects. Prints milliseconds for
 * reading and for matching everything once, which includes numbering their lines, and compares every answer with the
 * oracle.
 *
 *   suppressions_bench [ENTRIES [STACKS [--no-check]]] */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "support/suppressions_oracle.h"

enum { FUNCTIONS = 4000, OBJECTS = 40, CALLEES = 4, DEPTH_MIN = 4, DEPTH_MAX = 24 };

static struct frame functions[FUNCTIONS];
static unsigned callers[FUNCTIONS][CALLEES];
static char objects[OBJECTS][64];

struct stack {
  struct frame frames[DEPTH_MAX];
  size_t count;
  const struct suppression *found;
};

static char *format(const char *text, unsigned a, unsigned b)
{
  char *result;
  if (asprintf(&result, text, a, b) < 0)
    abort();
  return result;
}

/* The program: functions in classes of 20, each called from a few others, most of them in the same object. The first
 * ones allocate. */
static void make_program(void)
{
  static const char *const allocators[] = {"malloc", "calloc", "realloc", "_Znwm", "_Znam"};
  for (unsigned i = 0; i < OBJECTS; i++)
    snprintf(objects[i], sizeof objects[i], "/usr/lib/x86_64-linux-gnu/libservice_%u.so.%u.0", i, i % 7);
  for (unsigned i = 0; i < FUNCTIONS; i++) {
    functions[i].function_linkage =
      format("_ZN7service8internal9Component%03u6method%02uERKNS_7RequestEPv", 100 + i / 20, i % 20);
    functions[i].function =
      format("service::internal::Component%03u::method%02u(service::Request const&, void*)", 100 + i / 20, i % 20);
    functions[i].object = objects[i / 100];
    functions[i].file = "component.cpp";
    functions[i].line = i;
    for (unsigned j = 0; j < CALLEES; j++)
      callers[i][j] = j > 0 ? i - i % 100 + entry_oracle_random(100) : entry_oracle_random(FUNCTIONS);
  }
  for (unsigned i = 0; i < sizeof allocators / sizeof *allocators; i++)
    functions[i].function_linkage = functions[i].function = allocators[i];
}

static void make_stack(struct stack *stack, unsigned number)
{
  unsigned function = number % 10 < 9 ? entry_oracle_random(5) : entry_oracle_random(FUNCTIONS);
  stack->count = DEPTH_MIN + entry_oracle_random(DEPTH_MAX - DEPTH_MIN);
  for (size_t i = 0; i < stack->count; i++) {
    stack->frames[i] = functions[function];
    function = i == 0 ? entry_oracle_random(FUNCTIONS) : callers[function][entry_oracle_random(CALLEES)];
  }
}

static void add_location(struct oracle_entry *entry, const char *type, const char *text)
{
  struct oracle_location *location = &entry->locations[entry->location_count++];
  *location = (struct oracle_location){.text = text};
  memcpy(location->type, type, strlen(type) + (strlen(type) < sizeof location->type));
}

/* Written for some stack, or, every second time, for one that does not occur. */
static void make_entry(struct oracle_entry *entry, const struct stack *model, unsigned number)
{
  struct stack other;
  if (number % 2) {
    make_stack(&other, number);
    model = &other;
  }
  *entry =
    (struct oracle_entry){.kind = "Leak", .leak_kinds = entry_oracle_random(3) ? 0 : 1u << entry_oracle_random(4)};
  unsigned sort = entry_oracle_random(10);
  size_t depth = 2 + entry_oracle_random((unsigned)model->count - 2);
  for (size_t i = 0; i < depth; i++) {
    const struct frame *frame = &model->frames[i];
    if (sort >= 6 && i == 1)
      add_location(entry, "...", NULL);
    if (sort == 9 && i == 2)
      add_location(entry, "fun", format("*Component%03u*", 100 + entry_oracle_random(FUNCTIONS / 20), 0));
    else if (sort == 8 && i > 0)
      add_location(entry, "obj", format("*/libservice_%u.so*", entry_oracle_random(OBJECTS), 0));
    else if (sort == 7 && i > 0)
      add_location(entry, "fun",
                   format("_ZN7service8internal9Component%03u*", 100 + entry_oracle_random(FUNCTIONS / 20), 0));
    else
      add_location(entry, "fun", frame->function_linkage);
    if (sort >= 6 && i == 2)
      break;
  }
}

/* Of this process, so that others on the machine do not count. */
static double milliseconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void must(struct error *error)
{
  if (!error)
    return;
  fprintf(stderr, "suppressions_bench: %s\n", error_message(error));
  exit(EXIT_FAILURE);
}

static struct suppressions_finding finding_of(const struct stack *stack, size_t number)
{
  return (struct suppressions_finding){
    .kind = "Leak", .leak_kind = 1u << number % 4, .frames = stack->frames, .frame_count = stack->count};
}

static struct suppressions *load(const struct oracle_entry *entries, size_t count)
{
  char *text;
  size_t size;
  struct suppressions *set;
  FILE *output = open_memstream(&text, &size);
  for (size_t i = 0; i < count; i++)
    entry_oracle_print(output, &entries[i], i);
  fclose(output);
  suppressions_create(&set);
  double start = milliseconds();
  must(suppressions_load_text(set, "bench.supp", text, size));
  printf("read   %zu entries: %.1f ms\n", count, milliseconds() - start);
  free(text);
  return set;
}

static size_t match_all(struct suppressions *set, struct stack *stacks, size_t count)
{
  size_t matched = 0;
  double start = milliseconds();
  for (size_t i = 0; i < count; i++) {
    struct suppressions_finding finding = finding_of(&stacks[i], i);
    struct suppression *found;
    suppressions_match(set, &finding, &found);
    stacks[i].found = found;
    matched += found != NULL;
  }
  printf("match  %zu stacks: %.1f ms, %zu suppressed\n", count, milliseconds() - start, matched);
  return matched;
}

static void check(const struct suppressions *set, const struct oracle_entry *entries, size_t entry_count,
                  const struct stack *stacks, size_t stack_count)
{
  for (size_t i = 0; i < stack_count; i++) {
    struct suppressions_finding finding = finding_of(&stacks[i], i);
    size_t first = 0;
    while (first < entry_count && !entry_oracle_matches(&entries[first], &finding))
      first++;
    if (stacks[i].found != (first < entry_count ? suppressions_at(set, first) : NULL)) {
      fprintf(stderr, "suppressions_bench: stack %zu: the index and the oracle differ (entry %zu)\n", i, first);
      exit(EXIT_FAILURE);
    }
  }
  printf("check  all answers agree with the oracle\n");
}

int main(int argc, char **argv)
{
  size_t entry_count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
  size_t stack_count = argc > 2 ? strtoul(argv[2], NULL, 10) : 5000;
  struct oracle_entry *entries = calloc(entry_count + 1, sizeof *entries);
  struct stack *stacks = calloc(stack_count + 1, sizeof *stacks);
  if (!entries || !stacks)
    return EXIT_FAILURE;
  entry_oracle_seed(1);
  make_program();
  for (size_t i = 0; i < stack_count; i++)
    make_stack(&stacks[i], (unsigned)i);
  for (size_t i = 0; i < entry_count; i++)
    make_entry(&entries[i], &stacks[entry_oracle_random((unsigned)stack_count)], (unsigned)i);
  struct suppressions *set = load(entries, entry_count);
  match_all(set, stacks, stack_count);
  if (argc < 4)
    check(set, entries, entry_count, stacks, stack_count);
  suppressions_destroy(set);
  return EXIT_SUCCESS;
}
