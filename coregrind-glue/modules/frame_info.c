/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Wraps the core's questions about call frames. Rules are kept by instruction, as stacks go through the same calls
 * again and again. */
#include "coregrind-glue/modules/frame_info.h"

#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/port/module_layout.h"
#include "memcheck/pure/modules/call_frames.h"
#include "memcheck/pure/stacks/unwind.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

enum {
  SECTION_MAX_BYTES = 64 << 20,
  KNOWN_RULES = 1021,
};

struct module_frames {
  const DebugInfo *module;
  Addr address;
  ULong bytes;
  Bool is_read;
  Bool is_odd;                /* there is more than one section, or one that is not in memory */
  UChar *section;             /* a copy; NULL before and when it cannot be used */
  struct call_frames *frames; /* likewise */
};

static XArray *modules; /* struct module_frames * */
static Bool (*read_whole_module)(const DebugInfo *module);

/* What is known of instructions. */
struct known_rule {
  Addr instruction; /* 0: none */
  Bool is_elsewhere; /* the core is asked */
  Bool has_rule;
  struct call_frame_rule rule;
};

static struct known_rule known[KNOWN_RULES];

static void forget_rules(void)
{
  VG_(memset)(known, 0, sizeof known);
}

void frame_info_init(Bool (*read_module)(const DebugInfo *module))
{
  read_whole_module = read_module;
  modules = VG_(newXA)(VG_(malloc), "seep.frames", VG_(free), sizeof(struct module_frames *));
}

static struct module_frames *module_at(Word index)
{
  return *(struct module_frames **)VG_(indexXA)(modules, index);
}

void frame_info_note_section(const DebugInfo *module, Addr address, ULong bytes)
{
  Bool is_odd = address == 0 || bytes > SECTION_MAX_BYTES;
  forget_rules();
  for (Word i = 0; i < VG_(sizeXA)(modules); i++)
    if (module_at(i)->module == module) {
      module_at(i)->is_odd = True;
      return;
    }
  struct module_frames *frames = VG_(malloc)("seep.frames", sizeof *frames);
  *frames = (struct module_frames){.module = module, .address = address, .bytes = bytes, .is_odd = is_odd};
  VG_(addToXA)(modules, &frames);
}

static void release_frames(struct module_frames *frames)
{
  call_frames_destroy(frames->frames);
  if (frames->section)
    VG_(free)(frames->section);
  VG_(free)(frames);
}

void frame_info_forget_module(const DebugInfo *module)
{
  for (Word i = VG_(sizeXA)(modules) - 1; i >= 0; i--)
    if (module_at(i)->module == module) {
      release_frames(module_at(i));
      VG_(removeIndexXA)(modules, i);
      forget_rules();
    }
}

/* --- rules --- */

static void read_section(struct module_frames *frames)
{
  frames->is_read = True;
  frames->section = VG_(malloc)("seep.frames", frames->bytes + 1);
  if (guarded_read(frames->section, frames->address, frames->bytes))
    frames->frames = call_frames_create(frames->section, frames->bytes, frames->address);
}

static enum call_frames_answer find_rule_in_module(struct module_frames *frames, Addr instruction,
                                                   struct call_frame_rule *ret)
{
  if (frames->is_odd)
    return CALL_FRAMES_UNSURE;
  if (!frames->is_read)
    read_section(frames);
  if (!frames->frames)
    return CALL_FRAMES_UNSURE;
  const enum call_frames_answer answer = call_frames_find(frames->frames, instruction, ret);
  return answer == CALL_FRAMES_RULE && ret->is_odd ? CALL_FRAMES_UNSURE : answer;
}

/* NULL: it is none of these modules, so the core is asked. */
static struct module_frames *find_module(Addr instruction)
{
  for (Word i = 0; i < VG_(sizeXA)(modules); i++)
    if (module_has_code_at(module_at(i)->module, instruction))
      return module_at(i);
  return NULL;
}

static void learn_rule(struct known_rule *rule, Addr instruction)
{
  struct module_frames *frames = find_module(instruction);
  enum call_frames_answer answer = frames ? find_rule_in_module(frames, instruction, &rule->rule) : CALL_FRAMES_NONE;
  /* If the core could now read the module in full, it is asked from now on; otherwise nothing is known of the
   * instruction. */
  if (answer == CALL_FRAMES_UNSURE && read_whole_module(frames->module))
    frames = NULL;
  rule->instruction = instruction;
  rule->is_elsewhere = frames == NULL;
  rule->has_rule = answer == CALL_FRAMES_RULE;
}

static const struct known_rule *find_rule(Addr instruction)
{
  struct known_rule *rule = &known[instruction % KNOWN_RULES];
  if (rule->instruction != instruction || instruction == 0)
    learn_rule(rule, instruction);
  return rule;
}

/* --- the core's questions --- */

static Addr frame_address(const struct call_frame_rule *rule, Addr sp, Addr fp)
{
  return (rule->is_rbp_based ? fp : sp) + (Addr)rule->frame_offset;
}

Bool __wrap_vgPlain_has_CF_info(Addr instruction)
{
  const struct known_rule *known_rule = find_rule(instruction);
  return known_rule->is_elsewhere ? __real_vgPlain_has_CF_info(instruction) : known_rule->has_rule;
}

Addr __wrap_vgModuleLocal_get_CFA(Addr pc, Addr sp, Addr fp, Addr lowest, Addr highest)
{
  const struct known_rule *known_rule = find_rule(pc);
  if (known_rule->is_elsewhere)
    return __real_vgModuleLocal_get_CFA(pc, sp, fp, lowest, highest);
  return known_rule->has_rule ? frame_address(&known_rule->rule, sp, fp) : 0;
}

static Bool read_saved(Addr frame, int64_t offset, Addr lowest, Addr highest, Addr *ret)
{
  Addr address = frame + (Addr)offset;
  if (address < lowest || address > highest - sizeof(Addr))
    return False;
  *ret = *(const Addr *)address;
  return True;
}

Bool __wrap_vgPlain_use_CF_info(struct unwind_registers *registers, Addr lowest, Addr highest)
{
  const struct known_rule *known_rule = find_rule(registers->pc);
  if (known_rule->is_elsewhere)
    return __real_vgPlain_use_CF_info(registers, lowest, highest);
  const struct call_frame_rule *rule = &known_rule->rule;
  if (!known_rule->has_rule || !rule->has_caller)
    return False;
  Addr frame = frame_address(rule, registers->sp, registers->fp);
  struct unwind_registers caller = {.sp = frame, .fp = registers->fp};
  if (frame == 0 || !read_saved(frame, rule->return_offset, lowest, highest, &caller.pc)
      || (rule->saves_rbp && !read_saved(frame, rule->rbp_offset, lowest, highest, &caller.fp)))
    return False;
  *registers = caller;
  return True;
}
