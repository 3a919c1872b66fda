/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A word is tried as one kind of thing after the other. Each kind is a predicate of a block or its site, and the blocks
 * for which it holds are the selection. */
#include "host/heap/questions/selection.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/utf8.h"
#include "host/heap/questions/census.h"
#include "host/model/process/identify.h"

enum { NAMED_MAX = 3 };

struct wanted {
  const struct heap *heap;
  const char *text;
  size_t length;
  struct census_range range;
  bool *sites; /* of the heap's: does it match? */
};

static bool has_name(const char *name, const struct wanted *wanted)
{
  return name && strncmp(name, wanted->text, wanted->length) == 0 &&
         (!name[wanted->length] || strchr(" (<@.", name[wanted->length]));
}

/* "push" is also ns::list::push(int) and ns::(anonymous namespace)::push. */
static bool has_last_name(const char *name, const struct wanted *wanted)
{
  static const char nameless[] = "(anonymous namespace)";
  const char *colons = NULL;
  for (const char *c = name; c && *c; c++) {
    if (strncmp(c, nameless, strlen(nameless)) == 0)
      c += strlen(nameless);
    if (!*c || strchr(" (<", *c))
      break;
    if (c[0] == ':' && c[1] == ':')
      colons = c + 2;
  }
  return has_name(name, wanted) || (colons && has_name(colons, wanted));
}

static bool any_frame(const struct heap_site *site, const struct wanted *wanted,
                      bool (*is_wanted)(const struct frame *frame, const struct wanted *wanted))
{
  for (size_t i = 0; site->stack && i < site->stack->count; i++)
    for (size_t j = 0; j < site->stack->codes[i]->frame_count; j++)
      if (is_wanted(&site->stack->codes[i]->frames[j], wanted))
        return true;
  return false;
}

static bool is_function(const struct frame *frame, const struct wanted *wanted)
{
  return has_last_name(frame->qualified, wanted) || has_last_name(frame->function, wanted) ||
         has_name(frame->function_linkage, wanted);
}

static bool is_place(const struct frame *frame, const struct wanted *wanted)
{
  char line[24];
  size_t file = frame->file ? strlen(frame->file) : 0;
  if (file == 0 || strncmp(wanted->text, frame->file, file) != 0)
    return false;
  snprintf(line, sizeof line, ":%u", frame->line);
  return !wanted->text[file] || strcmp(wanted->text + file, line) == 0;
}

static bool is_named(const struct heap_site *site, const struct wanted *wanted)
{
  return has_last_name(site->name, wanted) || strcmp(site->name, wanted->text) == 0;
}

/* The whole place is in the name of the site: "(cache.c:40)". */
static bool is_at_own_place(const struct heap_site *site, const struct wanted *wanted)
{
  const char *open = strrchr(site->name, '('), *close = open ? strrchr(open, ')') : NULL;
  size_t length = close ? (size_t)(close - open - 1) : 0;
  return length >= wanted->length && strncmp(open + 1, wanted->text, wanted->length) == 0 &&
         (length == wanted->length || open[1 + wanted->length] == ':');
}

static bool is_allocated_by_function(const struct heap_site *site, const struct wanted *wanted)
{
  return any_frame(site, wanted, is_function);
}

static bool is_allocated_at(const struct heap_site *site, const struct wanted *wanted)
{
  return any_frame(site, wanted, is_place);
}

/* Types are known by their own names: "Node" of app::Node. */
static struct wanted without_namespaces(const struct wanted *wanted)
{
  struct wanted plain = *wanted;
  size_t end = strcspn(wanted->text, "<");
  for (size_t i = 0; i + 1 < end; i++)
    if (wanted->text[i] == ':' && wanted->text[i + 1] == ':')
      plain.text = wanted->text + i + 2;
  plain.length = strlen(plain.text);
  return plain;
}

