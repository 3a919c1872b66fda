/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes the records of a large suite: each process has findings of its own, and those of another one, so that every
 * finding is hit by two processes; one in ten is an error, the others are leaks. Stacks are made of places in real
 * modules, which lie elsewhere in every process.
 *
 *   merge_records DIRECTORY PROCESSES FINDINGS MODULE... */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/record_builder.h"

enum { MODULES_MAX = 8, PLACES = 4000, DEPTH = 12 };

struct module {
  const char *path;
  uint64_t file_offset, bytes, file_bytes, mtime_ns;
  struct record_string build_id;
};

static struct module modules[MODULES_MAX];
static unsigned module_count;
static struct {
  unsigned module;
  uint64_t offset; /* into the code */
} places[PLACES];

static uint64_t random_state;

static uint64_t next_random(uint64_t below)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (random_state >> 33) % below;
}

static void die(const char *what)
{
  perror(what);
  exit(1);
}

/* --- modules --- */

static void take_notes(struct module *module, const unsigned char *file, const Elf64_Phdr *header)
{
  for (uint64_t at = header->p_offset; at + sizeof(Elf64_Nhdr) <= header->p_offset + header->p_filesz;) {
    const Elf64_Nhdr *note = (const void *)(file + at);
    uint64_t name = at + sizeof *note, description = name + ((note->n_namesz + 3) & ~3u);
    if (note->n_type == NT_GNU_BUILD_ID && memcmp(file + name, "GNU", 4) == 0)
      module->build_id = (struct record_string){(const char *)file + description, note->n_descsz};
    at = description + ((note->n_descsz + 3) & ~3u);
  }
}

static void open_module(const char *path)
{
  struct stat status;
  struct module *module = &modules[module_count++];
  int fd = open(path, O_RDONLY);
  if (fd < 0 || fstat(fd, &status) < 0)
    die(path);
  const unsigned char *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (file == MAP_FAILED)
    die(path);
  *module =
    (struct module){.path = path,
                    .file_bytes = (uint64_t)status.st_size,
                    .mtime_ns = (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec};
  const Elf64_Ehdr *header = (const void *)file;
  const Elf64_Phdr *segments = (const void *)(file + header->e_phoff);
  for (unsigned i = 0; i < header->e_phnum; i++) {
    if (segments[i].p_type == PT_LOAD && segments[i].p_flags & PF_X) {
      module->file_offset = segments[i].p_offset;
      module->bytes = segments[i].p_filesz;
    } else if (segments[i].p_type == PT_NOTE) {
      take_notes(module, file, &segments[i]);
    }
  }
}

static void choose_places(void)
{
  random_state = 1;
  for (unsigned i = 0; i < PLACES; i++) {
    places[i].module = (unsigned)next_random(module_count);
    places[i].offset = next_random(modules[places[i].module].bytes);
  }
}

static uint64_t start_of(uint64_t process, unsigned module)
{
  return 0x4000000 + (process % 4096) * 0x1000 + module * UINT64_C(0x100000000);
}

/* --- records --- */

static void build_beginning(struct record_builder *stream, uint64_t process)
{
  static const char *const options[] = {
    "--quiet=no", "--verbose=0", "--leak-check=full", "--leak-resolution=high", "--error-limit=yes",
    "--show-leak-kinds=definite,possible", "--errors-for-leak-kinds=definite,possible", "--num-callers=12",
    "--track-origins=yes", "--trace-children=yes", "--default-suppressions=no", "--freelist-vol=20000000",
  };
  enum { OPTIONS = sizeof options / sizeof *options };
  struct record_string items[OPTIONS];
  char exe[64];
  for (unsigned i = 0; i < OPTIONS; i++)
    items[i] = build_string(options[i]);
  snprintf(exe, sizeof exe, "/home/me/project/tests/test_%03llu", (unsigned long long)process % 500);
  build_start(stream, (struct record_start){.pid = 1000 + process, .ppid = 999, .start_time_ns = 1 + process,
                                            .exe = build_string(exe), .cwd = build_string("/home/me/project"),
                                            .options = {items, OPTIONS}, .argv = BUILD_STRINGS(build_string(exe)),
                                            .seep_version = build_string("1"), .core_version = build_string("3.19.0")});
  for (unsigned i = 0; i < module_count; i++)
    build_module(stream, (struct record_module){
                           .id = i + 1, .epoch = i + 1, .start = start_of(process, i),
                           .end = start_of(process, i) + modules[i].bytes, .file_offset = modules[i].file_offset,
                           .path = build_string(modules[i].path), .build_id = modules[i].build_id,
                           .file_bytes = modules[i].file_bytes, .mtime_ns = modules[i].mtime_ns});
}

static void build_finding_stack(struct record_builder *stream, uint64_t process, uint64_t finding, uint64_t id)
{
  uint64_t ips[DEPTH];
  random_state = finding + 12345;
  for (unsigned i = 0; i < 4; i++)
    next_random(1);
  for (unsigned i = 0; i < DEPTH; i++) {
    uint64_t place = next_random(PLACES);
    ips[i] = start_of(process, places[place].module) + places[place].offset;
  }
  build_stack(stream, (struct record_stack){id, module_count, {ips, DEPTH}});
}

static void write_process(const char *directory, uint64_t process, uint64_t processes, uint64_t findings)
{
  struct record_builder stream = {0};
  char path[4096];
  uint64_t each = findings / processes, first = process * each, second = (process + 1) % processes * each;
  build_beginning(&stream, process);
  for (uint64_t i = 0; i < 2 * each; i++) {
    uint64_t finding = i < each ? first + i : second + i - each;
    build_finding_stack(&stream, process, finding, i + 1);
    if (finding % 10 == 0)
      build_error(&stream, (struct record_error){.id = i + 1, .kind = RECORD_ERROR_INVALID_READ, .tid = 1,
                                                 .stack_id = i + 1, .address = 0x5000, .size = 4});
  }
  build_heap(&stream, (struct record_heap){
    .live_bytes = each * 64, .live_blocks = each, .allocations = each * 4, .frees = each * 3,
    .allocated_bytes = each * 256});
  build_leak_begin(&stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                       .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
  for (uint64_t i = 0; i < 2 * each; i++)
    if ((i < each ? first + i : second + i - each) % 10 != 0)
      build_loss(&stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = i + 1,
                                               .bytes = 64, .blocks = 1});
  build_leak_end(&stream, (struct record_leak_end){.id = 1});
  build_end_of_run(&stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
  snprintf(path, sizeof path, "%s/p%llu.rec", directory, (unsigned long long)(1000 + process));
  record_builder_write(&stream, path);
  record_builder_release(&stream);
}

int main(int argc, char **argv)
{
  if (argc < 5 || argc > 4 + MODULES_MAX) {
    fputs("usage: merge_records DIRECTORY PROCESSES FINDINGS MODULE...\n", stderr);
    return 2;
  }
  uint64_t processes = strtoull(argv[2], NULL, 10), findings = strtoull(argv[3], NULL, 10);
  if (mkdir(argv[1], 0777) < 0)
    die(argv[1]);
  for (int i = 4; i < argc; i++)
    open_module(argv[i]);
  choose_places();
  for (uint64_t process = 0; process < processes; process++)
    write_process(argv[1], process, processes, findings);
  return 0;
}
