/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libelf with limits: it checks offsets against the file, this file checks what the numbers mean.
 *
 * Segments and the list of sections are copied when the file is opened, since every address is looked up in them. A
 * compressed section is decompressed when it is first asked for, and only to a size that deflate can reach. What zstd
 * has compressed libelf reads since 0.189 only, if it was built with that, so it is decompressed here, and libelf is
 * told of it. */
#include "host/symbols/elf/elf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "shared/record/file_sum.h"
#include "host/symbols/elf/bytes.h"
#include "host/symbols/elf/zstd.h"

enum {
  SEGMENTS_MAX = 1024,
  SECTIONS_MAX = 1 << 16,
  DEFLATE_RATIO_MAX = 1040, /* 1032 is what the format allows, and a little for heads */
  COMPRESSED_MAX_BYTES = 1 << 30,
  GNU_COMPRESSED_HEAD_BYTES = 12, /* "ZLIB" and a big-endian u64 */
  METHOD_ZSTD = 2,                /* ELFCOMPRESS_ZSTD, which older headers lack */
};

struct section {
  Elf_Scn *scn;
  const char *name;
  uint64_t address, bytes, flags;
  uint32_t type;
};

struct elf_file {
  char *path;
  int fd;
  Elf *elf;
  struct stat stat;
  GElf_Phdr *segments; /* PT_LOAD only */
  size_t segment_count, segment_capacity;
  GElf_Phdr tls; /* p_memsz 0: none */
  struct section *sections; /* with a name */
  size_t section_count, section_capacity;
  unsigned char **decompressed; /* what libelf has been led to */
  size_t decompressed_count, decompressed_capacity;
  unsigned char build_id[ELF_BUILD_ID_MAX_BYTES];
  size_t build_id_bytes; /* 0: none */
};

static struct error *elf_error(const struct elf_file *file, const char *what)
{
  return error_format("%s: %s: %s", file->path, what, elf_errmsg(-1));
}

/* Whether `part_bytes` at `offset` lie within `bytes`. */
static bool fits(uint64_t offset, uint64_t part_bytes, uint64_t bytes)
{
  return offset <= bytes && part_bytes <= bytes - offset;
}

static struct error *open_regular(struct elf_file *file)
{
  if (file->fd < 0)
    file->fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file->fd < 0 || fstat(file->fd, &file->stat) < 0)
    return error_errno(errno, "cannot read %s", file->path);
  if (!S_ISREG(file->stat.st_mode))
    return error_format("%s: not a regular file", file->path);
  return NULL;
}

static struct error *check_kind(struct elf_file *file)
{
  GElf_Ehdr header;
  if (elf_kind(file->elf) != ELF_K_ELF || !gelf_getehdr(file->elf, &header))
    return error_format("%s: not an ELF file", file->path);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != EM_X86_64)
    return error_format("%s: not an x86-64 ELF file", file->path);
  return NULL;
}

static struct error *read_segments(struct elf_file *file)
{
  size_t count;
  if (elf_getphdrnum(file->elf, &count) < 0)
    return elf_error(file, "program headers");
  for (size_t i = 0; i < count && i < SEGMENTS_MAX; i++) {
    grow((void **)&file->segments, file->segment_count, &file->segment_capacity, sizeof *file->segments);
    GElf_Phdr *segment = &file->segments[file->segment_count];
    if (!gelf_getphdr(file->elf, (int)i, segment))
      return elf_error(file, "program headers");
    if (segment->p_type == PT_TLS)
      file->tls = *segment;
    if (segment->p_type == PT_LOAD && segment->p_vaddr + segment->p_memsz >= segment->p_vaddr)
      file->segment_count++;
  }
  return NULL;
}

/* Sections are a convenience: a file without readable ones still has segments. */
static void read_sections(struct elf_file *file)
{
  size_t names;
  if (elf_getshdrstrndx(file->elf, &names) < 0)
    return;
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(file->elf, scn)) && file->section_count < SECTIONS_MAX;) {
    GElf_Shdr header;
    if (!gelf_getshdr(scn, &header))
      continue;
    const char *name = elf_strptr(file->elf, names, header.sh_name);
    if (!name)
      continue;
    *NEW_ITEM(file->sections, file->section_count, file->section_capacity) = (struct section){
      .scn = scn,
      .name = name,
      .address = header.sh_addr,
      .bytes = header.sh_size,
      .flags = header.sh_flags,
      .type = header.sh_type,
    };
  }
}

