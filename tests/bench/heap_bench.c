/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How long does it take to analyse a large snapshot, and in how much memory? Makes files of synthetic heaps and reads
 * them, each in a process of its own.
 *
 *   heap_bench [BLOCKS [DIRECTORY]]     default: 5,000,000 blocks and twice as many pointers; files of a few hundred MB
 *
 *   scattered   a tree in random order and as many random pointers: the worst for caches
 *   near        the same, but pointers lead to blocks that were allocated shortly before
 *   list        one list of twice as many blocks
 *   rings       as many blocks and pointers as the list: each block points to its successor in a ring of a thousand
 *               and to its predecessor, the rings hang from one another */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/heap/graph/graph.h"
#include "host/heap/graph/graph_parts.h"
#include "support/snapshot_builder.h"

static uint64_t seed = 1;

static uint32_t below(uint32_t limit)
{
  seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)((seed >> 32) * limit >> 32);
}

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static long peak_mib(void)
{
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss >> 10;
}

/* --- shapes --- */

static void point(struct snapshot_builder *builder, uint32_t from, uint32_t word, uint32_t to)
{
  snapshot_builder_edge(builder, from, (struct heap_edge){.to = to, .offset = 8 * word});
}

static void scattered(struct snapshot_builder *builder, uint32_t count)
{
  for (uint32_t i = 1; i < count; i++) {
    point(builder, below(i), i, i);
    point(builder, below(count), count + i, below(count));
  }
}

static void near_by(struct snapshot_builder *builder, uint32_t count)
{
  enum { NEAR = 4096 };
  for (uint32_t i = 1; i < count; i++) {
    const uint32_t limit = i < NEAR ? i : NEAR;
    point(builder, i - 1 - below(limit), i, i);
    point(builder, i, count + i, i - below(limit));
  }
}

static void list(struct snapshot_builder *builder, uint32_t count)
{
  for (uint32_t i = 1; i < count; i++)
    point(builder, i - 1, 1, i);
}

static void rings(struct snapshot_builder *builder, uint32_t count)
{
  enum { RING = 1000 };
  for (uint32_t i = 0; i + RING < count; i++) {
    const uint32_t ring = i / RING * RING;
    point(builder, i, 1, ring + (i + 1) % RING);
    point(builder, i, 2, i % RING == 0 ? i + RING : i - 1);
  }
}

static const struct shape {
  const char *name;
  void (*draw)(struct snapshot_builder *builder, uint32_t count);
  uint32_t times; /* as many blocks as asked for */
} shapes[] = {{"scattered", scattered, 1}, {"near", near_by, 1}, {"list", list, 2}, {"rings", rings, 2}};

/* Freed memory is used again: a tenth of the blocks lies somewhere else than their neighbours. Words are numbered, so
 * blocks are claimed to be large enough. */
static void make_file(const struct shape *shape, uint32_t count, const char *path)
{
  struct snapshot_builder builder = {0};
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t place = below(10) ? i : i + UINT64_C(0x10000000) * (1 + below(8));
    snapshot_builder_block(&builder, (struct heap_block){
      .start = 0x4a00000 + (place << 28), .bytes = UINT64_C(1) << 27, .birth = i, .stack_id = 1 + i % 1000, .tid = 1,
      .kind = RECORD_LEAK_REACHABLE});
  }
  shape->draw(&builder, count);
  for (uint32_t i = 0; i < 1000; i++)
    snapshot_builder_root(&builder, (struct heap_root){.class = RECORD_ROOT_GLOBAL, .address = 0x400000 + 8 * i,
                                                       .to = i == 0 ? 0 : below(count)});
  snapshot_builder_write(&builder, path);
  snapshot_builder_release(&builder);
}

/* --- what is measured --- */

static void must(struct error *error)
{
  if (!error)
    return;
  fprintf(stderr, "%s\n", error_message(error));
  exit(1);
}

static double search_again(const struct graph *graph)
{
  uint32_t *parents = malloc(graph->node_count * sizeof *parents), *depths = malloc(graph->node_count * sizeof *depths);
  const double start = seconds();
  graph_search(graph, NULL, GRAPH_NO_NODE, parents, depths);
  const double end = seconds();
  free(parents);
  free(depths);
  return end - start;
}

static void analyse(const struct shape *shape, const char *path)
{
  struct snapshot *snapshot;
  struct graph *graph;
  struct stat status;
  const double start = seconds();
  must(snapshot_read(path, &snapshot));
  const double read_at = seconds();
  uint32_t *root_groups = calloc((size_t)snapshot->root_count + 1, sizeof *root_groups);
  must(graph_create(snapshot, root_groups, 1, &graph));
  const double end = seconds();
  const long peak = peak_mib();
  stat(path, &status);
  printf(
    "%-10s %8u blocks %8llu pointers %5ld MB | read %5.2f s, graph %5.2f s (search again %5.2f s), all %5.2f s, peak "
    "%ld MiB; reached %u, depth %u\n",
    shape->name, snapshot->block_count, (unsigned long long)snapshot->edge_count, (long)(status.st_size / 1000000),
    read_at - start, end - read_at, search_again(graph), end - start, peak, graph->retained_blocks[0],
    graph->depths[graph->first_block + snapshot->block_count - 1]);
  graph_destroy(graph);
  snapshot_destroy(snapshot);
  free(root_groups);
}

/* False: it failed. */
static bool in_child(void (*run)(const struct shape *, uint32_t, const char *), const struct shape *shape,
                     uint32_t count, const char *path)
{
  int status;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    run(shape, count, path);
    exit(0);
  }
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void analyse_in_child(const struct shape *shape, uint32_t count, const char *path)
{
  (void)count;
  analyse(shape, path);
}

int main(int argc, char **argv)
{
  const uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 5000000;
  char path[4096];
  bool all_well = count >= 2000;
  snprintf(path, sizeof path, "%s/heap_bench.%d", argc > 2 ? argv[2] : "/tmp", (int)getpid());
  if (!all_well)
    fprintf(stderr, "usage: heap_bench [BLOCKS, at least 2000 [DIRECTORY]]\n");
  for (size_t i = 0; all_well && i < sizeof shapes / sizeof *shapes; i++) {
    all_well = in_child(make_file, &shapes[i], count * shapes[i].times, path) &&
               in_child(analyse_in_child, &shapes[i], count, path);
    unlink(path);
  }
  return all_well ? 0 : 1;
}
