/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All cores know zlib. A section without a name is none of those that they look for. */
#include "coregrind-glue/modules/hidden_sections.h"

#include "coregrind-glue/modules/mapped_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"

struct elf_header {
  UChar identity[16];
  UShort type, machine;
  UInt version;
  ULong entry, segments_at, sections_at;
  UInt flags;
  UShort bytes, segment_bytes, segment_count, section_bytes, section_count, names;
};

struct section_header {
  UInt name, type;
  ULong flags, address, offset, bytes;
  UInt link, info;
  ULong alignment, entry_bytes;
};
_Static_assert(sizeof(struct section_header) == SECTION_HEADER_BYTES, "as in a file");

enum { SECTION_IS_COMPRESSED = 1 << 11, METHOD_ZLIB = 1 };

static Bool read_at(const HChar *path, ULong offset, void *ret, SizeT bytes)
{
  Int fd = mapped_file_open(path);
  if (fd < 0)
    return False;
  const Bool is_read = mapped_file_read(&fd, offset, ret, bytes);
  VG_(close)(fd);
  return is_read;
}

static void find_table(const HChar *path, struct section_table *table)
{
  struct elf_header header;
  table->is_known = True;
  if (!read_at(path, 0, &header, sizeof header) || header.section_bytes != SECTION_HEADER_BYTES)
    return;
  table->offset = header.sections_at;
  table->count = header.section_count;
}

/* Without a head that can be read it is damaged, which is as bad. */
static Bool is_unreadable(const HChar *path, const struct section_header *section)
{
  UInt method;
  return (section->flags & SECTION_IS_COMPRESSED) != 0 &&
         (!read_at(path, section->offset, &method, sizeof method) || method != METHOD_ZLIB);
}

void hidden_sections_show(const HChar *path, struct section_table *table, ULong offset,
                          UChar header[SECTION_HEADER_BYTES])
{
  struct section_header section;
  if (!table->is_known)
    find_table(path, table);
  if (offset < table->offset || (offset - table->offset) / SECTION_HEADER_BYTES >= table->count ||
      (offset - table->offset) % SECTION_HEADER_BYTES != 0)
    return;
  VG_(memcpy)(&section, header, sizeof section);
  if (!is_unreadable(path, &section))
    return;
  section.name = 0;
  VG_(memcpy)(header, &section, sizeof section);
}
