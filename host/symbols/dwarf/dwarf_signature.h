/* SPDX-License-Identifier: GPL-2.0-or-later */
/* By which of its results and parameters a function may hand a block on, as it is declared. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_SIGNATURE_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_SIGNATURE_H

#include "host/symbols/dwarf/dwarf_die.h"

/* DIEs are those of functions, or of places they were inlined into. */

enum dwarf_result { DWARF_RESULT_NONE, DWARF_RESULT_WORD, DWARF_RESULT_TWO_WORDS /* or not known */ };

/* What the function leaves in registers that may be an address. One that is returned through a hidden pointer is a
 * word: that pointer. */
enum dwarf_result dwarf_signature_result(Dwarf_Die *function);

/* May it be passed the address of something? Numbers are none. */
bool dwarf_signature_may_be_led(Dwarf_Die *function);

/* Is each instance for types or values of its own? */
bool dwarf_signature_is_template(Dwarf_Die *function);

/* What the function returns, typedefs resolved. */
bool dwarf_signature_returns_pointer(Dwarf_Die *function);
bool dwarf_signature_returns_structure(Dwarf_Die *function); /* one with room for a pointer */

/* Has it a parameter that may lead to memory? */
bool dwarf_signature_takes_pointer(Dwarf_Die *function);

/* Has it a parameter that leads to a pointer which it may set, maybe a member of a structure? */
bool dwarf_signature_may_fill(Dwarf_Die *function);

#endif
