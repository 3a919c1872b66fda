/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What names of a module are read from, where it is present. Files with one build-id may have more or less of it:
 * answers from all sources hold for good, others until a file with more is found. */
#ifndef SEEP_HOST_SYMBOLS_NAME_SOURCES_H
#define SEEP_HOST_SYMBOLS_NAME_SOURCES_H

enum {
  SOURCE_SYMTAB = 1,
  SOURCE_DWARF = 2,
  SOURCE_SUPPLEMENT = 4, /* or none is wanted */
  SOURCE_SOUND = 8,      /* nothing in them was damaged, as far as they were read */
  SOURCES_ALL = 15,
};

#endif
