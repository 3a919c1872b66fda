/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/code_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <stddef.h>
#include <string.h>

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/modules/build_id.h"
#include "native/locks.h"
#include "native/mappings.h"
#include "native/call_stacks.h"
#include "shared/base/raw_syscalls.h"
#include "shared/record/file_sum.h"

enum { FILES_MAX = 4096, TYPE_BITS = 0170000, TYPE_REGULAR = 0100000 };

/* A mapping with code. */
static struct code_file {
  uint64_t id, epoch, start, end, file_offset, device, inode;
  uint64_t image; /* where the file's first byte is mapped; 0: not found */
  char *path;
  bool is_met, were_frames_read;
  struct call_frames *frames; /* NULL: none, or not understood */
} files[FILES_MAX];
static unsigned file_count;
static uint64_t last_id, epoch = 1;

uint64_t code_epoch(void)
{
  return epoch;
}

/* --- the list --- */

static bool is_same(const struct code_file *file, const struct mapping *mapping)
{
  return file->start == mapping->start && file->end == mapping->end && file->inode == mapping->inode &&
         file->device == mapping->device && file->file_offset == mapping->file_offset;
}

static struct code_file *find_same(const struct mapping *mapping)
{
  for (unsigned i = 0; i < file_count; i++)
    if (is_same(&files[i], mapping))
      return &files[i];
  return NULL;
}

bool code_read_file(void *context, uint64_t offset, void *buffer, size_t size)
{
  return raw_syscall(SYS_pread64, *(const int *)context, (long)buffer, (long)size, (long)offset, 0, 0) == (long)size;
}

static int open_file(const struct code_file *file, struct stat *ret)
{
  const int fd = (int)raw_syscall(SYS_open, (long)file->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0, 0, 0, 0);
  if (fd < 0)
    return -1;
  if (raw_syscall(SYS_fstat, fd, (long)ret, 0, 0, 0, 0) == 0 && ret->st_ino == file->inode &&
      (ret->st_mode & TYPE_BITS) == TYPE_REGULAR)
    return fd;
  (void)raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return -1;
}

static void send_file(struct output *output, const struct code_file *file)
{
  struct stat stat;
  struct build_id build_id = {.size = 0};
  struct record_module frame = {.id = file->id,
                                .epoch = file->epoch,
                                .start = file->start,
                                .end = file->end,
                                .file_offset = file->file_offset,
                                .path = {file->path, strlen(file->path)},
                                .device = file->device,
                                .inode = file->inode};
  int fd = open_file(file, &stat);
  if (fd >= 0) {
    frame.file_bytes = (uint64_t)stat.st_size;
    frame.mtime_ns = (uint64_t)stat.st_mtim.tv_sec * 1000000000u + (uint64_t)stat.st_mtim.tv_nsec;
    build_id_find(code_read_file, &fd, &build_id);
    if (build_id.size == 0)
      frame.sum = file_sum(code_read_file, &fd, frame.file_bytes);
  }
  frame.build_id = (struct record_string){(const char *)build_id.bytes, build_id.size};
  output_attach(output, fd);
  output_send(output, RECORD_MODULE, &frame);
}

static void add_file(struct output *output, const struct mapping *mapping, uint64_t image)
{
  if (file_count == FILES_MAX)
    return;
  struct code_file *const file = &files[file_count];
  const size_t bytes = strlen(mapping->path) + 1;
  *file = (struct code_file){.id = ++last_id,
                             .epoch = ++epoch,
                             .start = mapping->start,
                             .end = mapping->end,
                             .file_offset = mapping->file_offset,
                             .device = mapping->device,
                             .inode = mapping->inode,
                             .image = image,
                             .path = env_allocate("path", bytes),
                             .is_met = true};
  memcpy(file->path, mapping->path, bytes);
  file_count++;
  send_file(output, file);
}

static void remove_file(struct output *output, unsigned at)
{
  struct code_file *const file = &files[at];
  walks_retire(file->start, file->end, epoch);
  output_send(output, RECORD_UNMAP, &(struct record_unmap){.epoch = ++epoch, .start = file->start, .end = file->end});
  call_frames_destroy(file->frames);
  env_free(file->path);
  files[at] = files[--file_count];
}

void code_look(struct output *output)
{
  static struct mappings mappings;
  uint64_t image = 0, device = 0, inode = 0;
  locks_take(LOCK_CODE);
  for (unsigned i = 0; i < file_count; i++)
    files[i].is_met = false;
  mappings_begin(&mappings);
  for (const struct mapping *mapping; (mapping = mappings_next(&mappings));) {
    if (mapping->inode == 0)
      continue;
    if (mapping->file_offset == 0 || mapping->inode != inode || mapping->device != device)
      image = mapping->file_offset == 0 && mapping->is_readable ? mapping->start : 0;
    inode = mapping->inode;
    device = mapping->device;
    struct code_file *const known = mapping->is_executable ? find_same(mapping) : NULL;
    if (known)
      known->is_met = true;
    else if (mapping->is_executable)
      add_file(output, mapping, image);
  }
  mappings_end(&mappings);
  for (unsigned i = file_count; i-- > 0;)
    if (!files[i].is_met)
      remove_file(output, i);
  locks_release(LOCK_CODE);
}

