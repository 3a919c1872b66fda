/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a variable is: at an address, or so far from what a frame has. */
#ifndef SEEP_SYMBOLS_DWARF_DWARF_LOCATIONS_H
#define SEEP_SYMBOLS_DWARF_DWARF_LOCATIONS_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

enum dwarf_where {
  DWARF_NOWHERE,       /* in a register, in several places, behind a pointer, or not told in a way that is read here */
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

/* For whom a location is to hold. */
struct dwarf_point {
  const uint64_t *address;          /* of the instruction; NULL: of any, so location lists tell nothing */
  struct dwarf_location frame_base; /* of the function; DWARF_NOWHERE: not known */
};

/* Where the variable of a DIE is. */
struct dwarf_location dwarf_location_of(const struct dwarf_point *point, Dwarf_Die *die);

/* What locations in a function's frame are relative to, at the point's address. */
struct dwarf_location dwarf_frame_base(const struct dwarf_point *point, Dwarf_Die *function);

/* A location in a frame by its distance from the canonical frame address, taking rbp for the frame pointer: return
 * address and the caller's frame pointer lie between. False for others. */
enum { DWARF_FRAME_POINTER_OFFSET = -16 };
bool dwarf_location_in_frame(struct dwarf_location location, int64_t *ret);

#endif
