/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which files have code in the program, and how frames of that code are unwound. Files are found when an address in
 * them is met, as the kernel lists mappings; that a file has gone is noticed when the program unloads one. */
#ifndef SEEP_NATIVE_CODE_FILES_H
#define SEEP_NATIVE_CODE_FILES_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/modules/call_frames.h"
#include "native/output.h"

/* Look at all mappings again, and tell `output` of files that have come and gone. */
void code_look(struct output *output);

/* A new stream begins: tell it of all files. */
void code_send_all(struct output *output);

/* Changes whenever a file comes or goes. */
uint64_t code_epoch(void);

/* The rule that finds the caller's frame at an instruction, by the call frame information of its file. */
enum call_frames_answer code_find_rule(uint64_t instruction, struct call_frame_rule *ret);

/* Is there a file's code? */
bool code_is_at(uint64_t address);

/* A file whose program headers are mapped. */
struct code_image {
  uint64_t bias; /* what is added to its addresses */
  const Elf64_Phdr *headers;
  unsigned header_count;
  const char *path;
};

/* For readers of ELF files; `context`: the descriptor of an open file, an int. False: it is not all there. */
bool code_read_file(void *context, uint64_t offset, void *buffer, size_t size);

/* Show files until `visit` returns true, which is returned then. */
bool code_visit_images(bool (*visit)(void *context, const struct code_image *image), void *context);

#endif
