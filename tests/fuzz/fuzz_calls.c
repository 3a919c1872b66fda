/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The input is machine code, which becomes that of an ELF file: the result of a call before each of its first bytes is
 * followed through it, in functions of several sizes, and its calls are counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/elf_image.h"
#include "host/symbols/elf/call_sites.h"
#include "host/symbols/elf/handed_on_blocks.h"

enum { INPUT_MAX_BYTES = IMAGE_CODE_END - IMAGE_CODE_START, FIRST_BYTES = 32 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Something of all kinds, by the address. */
static struct value_callee callee_at(void *context, uint64_t target, bool is_slot)
{
  const char *name;
  uint64_t address = 0;
  bool is_known = call_sites_callee(context, target, is_slot, &name, &address);
  return (struct value_callee){.returns_first = address % 2, .never_returns = is_known && address % 5 == 4,
                               .returns_twice = address % 7 == 6, .from = (uint8_t)address,
                               .to = (uint8_t)(address >> 3)};
}

static void follow_all(const struct elf_file *file, struct call_sites *sites, uint64_t bytes)
{
  struct value_decoder *decoder = value_decoder_create();
  for (uint64_t at = 0; at < FIRST_BYTES && at < bytes; at++) {
    uint64_t address = IMAGE_CODE_START + at;
    struct value_range code = {IMAGE_CODE_START, IMAGE_CODE_START + bytes}, inner = {address, address + bytes / 2};
    struct value_scope scope = {&inner, 1};
    struct value_question question = {
      .file = file, .ranges = &code, .range_count = 1, .return_address = address, .result = at % 4,
      .argument_registers = at % 7, .scopes = &scope, .scope_count = at % 2, .callee = callee_at, .context = sites};
    struct value_answer answer;
    value_flow_find(decoder, &question, &answer);
    code.end = at % 3 ? UINT64_MAX : address + 8;
    value_flow_find(decoder, &question, &answer);
    if (call_sites_count(sites, address, address + at) > 255)
      abort();
  }
  value_decoder_destroy(decoder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char path[64];
  size_t image_bytes;
  struct elf_file *file = NULL;
  if (size > INPUT_MAX_BYTES)
    return -1;
  unsigned char *image = image_build(NULL, 0, &image_bytes);
  memcpy(image + IMAGE_CODE_START, data, size);
  int fd = image_open(image, image_bytes);
  free(image);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  struct error *error = elf_file_open(path, &file);
  struct call_sites *sites = error ? NULL : call_sites_create(file);
  if (sites)
    follow_all(file, sites, size);
  call_sites_destroy(sites);
  elf_file_close(file);
  error_free(error);
  close(fd);
  return 0;
}
