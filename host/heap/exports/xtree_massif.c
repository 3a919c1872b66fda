/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Massif's format: a snapshot for each event, all of the same moment, with the tree of the callers that it comes from,
 * innermost first. Items are sorted by their addresses, so that a node of the tree is a range of them.
 *
 * ms_print takes what follows a '#' for a comment, so names have none. */
#include <stdlib.h>
#include <string.h>

#include "host/base/utf8.h"
#include "host/heap/exports/xtree_formats.h"
#include "host/model/frames/frame_names.h"

/* A child of a node: items [start, end) that go through one instruction. */
struct branch {
  size_t start, end;
  uint64_t value;
};

struct tree {
  const struct process *process;
  FILE *output;
  const struct xtree_item **items; /* sorted */
  size_t event;
  bool is_out_of_memory;
};

static uint64_t ip_at(const struct xtree_item *item, size_t depth)
{
  return item->stack->codes[item->first + depth]->ip;
}

static size_t length(const struct xtree_item *item)
{
  return item->end - item->first;
}

static int by_addresses(const void *a, const void *b)
{
  const struct xtree_item *x = *(const struct xtree_item *const *)a, *y = *(const struct xtree_item *const *)b;
  for (size_t depth = 0; depth < length(x) && depth < length(y); depth++)
    if (ip_at(x, depth) != ip_at(y, depth))
      return ip_at(x, depth) < ip_at(y, depth) ? -1 : 1;
  return (length(x) > length(y)) - (length(x) < length(y));
}

static int by_value(const void *a, const void *b)
{
  const struct branch *x = a, *y = b;
  if (x->value != y->value)
    return x->value < y->value ? 1 : -1;
  return (x->start > y->start) - (x->start < y->start);
}

/* --- nodes --- */

static struct branch take_branch(const struct tree *tree, size_t start, size_t end, size_t depth)
{
  const uint64_t ip = ip_at(tree->items[start], depth);
  struct branch branch = {.start = start, .end = start};
  while (branch.end < end && ip_at(tree->items[branch.end], depth) == ip)
    add_saturated(&branch.value, tree->items[branch.end++]->values[tree->event]);
  return branch;
}

/* Those of a node's items that end here come first, and have no child. */
static struct branch *find_branches(struct tree *tree, const struct branch *node, size_t depth, size_t *ret_count)
{
  size_t start = node->start, count = 0;
  struct branch *branches = calloc(node->end - node->start + 1, sizeof *branches);
  while (start < node->end && length(tree->items[start]) <= depth)
    start++;
  tree->is_out_of_memory |= !branches;
  while (branches && start < node->end) {
    branches[count] = take_branch(tree, start, node->end, depth);
    start = branches[count++].end;
  }
  if (count > 0)
    qsort(branches, count, sizeof *branches, by_value);
  *ret_count = count;
  return branches;
}

static void put_without_comment(const char *text, FILE *output)
{
  char *line = utf8_line(text, 0);
  for (char *at = line; at && *at; at++)
    putc(*at == '#' ? '+' : *at, output);
  free(line);
}

/* "0x10913E: cache_new (cache.c:40)", or "... (in /usr/lib/libz.so.1)" */
static void put_frame(const struct tree *tree, const struct code *code, size_t frame)
{
  const struct settings *settings = &tree->process->settings;
  char *source = frame_names_source(settings, &code->frames[frame]);
  fprintf(tree->output, "0x%llX: ", (unsigned long long)code->ip);
  put_without_comment(frame_names_function(settings, code, frame), tree->output);
  if (source && *source) {
    fputs(" (", tree->output);
    put_without_comment(source, tree->output);
    putc(')', tree->output);
  } else if (code->mapping) {
    fputs(" (in ", tree->output);
    put_without_comment(code->mapping->file.path, tree->output);
    putc(')', tree->output);
  }
  putc('\n', tree->output);
  free(source);
}

static void put_children(struct tree *tree, const struct branch *branches, size_t count, size_t depth, size_t indent);

/* Inlined calls are nodes of their own, with one child each. As deep as the longest stack. */
static void put_node(struct tree *tree, const struct branch *node, size_t depth, size_t indent)
{
  const struct code *code = tree->items[node->start]->stack->codes[tree->items[node->start]->first + depth];
  size_t count;
  struct branch *branches = find_branches(tree, node, depth + 1, &count);
  for (size_t frame = 0; frame < code->frame_count; frame++, indent++) {
    const bool is_inlined = frame + 1 < code->frame_count;
    fprintf(tree->output, "%*sn%zu: %llu ", (int)indent, "", is_inlined ? 1 : count, (unsigned long long)node->value);
    put_frame(tree, code, frame);
  }
  put_children(tree, branches, count, depth + 1, indent);
  free(branches);
}

static void put_children(struct tree *tree, const struct branch *branches, size_t count, size_t depth, size_t indent)
{
  for (size_t i = 0; i < count; i++)
    put_node(tree, &branches[i], depth, indent);
}

/* --- snapshots --- */

static void put_head(const struct tree *tree, const struct xtree *xtree, uint64_t value)
{
  fprintf(tree->output, "#-----------\nsnapshot=%zu\n#-----------\ntime=%llu\nmem_heap_B=%llu\nmem_heap_extra_B=0\n"
          "mem_stacks_B=0\nheap_tree=detailed\n", tree->event, (unsigned long long)(xtree->elapsed_ns / 1000000),
          (unsigned long long)value);
}

static void put_event(struct tree *tree, const struct xtree *xtree)
{
  const struct xtree_event *event = &xtree->events[tree->event];
  struct branch all = {.end = xtree->count};
  for (size_t i = 0; i < xtree->count; i++)
    add_saturated(&all.value, xtree->items[i].values[tree->event]);
  size_t count;
  struct branch *branches = find_branches(tree, &all, 0, &count);
  const bool is_one_line = all.value == 0 && count > 0;
  put_head(tree, xtree, all.value);
  fprintf(tree->output, "n%zu: %llu %s : %s\n", is_one_line ? 1 : count, (unsigned long long)all.value, event->name,
          event->words);
  if (is_one_line)
    fprintf(tree->output, " n0: 0 in %zu place%s below massif's threshold (0.00%%)\n", count,
            count == 1 ? "," : "s, all");
  else
    put_children(tree, branches, count, 0, 1);
  free(branches);
}

struct error *xtree_put_massif(const struct process *process, const struct xtree *xtree, FILE *output)
{
  struct tree tree = {.process = process, .output = output, .items = calloc(xtree->count + 1, sizeof *tree.items)};
  if (!tree.items)
    return error_no_memory();
  for (size_t i = 0; i < xtree->count; i++)
    tree.items[i] = &xtree->items[i];
  if (xtree->count > 0)
    qsort(tree.items, xtree->count, sizeof *tree.items, by_addresses);
  fputs("desc: xtree.produce_report\n", output);
  xtree_put_command(process, output);
  fputs("time_unit: ms\n", output);
  for (tree.event = 0; tree.event < xtree->event_count; tree.event++)
    put_event(&tree, xtree);
  free(tree.items);
  return tree.is_out_of_memory ? error_no_memory() : NULL;
}
