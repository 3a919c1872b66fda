/* SPDX-License-Identifier: GPL-2.0-or-later */
/* libvex by itself: guest code in, an instrumenter's turn, native code out. */
#ifndef SEEP_TESTS_ORACLE_VEX_H
#define SEEP_TESTS_ORACLE_VEX_H

#include <stdbool.h>
#include <stdint.h>

#include "libvex.h"

enum { VEX_CODE_BYTES = 60000 }; /* as in the core */

typedef IRSB *vex_instrument(void *opaque, IRSB *block, const VexGuestLayout *layout, const VexGuestExtents *extents,
                             const VexArchInfo *info, IRType guest_word, IRType host_word);

struct vex_job {
  const uint8_t *guest; /* VEX may look at 16 bytes beyond the last instruction */
  vex_instrument *instrument;
  void *opaque;
  uint8_t *code;    /* VEX_CODE_BYTES */
  const void *exit; /* where the code goes when it is done */
};

/* `gave_up` is called when VEX can not go on; it does not return. `says` is for what VEX prints. */
void vex_begin(void (*gave_up)(void) __attribute__((noreturn)), void (*says)(const HChar *text, SizeT bytes));
/* Says it on standard output. */
void vex_says(const HChar *text, SizeT bytes);
/* false: the code does not fit. In *ret_bytes is how many bytes of guest code were translated. */
bool vex_translate(const struct vex_job *job, unsigned *ret_bytes);
/* Only the block, as an instrumenter would get it; valid until the next call. */
IRSB *vex_decode(const uint8_t *guest);

#endif