static bool is_of_type(const struct heap_site *site, const struct wanted *given)
{
  struct wanted plain = without_namespaces(given), *wanted = &plain;
  if (!site->type || plain.length == 0)
    return false;
  size_t length = strcspn(site->type, "[");
  const char *space = strchr(site->type, ' ');
  return strcmp(site->type, wanted->text) == 0 ||
         (length == wanted->length && strncmp(site->type, wanted->text, length) == 0) ||
         (space && strncmp(space + 1, wanted->text, wanted->length) == 0 &&
          (!space[1 + wanted->length] || space[1 + wanted->length] == '['));
}

static bool is_found(const struct identity *identity, const struct wanted *wanted)
{
  return strncmp(identity->digits, wanted->text, wanted->length) == 0;
}

/* Of the site, of its growth, or of a leak of any kind that is found there. */
static bool find_identity(const struct heap_site *site, const struct wanted *wanted, struct identity *ret)
{
  const struct process *process = wanted->heap->process;
  const struct growth_site growth = {.stack = (struct stack *)site->stack};
  *ret = site->identity;
  if (is_found(ret, wanted))
    return true;
  identify_growth(&growth, process, ret);
  if (is_found(ret, wanted))
    return true;
  for (int kind = RECORD_LEAK_DEFINITE; kind < RECORD_LEAK_DEFINITE + LEAK_KINDS - 1 && site->stack; kind++) {
    const struct loss_record loss = {.kind = (enum record_leak_kind)kind, .stack = (struct stack *)site->stack};
    identify_loss(&loss, process, ret);
    if (is_found(ret, wanted))
      return true;
  }
  return false;
}

static bool has_identity(const struct heap_site *site, const struct wanted *wanted)
{
  struct identity identity;
  return identity_is_prefix(wanted->text) && find_identity(site, wanted, &identity);
}

static bool is_wanted_block(const struct wanted *wanted, uint32_t block)
{
  if (wanted->sites)
    return wanted->sites[wanted->heap->site_of[block]];
  return census_range_has(wanted->range, wanted->heap->snapshot->blocks[block].bytes);
}

static void collect(const struct wanted *wanted, struct selection *ret)
{
  const struct snapshot *snapshot = wanted->heap->snapshot;
  ret->blocks = memory_allocate(((size_t)snapshot->block_count + 1) * sizeof *ret->blocks);
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    if (is_wanted_block(wanted, i)) {
      ret->blocks[ret->count++] = i;
      ret->bytes += snapshot->blocks[i].bytes;
    }
}

static void set_name(struct selection *selection, const char *format, const char *text)
{
  char *clean = utf8_line(text, 0);
  selection->name = print_text(format, clean);
  free(clean);
}

/* --- addresses and sizes --- */

static struct error *select_address(struct wanted *wanted, struct selection *ret)
{
  const struct heap *heap = wanted->heap;
  char *end, name[64];
  errno = 0;
  uint64_t address = strtoull(wanted->text, &end, 16);
  if (*end || errno || wanted->length < 3)
    return error_format("%s is not an address", wanted->text);
  uint32_t block = snapshot_find(heap->snapshot, address);
  if (block == HEAP_NO_BLOCK)
    return error_format("no block of the snapshot holds the address %s; addresses differ from run to run",
                        wanted->text);
  ret->kind = SELECTION_BLOCK;
  ret->blocks = memory_allocate(sizeof *ret->blocks);
  ret->blocks[0] = block;
  ret->count = 1;
  ret->bytes = heap->snapshot->blocks[block].bytes;
  ret->into = address - heap->snapshot->blocks[block].start;
  ret->site = &heap->sites[heap->site_of[block]];
  snprintf(name, sizeof name, "0x%llx", (unsigned long long)heap->snapshot->blocks[block].start);
  set_name(ret, "block at %s", name);
  return NULL;
}

static struct error *select_size(struct wanted *wanted, struct selection *ret)
{
  char text[CENSUS_RANGE_BYTES];
  ret->kind = SELECTION_SIZE;
  collect(wanted, ret);
  const char *words = census_range_text(wanted->range, text);
  if (ret->count == 0)
    return error_format("there are no blocks of that size (%s); see the question \"sizes\"", wanted->text);
  set_name(ret, "blocks of %s bytes", words[0] == '=' ? words + 1 : words);
  return NULL;
}

/* --- sites --- */

