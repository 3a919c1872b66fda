/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each family is known by some of its replaced functions that a file has together. Most of tcmalloc's names need no
 * such proof: they begin with tc_. */
#include "coregrind-glue/modules/allocator_families.h"

#include "pub_tool_libcbase.h"

enum { MARKS = 3 };

struct family {
  const HChar *marks[MARKS]; /* a file that has all of them is of the family */
  UInt found;                /* bit n: mark n */
};

static struct family jemalloc = {.marks = {"mallocx", "dallocx", "xallocx"}};
static struct family tcmalloc = {.marks = {"tc_malloc", "tc_free", "tc_nallocx"}};
static struct family mimalloc = {.marks = {"mi_malloc", "mi_free", "mi_usable_size"}};
static struct family *const families[] = {&jemalloc, &tcmalloc, &mimalloc};
enum { FAMILIES = sizeof families / sizeof *families };

void allocator_families_begin(void)
{
  for (UInt i = 0; i < FAMILIES; i++)
    families[i]->found = 0;
}

static void note_mark(struct family *family, const HChar *name)
{
  for (UInt i = 0; i < MARKS; i++)
    if (VG_(strcmp)(family->marks[i], name) == 0)
      family->found |= 1u << i;
}

void allocator_families_note(const HChar *name)
{
  for (UInt i = 0; i < FAMILIES; i++)
    note_mark(families[i], name);
}

static Bool is_here(const struct family *family)
{
  return family->found == (1u << MARKS) - 1;
}

Bool allocator_families_may_replace(const HChar *name)
{
  static const HChar *const with_flags[] = {"mallocx", "rallocx", "xallocx", "sallocx", "dallocx", "sdallocx",
                                            "mallctl"};
  if (name[0] == 'm' && name[1] == 'i' && name[2] == '_')
    return is_here(&mimalloc);
  if (VG_(strcmp)(name, "nallocx") == 0)
    return is_here(&jemalloc) || is_here(&tcmalloc);
  for (UInt i = 0; i < sizeof with_flags / sizeof *with_flags; i++)
    if (VG_(strcmp)(name, with_flags[i]) == 0)
      return is_here(&jemalloc);
  return True;
}
