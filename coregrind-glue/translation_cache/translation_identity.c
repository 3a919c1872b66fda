/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Translated code calls functions of the tool by their addresses, so it fits this very build only. The tool's build-id,
 * a hash of all of it, identifies that. */
#include "coregrind-glue/translation_cache/translation_identity.h"

#include "shared/base/mix.h"
#include "coregrind-glue/vex/block_in_work.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/modules/build_id.h"

#include "pub_tool_libcbase.h"

extern VexControl vex_control;             /* libvex's own */
extern VexRegisterUpdates VG_(clo_px_file_backed);
extern const char __ehdr_start[];          /* the linker's: this program's ELF header, which is mapped */

enum { HEADERS_BYTES = 4096 };

static bool read_self(void *context, uint64_t offset, void *buffer, size_t size)
{
  if (offset > HEADERS_BYTES || size > HEADERS_BYTES - offset)
    return false;
  VG_(memcpy)(buffer, __ehdr_start + offset, size);
  return true;
}

static void identify_tool(struct code_identity *identity)
{
  struct build_id id;
  build_id_find(read_self, NULL, &id);
  ENV_ASSERT(id.size > 0 && id.size <= sizeof identity->tool);
  VG_(memcpy)(identity->tool, id.bytes, id.size);
}

VexRegisterUpdates translation_identity_register_updates(void)
{
  return vex_control.iropt_register_updates_default;
}

static uint64_t sum_of_options(const VexTranslateArgs *arguments)
{
  const uint64_t all[] = {
    (uint64_t)vex_control.iropt_level, (uint64_t)vex_control.iropt_register_updates_default,
    (uint64_t)vex_control.iropt_unroll_thresh, (uint64_t)vex_control.guest_max_insns, (uint64_t)vex_control.guest_chase,
    (uint64_t)vex_control.regalloc_version, (uint64_t)VG_(clo_px_file_backed), (uint64_t)arguments->host_bytes_size,
    (uint64_t)arguments->abiinfo_both.guest_stack_redzone_size, arguments->abiinfo_both.guest_amd64_assume_fs_is_const,
    arguments->abiinfo_both.guest_amd64_assume_gs_is_const, code_policy.number,
  };
  return mix_words(all, sizeof all, 0);
}

void translation_identity_make(const VexTranslateArgs *arguments, struct code_identity *ret)
{
  VG_(memset)(ret, 0, sizeof *ret);
  identify_tool(ret);
  ret->options = sum_of_options(arguments);
  ret->cpu = arguments->archinfo_host.hwcaps;
}
