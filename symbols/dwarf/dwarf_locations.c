/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A location is an expression for a small stack machine, or a list of such with the code that each is for.
 *
 * Nothing here knows registers or memory. So a value on the stack is a sum of at most one thing that the reader of the
 * answer may know and a number; an expression that makes anything else of them tells no place. Without jumps each
 * operation is done once at most, so the length of an expression bounds the time. */
#include "symbols/dwarf/dwarf_locations.h"

enum {
  VALUES_MAX = 16,
  LIST_ENTRIES_MAX = 1 << 16,
  ADDRESS_BYTES = 8,
  REGISTER_RBP = 6,
  REGISTER_RSP = 7,
  DW_LLE_view_pair = 9, /* of GNU: two numbers about lines */
};

/* --- expressions --- */

/* DWARF_ADDRESS: a number. */
struct machine {
  const struct dwarf_file *file;
  const struct dwarf_point *point;
  struct bytes code;
  struct dwarf_location values[VALUES_MAX];
  size_t count;
  bool failed;
};

static void push(struct machine *machine, enum dwarf_where where, uint64_t number)
{
  if (machine->count == VALUES_MAX || where == DWARF_NOWHERE)
    machine->failed = true;
  else
    machine->values[machine->count++] = (struct dwarf_location){where, number};
}

static struct dwarf_location pop(struct machine *machine)
{
  if (machine->count > 0)
    return machine->values[--machine->count];
  machine->failed = true;
  return (struct dwarf_location){DWARF_NOWHERE, 0};
}

static void push_register(struct machine *machine, uint64_t number)
{
  uint64_t offset = (uint64_t)bytes_signed_leb128(&machine->code);
  push(machine, number == REGISTER_RBP   ? DWARF_FRAME_POINTER
                : number == REGISTER_RSP ? DWARF_STACK_POINTER
                                         : DWARF_NOWHERE, offset);
}

static void push_indexed(struct machine *machine)
{
  uint64_t address = 0;
  bool found = dwarf_indexed_address(machine->file, machine->point->bases, bytes_leb128(&machine->code), &address);
  push(machine, found ? DWARF_ADDRESS : DWARF_NOWHERE, address);
}

static void push_signed(struct machine *machine, unsigned width)
{
  const unsigned unused = 64 - 8 * width;
  push(machine, DWARF_ADDRESS, (uint64_t)((int64_t)(bytes_number(&machine->code, width) << unused) >> unused));
}

/* Of a sum one side is a number, of a difference the right one. */
static void add(struct machine *machine, bool subtract)
{
  struct dwarf_location right = pop(machine), left = pop(machine);
  if (right.where == DWARF_ADDRESS)
    push(machine, left.where, subtract ? left.address - right.address : left.address + right.address);
  else
    push(machine, left.where == DWARF_ADDRESS && !subtract ? right.where : DWARF_NOWHERE, left.address + right.address);
}

static void add_constant(struct machine *machine)
{
  struct dwarf_location value = pop(machine);
  push(machine, value.where, value.address + bytes_leb128(&machine->code));
}

static void take_tls(struct machine *machine)
{
  struct dwarf_location value = pop(machine);
  push(machine, value.where == DWARF_ADDRESS ? DWARF_TLS : DWARF_NOWHERE, value.address);
}

/* Operations that put a number on the stack; false: it is another. */
static bool push_number(struct machine *machine, unsigned operation)
{
  switch (operation) {
  case DW_OP_addr:
  case DW_OP_const8u:
  case DW_OP_const8s:
    push(machine, DWARF_ADDRESS, bytes_number(&machine->code, ADDRESS_BYTES));
    return true;
  case DW_OP_addrx:
  case DW_OP_constx:
  case DW_OP_GNU_addr_index:
  case DW_OP_GNU_const_index:
    push_indexed(machine);
    return true;
  case DW_OP_const1u:
  case DW_OP_const2u:
  case DW_OP_const4u:
    push(machine, DWARF_ADDRESS, bytes_number(&machine->code, operation == DW_OP_const1u ? 1
                                                              : operation == DW_OP_const2u ? 2 : 4));
    return true;
  case DW_OP_const1s:
  case DW_OP_const2s:
  case DW_OP_const4s:
    push_signed(machine, operation == DW_OP_const1s ? 1 : operation == DW_OP_const2s ? 2 : 4);
    return true;
  case DW_OP_constu:
    push(machine, DWARF_ADDRESS, bytes_leb128(&machine->code));
    return true;
  case DW_OP_consts:
    push(machine, DWARF_ADDRESS, (uint64_t)bytes_signed_leb128(&machine->code));
    return true;
  }
  if (operation >= DW_OP_lit0 && operation <= DW_OP_lit31)
    push(machine, DWARF_ADDRESS, operation - DW_OP_lit0);
  return operation >= DW_OP_lit0 && operation <= DW_OP_lit31;
}

