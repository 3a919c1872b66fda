/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The section is a file in the format of xz. What it decompresses to is put in a file in memory and read like any other
 * ELF file; its size has a limit, and so has the memory that decompressing takes. */
#include "host/symbols/elf/mini_debug.h"

#include <errno.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host/base/print.h"
#include "host/base/write_all.h"

static const char section_name[] = ".gnu_debugdata";

enum {
  CONTENTS_MAX_BYTES = 1 << 26,
  DECODER_MAX_BYTES = 1 << 28,
  PIECE_BYTES = 1 << 16,
};

/* Decompress to the end. What liblzma says of it is *ret; false when the result cannot be written. */
static bool run_decoder(lzma_stream *stream, int fd, lzma_ret *ret)
{
  unsigned char piece[PIECE_BYTES];
  for (*ret = LZMA_OK; *ret == LZMA_OK;) {
    stream->next_out = piece;
    stream->avail_out = sizeof piece;
    *ret = lzma_code(stream, LZMA_FINISH);
    if (stream->total_out > CONTENTS_MAX_BYTES)
      *ret = LZMA_MEMLIMIT_ERROR;
    else if (!write_all(fd, piece, sizeof piece - stream->avail_out))
      return false;
  }
  return true;
}

static struct error *decompress(const struct elf_file *module, const struct elf_section *section, int fd)
{
  lzma_stream stream = LZMA_STREAM_INIT;
  lzma_ret result = lzma_stream_decoder(&stream, DECODER_MAX_BYTES, 0);
  stream.next_in = section->data;
  stream.avail_in = section->bytes;
  bool is_written = result != LZMA_OK || run_decoder(&stream, fd, &result);
  lzma_end(&stream);
  if (!is_written)
    return error_errno(errno, "%s: cannot keep what %s decompresses to", elf_file_path(module), section_name);
  if (result == LZMA_STREAM_END)
    return NULL;
  return error_format("%s: its section %s is %s; static functions have no names", elf_file_path(module), section_name,
                      result == LZMA_MEM_ERROR || result == LZMA_MEMLIMIT_ERROR ? "too large" : "damaged");
}

/* The name that messages have for it. */
static struct error *open_contents(const struct elf_file *module, int fd, struct elf_file **ret)
{
  char *name = print_text("%s(%s)", elf_file_path(module), section_name);
  struct error *error = elf_file_open_at(name, fd, ret);
  free(name);
  return error;
}

struct error *mini_debug_open(struct elf_file *module, struct elf_file **ret)
{
  struct elf_section section;
  bool found;
  *ret = NULL;
  struct error *error = elf_file_section(module, section_name, &section, &found);
  if (error || !found)
    return error;
  int fd = memfd_create("seep-debugdata", MFD_CLOEXEC);
  if (fd < 0)
    return error_errno(errno, "%s: no room for what %s decompresses to", elf_file_path(module), section_name);
  error = decompress(module, &section, fd);
  if (!error)
    return open_contents(module, fd, ret);
  close(fd);
  return error;
}
