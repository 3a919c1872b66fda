/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shadow registers: V bits lie in a first copy of the guest state behind it, tags in a second, one for each aligned
 * word of eight bytes. A tag says nothing while its word is defined; a write of a whole word takes its tag along, a
 * write of a part leaves the tag unless the part is undefined. */
#include "memcheck/pure/engine/engine_private.h"

#include <stddef.h>

enum { WORD_BYTES = 8 };

static const struct shade defined = {NULL, NULL};

static int shadow_place(const struct engine *engine, int offset)
{
  return engine->layout->total_sizeB + offset;
}

static int tag_place(const struct engine *engine, int offset)
{
  return 2 * engine->layout->total_sizeB + offset / WORD_BYTES * WORD_BYTES;
}

bool engine_is_always_defined(const struct engine *engine, int offset, int bytes)
{
  if (!engine->policy->values)
    return true;
  for (int i = 0; i < engine->layout->n_alwaysDefd; i++) {
    int start = engine->layout->alwaysDefd[i].offset;
    if (offset >= start && offset + bytes <= start + engine->layout->alwaysDefd[i].size)
      return true;
  }
  return false;
}

static IRExpr *get_tag(struct engine *engine, int offset)
{
  return weave_get(&engine->weave, tag_place(engine, offset), Ity_I32);
}

/* The words of V bits of a vector, the lowest first. */
static unsigned words_of(struct engine *engine, IRExpr *v_bits, IRExpr *words[4])
{
  static const IROp lanes[] = {Iop_V256to64_0, Iop_V256to64_1, Iop_V256to64_2, Iop_V256to64_3};
  struct weave *weave = &engine->weave;
  if (weave_type(weave, v_bits) == Ity_V128) {
    words[0] = weave_unop(weave, Iop_V128to64, v_bits);
    words[1] = weave_unop(weave, Iop_V128HIto64, v_bits);
    return 2;
  }
  for (unsigned i = 0; i < 4; i++)
    words[i] = weave_unop(weave, lanes[i], v_bits);
  return 4;
}

/* A vector has the tag of its first word that is undefined. */
static IRExpr *get_vector_tag(struct engine *engine, int offset, IRExpr *v_bits)
{
  IRExpr *words[4];
  unsigned count = words_of(engine, v_bits, words);
  IRExpr *tag = get_tag(engine, offset + (int)(count - 1) * WORD_BYTES);
  for (unsigned i = count - 1; i-- > 0;)
    tag = weave_ite(&engine->weave, weave_spread(&engine->weave, Ity_I1, words[i]),
                    get_tag(engine, offset + (int)i * WORD_BYTES), tag);
  return tag;
}

struct shade engine_get_register(struct engine *engine, int offset, IRType type)
{
  int bytes = sizeofIRType(type);
  if (engine_is_always_defined(engine, offset, bytes))
    return defined;
  struct shade shade = {weave_get(&engine->weave, shadow_place(engine, offset), weave_shadow_type(type)), NULL};
  if (engine->policy->origins && bytes > WORD_BYTES)
    shade.tag = get_vector_tag(engine, offset, shade.v_bits);
  else if (engine->policy->origins)
    shade.tag = get_tag(engine, offset);
  return shade;
}

static void put_shadow(struct engine *engine, int place, IRExpr *atom)
{
  addStmtToIRSB(engine->weave.block, IRStmt_Put(place, atom));
}

static void put_tag(struct engine *engine, int offset, int bytes, struct shade shade)
{
  if (bytes < WORD_BYTES)
    shade.tag = weave_ite(&engine->weave, weave_spread(&engine->weave, Ity_I1, shade.v_bits), shade.tag,
                          get_tag(engine, offset));
  for (int word = 0; word < bytes; word += WORD_BYTES)
    put_shadow(engine, tag_place(engine, offset + word), shade.tag);
}

void engine_put_register(struct engine *engine, int offset, IRType type, struct shade shade, IRExpr *guard)
{
  struct weave *weave = &engine->weave;
  int bytes = sizeofIRType(type);
  if (engine_is_always_defined(engine, offset, bytes))
    return;
  IRType shadow_type = weave_shadow_type(type);
  if (shade.v_bits == NULL)
    shade = (struct shade){weave_zeros(shadow_type), NULL};
  if (guard != NULL) {
    struct shade old = engine_get_register(engine, offset, type);
    shade.v_bits = weave_ite(weave, guard, shade.v_bits, old.v_bits);
    if (shade.tag != NULL)
      shade.tag = weave_ite(weave, guard, shade.tag, old.tag);
  }
  engine_undefined_note_write(engine, offset, bytes, shade.v_bits);
  put_shadow(engine, shadow_place(engine, offset), shade.v_bits);
  if (shade.tag != NULL)
    put_tag(engine, offset, bytes, shade);
}

static IRRegArray *shadow_array(const IRRegArray *array, int base, IRType type)
{
  return mkIRRegArray(base, type, array->nElems);
}

static bool array_is_always_defined(const struct engine *engine, const IRRegArray *array)
{
  return engine_is_always_defined(engine, array->base, weave_array_bytes(array));
}

/* Tags of arrays of whole words are arrays of words. */
static bool array_has_tags(const struct engine *engine, const IRRegArray *array)
{
  return engine->policy->origins && sizeofIRType(array->elemTy) == WORD_BYTES;
}

struct shade engine_get_indexed_register(struct engine *engine, const IRRegArray *array, IRExpr *index, int bias)
{
  struct weave *weave = &engine->weave;
  engine_complain(engine, index, NULL);
  if (array_is_always_defined(engine, array))
    return defined;
  IRType type = weave_shadow_type(array->elemTy);
  IRRegArray *v_bits = shadow_array(array, shadow_place(engine, array->base), type);
  struct shade shade = {weave_assign(weave, type, IRExpr_GetI(v_bits, index, bias)), NULL};
  if (array_has_tags(engine, array)) {
    IRRegArray *tags = shadow_array(array, tag_place(engine, array->base), Ity_I64);
    shade.tag = weave_unop(weave, Iop_64to32, weave_assign(weave, Ity_I64, IRExpr_GetI(tags, index, bias)));
  }
  return shade;
}

static void put_indexed(struct engine *engine, IRRegArray *array, const IRPutI *put, IRExpr *atom)
{
  addStmtToIRSB(engine->weave.block, IRStmt_PutI(mkIRPutI(array, put->ix, put->bias, atom)));
}

void engine_put_indexed_register(struct engine *engine, const IRPutI *put)
{
  const IRRegArray *array = put->descr;
  struct shade shade = engine_shade_of_atom(engine, put->data);
  engine_complain(engine, put->ix, NULL);
  if (array_is_always_defined(engine, array))
    return;
  engine_undefined_note_write(engine, array->base, weave_array_bytes(array), NULL);
  IRType type = weave_shadow_type(array->elemTy);
  put_indexed(engine, shadow_array(array, shadow_place(engine, array->base), type), put,
              shade.v_bits != NULL ? shade.v_bits : weave_zeros(type));
  if (shade.tag != NULL && array_has_tags(engine, array))
    put_indexed(engine, shadow_array(array, tag_place(engine, array->base), Ity_I64), put,
                weave_unop(&engine->weave, Iop_32Uto64, shade.tag));
}