/* Those that put a place in the frame there. */
static bool push_place(struct machine *machine, unsigned operation)
{
  const struct dwarf_location *base = &machine->point->frame_base;
  if (operation == DW_OP_fbreg)
    push(machine, base->where, base->address + (uint64_t)bytes_signed_leb128(&machine->code));
  else if (operation == DW_OP_call_frame_cfa)
    push(machine, DWARF_FRAME_ADDRESS, 0);
  else if (operation == DW_OP_bregx)
    push_register(machine, bytes_leb128(&machine->code));
  else if (operation >= DW_OP_breg0 && operation <= DW_OP_breg31)
    push_register(machine, operation - DW_OP_breg0);
  else
    return false;
  return true;
}

static void step(struct machine *machine)
{
  unsigned operation = (unsigned)bytes_number(&machine->code, 1);
  if (push_number(machine, operation) || push_place(machine, operation))
    return;
  switch (operation) {
  case DW_OP_plus:
  case DW_OP_minus:
    add(machine, operation == DW_OP_minus);
    break;
  case DW_OP_plus_uconst:
    add_constant(machine);
    break;
  case DW_OP_form_tls_address:
  case DW_OP_GNU_push_tls_address:
    take_tls(machine);
    break;
  case DW_OP_nop:
    break;
  default:
    machine->failed = true;
  }
}

static struct dwarf_location evaluate(const struct dwarf_file *file, const struct dwarf_point *point,
                                      struct bytes expression)
{
  struct machine machine = {.file = file, .point = point, .code = expression};
  while (machine.code.next < machine.code.end && !machine.failed && !machine.code.overrun)
    step(&machine);
  struct dwarf_location result = pop(&machine);
  return machine.failed || machine.code.overrun ? (struct dwarf_location){DWARF_NOWHERE, 0} : result;
}

/* --- lists --- */

struct list {
  const struct dwarf_file *file;
  const struct dwarf_point *point;
  struct bytes bytes;
  uint64_t base;
};

static uint64_t indexed_address(struct list *list)
{
  uint64_t address = 0;
  if (!dwarf_indexed_address(list->file, list->point->bases, bytes_leb128(&list->bytes), &address))
    list->bytes.overrun = true;
  return address;
}

/* The code that an entry of .debug_loclists is for; *ret_any is false when it has none, but tells of the next. False at
 * the end. */
static bool read_entry_range(struct list *list, uint64_t *ret_start, uint64_t *ret_end, bool *ret_any)
{
  struct bytes *bytes = &list->bytes;
  *ret_any = true;
  switch (bytes_number(bytes, 1)) {
  case DW_LLE_base_addressx:
    list->base = indexed_address(list);
    *ret_any = false;
    return true;
  case DW_LLE_base_address:
    list->base = bytes_number(bytes, ADDRESS_BYTES);
    *ret_any = false;
    return true;
  case DW_LLE_view_pair:
    bytes_leb128(bytes);
    bytes_leb128(bytes);
    *ret_any = false;
    return true;
  case DW_LLE_startx_endx:
    *ret_start = indexed_address(list);
    *ret_end = indexed_address(list);
    return true;
  case DW_LLE_startx_length:
    *ret_start = indexed_address(list);
    *ret_end = *ret_start + bytes_leb128(bytes);
    return true;
  case DW_LLE_offset_pair:
    *ret_start = list->base + bytes_leb128(bytes);
    *ret_end = list->base + bytes_leb128(bytes);
    return true;
  case DW_LLE_default_location:
    *ret_start = 0;
    *ret_end = UINT64_MAX;
    return true;
  case DW_LLE_start_end:
    *ret_start = bytes_number(bytes, ADDRESS_BYTES);
    *ret_end = bytes_number(bytes, ADDRESS_BYTES);
    return true;
  case DW_LLE_start_length:
    *ret_start = bytes_number(bytes, ADDRESS_BYTES);
    *ret_end = *ret_start + bytes_leb128(bytes);
    return true;
  default:
    return false;
  }
}

