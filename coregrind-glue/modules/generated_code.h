/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Executable memory that is no file's: code that the program makes while it runs. It is known by the module that asked
 * for the memory, which is the innermost one on the stack at that moment that is not the C library, and sent to the
 * host as "code made by" that. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_GENERATED_CODE_H
#define SEEP_COREGRIND_GLUE_MODULES_GENERATED_CODE_H

#include "pub_tool_basics.h"

void generated_code_init(void);

/* As modules_mapped() and the like, and to be called after these: [start, start + bytes) is new; it has become
 * executable, and may have been so before; it is gone. */
void generated_code_mapped(Addr start, SizeT bytes, Bool executable);
void generated_code_protected(Addr start, SizeT bytes, Bool executable);
void generated_code_unmapped(Addr start, SizeT bytes);

/* The file that made the code at an address, valid until that goes; NULL: there is none. */
const HChar *generated_code_maker(Addr address);

/* A number that changes whenever code is gone. */
ULong generated_code_generation(void);

/* Send all that is there now, for the beginning of a stream. */
void generated_code_send_all(void);

#endif
