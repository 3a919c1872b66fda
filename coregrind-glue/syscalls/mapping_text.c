/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of /proc/self/maps are those that begin the paragraphs of smaps, whose other lines have a name and mostly a
 * number. */
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/syscalls/own_mappings_private.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

enum { NAME_COLUMN = 73, LINE_BYTES = VKI_PATH_MAX + 256 };

/* --- reading --- */

static HChar *take_line(HChar **text)
{
  HChar *const line = *text, *const end = VG_(strchr)(line, '\n');
  if (!end)
    return NULL;
  *end = '\0';
  *text = end + 1;
  return line;
}

static HChar *after(HChar *text, HChar ends)
{
  HChar *const at = VG_(strchr)(text, ends);
  return at ? at + 1 : text + VG_(strlen)(text);
}

static void read_head(HChar *line, struct mapping *ret)
{
  HChar *at;
  ret->start = VG_(strtoull16)(line, &at);
  ret->end = VG_(strtoull16)(at + 1, &at);
  VG_(strncpy)(ret->rights, at + 1, sizeof ret->rights - 1);
  ret->rights[sizeof ret->rights - 1] = '\0';
  VG_(strcpy)(ret->rights_in_kernel, ret->rights);
  ret->offset = VG_(strtoull16)(after(at + 1, ' '), &at);
  ret->file = at + 1;
  HChar *const file_end = VG_(strchr)(after(at + 1, ' '), ' ');
  at = file_end ? file_end : at + VG_(strlen)(at);
  if (file_end)
    *at++ = '\0';
  while (*at == ' ')
    at++;
  ret->name = at;
}

static Bool is_head(const HChar *text)
{
  return (*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'f');
}

static Bool has_number(const HChar *detail)
{
  const SizeT bytes = VG_(strlen)(detail);
  return bytes > 3 && VG_(strcmp)(detail + bytes - 3, " kB") == 0;
}

static void read_detail(HChar *line, struct mapping *ret)
{
  if (ret->details_count == MAPPING_DETAILS_MAX)
    return;
  ret->details[ret->details_count] = line;
  const HChar *number = VG_(strchr)(line, ':');
  ret->numbers[ret->details_count++] = number && has_number(line) ? VG_(strtoull10)(number + 1, NULL) : 0;
}

Bool mapping_read(HChar **text, struct mapping *ret)
{
  HChar *const head = take_line(text);
  if (!head)
    return False;
  ret->details_count = 0;
  read_head(head, ret);
  for (HChar *line; **text && !is_head(*text) && (line = take_line(text));)
    read_detail(line, ret);
  return True;
}

/* --- parts --- */

static Bool names(const HChar *detail, const HChar *name)
{
  return VG_(strncmp)(detail, name, VG_(strlen)(name)) == 0;
}

static Bool is_sum(const HChar *detail)
{
  return has_number(detail) && !names(detail, "KernelPageSize:") && !names(detail, "MMUPageSize:");
}

void mapping_cut(struct mapping *mapping, Addr start, Addr end)
{
  const Bool is_whole = start == mapping->start && end == mapping->end;
  const ULong kilobytes = (end - start) >> 10;
  if (VG_(strcmp)(mapping->file, "00:00 0") != 0)
    mapping->offset += start - mapping->start;
  mapping->start = start;
  mapping->end = end;
  for (UInt i = 0; !is_whole && i < mapping->details_count; i++)
    if (is_sum(mapping->details[i]) && (names(mapping->details[i], "Size:") || mapping->numbers[i] > kilobytes))
      mapping->numbers[i] = kilobytes;
}

void mapping_append(struct mapping *mapping, const struct mapping *next)
{
  mapping->end = next->end;
  for (UInt i = 0; i < mapping->details_count && i < next->details_count; i++)
    if (is_sum(mapping->details[i]))
      mapping->numbers[i] += next->numbers[i];
}

/* --- writing --- */

static void write_detail(Int fd, const HChar *detail, ULong number)
{
  HChar line[LINE_BYTES];
  const SizeT name_bytes = (SizeT)(after((HChar *)detail, ':') - detail);
  UInt bytes;
  if (has_number(detail) && name_bytes < 32)
    bytes = VG_(snprintf)(line, sizeof line, "%.*s%*llu kB\n", (Int)name_bytes, detail, 24 - (Int)name_bytes, number);
  else
    bytes = VG_(snprintf)(line, sizeof line, "%s\n", detail);
  (void)core_write(fd, line, bytes);
}

void mapping_write(Int fd, const struct mapping *mapping)
{
  HChar line[LINE_BYTES];
  UInt bytes = VG_(snprintf)(line, sizeof line, "%08lx-%08lx %s %08llx %s ", mapping->start, mapping->end,
                             mapping->rights, mapping->offset, mapping->file);
  while (*mapping->name && bytes < NAME_COLUMN)
    line[bytes++] = ' ';
  line[bytes] = '\0';
  (void)core_write(fd, line, bytes);
  (void)core_write(fd, mapping->name, VG_(strlen)(mapping->name));
  (void)core_write(fd, "\n", 1);
  for (UInt i = 0; i < mapping->details_count; i++)
    write_detail(fd, mapping->details[i], mapping->numbers[i]);
}
