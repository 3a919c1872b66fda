/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks come from few places, so answers are kept during one check, and what is known of the last file. */
#include "native/languages.h"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

#include "memcheck/pure/modules/file_language.h"
#include "native/call_stacks.h"
#include "native/code_files.h"
#include "native/memory_view.h"
#include "shared/base/raw_syscalls.h"

enum { KNOWN_CALLS = 1021 };

static struct {
  uint64_t instruction; /* 0: none */
  enum language language;
} known[KNOWN_CALLS];

static struct {
  bool is_open;
  uint64_t bias; /* tells files apart */
  struct file_language language;
} file;

struct question {
  uint64_t address;
  struct code_image image;
};

static bool holds(void *context, const struct code_image *image)
{
  struct question *const question = context;
  const uint64_t address = question->address - image->bias;
  for (unsigned i = 0; i < image->header_count; i++) {
    const Elf64_Phdr *const header = &image->headers[i];
    if (header->p_type == PT_LOAD && address - header->p_vaddr < header->p_memsz) {
      question->image = *image;
      return true;
    }
  }
  return false;
}

static void close_file(void)
{
  if (file.is_open)
    file_language_release(&file.language);
  file.is_open = false;
}

static void open_file(const struct code_image *image)
{
  int fd = (int)raw_syscall(SYS_open, (long)image->path, O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
  close_file();
  file.is_open = true;
  file.bias = image->bias;
  file.language = (struct file_language){.has_rust = false};
  if (fd < 0)
    return;
  file_language_read(code_read_file, &fd, &file.language);
  (void)raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
}

static uint64_t callee_of(uint64_t instruction)
{
  unsigned char bytes[FILE_LANGUAGE_CALL_BYTES];
  const uint64_t next = instruction + 1;
  bool is_indirect;
  if (memory_view_copy(bytes, next - sizeof bytes, sizeof bytes) != sizeof bytes)
    return 0;
  uint64_t callee = file_language_callee(bytes, next, &is_indirect);
  return callee != 0 && is_indirect && !memory_view.read_word(NULL, callee, &callee) ? 0 : callee;
}

static enum language find_language(uint64_t instruction)
{
  struct question question = {.address = instruction};
  if (!code_visit_images(holds, &question))
    return LANGUAGE_OTHER;
  if (!file.is_open || file.bias != question.image.bias)
    open_file(&question.image);
  struct question other = {.address = callee_of(instruction)};
  const bool is_inside =
    other.address != 0 && code_visit_images(holds, &other) && other.image.bias == question.image.bias;
  return file_language_of_call(&file.language, instruction - file.bias, is_inside ? other.address - file.bias : 0);
}

static enum language language_of_call(uint64_t instruction)
{
  const size_t at = instruction % KNOWN_CALLS;
  if (known[at].instruction != instruction) {
    known[at].language = find_language(instruction);
    known[at].instruction = instruction;
  }
  return known[at].language;
}

/* Of an allocation's stack the first is in the library. */
enum leak_layout languages_layout_of(const struct block *block)
{
  size_t count;
  const uint64_t *const ips = stacks_get(walks_stacks(), block->alloc_stack_id, &count);
  const enum language language = count < 2 ? LANGUAGE_OTHER : language_of_call(ips[1]);
  return language == LANGUAGE_RUST     ? LEAK_LAYOUT_RUST
         : language == LANGUAGE_PYTHON ? LEAK_LAYOUT_PYTHON
                                       : LEAK_LAYOUT_OTHER;
}

void languages_forget(void)
{
  close_file();
  memset(known, 0, sizeof known);
}
