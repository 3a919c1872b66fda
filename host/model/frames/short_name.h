/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of functions as people say them: "std::vector<std::string>::push_back". */
#ifndef SEEP_HOST_MODEL_FRAMES_SHORT_NAME_H
#define SEEP_HOST_MODEL_FRAMES_SHORT_NAME_H

/* Drop, from a demangled name without parameters: the return type, inline namespaces, ABI tags, and template arguments
 * that are the standard library's defaults; use std::string and its siblings where they are meant. Of a name that is
 * still long, inner template arguments become "...". Malloc'ed. */
char *short_name(const char *name);

/* The same of a demangled name that may have parameters, which are dropped too. */
char *short_function_name(const char *function);

/* The same of a type, or of a text with names in it: nothing is taken for a return type. */
char *short_type_name(const char *type);

#endif
