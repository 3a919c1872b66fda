/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All entries of a kind are matched at once.
 *
 * Their locations, as numbers of patterns, form a tree with a root for each kind, in which entries with a common
 * beginning share nodes. A stack is walked from the top with the set of nodes that the frames so far lead to: each
 * frame leads from a node to the children whose pattern matches it. "..." is a child that is entered without a frame,
 * and that every frame leads back to. Where an entry ends, further frames do not matter, so reaching such a node is a
 * match; of all matches the entry loaded first counts. The set never holds a node twice, so frames times nodes bound
 * the work for any entries. The walk ends when the set is empty, for most stacks after a frame or two. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "suppressions/entry.h"
#include "suppressions/glob.h"
#include "suppressions/patterns.h"

enum { NONE = UINT_MAX, ANY = UINT_MAX, FILTER_WORDS = 16 };

struct edge {
  unsigned pattern, child;
};

struct node {
  struct edge *edges; /* by pattern, ascending */
  unsigned edge_count, edge_capacity;
  uint64_t filter[FILTER_WORDS]; /* bits of the edges' patterns, by number modulo their count */
  unsigned skip;          /* the child over "...", or NONE */
  bool loops;             /* reached over "..." */
  unsigned *entries;      /* that end here, ascending */
  unsigned entry_count;
  unsigned first_entry;   /* of all that end here or below */
  unsigned long long step; /* at which it was last put into the set */
};

/* Entries of one kind and one extra line. */
struct group {
  const struct kind *kind;
  const char *extra; /* NULL: any */
  unsigned root;
};

struct node_set {
  unsigned *items;
  size_t count;
};

struct index {
  const struct suppressions *set;
  struct patterns *patterns;
  struct node *nodes;
  unsigned node_count;
  size_t node_capacity;
  struct group *groups; /* in the order of compare_groups() */
  size_t group_count;
  struct node_set current, following; /* with room for all nodes each */
  unsigned *all;                      /* what index_match_all() found, with room for all entries */
  size_t all_count;
  unsigned long long *found_at;       /* by entry: the number of the match that last found it */
  unsigned long long match;
  unsigned long long step;
};

/* --- building --- */

/* An entry on its way into the tree. */
struct path {
  struct group group;
  unsigned entry;
  unsigned *patterns; /* ANY for "..." */
  size_t count;
};