void code_send_all(struct output *output)
{
  for (unsigned i = 0; i < file_count; i++)
    send_file(output, &files[i]);
}

/* --- frames --- */

/* What is mapped of a file from its first byte on up to its code and beyond, with its program headers. */
static const Elf64_Phdr *headers_of(const struct code_file *file, unsigned *ret_count)
{
  const Elf64_Ehdr *const header = (const Elf64_Ehdr *)file->image;
  if (file->image == 0 || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_phentsize != sizeof(Elf64_Phdr) ||
      header->e_phoff > 4096 || header->e_phnum > 32)
    return NULL;
  *ret_count = header->e_phnum;
  return (const Elf64_Phdr *)(file->image + header->e_phoff);
}

static uint64_t bias_of(const struct code_file *file, const Elf64_Phdr *headers, unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    if (headers[i].p_type == PT_LOAD && headers[i].p_offset == 0)
      return file->image - headers[i].p_vaddr;
  return file->image;
}

/* How far the segment goes on that holds the address; 0: none does. */
static uint64_t segment_end(const Elf64_Phdr *headers, unsigned count, uint64_t address)
{
  for (unsigned i = 0; i < count; i++)
    if (headers[i].p_type == PT_LOAD && address >= headers[i].p_vaddr &&
        address < headers[i].p_vaddr + headers[i].p_filesz)
      return headers[i].p_vaddr + headers[i].p_filesz;
  return 0;
}

/* .eh_frame begins where its index (.eh_frame_hdr, of the usual form) says, and ends with an empty entry. */
static struct call_frames *read_section(uint64_t index_start, uint64_t index_end, uint64_t start, uint64_t end)
{
  enum { COUNT_4 = 0x03 /* DW_EH_PE_udata4 */, TABLE = 0x3b /* DW_EH_PE_datarel | sdata4 */, HEAD_BYTES = 12 };
  const unsigned char *const index = (const unsigned char *)index_start;
  uint32_t count = 0;
  if (index[2] == COUNT_4 && index[3] == TABLE && index_end - index_start > HEAD_BYTES)
    memcpy(&count, index + 8, sizeof count);
  if (count == 0 || count > (index_end - index_start - HEAD_BYTES) / (2 * sizeof count))
    return call_frames_create((const unsigned char *)start, end - start, start);
  return call_frames_create_indexed(
    (const unsigned char *)start, end - start, start,
    &(struct call_frames_index){.pairs = index + HEAD_BYTES, .count = count, .base = index_start});
}

static struct call_frames *read_frames(const struct code_file *file)
{
  enum { VERSION = 1, RELATIVE = 0x1b /* DW_EH_PE_pcrel | sdata4 */ };
  unsigned count = 0;
  const Elf64_Phdr *const headers = headers_of(file, &count);
  const uint64_t bias = headers ? bias_of(file, headers, count) : 0;
  for (unsigned i = 0; i < count; i++) {
    const uint64_t index_end = segment_end(headers, count, headers[i].p_vaddr);
    if (headers[i].p_type != PT_GNU_EH_FRAME || index_end == 0)
      continue;
    const unsigned char *const index = (const unsigned char *)(bias + headers[i].p_vaddr);
    int32_t distance;
    memcpy(&distance, index + 4, sizeof distance);
    const uint64_t start = headers[i].p_vaddr + 4 + (uint64_t)(int64_t)distance;
    const uint64_t end = segment_end(headers, count, start);
    if (index[0] == VERSION && index[1] == RELATIVE && end != 0)
      return read_section(bias + headers[i].p_vaddr, bias + index_end, bias + start, bias + end);
  }
  return NULL;
}

static struct code_file *file_at(uint64_t address)
{
  for (unsigned i = 0; i < file_count; i++)
    if (address >= files[i].start && address < files[i].end)
      return &files[i];
  return NULL;
}

enum call_frames_answer code_find_rule(uint64_t instruction, struct call_frame_rule *ret)
{
  enum call_frames_answer answer = CALL_FRAMES_NONE;
  locks_take(LOCK_CODE);
  struct code_file *const file = file_at(instruction);
  if (file && !file->were_frames_read) {
    file->were_frames_read = true;
    file->frames = read_frames(file);
  }
  if (file && file->frames)
    answer = call_frames_find(file->frames, instruction, ret);
  locks_release(LOCK_CODE);
  return answer;
}

bool code_is_at(uint64_t address)
{
  locks_take(LOCK_CODE);
  const bool is_there = file_at(address) != NULL;
  locks_release(LOCK_CODE);
  return is_there;
}

bool code_visit_images(bool (*visit)(void *context, const struct code_image *image), void *context)
{
  bool is_enough = false;
  locks_take(LOCK_CODE);
  for (unsigned i = 0; i < file_count && !is_enough; i++) {
    struct code_image image = {.path = files[i].path};
    image.headers = headers_of(&files[i], &image.header_count);
    image.bias = image.headers ? bias_of(&files[i], image.headers, image.header_count) : 0;
    is_enough = image.headers && visit(context, &image);
  }
  locks_release(LOCK_CODE);
  return is_enough;
}
