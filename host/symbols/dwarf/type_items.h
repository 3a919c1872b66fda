/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A type with all that it is made of and points at, as a list: types refer to each other by their numbers in it. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_TYPE_ITEMS_H
#define SEEP_HOST_SYMBOLS_DWARF_TYPE_ITEMS_H

#include <stdint.h>

enum symbols_type_kind {
  SYMBOLS_TYPE_OPAQUE,    /* not known, or left out */
  SYMBOLS_TYPE_POINTER,   /* to type `of` */
  SYMBOLS_TYPE_STRUCTURE, /* members `first` and following, `count` of them, by their order in the source */
  SYMBOLS_TYPE_UNION,     /* likewise */
  SYMBOLS_TYPE_ARRAY,     /* `count` elements (0: not known) of type `of` */
  SYMBOLS_TYPE_SIGNED, SYMBOLS_TYPE_UNSIGNED, SYMBOLS_TYPE_CHARACTER, SYMBOLS_TYPE_BOOLEAN, SYMBOLS_TYPE_FLOAT,
  SYMBOLS_TYPE_MEMBER,    /* no type: a member of a structure, of type `of` */
  SYMBOLS_TYPE_BASE,      /* no type: a base class, likewise */
  SYMBOLS_TYPE_BITS,      /* no type: a bit field, likewise */
  SYMBOLS_TYPE_KINDS,
};

enum { SYMBOLS_NO_TYPE = UINT32_MAX };

struct symbols_type {
  enum symbols_type_kind kind;
  const char *name;       /* "struct node", in C++ "Node"; of members theirs; NULL: it has none */
  uint64_t bytes;         /* 0: not known */
  uint64_t start;         /* of members: how far into the structure */
  uint32_t of;            /* number of a type; SYMBOLS_NO_TYPE: not known, or void */
  uint32_t first, count;
};

#endif
