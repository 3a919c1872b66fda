/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One ELF file (x86-64 program, shared object, debug file or dwz supplement), opened for reading. */
#ifndef SEEP_HOST_SYMBOLS_ELF_ELF_FILE_H
#define SEEP_HOST_SYMBOLS_ELF_ELF_FILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "host/base/error.h"

struct elf_file;

enum { ELF_BUILD_ID_MAX_BYTES = 64 };

/* What a section holds, decompressed; valid while the file is open. */
struct elf_section {
  const unsigned char *data;
  size_t bytes;
  uint64_t address;
};

/* What names another file: .gnu_debuglink (with a checksum), .gnu_debugaltlink or .debug_sup (with a build-id). */
struct elf_link {
  const char *name;
  uint32_t checksum;
  const unsigned char *build_id;
  size_t build_id_bytes;
};

struct elf_segment {
  uint64_t start, end;
  bool is_writable;
};

/* Map a file that is meant to stay as it is. An error: it cannot be opened, or is no such ELF file. */
struct error *elf_file_open(const char *path, struct elf_file **ret);

/* The same for a descriptor, which is taken over, of what was at `path`; -1: open what is there. */
struct error *elf_file_open_at(const char *path, int fd, struct elf_file **ret);

/* As elf_file_open(), for a process that must survive when the file is truncated meanwhile: the file is not mapped,
 * which is slower. */
struct error *elf_file_open_unmapped(const char *path, struct elf_file **ret);

/* NULL is allowed. */
void elf_file_close(struct elf_file *file);

/* The path it was opened by, what stat() said then, and libelf's view; all as long as the file is open. */
const char *elf_file_path(const struct elf_file *file);
const struct stat *elf_file_stat(const struct elf_file *file);
Elf *elf_file_handle(const struct elf_file *file);

/* NULL when there is none. */
const unsigned char *elf_file_build_id(const struct elf_file *file, size_t *ret_bytes);
bool elf_file_has_build_id(const struct elf_file *file, const unsigned char *build_id, size_t bytes);

/* Where the byte of code at `file_offset` is loaded, as an address of the file; false when no loaded segment holds
 * it. */
bool elf_file_address(const struct elf_file *file, uint64_t file_offset, uint64_t *ret);

/* The address of a byte in a mapping of code, which may begin before its segment. False when there is none. */
bool elf_file_code_address(const struct elf_file *file, uint64_t file_offset, uint64_t *ret);

/* Loaded segments in the order of the file, and what the file has of them; false after the last. Then the segment that
 * holds an address. */
bool elf_file_segment(const struct elf_file *file, size_t index, struct elf_segment *ret);
bool elf_file_segment_contents(const struct elf_file *file, size_t index, struct elf_section *ret, bool *ret_is_code);
bool elf_file_segment_at(const struct elf_file *file, uint64_t address, struct elf_segment *ret);

/* Size and alignment of thread-local storage; 0 when there is none. */
void elf_file_tls(const struct elf_file *file, uint64_t *ret_bytes, uint64_t *ret_alignment);

/* Copy what the file has at an address; returns how many bytes were copied. */
size_t elf_file_read(const struct elf_file *file, uint64_t address, void *ret, size_t bytes);

/* Whether an address lies in an executable segment. */
bool elf_file_is_code(const struct elf_file *file, uint64_t address);

/* Whether instructions or data are at an address, by its section or, without sections, its segment. The global offset
 * table and the procedure linkage table count as neither. */
enum elf_place { ELF_PLACE_NONE, ELF_PLACE_TEXT, ELF_PLACE_DATA } elf_file_place(const struct elf_file *file,
                                                                                 uint64_t address);

/* Is there a section of that name with contents, plain or compressed as below? */
bool elf_file_has_section(struct elf_file *file, const char *name);

/* Find a section with contents by name; `.debug_x` also as compressed `.zdebug_x`. False when there is none; a
 * broken one is an error. */
struct error *elf_file_section(struct elf_file *file, const char *name, struct elf_section *ret, bool *ret_found);

/* The same for one of several sections of a name, counted from 0. */
struct error *elf_file_section_number(struct elf_file *file, const char *name, size_t number, struct elf_section *ret,
                                      bool *ret_found);

/* An error when the file ends before its table of sections. */
struct error *elf_file_check_whole(const struct elf_file *file);

/* Give the descriptor back; what was mapped stays. */
void elf_file_release_descriptor(struct elf_file *file);

/* What the file says of another one that belongs to it: .gnu_debuglink, .gnu_debugaltlink. False: nothing that can
 * be used. */
bool elf_file_debug_link(struct elf_file *file, struct elf_link *ret);
bool elf_file_supplement_link(struct elf_file *file, struct elf_link *ret);

/* Is it the supplement of that id, by its build-id or its section .debug_sup? */
bool elf_file_is_supplement(struct elf_file *file, const unsigned char *id, size_t bytes);

/* The sum of the file's contents (shared/record/file_sum.h). */
uint64_t elf_file_sum(const struct elf_file *file);

/* CRC-32 of the whole file, as .gnu_debuglink has it. */
struct error *elf_file_checksum(struct elf_file *file, uint32_t *ret);

#endif
