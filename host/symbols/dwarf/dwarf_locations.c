/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A location is an expression for a small stack machine, or a list of expressions with the code that each is for. libdw
 * finds the expression and splits it into operations.
 *
 * Registers and memory are not known here. So a value on the stack is a number, maybe relative to one thing that the
 * reader of the answer may know; an expression that computes anything else gives no place. Jumps are not followed, so
 * the length of an expression bounds the time. */
#include "host/symbols/dwarf/dwarf_locations.h"

#include <stddef.h>

enum { VALUES_MAX = 16, REGISTER_RBP = 6, REGISTER_RSP = 7 };

/* --- the machine --- */

/* DWARF_ADDRESS: a number. */
struct machine {
  Dwarf_Attribute *attribute; /* whose expression this is */
  struct dwarf_location frame_base;
  struct dwarf_location values[VALUES_MAX];
  size_t count;
  bool failed;
};

static void push_value(struct machine *machine, enum dwarf_where where, uint64_t number)
{
  if (machine->count == VALUES_MAX || where == DWARF_NOWHERE)
    machine->failed = true;
  else
    machine->values[machine->count++] = (struct dwarf_location){where, number};
}

static struct dwarf_location pop_value(struct machine *machine)
{
  if (machine->count > 0)
    return machine->values[--machine->count];
  machine->failed = true;
  return (struct dwarf_location){DWARF_NOWHERE, 0};
}

static void push_register(struct machine *machine, uint64_t number, uint64_t offset)
{
  push_value(machine, number == REGISTER_RBP   ? DWARF_FRAME_POINTER
                      : number == REGISTER_RSP ? DWARF_STACK_POINTER
                                               : DWARF_NOWHERE, offset);
}

/* What stands in .debug_addr under a number. */
static void push_indexed(struct machine *machine, const Dwarf_Op *op)
{
  Dwarf_Attribute attribute;
  Dwarf_Addr address = 0;
  bool is_address = op->atom == DW_OP_addrx || op->atom == DW_OP_GNU_addr_index;
  bool found = dwarf_getlocation_attr(machine->attribute, op, &attribute) == 0 &&
               (is_address ? dwarf_formaddr(&attribute, &address) : dwarf_formudata(&attribute, &address)) == 0;
  push_value(machine, found ? DWARF_ADDRESS : DWARF_NOWHERE, address);
}

/* Of a sum one side is a number, of a difference the right one. */
static void add_values(struct machine *machine, bool subtract)
{
  struct dwarf_location right = pop_value(machine), left = pop_value(machine);
  if (right.where == DWARF_ADDRESS)
    push_value(machine, left.where, subtract ? left.address - right.address : left.address + right.address);
  else
    push_value(machine, left.where == DWARF_ADDRESS && !subtract ? right.where : DWARF_NOWHERE,
               left.address + right.address);
}

static void add_constant(struct machine *machine, uint64_t constant)
{
  struct dwarf_location value = pop_value(machine);
  push_value(machine, value.where, value.address + constant);
}

static void turn_into_tls(struct machine *machine)
{
  struct dwarf_location value = pop_value(machine);
  push_value(machine, value.where == DWARF_ADDRESS ? DWARF_TLS : DWARF_NOWHERE, value.address);
}

/* Operations whose code holds a small number or a register; false: it is another. */
static bool run_compact(struct machine *machine, const Dwarf_Op *op)
{
  if (op->atom >= DW_OP_lit0 && op->atom <= DW_OP_lit31)
    push_value(machine, DWARF_ADDRESS, (uint64_t)(op->atom - DW_OP_lit0));
  else if (op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31)
    push_register(machine, (uint64_t)(op->atom - DW_OP_breg0), op->number);
  else
    return false;
  return true;
}

