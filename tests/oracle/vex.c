/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "oracle/vex.h"

#include <cpuid.h>
#include <stdio.h>

#include "memcheck/pure/base/redzone.h"

void vex_says(const HChar *text, SizeT bytes)
{
  fwrite(text, 1, bytes, stdout);
}

void vex_begin(void (*gave_up)(void) __attribute__((noreturn)), void (*says)(const HChar *text, SizeT bytes))
{
  VexControl control;
  LibVEX_default_VexControl(&control);
  LibVEX_Init(gave_up, says, 0, &control);
}

/* What VEX may use of this processor, and decodes. */
static UInt capabilities(void)
{
  UInt known = VEX_HWCAPS_AMD64_SSE3 | VEX_HWCAPS_AMD64_CX16 | VEX_HWCAPS_AMD64_RDTSCP;
  if (__builtin_cpu_supports("ssse3"))
    known |= VEX_HWCAPS_AMD64_SSSE3;
  if (__builtin_cpu_supports("avx"))
    known |= VEX_HWCAPS_AMD64_AVX;
  if (__builtin_cpu_supports("avx2"))
    known |= VEX_HWCAPS_AMD64_AVX2 | VEX_HWCAPS_AMD64_RDRAND | VEX_HWCAPS_AMD64_RDSEED;
  if (__builtin_cpu_supports("bmi"))
    known |= VEX_HWCAPS_AMD64_BMI | VEX_HWCAPS_AMD64_LZCNT;
  unsigned eax, ebx, ecx, edx;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) && ecx & bit_F16C) /* which clang does not know by name */
    known |= VEX_HWCAPS_AMD64_F16C;
  return known;
}

static Bool chase_nothing(void *opaque, Addr address)
{
  return False;
}

static UInt check_nothing(void *opaque, VexRegisterUpdates *updates, const VexGuestExtents *extents)
{
  return 0;
}

static VexTranslateArgs arguments_for(const uint8_t *guest, VexGuestExtents *extents, const void *exit)
{
  VexTranslateArgs arguments = {0};
  arguments.arch_guest = arguments.arch_host = VexArchAMD64;
  LibVEX_default_VexArchInfo(&arguments.archinfo_host);
  arguments.archinfo_host.endness = VexEndnessLE;
  arguments.archinfo_host.hwcaps = capabilities();
  arguments.archinfo_guest = arguments.archinfo_host;
  LibVEX_default_VexAbiInfo(&arguments.abiinfo_both);
  arguments.abiinfo_both.guest_stack_redzone_size = REDZONE_BYTES;
  arguments.abiinfo_both.guest_amd64_assume_fs_is_const = True;
  arguments.abiinfo_both.guest_amd64_assume_gs_is_const = True;
  arguments.guest_bytes = guest;
  arguments.guest_bytes_addr = (Addr)guest;
  arguments.chase_into_ok = chase_nothing;
  arguments.guest_extents = extents;
  arguments.needs_self_check = check_nothing;
  arguments.disp_cp_xassisted = exit;
  return arguments;
}

bool vex_translate(const struct vex_job *job, unsigned *ret_bytes)
{
  VexGuestExtents extents;
  VexTranslateArgs arguments = arguments_for(job->guest, &extents, job->exit);
  Int used;
  arguments.callback_opaque = job->opaque;
  arguments.host_bytes = job->code;
  arguments.host_bytes_size = VEX_CODE_BYTES;
  arguments.host_bytes_used = &used;
  arguments.instrument1 = job->instrument;
  if (LibVEX_Translate(&arguments).status != VexTransOK)
    return false;
  *ret_bytes = extents.len[0];
  return true;
}

IRSB *vex_decode(const uint8_t *guest)
{
  VexGuestExtents extents;
  VexTranslateArgs arguments = arguments_for(guest, &extents, guest);
  VexTranslateResult result;
  VexRegisterUpdates updates;
  return LibVEX_FrontEnd(&arguments, &result, &updates);
}
