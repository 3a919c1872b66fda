/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Three questions about each block:
 *
 * May it be kept at all? Not if its translation is traced, or holds for the moment only: self-checking code, code with
 * breakpoints, and code whose making has told the user something. Is what was found the same block? The guest's bytes
 * are compared, and VEX's callbacks are asked as VEX would ask them. When is it written? New blocks are collected in
 * memory, and written when that is full and when the program ends. */
#include "coregrind-glue/translation_cache/translation_cache.h"

#include "shared/base/mix.h"
#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/debugger.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/tool.h"
#include "coregrind-glue/translation_cache/translation_identity.h"
#include "coregrind-glue/translation_cache/translation_stores.h"
#include "coregrind-glue/vex/block_in_work.h"
#include "memcheck/pure/base/env.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_tooliface.h"

enum {
  FOLDER_MAX_MIB = 512,
  PENDING_BYTES = 8 << 20, /* collected before they are written */
};

static struct code_folder folder = {.fd = -1};
static Bool is_ready, is_told_of;
static UInt found_count, made_count;

static union code_room found;

/* --- which blocks --- */

static Bool may_be_kept(const VexTranslateArgs *arguments)
{
  return folder.fd >= 0 && !debugger_was_here() && arguments->traceflags == 0 && !arguments->addProfInc;
}

/* Code past a redirection or wrapper is not chained to other blocks, so it ends with other jumps. */
enum { IS_UNCHAINED = 1 << 30 };

static struct code_key key_of(const VexTranslateArgs *arguments)
{
  const VgCallbackClosure *closure = arguments->callback_opaque;
  Bool has_preamble = arguments->preamble_function != NULL;
  return (struct code_key){
    .address = arguments->guest_bytes_addr,
    .replaces = has_preamble ? closure->nraddr : 0,
    .preamble = (Addr)arguments->preamble_function,
    .variant = block_in_work.kind | (arguments->disp_cp_chain_me_to_fastEP ? 0 : IS_UNCHAINED),
  };
}

/* Does VEX want no self-check for the block? Sets how exact it wants registers in memory, which must agree, too. */
static Bool is_plain(const VexTranslateArgs *arguments, const VexGuestExtents *extents, UInt *ret_updates)
{
  VexRegisterUpdates updates = translation_identity_register_updates();
  if (arguments->needs_self_check(arguments->callback_opaque, &updates, extents) != 0)
    return False;
  *ret_updates = (UInt)updates;
  return True;
}

/* --- taking blocks --- */

static VexGuestExtents extents_of(const struct code_entry_head *head)
{
  VexGuestExtents extents = {.n_used = head->extent_count};
  for (UInt i = 0; i < head->extent_count; i++) {
    extents.base[i] = head->extent_starts[i];
    extents.len[i] = head->extent_bytes[i];
  }
  return extents;
}

/* Code of this module only: a file of the cache may say anything. */
static Bool is_guest_memory(const struct code_store *store, Addr start, SizeT bytes)
{
  return start >= store->start && start < store->end && bytes <= store->end - start;
}

static Bool has_bytes(Addr start, const UChar *expected, SizeT bytes)
{
  static UChar now[CODE_EXTENT_BYTES_MAX];
  return guarded_copy(now, (void *)start, bytes) == bytes && VG_(memcmp)(now, expected, bytes) == 0;
}

struct question {
  const VexTranslateArgs *arguments;
  const struct code_store *store;
};

static bool is_same_block(void *context, struct code_entry_head *head)
{
  const struct question *question = context;
  const VexTranslateArgs *arguments = question->arguments;
  const UChar *expected = code_entry_guest(head);
  if (head->host_bytes > (UInt)arguments->host_bytes_size)
    return false;
  for (UInt i = 0; i < head->extent_count; i++) {
    Addr start = head->extent_starts[i];
    if (!is_guest_memory(question->store, start, head->extent_bytes[i]) ||
        tool.is_code_special(start, head->extent_bytes[i]) ||
        !has_bytes(start, expected, head->extent_bytes[i]) ||
        (i > 0 && !arguments->chase_into_ok(arguments->callback_opaque, start)))
      return false;
    expected += head->extent_bytes[i];
  }
  VexGuestExtents extents = extents_of(head);
  UInt updates;
  return is_plain(arguments, &extents, &updates) && updates == head->register_updates;
}