/* Look for the build-id among the notes in `data`. */
static void read_notes(struct elf_file *file, Elf_Data *data)
{
  GElf_Nhdr note;
  size_t name_offset, id_offset;
  for (size_t offset = 0; (offset = gelf_getnote(data, offset, &note, &name_offset, &id_offset)) > 0;) {
    if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != sizeof "GNU" || note.n_descsz == 0 ||
        note.n_descsz > ELF_BUILD_ID_MAX_BYTES || memcmp((char *)data->d_buf + name_offset, "GNU", sizeof "GNU") != 0)
      continue;
    memcpy(file->build_id, (char *)data->d_buf + id_offset, note.n_descsz);
    file->build_id_bytes = note.n_descsz;
    return;
  }
}

/* From the note segments, which are what the guest has in memory; from note sections where those are empty (debug
 * files). */
static void read_build_id(struct elf_file *file)
{
  size_t count = 0;
  elf_getphdrnum(file->elf, &count);
  for (size_t i = 0; i < count && i < SEGMENTS_MAX && !file->build_id_bytes; i++) {
    GElf_Phdr segment;
    if (!gelf_getphdr(file->elf, (int)i, &segment) || segment.p_type != PT_NOTE)
      continue;
    if (!fits(segment.p_offset, segment.p_filesz, (uint64_t)file->stat.st_size))
      continue;
    Elf_Data *data = elf_getdata_rawchunk(file->elf, (int64_t)segment.p_offset, segment.p_filesz,
                                          segment.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
    if (data)
      read_notes(file, data);
  }
  for (size_t i = 0; i < file->section_count && !file->build_id_bytes; i++) {
    Elf_Data *data = file->sections[i].type == SHT_NOTE ? elf_getdata(file->sections[i].scn, NULL) : NULL;
    if (data && data->d_buf)
      read_notes(file, data);
  }
}

static struct error *elf_file_init(struct elf_file *file, const char *path, Elf_Cmd how)
{
  file->path = memory_text(path);
  RETURN_IF_ERROR(open_regular(file));
  if (elf_version(EV_CURRENT) == EV_NONE || !(file->elf = elf_begin(file->fd, how, NULL)))
    return elf_error(file, "cannot read");
  struct error *error = check_kind(file);
  if (!error)
    error = read_segments(file);
  if (!error)
    read_sections(file);
  if (!error)
    read_build_id(file);
  return error;
}

static struct error *open_how(const char *path, int fd, Elf_Cmd how, struct elf_file **ret)
{
  struct elf_file *file = memory_zeroed(1, sizeof *file);
  file->fd = fd;
  struct error *error = elf_file_init(file, path, how);
  if (error) {
    elf_file_close(file);
    return error;
  }
  *ret = file;
  return NULL;
}

struct error *elf_file_open_at(const char *path, int fd, struct elf_file **ret)
{
  return open_how(path, fd, ELF_C_READ_MMAP, ret);
}

struct error *elf_file_open(const char *path, struct elf_file **ret)
{
  return open_how(path, -1, ELF_C_READ_MMAP, ret);
}

struct error *elf_file_open_unmapped(const char *path, struct elf_file **ret)
{
  return open_how(path, -1, ELF_C_READ, ret);
}

void elf_file_close(struct elf_file *file)
{
  if (!file)
    return;
  if (file->elf)
    elf_end(file->elf);
  if (file->fd >= 0)
    close(file->fd);
  for (size_t i = 0; i < file->decompressed_count; i++)
    free(file->decompressed[i]);
  free(file->decompressed);
  free(file->segments);
  free(file->sections);
  free(file->path);
  free(file);
}

struct error *elf_file_check_whole(const struct elf_file *file)
{
  GElf_Ehdr header;
  if (!gelf_getehdr(file->elf, &header) || header.e_shoff == 0 || header.e_shoff < (uint64_t)file->stat.st_size)
    return NULL;
  return error_format("%s is cut off (%llu bytes; its table of sections is at %llu), so names and lines are missing; "
                      "build or install it again", file->path, (unsigned long long)file->stat.st_size,
                      (unsigned long long)header.e_shoff);
}

void elf_file_release_descriptor(struct elf_file *file)
{
  elf_cntl(file->elf, ELF_C_FDDONE);
  close(file->fd);
  file->fd = -1;
}

const char *elf_file_path(const struct elf_file *file)
{
  return file->path;
}

const struct stat *elf_file_stat(const struct elf_file *file)
{
  return &file->stat;
}

Elf *elf_file_handle(const struct elf_file *file)
{
  return file->elf;
}

const unsigned char *elf_file_build_id(const struct elf_file *file, size_t *ret_bytes)
{
  *ret_bytes = file->build_id_bytes;
  return file->build_id_bytes ? file->build_id : NULL;
}

bool elf_file_has_build_id(const struct elf_file *file, const unsigned char *build_id, size_t bytes)
{
  return bytes > 0 && file->build_id_bytes == bytes && memcmp(file->build_id, build_id, bytes) == 0;
}

/* The segment that holds `file_offset`: in its file part first, then in what memory adds; one of code first. */
static const GElf_Phdr *find_segment(const struct elf_file *file, uint64_t file_offset)
{
  const GElf_Phdr *best = NULL;
  int best_rank = 0;
  for (size_t i = 0; i < file->segment_count; i++) {
    const GElf_Phdr *segment = &file->segments[i];
    uint64_t offset = file_offset - segment->p_offset;
    if (file_offset < segment->p_offset || offset >= segment->p_memsz)
      continue;
    int rank = 1 + (offset < segment->p_filesz ? 2 : 0) + (segment->p_flags & PF_X ? 1 : 0);
    if (rank > best_rank) {
      best = segment;
      best_rank = rank;
    }
  }
  return best;
}

bool elf_file_address(const struct elf_file *file, uint64_t file_offset, uint64_t *ret)
{
  const GElf_Phdr *segment = find_segment(file, file_offset);
  if (!segment)
    return false;
  *ret = segment->p_vaddr + (file_offset - segment->p_offset);
  return true;
}

/* Mappings are whole pages. What a page has before and after a segment is part of the neighbours in the file. */
bool elf_file_code_address(const struct elf_file *file, uint64_t file_offset, uint64_t *ret)
{
  enum { PAGE_BYTES = 4096 };
  for (size_t i = 0; i < file->segment_count; i++) {
    const GElf_Phdr *segment = &file->segments[i];
    uint64_t before = segment->p_offset % PAGE_BYTES;
    if ((segment->p_flags & PF_X) && file_offset >= segment->p_offset - before &&
        file_offset - (segment->p_offset - before) < before + segment->p_filesz) {
      *ret = segment->p_vaddr + (file_offset - segment->p_offset);
      return true;
    }
  }
  return false;
}

static struct elf_segment segment_of(const GElf_Phdr *header)
{
  return (struct elf_segment){header->p_vaddr, header->p_vaddr + header->p_memsz, header->p_flags & PF_W};
}

bool elf_file_segment(const struct elf_file *file, size_t index, struct elf_segment *ret)
{
  if (index >= file->segment_count)
    return false;
  *ret = segment_of(&file->segments[index]);
  return true;
}

bool elf_file_segment_contents(const struct elf_file *file, size_t index, struct elf_section *ret, bool *ret_is_code)
{
  size_t size;
  const char *data = elf_rawfile(file->elf, &size);
  if (index >= file->segment_count)
    return false;
  const GElf_Phdr *segment = &file->segments[index];
  bool fits_at_all = data && segment->p_offset <= size;
  uint64_t left = fits_at_all ? size - segment->p_offset : 0, bytes = segment->p_filesz;
  bytes = bytes < segment->p_memsz ? bytes : segment->p_memsz;
  *ret = (struct elf_section){
    .data = (const unsigned char *)data + (fits_at_all ? segment->p_offset : 0),
    .bytes = bytes < left ? bytes : left,
    .address = segment->p_vaddr,
  };
  *ret_is_code = segment->p_flags & PF_X;
  return true;
}

bool elf_file_segment_at(const struct elf_file *file, uint64_t address, struct elf_segment *ret)
{
  for (size_t i = 0; elf_file_segment(file, i, ret); i++)
    if (address >= ret->start && address < ret->end)
      return true;
  return false;
}

void elf_file_tls(const struct elf_file *file, uint64_t *ret_bytes, uint64_t *ret_alignment)
{
  *ret_bytes = file->tls.p_memsz;
  *ret_alignment = file->tls.p_align;
}

size_t elf_file_read(const struct elf_file *file, uint64_t address, void *ret, size_t bytes)
{
  size_t size;
  const char *data = elf_rawfile(file->elf, &size);
  for (size_t i = 0; data && i < file->segment_count; i++) {
    const GElf_Phdr *segment = &file->segments[i];
    uint64_t offset = address - segment->p_vaddr;
    if (address < segment->p_vaddr || offset >= segment->p_filesz || !fits(segment->p_offset, offset, size))
      continue;
    uint64_t left = segment->p_filesz - offset, in_file = size - segment->p_offset - offset;
    left = left < in_file ? left : in_file;
    bytes = bytes < left ? bytes : left;
    memcpy(ret, data + segment->p_offset + offset, bytes);
    return bytes;
  }
  return 0;
}

bool elf_file_is_code(const struct elf_file *file, uint64_t address)
{
  for (size_t i = 0; i < file->segment_count; i++) {
    const GElf_Phdr *segment = &file->segments[i];
    if ((segment->p_flags & PF_X) && address >= segment->p_vaddr && address - segment->p_vaddr < segment->p_memsz)
      return true;
  }
  return false;
}

static bool is_linkage_table(const char *name)
{
  return strncmp(name, ".plt", 4) == 0 || strncmp(name, ".got", 4) == 0;
}

enum elf_place elf_file_place(const struct elf_file *file, uint64_t address)
{
  for (size_t i = 0; i < file->section_count; i++) {
    const struct section *section = &file->sections[i];
    if (!(section->flags & SHF_ALLOC) || (section->flags & SHF_TLS) || address < section->address ||
        address - section->address >= section->bytes)
      continue;
    if (is_linkage_table(section->name))
      return ELF_PLACE_NONE;
    return section->flags & SHF_EXECINSTR ? ELF_PLACE_TEXT : ELF_PLACE_DATA;
  }
  for (size_t i = 0; i < file->segment_count; i++) {
    const GElf_Phdr *segment = &file->segments[i];
    if (address >= segment->p_vaddr && address - segment->p_vaddr < segment->p_memsz)
      return segment->p_flags & PF_X ? ELF_PLACE_TEXT : ELF_PLACE_DATA;
  }
  return ELF_PLACE_NONE;
}

static struct section *find_section(struct elf_file *file, const char *name, size_t number)
{
  for (size_t i = 0; i < file->section_count; i++)
    if (file->sections[i].type != SHT_NOBITS && strcmp(file->sections[i].name, name) == 0 && number-- == 0)
      return &file->sections[i];
  return NULL;
}

static bool inflated_size_is_possible(uint64_t inflated, uint64_t compressed)
{
  return inflated <= COMPRESSED_MAX_BYTES && inflated / DEFLATE_RATIO_MAX <= compressed;
}

static struct error *impossible_size(const struct elf_file *file, const struct section *section, uint64_t inflated,
                                     uint64_t compressed)
{
  return error_format("%s: section %s says that it decompresses to %llu bytes, which %llu bytes cannot; the file is "
                      "damaged, so build or install it again", file->path, section->name,
                      (unsigned long long)inflated, (unsigned long long)compressed);
}

static struct error *unreadable_section(const struct elf_file *file, const char *name, const char *message)
{
  return error_format("%s: section %s cannot be read (%s); the file is damaged, so build or install it again",
                      file->path, name, message ? message : "no reason is known");
}

/* libelf's message tells only that it does not know the method. */
static struct error *unknown_method(const struct elf_file *file, const struct section *section, const char *method)
{
  return error_format("%s: section %s is compressed %s, which the libelf here cannot read; make it plain (objcopy "
                      "--decompress-debug-sections %s), or install libzstd (libzstd.so.1)", file->path, section->name,
                      method, file->path);
}

/* Both descriptions of a section's contents, as they are in the file and converted, which is the same for bytes, and
 * its header. */
static bool lead_to(Elf_Scn *scn, const GElf_Chdr *head, unsigned char *bytes)
{
  GElf_Shdr header;
  Elf_Data *data[] = {elf_rawdata(scn, NULL), elf_getdata(scn, NULL)};
  if (!data[0] || !data[1] || !gelf_getshdr(scn, &header))
    return false;
  header.sh_flags &= ~(uint64_t)SHF_COMPRESSED;
  header.sh_size = head->ch_size;
  header.sh_addralign = head->ch_addralign;
  for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
    data[i]->d_buf = bytes;
    data[i]->d_size = head->ch_size;
    data[i]->d_type = ELF_T_BYTE;
  }
  return gelf_update_shdr(scn, &header) != 0;
}