/* The largest sites, and before them those whose name has the text in it. */
static struct error *no_such_site(const struct wanted *wanted)
{
  const struct heap *heap = wanted->heap;
  char *list = NULL;
  size_t size, named = 0;
  FILE *stream = print_begin(&list, &size);
  for (int pass = 0; pass < 2 && named == 0; pass++)
    for (uint32_t i = 0; i < heap->site_count && named < NAMED_MAX; i++) {
      const struct heap_site *site = &heap->sites[i];
      bool is_like = strcasestr(site->name, wanted->text) || (site->type && strcasestr(site->type, wanted->text));
      if ((pass == 0 && !is_like) || site->live_blocks == 0)
        continue;
      char *clean = utf8_line(site->name, 120);
      fprintf(stream, "%s%s", named++ > 0 ? ", " : pass == 0 ? "; similar ones are " : "; the largest are ", clean);
      free(clean);
    }
  print_end(stream, &list);
  char *clean = utf8_line(wanted->text, 120);
  struct error *error = error_format("there is no site '%s'%s (\"sites\" lists all)", clean, list);
  free(clean);
  free(list);
  return error;
}

/* Sites of one identity are one thing; a beginning that fits several is none. */
static struct error *check_identity(const struct wanted *wanted)
{
  struct identity first = {""}, other;
  for (uint32_t i = 0; i < wanted->heap->site_count; i++) {
    if (!wanted->sites[i] || !find_identity(&wanted->heap->sites[i], wanted, &other))
      continue;
    if (first.digits[0] && strcmp(first.digits, other.digits) != 0)
      return error_format("several identities begin with %s, %s and %s among them; give more digits", wanted->text,
                          first.digits, other.digits);
    first = other;
  }
  return NULL;
}

static struct error *select_sites(struct wanted *wanted, struct selection *ret)
{
  static const struct {
    bool (*matches)(const struct heap_site *site, const struct wanted *wanted);
    enum selection_kind kind;
  } ways[] = {
    {is_named, SELECTION_SITE}, {has_identity, SELECTION_SITE}, {is_at_own_place, SELECTION_SITE},
    {is_of_type, SELECTION_TYPE}, {is_allocated_by_function, SELECTION_SITE}, {is_allocated_at, SELECTION_SITE},
  };
  uint32_t found = 0;
  size_t way;
  for (way = 0; way < sizeof ways / sizeof *ways && found == 0; way++) {
    ret->kind = ways[way].kind;
    for (uint32_t i = 0; i < wanted->heap->site_count; i++) {
      const struct heap_site *site = &wanted->heap->sites[i];
      wanted->sites[i] = site->live_blocks > 0 && ways[way].matches(site, wanted);
      if (wanted->sites[i] && found++ == 0)
        ret->site = site;
    }
  }
  if (found == 0)
    return no_such_site(wanted);
  struct error *error = ways[way - 1].matches == has_identity ? check_identity(wanted) : NULL;
  if (!error)
    collect(wanted, ret);
  if (error || found == 1) {
    if (error)
      return error;
    set_name(ret, "%s", ret->kind == SELECTION_TYPE ? wanted->text : ret->site->name);
    return NULL;
  }
  set_name(ret, ret->kind == SELECTION_TYPE ? "%s" : "sites of %s", wanted->text);
  return NULL;
}

struct error *selection_find(const struct heap *heap, const char *what, struct selection *ret)
{
  struct wanted wanted = {.heap = heap, .text = what, .length = strlen(what)};
  struct selection selection = {0};
  struct error *error;
  if (strncmp(what, "0x", 2) == 0) {
    error = select_address(&wanted, &selection);
  } else if (census_range_parse(what, &wanted.range)) {
    error = select_size(&wanted, &selection);
  } else {
    wanted.sites = memory_zeroed((size_t)heap->site_count + 1, sizeof *wanted.sites);
    error = select_sites(&wanted, &selection);
    free(wanted.sites);
  }
  if (error)
    selection_release(&selection);
  else
    *ret = selection;
  return error;
}

void selection_release(struct selection *selection)
{
  free(selection->blocks);
  free(selection->name);
}