/* The same of .debug_loc. */
static bool read_location_pair(struct list *list, uint64_t *ret_start, uint64_t *ret_end, bool *ret_any)
{
  uint64_t first = bytes_number(&list->bytes, ADDRESS_BYTES), second = bytes_number(&list->bytes, ADDRESS_BYTES);
  *ret_any = first != UINT64_MAX;
  if (!*ret_any)
    list->base = second;
  *ret_start = list->base + first;
  *ret_end = list->base + second;
  return first != 0 || second != 0;
}

/* The expression that holds at an instruction. */
static bool search_location_list(struct list *list, bool is_5, struct bytes *ret)
{
  uint64_t start = 0, end = 0;
  bool any;
  for (size_t i = 0; i < LIST_ENTRIES_MAX && !list->bytes.overrun; i++) {
    if (!(is_5 ? read_entry_range(list, &start, &end, &any) : read_location_pair(list, &start, &end, &any)))
      return false;
    if (!any)
      continue;
    struct bytes expression =
      bytes_part(&list->bytes, is_5 ? bytes_leb128(&list->bytes) : bytes_number(&list->bytes, 2));
    if (start <= *list->point->address && *list->point->address < end && !list->bytes.overrun) {
      *ret = expression;
      return true;
    }
  }
  return false;
}

static bool find_in_list(const struct dwarf_file *file, const struct dwarf_point *point, Dwarf_Half form,
                         uint64_t value, struct bytes *ret)
{
  const struct dwarf_bases *bases = point->bases;
  bool is_5 = bases->version >= 5;
  const struct elf_section *lists = dwarf_file_section(file, is_5 ? ".debug_loclists" : ".debug_loc");
  if (!lists || !point->address)
    return false;
  if (form == DW_FORM_loclistx)
    value = dwarf_list_offset(lists, bases->locations, bases->offset_bytes, value);
  struct list list = {file, point, bytes_at(lists->data, lists->bytes, value), bases->low_pc};
  return search_location_list(&list, is_5, ret);
}

/* --- DIEs --- */

/* The expression of an attribute. */
static bool find_expression(const struct dwarf_file *file, const struct dwarf_point *point, Dwarf_Die die,
                            Dwarf_Half attribute, struct bytes *ret)
{
  Dwarf_Half form;
  uint64_t value;
  if (dwarf_file_expression(file, die, attribute, ret))
    return true;
  return dwarf_file_section_offset(file, die, attribute, &form, &value) &&
         find_in_list(file, point, form, value, ret);
}

struct dwarf_location dwarf_location_of(const struct dwarf_file *file, const struct dwarf_point *point, Dwarf_Die die)
{
  struct bytes expression;
  if (!find_expression(file, point, die, DW_AT_location, &expression))
    return (struct dwarf_location){DWARF_NOWHERE, 0};
  return evaluate(file, point, expression);
}

/* That a frame base is a register means what the register holds. */
struct dwarf_location dwarf_frame_base(const struct dwarf_file *file, const struct dwarf_point *point,
                                       Dwarf_Die function)
{
  struct bytes expression;
  const struct dwarf_point outside = {.bases = point->bases, .address = point->address};
  if (!find_expression(file, point, function, DW_AT_frame_base, &expression))
    return (struct dwarf_location){DWARF_NOWHERE, 0};
  if (expression.end - expression.next == 1 && *expression.next == DW_OP_reg0 + REGISTER_RBP)
    return (struct dwarf_location){DWARF_FRAME_POINTER, 0};
  if (expression.end - expression.next == 1 && *expression.next == DW_OP_reg0 + REGISTER_RSP)
    return (struct dwarf_location){DWARF_STACK_POINTER, 0};
  return evaluate(file, &outside, expression);
}

bool dwarf_location_in_frame(struct dwarf_location location, int64_t *ret)
{
  if (location.where != DWARF_FRAME_ADDRESS && location.where != DWARF_FRAME_POINTER)
    return false;
  *ret = (int64_t)(location.address +
                   (location.where == DWARF_FRAME_POINTER ? (uint64_t)DWARF_FRAME_POINTER_OFFSET : 0));
  return true;
}
