/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Massif's output file, as ms_print and massif-visualizer read it: a snapshot for each sample, some of them with a tree
 * of the callers that the bytes come from, innermost first. Sites are in the order of their frames, so a node of the
 * tree is a range of sites. Children below a hundredth of the whole are gathered in one line, as in Massif.
 *
 * Time is instructions when the run has counted them, else milliseconds. ms_print takes what follows a '#' for a
 * comment, so names have none.
 *
 * An execution tree has a snapshot for each event, all of the same moment, and shows all children. */
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/heap/exports/export.h"
#include "host/heap/exports/profile.h"
#include "host/heap/exports/xtree_formats.h"

static const char heap_title[] = "(heap allocation functions) malloc/new/new[], --alloc-fns, etc.";
enum { DETAILED_EVERY = 10, THRESHOLD_PERCENT = 1 };

/* A child of a node: sites [start, end) below one frame. */
struct branch {
  size_t start, end;
  uint64_t bytes;
};

struct tree {
  FILE *output;
  const struct profile *profile;
  uint64_t *bytes; /* by site, at this moment, or by what else there is to count */
  unsigned threshold_percent;
  uint64_t least;  /* bytes of a child that gets a line of its own */
  bool is_out_of_memory;
};

struct branches {
  struct branch *items;
  size_t count, capacity;
  uint64_t small_bytes;
  size_t small_count;
};

ORDER(by_bytes, struct branch, DOWN(bytes) ?: UP(start))

/* The end of the sites from `start` on that have the same frame at `depth`. */
static size_t branch_end(const struct tree *tree, struct branch node, size_t start, size_t depth)
{
  const struct profile_site *sites = tree->profile->sites;
  const struct profile_frame *frame = sites[start].frames[depth];
  size_t end = start + 1;
  while (end < node.end && sites[end].frames[depth] == frame)
    end++;
  return end;
}

static void add_branch(struct tree *tree, struct branches *branches, size_t start, size_t end)
{
  struct branch branch = {start, end, 0};
  for (size_t i = start; i < end; i++)
    add_saturated(&branch.bytes, tree->bytes[i]);
  if (branch.bytes < tree->least) {
    add_saturated(&branches->small_bytes, branch.bytes);
    branches->small_count += branch.bytes > 0 || tree->threshold_percent == 0;
  } else {
    *NEW_ITEM(branches->items, branches->count, branches->capacity) = branch;
  }
}

/* Sites that end here come first and have no child. */
static struct branches find_branches(struct tree *tree, struct branch node, size_t depth)
{
  struct branches branches = {0};
  size_t start = node.start;
  while (start < node.end && tree->profile->sites[start].frame_count <= depth)
    start++;
  while (start < node.end && !tree->is_out_of_memory) {
    size_t end = branch_end(tree, node, start, depth);
    add_branch(tree, &branches, start, end);
    start = end;
  }
  if (branches.count > 0)
    qsort(branches.items, branches.count, sizeof *branches.items, by_bytes);
  return branches;
}

static void put_without_comment(FILE *output, const char *text)
{
  for (; *text; text++)
    putc(*text == '#' ? '+' : *text, output);
}

static void put_small(struct tree *tree, const struct branches *branches, size_t depth)
{
  fprintf(tree->output, "%*sn0: %llu in %zu place%s below massif's threshold (%u.00%%)\n", (int)depth + 1, "",
          (unsigned long long)branches->small_bytes, branches->small_count,
          branches->small_count == 1 ? "," : "s, all", tree->threshold_percent);
}

/* As deep as the longest stack. */
static void put_node(struct tree *tree, struct branch node, size_t depth, const char *text)
{
  struct branches branches = find_branches(tree, node, depth);
  fprintf(tree->output, "%*sn%zu: %llu ", (int)depth, "", branches.count + (branches.small_count > 0),
          (unsigned long long)node.bytes);
  put_without_comment(tree->output, text);
  putc('\n', tree->output);
  for (size_t i = 0; i < branches.count; i++)
    put_node(tree, branches.items[i], depth + 1,
             tree->profile->sites[branches.items[i].start].frames[depth]->text);
  if (branches.small_count > 0)
    put_small(tree, &branches, depth);
  free(branches.items);
}

/* Of an execution tree all children have a line, unless none has anything. */
static void put_tree(struct tree *tree, const char *kind, const char *title)
{
  struct branch all = {0, tree->profile->site_count, 0};
  for (size_t i = 0; i < all.end; i++)
    add_saturated(&all.bytes, tree->bytes[i]);
  tree->least = (uint64_t)((double)all.bytes * tree->threshold_percent / 100);
  if (tree->least == 0 && (tree->threshold_percent > 0 || all.bytes == 0))
    tree->least = 1;
  fprintf(tree->output, "heap_tree=%s\n", kind);
  put_node(tree, all, 0, title);
}

/* --- snapshots --- */

static void put_snapshot(FILE *output, size_t number, uint64_t time, uint64_t bytes)
{
  fprintf(output, "#-----------\nsnapshot=%zu\n#-----------\ntime=%llu\nmem_heap_B=%llu\n"
          "mem_heap_extra_B=0\nmem_stacks_B=0\n", number, (unsigned long long)time, (unsigned long long)bytes);
}

