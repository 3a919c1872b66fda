/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tells the code of this program from that of another build of it: answers that an older one has stored must not
 * outlive its mistakes. */
#ifndef SEEP_HOST_SYMBOLS_ELF_CODE_ID_H
#define SEEP_HOST_SYMBOLS_ELF_CODE_ID_H

#include "host/symbols/elf/bytes.h"

/* The build-id of the running program, or what its file looks like when it was linked without one. */
void code_id_put(struct byte_builder *builder);

#endif