static struct error *decompress_zstd(struct elf_file *file, struct section *section, const GElf_Chdr *head)
{
  const Elf_Data *raw = elf_rawdata(section->scn, NULL);
  if (!raw || !raw->d_buf || raw->d_size <= sizeof(Elf64_Chdr))
    return unreadable_section(file, section->name, "too short");
  unsigned char *bytes = memory_if_there(head->ch_size + 1);
  if (!bytes)
    return error_format(
      "%s: there is no memory for the %llu bytes that section %s decompresses to; try again when there "
      "is more",
      file->path, (unsigned long long)head->ch_size, section->name);
  *NEW_ITEM(file->decompressed, file->decompressed_count, file->decompressed_capacity) = bytes;
  if (!zstd_decompress((const char *)raw->d_buf + sizeof(Elf64_Chdr), raw->d_size - sizeof(Elf64_Chdr), bytes,
                       head->ch_size))
    return unreadable_section(file, section->name, "what zstd has compressed is damaged");
  return lead_to(section->scn, head, bytes) ? NULL : unreadable_section(file, section->name, elf_errmsg(-1));
}

static struct error *decompress_by_libelf(struct elf_file *file, struct section *section, const GElf_Chdr *head)
{
  if (elf_compress(section->scn, 0, 0) >= 0)
    return NULL;
  const char *message = elf_errmsg(-1);
  const bool is_unknown = message && strstr(message, "unknown compression type");
  return is_unknown ? unknown_method(file, section, head->ch_type == METHOD_ZSTD ? "with zstd" : "in an unknown way")
                    : unreadable_section(file, section->name, message);
}

