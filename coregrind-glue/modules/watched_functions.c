/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/modules/watched_functions.h"

#include "coregrind-glue/modules/wanted_names.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

static const HChar *const symbols[] = {
#define RUNNER(symbol, event, name) #symbol,
#include "shared/base/test_runners.def"
};
enum { SYMBOLS = sizeof symbols / sizeof *symbols };

struct watched {
  VgHashNode node; /* key: the address */
  UWord meaning;
  const DebugInfo *module; /* NULL: gone */
};

static VgHashTable *watched_functions;
static XArray *unplaced; /* struct watched, of the module that is being read, with addresses as in its file */

void watched_functions_init(void)
{
  watched_functions = VG_(HT_construct)("seep.watched");
  unplaced = VG_(newXA)(VG_(malloc), "seep.watched", VG_(free), sizeof(struct watched));
  for (UWord i = 0; i < SYMBOLS; i++)
    wanted_names_add(symbols[i]);
}

static const HChar libtest[] = "test::__rust_begin_short_backtrace";

/* Most names differ at once. */
static const HChar *behind(const HChar *text, const HChar *start)
{
  while (*start && *text == *start) {
    text++;
    start++;
  }
  return *start ? NULL : text;
}

/* "_ZN4test28__rust_begin_short_backtrace17h<hash>E", or "_RINvCs<hash>_4test28___rust_begin_short_backtrace<types>" */
Bool watched_functions_concern(const HChar *name)
{
  if (behind(name, "_ZN4test28__rust_begin_short_backtrace"))
    return True;
  const HChar *crate = behind(name, "_RINvCs");
  crate = crate ? VG_(strchr)(crate, '_') : NULL;
  return crate && behind(crate, "_4test28___rust_begin_short_backtrace") != NULL;
}

void watched_functions_note_symbol(const DebugInfo *module, const struct symbol_table *table, SizeT index)
{
  if (!symbol_is_defined(table, index) || !symbol_is_function(table, index))
    return;
  const HChar *name = watched_functions_concern(symbol_name(table, index)) ? libtest : symbol_name(table, index);
  struct watched watched = {.node.key = symbol_address(table, index), .module = module};
  for (; watched.meaning < SYMBOLS; watched.meaning++)
    if (VG_(strcmp)(name, symbols[watched.meaning]) == 0) {
      VG_(addToXA)(unplaced, &watched);
      return;
    }
}

static void place(UWord address, UWord meaning, const DebugInfo *module)
{
  struct watched *watched = VG_(HT_lookup)(watched_functions, address);
  if (!watched) {
    watched = VG_(malloc)("seep.watched", sizeof *watched);
    watched->node.key = address;
    VG_(HT_add_node)(watched_functions, watched);
  }
  watched->meaning = meaning;
  watched->module = module;
}

void watched_functions_place(const DebugInfo *module, Bool is_read)
{
  for (Word i = 0; i < VG_(sizeXA)(unplaced) && is_read; i++) {
    const struct watched *watched = VG_(indexXA)(unplaced, i);
    place(watched->node.key + (UWord)VG_(DebugInfo_get_text_bias)(module), watched->meaning, module);
  }
  VG_(dropTailXA)(unplaced, VG_(sizeXA)(unplaced));
}

void watched_functions_forget_module(const DebugInfo *module)
{
  struct watched *watched;
  VG_(HT_ResetIter)(watched_functions);
  while ((watched = VG_(HT_Next)(watched_functions)))
    if (watched->module == module)
      watched->module = NULL;
}

void watched_functions_add(Addr address, UWord meaning)
{
  const DebugInfo *module = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
  if (module)
    place(address, meaning, module);
}

Bool watched_functions_find(Addr address, UWord *ret_meaning)
{
  const struct watched *watched = VG_(HT_lookup)(watched_functions, address);
  if (!watched || !watched->module)
    return False;
  *ret_meaning = watched->meaning;
  return True;
}
