/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Plain names are known by their hash; the few patterns with wildcards are compared one by one. None is ever forgotten:
 * a symbol too many does no harm. */
#include "coregrind-glue/modules/wanted_names.h"

#include "coregrind-glue/core/wraps.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

extern Bool VG_(clo_trace_redir);
extern XArray *VG_(clo_req_tsyms); /* --require-text-symbol, whose patterns the core keeps to itself */

static VgHashTable *plain_names; /* VgHashNode, of hashes */
static XArray *wildcards;        /* HChar *, owned */

/* FNV-1a */
static UWord hash_name(const HChar *name)
{
  UWord hash = 0xcbf29ce484222325;
  for (; *name; name++)
    hash = (hash ^ (UChar)*name) * 0x100000001b3;
  return hash;
}

void wanted_names_add(const HChar *name)
{
  UWord hash = hash_name(name);
  if (VG_(HT_lookup)(plain_names, hash))
    return;
  VgHashNode *node = VG_(malloc)("seep.pattern", sizeof *node);
  node->key = hash;
  VG_(HT_add_node)(plain_names, node);
}

static void add_wildcard(const HChar *pattern)
{
  for (Word i = 0; i < VG_(sizeXA)(wildcards); i++)
    if (VG_(strcmp)(*(HChar **)VG_(indexXA)(wildcards, i), pattern) == 0)
      return;
  HChar *copy = VG_(strdup)("seep.pattern", pattern);
  VG_(addToXA)(wildcards, &copy);
}

static void add_pattern(const HChar *pattern)
{
  if (VG_(strchr)(pattern, '*') || VG_(strchr)(pattern, '?'))
    add_wildcard(pattern);
  else
    wanted_names_add(pattern);
}

static Bool is_known(const HChar *name)
{
  if (VG_(HT_lookup)(plain_names, hash_name(name)))
    return True;
  for (Word i = 0; i < VG_(sizeXA)(wildcards); i++)
    if (VG_(string_match)(*(HChar **)VG_(indexXA)(wildcards, i), name))
      return True;
  return False;
}

/* Names of patterns and of the core's load notifiers begin so. */
static Bool is_special(const HChar *name)
{
  return name[0] == '_' && name[1] == 'v' && name[2] == 'g';
}

Bool wanted_names_include(const HChar *name)
{
  return is_special(name) || is_known(name);
}

UWord wanted_names_count(void)
{
  return VG_(HT_count_nodes)(plain_names) + (UWord)VG_(sizeXA)(wildcards);
}

/* When the core is talkative it names addresses while it goes through a module's symbols, which must not change
 * then. */
Bool wanted_names_are_all(void)
{
  return VG_(sizeXA)(VG_(clo_req_tsyms)) > 0 || VG_(clo_verbosity) > 1 || VG_(clo_trace_redir);
}

void wanted_names_init(void)
{
  plain_names = VG_(HT_construct)("seep.patterns");
  wildcards = VG_(newXA)(VG_(malloc), "seep.patterns", VG_(free), sizeof(HChar *));
}

/* The core decodes a pattern from a symbol's name here before it compares anything with it. */
Bool __wrap_vgPlain_maybe_Z_demangle(const HChar *symbol, const HChar **ret_soname, const HChar **ret_name,
                                     Bool *ret_is_wrap, Int *ret_class, Int *ret_priority)
{
  Bool is_pattern = __real_vgPlain_maybe_Z_demangle(symbol, ret_soname, ret_name, ret_is_wrap, ret_class, ret_priority);
  if (is_pattern && ret_name)
    add_pattern(*ret_name);
  return is_pattern;
}

/* '*' stands for any characters, '?' for one. When what follows a '*' does not match here, the '*' stands for one
 * character more. */
Bool __wrap_vgPlain_string_match(const HChar *pattern, const HChar *text)
{
  const HChar *star = NULL, *behind = NULL;
  while (*text) {
    if (*pattern == '*') {
      star = ++pattern;
      behind = text;
    } else if (*pattern == *text || *pattern == '?') {
      pattern++;
      text++;
    } else if (star) {
      pattern = star;
      text = ++behind;
    } else {
      return False;
    }
  }
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}