static struct error *decompress_elf(struct elf_file *file, struct section *section)
{
  GElf_Chdr head;
  if (!gelf_getchdr(section->scn, &head))
    return unreadable_section(file, section->name, elf_errmsg(-1));
  if (head.ch_type == ELFCOMPRESS_ZLIB ? !inflated_size_is_possible(head.ch_size, section->bytes)
                                       : head.ch_size > COMPRESSED_MAX_BYTES)
    return impossible_size(file, section, head.ch_size, section->bytes);
  struct error *error = head.ch_type == METHOD_ZSTD && zstd_is_there() ? decompress_zstd(file, section, &head)
                                                                       : decompress_by_libelf(file, section, &head);
  if (!error)
    section->flags &= ~(uint64_t)SHF_COMPRESSED;
  return error;
}

/* A .zdebug section; libelf renames nothing, so the section keeps its name here as well. */
static struct error *decompress_gnu(struct elf_file *file, struct section *section)
{
  Elf_Data *raw = elf_rawdata(section->scn, NULL);
  if (!raw || !raw->d_buf || raw->d_size < GNU_COMPRESSED_HEAD_BYTES)
    return unreadable_section(file, section->name, "too short");
  const unsigned char *head = raw->d_buf;
  if (memcmp(head, "ZLIB", 4) != 0)
    return NULL; /* already plain */
  uint64_t inflated = 0;
  for (int i = 4; i < GNU_COMPRESSED_HEAD_BYTES; i++)
    inflated = inflated << 8 | head[i];
  if (!inflated_size_is_possible(inflated, raw->d_size))
    return impossible_size(file, section, inflated, raw->d_size);
  return elf_compress_gnu(section->scn, 0, 0) < 0 ? unreadable_section(file, section->name, elf_errmsg(-1)) : NULL;
}