static void give_to_vex(const VexTranslateArgs *arguments, struct code_entry_head *head, VexTranslateResult *ret)
{
  *arguments->guest_extents = extents_of(head);
  guarded_copy(arguments->host_bytes, code_entry_host(head), head->host_bytes); /* for its speed alone */
  *arguments->host_bytes_used = (Int)head->host_bytes;
  *ret = (VexTranslateResult){
    .status = VexTransOK,
    .n_sc_extents = 0,
    .offs_profInc = -1,
    .n_guest_instrs = head->instruction_count,
    .n_uncond_in_trace = head->unconditional_count,
    .n_cond_in_trace = head->conditional_count,
  };
}

static void prepare_stores(const VexTranslateArgs *arguments)
{
  if (is_ready)
    return;
  struct code_identity common;
  translation_identity_make(arguments, &common);
  translation_stores_init(&folder, &common);
  is_ready = True;
}

Bool translation_cache_find(const VexTranslateArgs *arguments, VexTranslateResult *ret)
{
  if (!may_be_kept(arguments))
    return False;
  prepare_stores(arguments);
  struct question question = {arguments, translation_stores_at(arguments->guest_bytes_addr)};
  if (!question.store || !question.store->file.base)
    return False;
  struct code_key key = key_of(arguments);
  if (!code_file_find(&question.store->file, &key, is_same_block, &question, &found.head))
    return False;
  give_to_vex(arguments, &found.head, ret);
  found_count++;
  return True;
}

/* --- keeping blocks --- */

/* Goes before each entry that waits to be written. */
struct pending {
  struct code_store *store;
  SizeT bytes; /* of this and the entry */
};

static UChar *pending;
static SizeT pending_bytes;

/* Does the block end within what may be the instructions of a client request (valgrind.h)? Then its translation depends
 * on bytes that follow it and are not compared. */
static Bool may_depend_on_more(const UChar *bytes, SizeT count)
{
  static const UChar first[] = {0x48, 0xc1, 0xc7, 0x03};
  enum { REQUEST_BYTES = 19 };
  for (SizeT i = count > REQUEST_BYTES ? count - REQUEST_BYTES : 0; i + sizeof first <= count; i++)
    if (VG_(memcmp)(bytes + i, first, sizeof first) == 0 && count - i < REQUEST_BYTES)
      return True;
  return False;
}

static Bool is_lasting(const VexTranslateArgs *arguments, const VexTranslateResult *result,
                       const struct code_store *store)
{
  const VexGuestExtents *extents = arguments->guest_extents;
  if (result->status != VexTransOK || result->n_sc_extents != 0 || result->offs_profInc != -1 || block_in_work.has_told)
    return False;
  for (UInt i = 0; i < extents->n_used; i++)
    if (!is_guest_memory(store, extents->base[i], extents->len[i]) || extents->len[i] > CODE_EXTENT_BYTES_MAX ||
        tool.is_code_special(extents->base[i], extents->len[i]) ||
        may_depend_on_more((const UChar *)extents->base[i], extents->len[i]))
      return False;
  return *arguments->host_bytes_used <= CODE_HOST_BYTES_MAX;
}

static void fill_head(const VexTranslateArgs *arguments, const VexTranslateResult *result, UInt updates,
                     struct code_entry_head *head)
{
  const VexGuestExtents *extents = arguments->guest_extents;
  *head = (struct code_entry_head){
    .key = key_of(arguments),
    .extent_count = extents->n_used,
    .instruction_count = result->n_guest_instrs,
    .unconditional_count = result->n_uncond_in_trace,
    .conditional_count = result->n_cond_in_trace,
    .register_updates = updates,
    .host_bytes = (UInt)*arguments->host_bytes_used,
  };
  for (UInt i = 0; i < extents->n_used; i++) {
    head->extent_starts[i] = extents->base[i];
    head->extent_bytes[i] = extents->len[i];
  }
}

