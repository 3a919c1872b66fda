/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Function names without what compilers, linkers and Valgrind add to them, so that the same function has the same name
 * in another build. All results are malloc'ed. */
#ifndef SEEP_SUPPRESSIONS_NORMALIZE_H
#define SEEP_SUPPRESSIONS_NORMALIZE_H

#include <stdbool.h>

/* The name of the function that a replacement stands in for ("malloc" for "_vgr10010ZU_libcZdsoZa_malloc"); of other
 * names a copy. */
char *normalize_replacement(const char *linkage_name);

/* Drop, from a linkage name or a demangled one:
 *   .part.N .isra.N .constprop.N .cold .cold.N .llvm.N .lto_priv.N, and " [clone ...]" in which demanglers show them
 *   @VERSION and @@VERSION
 *   the hash of a legacy Rust name: 17h<16 hexadecimal digits> before its final E, or a final ::h<16 digits> */
char *normalize_name(const char *name);

/* A demangled name without its parameters and what follows them: "a::f" for "a::f(int, char*) const". */
char *normalize_without_parameters(const char *demangled_name);

/* A demangled name without template arguments, return type, the numbers of lambdas and anonymous namespaces, so that
 * all instances of a template have one: "a::f::g" for "a::f<int>::g", "main::{lambda()}" for "main::{lambda()#2}".
 * Operators keep their names, and so does what stands in "<T as Trait>" of Rust. */
char *normalize_without_arguments(const char *demangled_name);

/* Whether this is one of the start-up functions that call main; reports and entries call all of them "(below main)". */
bool normalize_is_below_main(const char *linkage_name);

#endif