/* `.zdebug_x` for `.debug_x`. */
static struct section *find_gnu_section(struct elf_file *file, const char *name, size_t number)
{
  char gnu_name[64];
  if (strncmp(name, ".debug_", 7) != 0)
    return NULL;
  snprintf(gnu_name, sizeof gnu_name, ".z%s", name + 1);
  return find_section(file, gnu_name, number);
}

bool elf_file_has_section(struct elf_file *file, const char *name)
{
  const struct section *section = find_section(file, name, 0);
  if (!section)
    section = find_gnu_section(file, name, 0);
  return section && section->bytes > 0;
}

/* The section itself, or the one in its place, decompressed. */
static struct error *find_contents(struct elf_file *file, const char *name, size_t number, struct section **ret)
{
  *ret = find_section(file, name, number);
  if (*ret)
    return (*ret)->flags & SHF_COMPRESSED ? decompress_elf(file, *ret) : NULL;
  *ret = find_gnu_section(file, name, number);
  return *ret ? decompress_gnu(file, *ret) : NULL;
}

struct error *elf_file_section_number(struct elf_file *file, const char *name, size_t number, struct elf_section *ret,
                                      bool *ret_found)
{
  struct section *section;
  RETURN_IF_ERROR(find_contents(file, name, number, &section));
  *ret_found = false;
  if (!section)
    return NULL;
  Elf_Data *data = elf_getdata(section->scn, NULL);
  if (!data)
    return unreadable_section(file, name, elf_errmsg(-1));
  if (!data->d_buf || data->d_size == 0)
    return NULL;
  *ret = (struct elf_section){.data = data->d_buf, .bytes = data->d_size, .address = section->address};
  *ret_found = true;
  return NULL;
}

