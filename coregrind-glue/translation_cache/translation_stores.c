/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code depends on where its module is mapped, so a module that is mapped elsewhere, or has changed, has another
 * store. */
#include "coregrind-glue/translation_cache/translation_stores.h"

#include "shared/base/mix.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/modules/modules.h"
#include "memcheck/pure/base/env.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

extern SysRes VG_(am_shared_mmap_file_float_valgrind)(SizeT bytes, UInt protection, Int fd,
                                                      Off64T offset); /* the core's */

static const struct code_folder *store_folder;
static struct code_identity common_identity;
static XArray *stores; /* of struct code_store * */
static struct code_store *last_found;
static uint64_t placed_epoch;

void translation_stores_init(const struct code_folder *folder, const struct code_identity *common)
{
  store_folder = folder;
  common_identity = *common;
  stores = VG_(newXA)(VG_(malloc), "seep.stores", VG_(free), sizeof(struct code_store *));
}

UInt translation_stores_count(void)
{
  return (UInt)VG_(sizeXA)(stores);
}

struct code_store *translation_stores_get(UInt index)
{
  return *(struct code_store **)VG_(indexXA)(stores, index);
}

/* By its build-id; without one, by what changes when the file does. */
static void identify_module(struct code_identity *identity, const struct module_view *module)
{
  if (module->build_id->size > 0 && module->build_id->size <= sizeof identity->module) {
    VG_(memcpy)(identity->module, module->build_id->bytes, module->build_id->size);
  } else {
    identity->module[0] = module->device;
    identity->module[1] = module->inode;
    identity->module[2] = module->file_bytes;
    identity->module[3] = module->mtime_ns;
  }
  identity->start = module->start;
  identity->file_offset = module->file_offset;
}

static Bool is_same(const struct code_store *store, const struct code_identity *identity)
{
  return code_identity_is_equal(&store->identity, identity);
}

static void map_file(struct code_store *store, Int fd, uint64_t bytes)
{
  struct code_header header;
  SysRes mapped = VG_(am_shared_mmap_file_float_valgrind)(bytes, VKI_PROT_READ, fd, 0);
  if (sr_isError(mapped))
    return;
  if (!code_file_init(&store->file, (void *)sr_Res(mapped), bytes, guarded_copy, &store->identity, &header))
    VG_(am_munmap_valgrind)(sr_Res(mapped), bytes);
}

/* Use the file that is there; `file.base` stays NULL if there is none, or it cannot be used. */
static void open_file(struct code_store *store)
{
  uint64_t bytes;
  Int fd = code_folder_open_file(store_folder, store->name, &bytes);
  if (fd < 0)
    return;
  map_file(store, fd, bytes);
  VG_(close)(fd);
}

static struct code_store *store_create(const struct code_identity *identity, const struct module_view *module)
{
  struct code_store *store = env_allocate("seep.store", sizeof *store);
  VG_(memset)(store, 0, sizeof *store);
  store->identity = *identity;
  VG_(sprintf)(store->name, "%016llx" CODE_FILE_SUFFIX, (ULong)mix_words(identity, sizeof *identity, 0));
  VG_(strncpy)(store->path, module->path, sizeof store->path - 1);
  VG_(addToXA)(stores, &store);
  open_file(store);
  return store;
}

/* When mappings have changed, all places have to be found again. */
static void forget_places(void)
{
  if (placed_epoch == modules_epoch())
    return;
  placed_epoch = modules_epoch();
  last_found = NULL;
  for (UInt i = 0; i < translation_stores_count(); i++)
    translation_stores_get(i)->start = translation_stores_get(i)->end = 0;
}

static Bool contains(const struct code_store *store, Addr address)
{
  return store->start <= address && address < store->end;
}

static struct code_store *place_store(Addr address)
{
  struct module_view module;
  struct code_identity identity = common_identity;
  if (!modules_find(address, &module))
    return NULL;
  identify_module(&identity, &module);
  struct code_store *store = NULL;
  for (UInt i = 0; i < translation_stores_count() && !store; i++)
    if (is_same(translation_stores_get(i), &identity))
      store = translation_stores_get(i);
  if (!store)
    store = store_create(&identity, &module);
  store->start = module.start;
  store->end = module.end;
  return store;
}

struct code_store *translation_stores_at(Addr address)
{
  forget_places();
  if (last_found && contains(last_found, address))
    return last_found;
  for (UInt i = 0; i < translation_stores_count(); i++)
    if (contains(translation_stores_get(i), address))
      return last_found = translation_stores_get(i);
  struct code_store *store = place_store(address);
  if (store)
    last_found = store;
  return store;
}
