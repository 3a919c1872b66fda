/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a variable is: at an address, or at an offset from something that a frame has. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_LOCATIONS_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_LOCATIONS_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

enum dwarf_where {
  DWARF_NOWHERE,       /* in a register, in several places, behind a pointer, or not known */
  DWARF_ADDRESS,
  DWARF_TLS,           /* offset in the module's thread-local storage */
  DWARF_FRAME_ADDRESS, /* offset from the canonical frame address */
  DWARF_FRAME_POINTER, /* from what rbp holds */
  DWARF_STACK_POINTER, /* from what rsp holds */
};
struct dwarf_location {
  enum dwarf_where where;
  uint64_t address; /* or offset; in frames signed */
};

/* Where in the code a location is asked about. */
struct dwarf_point {
  const uint64_t *address;          /* of the instruction; NULL: any, so that location lists do not count */
  struct dwarf_location frame_base; /* of the function; DWARF_NOWHERE: not known */
};

/* Where the variable of a DIE is. */
struct dwarf_location dwarf_location_of(const struct dwarf_point *point, Dwarf_Die *die);

/* What locations in a function's frame are relative to, at the point's address. */
struct dwarf_location dwarf_frame_base(const struct dwarf_point *point, Dwarf_Die *function);

/* A location in a frame as a distance from the canonical frame address, assuming that rbp is a frame pointer, below
 * which lie the return address and the caller's frame pointer. False for other locations. */
enum { DWARF_FRAME_POINTER_OFFSET = -16 };
bool dwarf_location_in_frame(struct dwarf_location location, int64_t *ret);

#endif