static void fill_entry(const VexTranslateArgs *arguments, struct code_entry_head *head)
{
  UChar *to = code_entry_guest(head);
  for (UInt i = 0; i < head->extent_count; i++) {
    VG_(memcpy)(to, (void *)head->extent_starts[i], head->extent_bytes[i]);
    to += head->extent_bytes[i];
  }
  guarded_copy(to, arguments->host_bytes, head->host_bytes);
  code_entry_seal(head);
}

static void append_pending(const VexTranslateArgs *arguments, const struct code_entry_head *head,
                           struct code_store *store)
{
  SizeT bytes = sizeof(struct pending) + code_entry_bytes(head);
  if (pending_bytes + bytes > PENDING_BYTES)
    translation_cache_flush();
  if (!pending)
    pending = env_map_pages(PENDING_BYTES);
  struct pending *next = (struct pending *)(pending + pending_bytes);
  *next = (struct pending){store, bytes};
  struct code_entry_head *entry = (struct code_entry_head *)(next + 1);
  *entry = *head;
  fill_entry(arguments, entry);
  store->pending++;
  pending_bytes += bytes;
}

void translation_cache_record(const VexTranslateArgs *arguments, const VexTranslateResult *result)
{
  made_count++;
  if (!may_be_kept(arguments))
    return;
  prepare_stores(arguments);
  struct code_store *store = translation_stores_at(arguments->guest_bytes_addr);
  struct code_entry_head head;
  UInt updates;
  if (!store || !is_lasting(arguments, result, store) || !is_plain(arguments, arguments->guest_extents, &updates))
    return;
  fill_head(arguments, result, updates, &head);
  append_pending(arguments, &head, store);
}

/* --- writing --- */

static void write_store(struct code_store *store)
{
  struct code_entry_head **entries = env_allocate("seep.entries", store->pending * sizeof *entries);
  SizeT count = 0;
  for (SizeT at = 0; at < pending_bytes;) {
    struct pending *next = (struct pending *)(pending + at);
    if (next->store == store)
      entries[count++] = (struct code_entry_head *)(next + 1);
    at += next->bytes;
  }
  code_folder_add(&folder, store->name, &store->identity, store->path, &(struct code_batch){entries, count});
  env_free(entries);
}

static void forget_pending(void)
{
  for (UInt i = 0; is_ready && i < translation_stores_count(); i++)
    translation_stores_get(i)->pending = 0;
  pending_bytes = 0;
}

void translation_cache_flush(void)
{
  if (pending_bytes == 0 || folder.fd < 0)
    return;
  for (UInt i = 0; i < translation_stores_count(); i++)
    if (translation_stores_get(i)->pending > 0)
      write_store(translation_stores_get(i));
  code_folder_prune(&folder);
  forget_pending();
}

/* The parent writes what was new before the fork. */
static void in_child(ThreadId tid)
{
  forget_pending();
}

void translation_cache_tell(void)
{
  if (is_told_of && folder.fd >= 0)
    VG_(umsg)("translation cache: %u blocks found, %u made\n", found_count, made_count);
}

void translation_cache_begin(const HChar *path, Bool is_told)
{
  is_told_of = is_told;
  if (!path || *path != '/')
    return;
  const HChar *reason = code_folder_open(&folder, path, (uint64_t)FOLDER_MAX_MIB << 20);
  if (folder.fd >= 0)
    folder.fd = VG_(safe_fd)(folder.fd);
  else if (is_told)
    VG_(umsg)("The translation cache %s is not used: %s\n", path, reason);
  VG_(atfork)(NULL, NULL, in_child);
}
