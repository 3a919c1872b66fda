/* SPDX-License-Identifier: GPL-2.0-or-later */
/* VEX's front end is given what the core gives it, so that blocks look as they do when they are translated. */
#include "coregrind-glue/vex/guest_code.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"

/* A block has 60 instructions at most; what follows a function need not be mapped. */
enum { BLOCK_BYTES_MAX = 60 * 15 };

static Bool chase_nothing(void *opaque, Addr address)
{
  return False;
}

static UInt check_nothing(void *opaque, VexRegisterUpdates *updates, const VexGuestExtents *extents)
{
  return 0;
}

IRSB *guest_code_decode_block(Addr address)
{
  VexTranslateArgs arguments = {0};
  VexTranslateResult result;
  VexRegisterUpdates updates;
  VexGuestExtents extents;
  if (!VG_(am_is_valid_for_client)(address, 1, VKI_PROT_READ | VKI_PROT_EXEC) ||
      !VG_(am_is_valid_for_client)(address, BLOCK_BYTES_MAX, VKI_PROT_READ))
    return NULL;
  VG_(machine_get_VexArchInfo)(&arguments.arch_guest, &arguments.archinfo_guest);
  arguments.arch_host = arguments.arch_guest;
  arguments.archinfo_host = arguments.archinfo_guest;
  LibVEX_default_VexAbiInfo(&arguments.abiinfo_both);
  arguments.abiinfo_both.guest_stack_redzone_size = VG_STACK_REDZONE_SZB;
  arguments.abiinfo_both.guest_amd64_assume_fs_is_const = True;
  arguments.abiinfo_both.guest_amd64_assume_gs_is_const = True;
  arguments.guest_bytes = (const UChar *)address;
  arguments.guest_bytes_addr = address;
  arguments.guest_extents = &extents;
  arguments.chase_into_ok = chase_nothing;
  arguments.needs_self_check = check_nothing;
  arguments.disp_cp_xassisted = (const void *)guest_code_decode_block; /* no code is made that would go there */
  return LibVEX_FrontEnd(&arguments, &result, &updates);
}
