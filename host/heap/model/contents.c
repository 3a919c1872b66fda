/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The process is read only if it is the one of the record, which its file and the time of its start tell: a number may
 * have come to another process since. What cannot be read of a block ends it early. */
#include "host/heap/model/contents.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host/base/installed.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/record/record_file.h"

enum { BYTE_BITS = 8, PROCESS_BYTES = 4096, PATH_BYTES = 64, TARGET_BYTES = 4096, NEIGHBOURS_MAX = 1 << 16,
       STAT_BYTES = 1024, SLACK_SECONDS = 3 };

struct reading {
  const struct heap *heap;
  struct contents *contents;
  unsigned char *is_wanted;  /* by block */
  bool has_frames;
};

bool contents_are_undefined(const struct block_contents *block, size_t offset, size_t bytes)
{
  for (size_t i = offset; block->undefined && i < offset + bytes; i++)
    if (block->undefined[i / BYTE_BITS] >> i % BYTE_BITS & 1)
      return true;
  return false;
}

/* --- from the snapshot --- */

/* The block that begins there, the innermost one; HEAP_NO_BLOCK: none. */
static uint32_t block_at(const struct snapshot *snapshot, uint64_t start)
{
  const uint32_t block = snapshot_find(snapshot, start);
  return block != HEAP_NO_BLOCK && snapshot->blocks[block].start == start ? block : HEAP_NO_BLOCK;
}

static struct error *take_frame(void *context, const struct record_frame *frame)
{
  struct reading *reading = context;
  const struct snapshot *snapshot = reading->heap->snapshot;
  if (frame->kind != RECORD_HEAP_CONTENTS)
    return NULL;
  reading->has_frames = true;
  const struct record_heap_contents *found = &frame->heap_contents;
  const uint32_t block = block_at(snapshot, found->start);
  if (block == HEAP_NO_BLOCK || !reading->is_wanted[block] || reading->contents->blocks[block].data)
    return NULL;
  struct block_contents *contents = &reading->contents->blocks[block];
  const uint64_t block_bytes = snapshot->blocks[block].bytes;
  contents->data = memory_copy(found->bytes.data, found->bytes.size);
  contents->bytes = found->bytes.size < block_bytes ? found->bytes.size : (size_t)block_bytes;
  if (found->undefined.size >= (contents->bytes + BYTE_BITS - 1) / BYTE_BITS && found->undefined.size > 0)
    contents->undefined = memory_copy(found->undefined.data, found->undefined.size);
  return NULL;
}

static struct error *read_snapshot(struct reading *reading)
{
  bool is_cut;
  return record_file_read(reading->heap->snapshot->path, take_frame, reading, &is_cut);
}

/* --- from the process --- */

static void set_problem(struct contents *contents, const char *format, uint64_t pid, const char *why)
{
  contents->problem = print_text(format, (unsigned long long)pid, why);
}

/* How long a process has been there, in seconds; -1: not known. */
static double age_of(uint64_t pid)
{
  char path[PATH_BYTES], line[STAT_BYTES], *end;
  unsigned long long ticks;
  double uptime;
  snprintf(path, sizeof path, "/proc/%llu/stat", (unsigned long long)pid);
  FILE *file = fopen(path, "re");
  const bool is_read = file && fgets(line, sizeof line, file);
  if (file)
    fclose(file);
  /* After the name, in parentheses, come 19 words before the start. */
  end = is_read ? strrchr(line, ')') : NULL;
  for (int i = 0; end && i < 20; i++)
    end = strchr(end + 1, ' ');
  if (!end || sscanf(end, " %llu", &ticks) != 1 || !(file = fopen("/proc/uptime", "re")))
    return -1;
  const bool has_uptime = fscanf(file, "%lf", &uptime) == 1;
  fclose(file);
  return has_uptime ? uptime - (double)ticks / (double)sysconf(_SC_CLK_TCK) : -1;
}

/* Did it begin before the snapshot was taken? */
static bool is_old_enough(const struct heap *heap)
{
  const struct record_snapshot *head = &heap->snapshot->head;
  const double taken = (double)(head->start_time_ns + head->elapsed_ns) / 1e9, age = age_of(heap->process->pid);
  return age < 0 || (double)time(NULL) - age < taken + SLACK_SECONDS;
}