static void run_operation(struct machine *machine, const Dwarf_Op *op)
{
  switch (op->atom) {
  case DW_OP_addr:
  case DW_OP_const1u:
  case DW_OP_const1s:
  case DW_OP_const2u:
  case DW_OP_const2s:
  case DW_OP_const4u:
  case DW_OP_const4s:
  case DW_OP_const8u:
  case DW_OP_const8s:
  case DW_OP_constu:
  case DW_OP_consts:
    push_value(machine, DWARF_ADDRESS, op->number);
    break;
  case DW_OP_addrx:
  case DW_OP_constx:
  case DW_OP_GNU_addr_index:
  case DW_OP_GNU_const_index:
    push_indexed(machine, op);
    break;
  case DW_OP_fbreg:
    push_value(machine, machine->frame_base.where, machine->frame_base.address + op->number);
    break;
  case DW_OP_call_frame_cfa:
    push_value(machine, DWARF_FRAME_ADDRESS, 0);
    break;
  case DW_OP_bregx:
    push_register(machine, op->number, op->number2);
    break;
  case DW_OP_plus:
  case DW_OP_minus:
    add_values(machine, op->atom == DW_OP_minus);
    break;
  case DW_OP_plus_uconst:
    add_constant(machine, op->number);
    break;
  case DW_OP_form_tls_address:
  case DW_OP_GNU_push_tls_address:
    turn_into_tls(machine);
    break;
  case DW_OP_nop:
    break;
  default:
    machine->failed |= !run_compact(machine, op);
  }
}

/* --- expressions --- */

struct expression {
  Dwarf_Attribute attribute;
  Dwarf_Op *ops;
  size_t count;
};

/* The expression of an attribute, or that of its list which holds at the point. */
static bool find_expression(const struct dwarf_point *point, Dwarf_Die *die, unsigned name, struct expression *ret)
{
  if (!dwarf_attr(die, name, &ret->attribute))
    return false;
  if (point->address)
    return dwarf_getlocation_addr(&ret->attribute, *point->address, &ret->ops, &ret->count, 1) == 1;
  return dwarf_getlocation(&ret->attribute, &ret->ops, &ret->count) == 0;
}

static struct dwarf_location evaluate_expression(struct expression *expression, struct dwarf_location frame_base)
{
  struct machine machine = {.attribute = &expression->attribute, .frame_base = frame_base};
  for (size_t i = 0; i < expression->count && !machine.failed; i++)
    run_operation(&machine, &expression->ops[i]);
  struct dwarf_location result = pop_value(&machine);
  return machine.failed ? (struct dwarf_location){DWARF_NOWHERE, 0} : result;
}

struct dwarf_location dwarf_location_of(const struct dwarf_point *point, Dwarf_Die *die)
{
  struct expression expression;
  if (!find_expression(point, die, DW_AT_location, &expression))
    return (struct dwarf_location){DWARF_NOWHERE, 0};
  return evaluate_expression(&expression, point->frame_base);
}

/* A frame base that is a register means what the register holds. */
struct dwarf_location dwarf_frame_base(const struct dwarf_point *point, Dwarf_Die *function)
{
  const struct dwarf_location unknown = {DWARF_NOWHERE, 0};
  struct expression expression;
  if (!find_expression(point, function, DW_AT_frame_base, &expression))
    return unknown;
  if (expression.count == 1 && expression.ops[0].atom == DW_OP_reg0 + REGISTER_RBP)
    return (struct dwarf_location){DWARF_FRAME_POINTER, 0};
  if (expression.count == 1 && expression.ops[0].atom == DW_OP_reg0 + REGISTER_RSP)
    return (struct dwarf_location){DWARF_STACK_POINTER, 0};
  return evaluate_expression(&expression, unknown);
}

bool dwarf_location_in_frame(struct dwarf_location location, int64_t *ret)
{
  if (location.where != DWARF_FRAME_ADDRESS && location.where != DWARF_FRAME_POINTER)
    return false;
  *ret = (int64_t)(location.address +
                   (location.where == DWARF_FRAME_POINTER ? (uint64_t)DWARF_FRAME_POINTER_OFFSET : 0));
  return true;
}