static bool is_detailed(const struct growth *growth, size_t number, size_t peak)
{
  return number == peak || number % DETAILED_EVERY == DETAILED_EVERY - 1 || number + 1 == growth->point_count;
}

/* Returns the bytes of all sites together. */
static uint64_t take_bytes(struct tree *tree, size_t point)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < tree->profile->site_count; i++) {
    const struct growth_site *site = tree->profile->sites[i].growth;
    const struct growth_value *value = site ? growth_at(site, point) : NULL;
    tree->bytes[i] = value ? value->bytes : 0;
    add_saturated(&sum, tree->bytes[i]);
  }
  return sum;
}

/* A tree must not have more than its snapshot. */
static void put_point(struct tree *tree, size_t number, uint64_t time, size_t peak)
{
  const struct growth *growth = tree->profile->heap->growth;
  const uint64_t bytes = growth->points[number].live_bytes;
  if (!is_detailed(growth, number, peak)) {
    put_snapshot(tree->output, number, time, bytes);
    fputs("heap_tree=empty\n", tree->output);
    return;
  }
  const uint64_t sum = take_bytes(tree, number);
  put_snapshot(tree->output, number, time, sum > bytes ? sum : bytes);
  put_tree(tree, number == peak ? "peak" : "detailed", heap_title);
}

static bool counts_instructions(const struct growth *growth)
{
  return growth->point_count > 0 && growth->points[growth->point_count - 1].instructions > 0;
}

static uint64_t time_of(uint64_t elapsed_ns, uint64_t instructions, bool counts)
{
  return counts ? instructions : elapsed_ns / 1000000;
}

static void put_points(struct tree *tree, bool counts)
{
  const struct growth *growth = tree->profile->heap->growth;
  size_t peak = profile_peak(growth);
  for (size_t i = 0; i < growth->point_count; i++) {
    const struct growth_point *point = &growth->points[i];
    put_point(tree, i, time_of(point->elapsed_ns, point->instructions, counts), peak);
  }
}

/* Without samples the snapshot is the one moment that is known. */
static void put_only_snapshot(struct tree *tree)
{
  const struct snapshot *snapshot = tree->profile->heap->snapshot;
  for (size_t i = 0; i < tree->profile->site_count; i++)
    tree->bytes[i] = tree->profile->sites[i].live_bytes;
  put_snapshot(tree->output, 0, time_of(snapshot->head.elapsed_ns, 0, false), snapshot->bytes);
  put_tree(tree, "peak", heap_title);
}

static void put_all(struct tree *tree)
{
  const struct heap *heap = tree->profile->heap;
  bool counts = counts_instructions(heap->growth);
  char *command = profile_command(heap);
  tree->bytes = memory_zeroed(tree->profile->site_count + 1, sizeof *tree->bytes);
  fputs("desc: by seep heap export\ncmd: ", tree->output);
  put_without_comment(tree->output, command);
  fprintf(tree->output, "\ntime_unit: %s\n", counts ? "i" : "ms");
  free(command);
  if (heap->growth->point_count > 0) {
    put_points(tree, counts);
  } else {
    put_only_snapshot(tree);
  }
}

struct error *export_massif(const struct heap *heap, const struct export_request *request, FILE *output)
{
  (void)request;
  struct tree tree = {.output = output, .threshold_percent = THRESHOLD_PERCENT};
  struct profile *profile;
  if (heap->growth->point_count == 0 && !heap->snapshot)
    return error_format("the run has neither samples nor a snapshot of its heap; run it with --growth=yes");
  profile_create(heap, &profile);
  tree.profile = profile;
  put_all(&tree);
  free(tree.bytes);
  profile_destroy(profile);
  return NULL;
}

/* --- execution trees --- */

static void put_event(struct tree *tree, const struct xtree *xtree, size_t event)
{
  const struct xtree_event *words = &xtree->events[event];
  uint64_t sum = 0;
  char *title = print_text("%s : %s", words->name, words->words);
  for (size_t i = 0; i < xtree->count; i++) {
    tree->bytes[i] = tree->profile->sites[i].item->values[event];
    add_saturated(&sum, tree->bytes[i]);
  }
  put_snapshot(tree->output, event, xtree->elapsed_ns / 1000000, sum);
  put_tree(tree, "detailed", title);
  free(title);
}

void xtree_put_massif(const struct process *process, const struct xtree *xtree, FILE *output)
{
  struct tree tree = {.output = output, .bytes = memory_zeroed(xtree->count + 1, sizeof *tree.bytes)};
  struct profile *profile = NULL;
  profile_of_xtree(&process->settings, xtree, &profile);
  tree.profile = profile;
  fputs("desc: xtree.produce_report\n", output);
  xtree_put_command(process, output);
  fputs("time_unit: ms\n", output);
  for (size_t i = 0; i < xtree->event_count; i++)
    put_event(&tree, xtree, i);
  free(tree.bytes);
  profile_destroy(profile);
}