/* Is it a process of Seep's tool, and no younger than the snapshot? */
static bool is_same_process(const struct heap *heap)
{
  char path[PATH_BYTES], target[TARGET_BYTES];
  snprintf(path, sizeof path, "/proc/%llu/exe", (unsigned long long)heap->process->pid);
  const ssize_t size = readlink(path, target, sizeof target - 1);
  if (size <= 0)
    return errno == EACCES || errno == EPERM; /* it is said when its memory cannot be opened either */
  target[size] = '\0';
  return strstr(target, INSTALLED_TOOL) != NULL && is_old_enough(heap);
}

static void read_block(struct reading *reading, int memory, uint32_t block)
{
  const struct heap_block *found = &reading->heap->snapshot->blocks[block];
  const size_t bytes = found->bytes < PROCESS_BYTES ? (size_t)found->bytes : PROCESS_BYTES;
  unsigned char *data = memory_allocate(bytes + 1);
  const ssize_t size = pread(memory, data, bytes, (off_t)found->start);
  if (size <= 0) {
    free(data);
    return;
  }
  reading->contents->blocks[block].data = data;
  reading->contents->blocks[block].bytes = (size_t)size;
}

static void read_process(struct reading *reading)
{
  static const char unreadable[] = "the memory of process %llu cannot be read: %s";
  const struct heap *heap = reading->heap;
  const uint64_t pid = heap->process->pid;
  char path[PATH_BYTES];
  if (access("/proc/self", F_OK) != 0) {
    set_problem(reading->contents, unreadable, pid, "/proc is not mounted");
    return;
  }
  if (!is_same_process(heap)) {
    set_problem(reading->contents, "process %llu has ended%s", pid, "");
    return;
  }
  snprintf(path, sizeof path, "/proc/%llu/mem", (unsigned long long)pid);
  const int memory = open(path, O_RDONLY | O_CLOEXEC);
  if (memory < 0) {
    const bool is_forbidden = errno == EACCES || errno == EPERM;
    set_problem(reading->contents, unreadable, pid,
                is_forbidden ? "permission denied; run seep heap as that user" : strerror(errno));
    return;
  }
  for (uint32_t i = 0; i < reading->contents->block_count; i++)
    if (reading->is_wanted[i])
      read_block(reading, memory, i);
  close(memory);
  reading->contents->is_of_process = true;
}

/* --- all of it --- */

static void want_blocks(struct reading *reading, const uint32_t *blocks, uint32_t count)
{
  const struct snapshot *snapshot = reading->heap->snapshot;
  uint64_t neighbours = 0;
  for (uint32_t i = 0; i < count; i++) {
    reading->is_wanted[blocks[i]] = 1;
    for (uint64_t j = snapshot->edge_starts[blocks[i]]; j < snapshot->edge_starts[blocks[i] + 1]; j++)
      if (neighbours++ < NEIGHBOURS_MAX)
        reading->is_wanted[snapshot->edges[j].to] = 1;
  }
}

struct error *contents_read(const struct heap *heap, const uint32_t *blocks, uint32_t count, struct contents *ret)
{
  const uint32_t block_count = heap->snapshot->block_count;
  *ret = (struct contents){.blocks = memory_zeroed((size_t)block_count + 1, sizeof *ret->blocks),
                           .block_count = block_count};
  struct reading reading = {.heap = heap, .contents = ret, .is_wanted = memory_zeroed((size_t)block_count + 1, 1)};
  want_blocks(&reading, blocks, count);
  struct error *error = read_snapshot(&reading);
  if (!error && !reading.has_frames)
    read_process(&reading);
  free(reading.is_wanted);
  if (error)
    contents_deinit(ret);
  return error;
}

void contents_deinit(struct contents *contents)
{
  for (uint32_t i = 0; contents->blocks && i < contents->block_count; i++) {
    free(contents->blocks[i].data);
    free(contents->blocks[i].undefined);
  }
  free(contents->blocks);
  free(contents->problem);
  *contents = (struct contents){0};
}