struct error *elf_file_section(struct elf_file *file, const char *name, struct elf_section *ret, bool *ret_found)
{
  return elf_file_section_number(file, name, 0, ret, ret_found);
}

/* A link section whose text ends within it; a broken one counts as none. */
static bool link_section(struct elf_file *file, const char *name, struct elf_section *ret, size_t *ret_name_bytes)
{
  bool found;
  struct error *error = elf_file_section(file, name, ret, &found);
  if (error) {
    error_free(error);
    return false;
  }
  if (!found)
    return false;
  *ret_name_bytes = strnlen((const char *)ret->data, ret->bytes);
  return *ret_name_bytes > 0 && *ret_name_bytes < ret->bytes;
}

bool elf_file_debug_link(struct elf_file *file, struct elf_link *ret)
{
  struct elf_section section;
  size_t name_bytes;
  if (!link_section(file, ".gnu_debuglink", &section, &name_bytes))
    return false;
  size_t checksum_offset = (name_bytes + 1 + 3) & ~(size_t)3;
  if (!fits(checksum_offset, 4, section.bytes) || memchr(section.data, '/', name_bytes))
    return false;
  *ret = (struct elf_link){.name = (const char *)section.data};
  for (int i = 3; i >= 0; i--)
    ret->checksum = ret->checksum << 8 | section.data[checksum_offset + (size_t)i];
  return true;
}

/* DWARF 5's section, in which a supplement also says that it is one. */
static bool read_sup_section(struct elf_file *file, bool is_supplement, struct elf_link *ret)
{
  struct elf_section section;
  bool found = false;
  error_free(elf_file_section(file, ".debug_sup", &section, &found));
  struct bytes bytes = found ? bytes_of(section.data, section.bytes) : bytes_of(NULL, 0);
  uint64_t version = bytes_number(&bytes, 2), kind = bytes_number(&bytes, 1);
  const char *name = bytes_text(&bytes);
  uint64_t id_bytes = bytes_leb128(&bytes);
  if (bytes.overrun || version != 5 || kind != is_supplement || id_bytes == 0 || id_bytes > ELF_BUILD_ID_MAX_BYTES ||
      (!is_supplement && !*name))
    return false;
  *ret = (struct elf_link){.name = name, .build_id = bytes_block(&bytes, id_bytes), .build_id_bytes = id_bytes};
  return !bytes.overrun;
}

bool elf_file_is_supplement(struct elf_file *file, const unsigned char *id, size_t bytes)
{
  struct elf_link link;
  return elf_file_has_build_id(file, id, bytes) ||
         (read_sup_section(file, true, &link) && link.build_id_bytes == bytes && memcmp(link.build_id, id, bytes) == 0);
}

bool elf_file_supplement_link(struct elf_file *file, struct elf_link *ret)
{
  struct elf_section section;
  size_t name_bytes;
  if (!link_section(file, ".gnu_debugaltlink", &section, &name_bytes))
    return read_sup_section(file, false, ret);
  size_t id_bytes = section.bytes - name_bytes - 1;
  if (id_bytes == 0 || id_bytes > ELF_BUILD_ID_MAX_BYTES)
    return false;
  *ret = (struct elf_link){
    .name = (const char *)section.data,
    .build_id = section.data + name_bytes + 1,
    .build_id_bytes = id_bytes,
  };
  return true;
}

static bool read_at(void *context, uint64_t offset, void *buffer, size_t size)
{
  const struct elf_file *file = context;
  for (size_t done = 0; done < size;) {
    ssize_t count = pread(file->fd, (char *)buffer + done, size - done, (off_t)(offset + done));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    done += (size_t)count;
  }
  return true;
}

uint64_t elf_file_sum(const struct elf_file *file)
{
  return file_sum(read_at, (void *)file, (uint64_t)file->stat.st_size);
}

struct error *elf_file_checksum(struct elf_file *file, uint32_t *ret)
{
  size_t bytes;
  const unsigned char *data = (const unsigned char *)elf_rawfile(file->elf, &bytes);
  if (!data)
    return elf_error(file, "cannot read");
  *ret = (uint32_t)crc32_z(crc32_z(0, NULL, 0), data, bytes);
  return NULL;
}