static int compare_texts(const char *a, const char *b)
{
  return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

static int compare_groups(const void *item_a, const void *item_b)
{
  const struct group *a = item_a, *b = item_b;
  int order = strcmp(a->kind->canonical, b->kind->canonical);
  return order ? order : compare_texts(a->extra, b->extra);
}

/* By group, then by patterns: what shares nodes is together, and the children of a node come in ascending order. */
static int compare_paths(const void *item_a, const void *item_b)
{
  const struct path *a = item_a, *b = item_b;
  int order = compare_groups(&a->group, &b->group);
  for (size_t i = 0; !order && i < a->count && i < b->count; i++)
    order = (a->patterns[i] > b->patterns[i]) - (a->patterns[i] < b->patterns[i]);
  if (!order)
    order = (a->count > b->count) - (a->count < b->count);
  return order ? order : (a->entry > b->entry) - (a->entry < b->entry);
}

/* "..." after "..." adds nothing, and neither does one at the end. */
static struct error *path_init(struct path *path, struct patterns *patterns, const struct entry *entry, unsigned number)
{
  *path = (struct path){.group = {.kind = entry->kind, .extra = entry->extra}, .entry = number};
  path->patterns = malloc(entry->location_count * sizeof *path->patterns);
  if (!path->patterns)
    return error_no_memory();
  for (size_t i = 0; i < entry->location_count; i++) {
    unsigned id = ANY;
    struct error *error = NULL;
    if (entry->locations[i].type != LOCATION_ANY)
      error = patterns_add(patterns, &entry->locations[i], &id);
    if (error)
      return error;
    if (id != ANY || path->count == 0 || path->patterns[path->count - 1] != ANY)
      path->patterns[path->count++] = id;
  }
  if (path->patterns[path->count - 1] == ANY)
    path->count--;
  return NULL;
}

static struct error *add_node(struct index *index, bool loops, unsigned *ret)
{
  if (!grow((void **)&index->nodes, index->node_count, &index->node_capacity, sizeof *index->nodes))
    return error_no_memory();
  index->nodes[index->node_count] = (struct node){.skip = NONE, .loops = loops, .first_entry = UINT_MAX};
  *ret = index->node_count++;
  return NULL;
}

static struct error *add_edge(struct node *node, struct edge edge)
{
  if (node->edge_count == node->edge_capacity) {
    unsigned capacity = node->edge_capacity ? node->edge_capacity * 2 : 1;
    struct edge *grown = realloc(node->edges, capacity * sizeof *grown);
    if (!grown)
      return error_no_memory();
    node->edges = grown;
    node->edge_capacity = capacity;
  }
  node->edges[node->edge_count++] = edge;
  node->filter[edge.pattern / 64 % FILTER_WORDS] |= (uint64_t)1 << edge.pattern % 64;
  return NULL;
}

/* The child of a node over a pattern, made when it is not there. Patterns come in ascending order. */
static struct error *child_over(struct index *index, unsigned parent, unsigned pattern, unsigned *ret)
{
  struct node *node = &index->nodes[parent];
  unsigned child = pattern == ANY ? node->skip : NONE;
  if (pattern != ANY && node->edge_count > 0 && node->edges[node->edge_count - 1].pattern == pattern)
    child = node->edges[node->edge_count - 1].child;
  struct error *error = child == NONE ? add_node(index, pattern == ANY, &child) : NULL;
  if (error)
    return error;
  *ret = child;
  node = &index->nodes[parent];
  if (pattern == ANY)
    node->skip = child;
  else if (node->edge_count == 0 || node->edges[node->edge_count - 1].child != child)
    error = add_edge(node, (struct edge){pattern, child});
  return error;
}

static struct error *add_ending(struct node *node, unsigned entry)
{
  unsigned *grown = realloc(node->entries, (node->entry_count + 1) * sizeof *grown);
  if (!grown)
    return error_no_memory();
  node->entries = grown;
  node->entries[node->entry_count++] = entry;
  return NULL;
}

static struct error *add_path(struct index *index, unsigned root, const struct path *path)
{
  unsigned node = root;
  struct error *error = NULL;
  for (size_t i = 0;; i++) {
    if (path->entry < index->nodes[node].first_entry)
      index->nodes[node].first_entry = path->entry;
    if (i == path->count)
      return add_ending(&index->nodes[node], path->entry);
    if ((error = child_over(index, node, path->patterns[i], &node)))
      return error;
  }
}

/* `paths` are sorted. */
static struct error *add_paths(struct index *index, const struct path *paths, size_t count)
{
  index->groups = malloc((count + 1) * sizeof *index->groups);
  if (!index->groups)
    return error_no_memory();
  struct error *error = NULL;
  for (size_t i = 0; !error && i < count; i++) {
    if (i == 0 || compare_groups(&paths[i - 1].group, &paths[i].group) != 0) {
      struct group group = paths[i].group;
      if ((error = add_node(index, false, &group.root)))
        return error;
      index->groups[index->group_count++] = group;
    }
    error = add_path(index, index->groups[index->group_count - 1].root, &paths[i]);
  }
  return error;
}

static struct error *build_tree(struct index *index)
{
  size_t count = index->set->entries.count, made = 0;
  struct path *paths = calloc(count + 1, sizeof *paths);
  struct error *error = paths ? patterns_create(&index->patterns) : error_no_memory();
  for (; !error && made < count; made++)
    error = path_init(&paths[made], index->patterns, index->set->entries.items[made], (unsigned)made);
  if (!error) {
    qsort(paths, count, sizeof *paths, compare_paths);
    error = add_paths(index, paths, count);
  }
  for (size_t i = 0; i < made; i++)
    free(paths[i].patterns);
  free(paths);
  if (error)
    return error;
  patterns_finish(index->patterns);
  index->current.items = malloc((index->node_count + 1) * sizeof(unsigned));
  index->following.items = malloc((index->node_count + 1) * sizeof(unsigned));
  index->all = malloc((count + 1) * sizeof *index->all);
  index->found_at = calloc(count + 1, sizeof *index->found_at);
  return index->current.items && index->following.items && index->all && index->found_at ? NULL : error_no_memory();
}

struct error *index_create(const struct suppressions *set, struct index **ret)
{
  struct index *index = calloc(1, sizeof *index);
  if (!index)
    return error_no_memory();
  index->set = set;
  struct error *error = build_tree(index);
  if (error)
    index_destroy(index);
  else
    *ret = index;
  return error;
}

void index_destroy(struct index *index)
{
  if (!index)
    return;
  for (unsigned i = 0; i < index->node_count; i++) {
    free(index->nodes[i].edges);
    free(index->nodes[i].entries);
  }
  free(index->nodes);
  free(index->groups);
  free(index->current.items);
  free(index->following.items);
  free(index->all);
  free(index->found_at);
  patterns_destroy(index->patterns);
  free(index);
}

/* --- matching --- */

/* One finding on its way through the tree. */
struct walk {
  struct index *index;
  const struct suppressions_finding *finding;
  bool wants_all;
  unsigned best; /* the first entry that matches so far, or NONE; not kept when all are wanted */
  struct pattern_ids ids[LOCATION_TYPES]; /* of the frame reached */
};

/* Whether an entry that ends here applies, by what the tree does not hold: its leak kinds, conditions and what it says
 * of findings. */
static bool entry_applies(const struct walk *walk, unsigned number)
{
  const struct entry *entry = walk->index->set->entries.items[number];
  return (entry->kind->extra != KIND_EXTRA_LEAK || (entry->leak_kinds & walk->finding->leak_kind)) &&
         extensions_fit(&entry->extensions, walk->finding) &&
         extensions_hold(&entry->extensions, walk->finding->context);
}

/* An entry matches. */
static void find_entry(struct walk *walk, unsigned number)
{
  struct index *index = walk->index;
  if (!walk->wants_all) {
    walk->best = number;
  } else if (index->found_at[number] != index->match) {
    index->found_at[number] = index->match;
    index->all[index->all_count++] = number;
  }
}

/* Put a node, and what "..." leads to from it, into a set, unless nothing at or below it could come before the best. */
static void enter_node(struct walk *walk, struct node_set *set, unsigned number)
{
  while (number != NONE) {
    struct node *node = &walk->index->nodes[number];
    if (node->step == walk->index->step || node->first_entry >= walk->best)
      return;
    node->step = walk->index->step;
    for (unsigned i = 0; i < node->entry_count && node->entries[i] < walk->best; i++)
      if (entry_applies(walk, node->entries[i]))
        find_entry(walk, node->entries[i]);
    if (node->edge_count > 0 || node->loops)
      set->items[set->count++] = number;
    number = node->skip;
  }
}

/* The node's edge over a pattern, or NULL. */
static const struct edge *find_edge(const struct node *node, unsigned pattern)
{
  unsigned start = 0, end = node->edge_count;
  if (!(node->filter[pattern / 64 % FILTER_WORDS] >> pattern % 64 & 1))
    return NULL;
  while (start < end) {
    unsigned middle = start + (end - start) / 2;
    if (node->edges[middle].pattern < pattern)
      start = middle + 1;
    else
      end = middle;
  }
  return start < node->edge_count && node->edges[start].pattern == pattern ? &node->edges[start] : NULL;
}

static void follow_edges(struct walk *walk, const struct node *node, struct pattern_ids ids,
                         const struct frame *frame)
{
  for (size_t i = 0; i < ids.count; i++) {
    const struct edge *edge = find_edge(node, ids.items[i]);
    if (edge && patterns_line_fits(walk->index->patterns, edge->pattern, frame))
      enter_node(walk, &walk->index->following, edge->child);
  }
}

/* From the current set over one frame to the following one, which becomes the current. */
static struct error *step_over_frame(struct walk *walk, size_t number)
{
  struct index *index = walk->index;
  const struct frame *frame = &walk->finding->frames[number], *previous = number > 0 ? frame - 1 : NULL;
  struct error *error = patterns_of_frame(index->patterns, frame, previous, walk->ids);
  if (error)
    return error;
  index->step++;
  index->following.count = 0;
  for (size_t i = 0; i < index->current.count; i++) {
    const struct node *node = &index->nodes[index->current.items[i]];
    if (node->loops)
      enter_node(walk, &index->following, index->current.items[i]);
    for (int type = 0; type < LOCATION_TYPES; type++)
      follow_edges(walk, node, walk->ids[type], frame);
  }
  struct node_set swapped = index->current;
  index->current = index->following;
  index->following = swapped;
  return NULL;
}

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

/* All groups are tried one by one: there are few of a kind, and their extra lines hardly ever repeat. */
static void enter_groups(struct walk *walk, const struct kind *kind)
{
  const struct index *index = walk->index;
  for (size_t i = 0; i < index->group_count; i++)
    if (strcmp(index->groups[i].kind->canonical, kind->canonical) == 0 &&
        extra_matches(index->groups[i].extra, walk->finding->extra))
      enter_node(walk, &walk->index->current, index->groups[i].root);
}

static struct error *walk_frames(struct walk *walk)
{
  struct index *index = walk->index;
  const struct kind *kind = kind_find(walk->finding->kind);
  struct error *error = NULL;
  if (!kind)
    return NULL;
  index->step++;
  index->current.count = 0;
  enter_groups(walk, kind);
  for (size_t i = 0; !error && i < walk->finding->frame_count && index->current.count > 0; i++)
    error = step_over_frame(walk, i);
  return error;
}

struct error *index_match(struct index *index, const struct suppressions_finding *finding, struct entry **ret)
{
  struct walk walk = {.index = index, .finding = finding, .best = NONE};
  struct error *error = walk_frames(&walk);
  if (!error)
    *ret = walk.best != NONE ? index->set->entries.items[walk.best] : NULL;
  return error;
}

static int compare_numbers(const void *item_a, const void *item_b)
{
  unsigned a = *(const unsigned *)item_a, b = *(const unsigned *)item_b;
  return (a > b) - (a < b);
}

struct error *index_match_all(struct index *index, const struct suppressions_finding *finding, const unsigned **ret,
                              size_t *ret_count)
{
  struct walk walk = {.index = index, .finding = finding, .best = NONE, .wants_all = true};
  index->match++;
  index->all_count = 0;
  struct error *error = walk_frames(&walk);
  if (error)
    return error;
  if (index->all_count > 1)
    qsort(index->all, index->all_count, sizeof *index->all, compare_numbers);
  *ret = index->all;
  *ret_count = index->all_count;
  return NULL;
}
