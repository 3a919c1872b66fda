/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The namespaces, types and functions that a function is declared in. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_SCOPES_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_SCOPES_H

#include "host/symbols/dwarf/dwarf_die.h"

struct dwarf_scopes;

struct dwarf_scopes *dwarf_scopes_create(void);
void dwarf_scopes_destroy(struct dwarf_scopes *scopes);

/* The name of a function with what it is declared in: "store::(anonymous namespace)::Cache::put". It is malloc'ed; NULL
 * when the function is in nothing that has a name, and when the unit is damaged. What is found out about units is kept,
 * so all DIEs must be of files that stay open. */
char *dwarf_scopes_name(struct dwarf_scopes *scopes, Dwarf_Die *function);

#endif
