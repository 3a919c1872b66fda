/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether code of the guest may change without anybody being told. What may has to look for changes itself, each time
 * that it is entered; all other code is made again when it is told of. */
#ifndef SEEP_COREGRIND_GLUE_CODE_CHANGING_CODE_H
#define SEEP_COREGRIND_GLUE_CODE_CHANGING_CODE_H

#include "pub_tool_basics.h"

enum code_change {
  CODE_STAYS,       /* until some call changes it, which is noticed */
  CODE_IS_WRITABLE, /* a store may change it */
  CODE_IS_SHARED,   /* likewise one elsewhere, of another process, or to a file */
  CODE_IS_NONE,     /* no memory of the guest that may be executed */
};

/* What holds from that address up to *ret_end. */
enum code_change changing_code_at(Addr address, Addr *ret_end);
/* The worst of a range. */
enum code_change changing_code_in(Addr start, SizeT bytes);

/* Code there may have changed. Not from within generated code. */
void changing_code_has_changed(Addr start, SizeT bytes);

/* Memory that was mapped there may be executed, which the core has not noticed. */
void changing_code_may_run(Addr start);

/* Anonymous memory that was just mapped to be shared; nobody else has it yet. */
void changing_code_is_sole(Addr start, SizeT bytes);
/* Somebody else may have such memory from now on, or it may be mapped twice. */
void changing_code_share(void);

/* The guest can write to the file that this descriptor is open for. */
void changing_code_file_is_written(Int descriptor);

#endif
