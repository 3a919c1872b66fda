/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything but what decides where to go is the tool's own: the translator, the routines, what settles a fault.
 * This is in the place of crossings.c and code_blocks.c, which stand on the core. */
#include "direct/copied.h"

#include <string.h>
#include <sys/mman.h>

#include "coregrind-glue/direct/direct_private.h"
#include "direct/every_encoding.h"
#include "memcheck/pure/direct/plan.h"
#include "memcheck/pure/shadow/shadow.h"

enum { BLOCKS_MAX = 512, HOST_CODE_BYTES = 1 << 22, BLOCK_BYTES_MAX = 60000, ENTRIES_MAX = 1000 };
enum { A_REQUEST = 5, CANARY = 0xa5, ONE_IN = 8 };

/* A function of the core that what settles faults calls. */
void *VG_(memset)(void *start, Int value, SizeT bytes)
{
  return memset(start, value, bytes);
}

static struct {
  struct copied_settings settings;
  struct direct_guest guest;
  uint8_t *start, *at, *cold; /* host code */
  unsigned count, entries, slices;
  struct direct_block made[BLOCKS_MAX];
  struct code_block kept[BLOCKS_MAX];
  uint8_t places[BLOCKS_MAX][DIRECT_PLACES_BYTES_MAX];
  VexGuestAMD64State state;
  enum copied_outcome outcome;
  bool has_overflown;
} world;

/* --- blocks --- */

static size_t read_code(void *context, uint64_t address, uint8_t code[static DIRECT_INSTRUCTION_BYTES_MAX])
{
  const size_t left = machine_code_left(address);
  const size_t bytes = left < DIRECT_INSTRUCTION_BYTES_MAX ? left : DIRECT_INSTRUCTION_BYTES_MAX;
  memcpy(code, (const void *)address, bytes);
  return bytes;
}

static bool may_copy(void *context, uint64_t address, const uint8_t *code, unsigned bytes)
{
  return true;
}

/* What stores below the stack are errors. */
static bool is_made(void *context, uint64_t address)
{
  return false;
}

static const uint8_t request[] = {COPIED_REQUEST};

static unsigned request_of(void *context, const uint8_t *code, unsigned bytes)
{
  return bytes == sizeof request && memcmp(code, request, sizeof request) == 0 ? A_REQUEST : DIRECT_NO_REQUEST;
}

static void set_way(uint64_t guest, uint64_t host)
{
  direct_table[guest % DIRECT_TABLE_WAYS] = (struct direct_way){guest, host};
}

/* No way; at zero any other address stands for that. */
static void forget_way(uint64_t guest)
{
  set_way(guest, 0);
  direct_table[guest % DIRECT_TABLE_WAYS].guest = guest % DIRECT_TABLE_WAYS == 0;
}

void copied_forget(void)
{
  for (unsigned i = 0; i < world.count; i++) {
    forget_way(world.made[i].address);
    forget_way(DIRECT_RETURN_KEY(world.made[i].returns_to));
  }
  world.count = 0;
  world.at = world.start + sizeof(uint64_t);
  world.cold = world.start + HOST_CODE_BYTES / 2;
}

static void number_exits(unsigned number, const struct direct_block *made)
{
  for (unsigned i = 0; i < made->exits; i++) {
    const uint32_t name = number * DIRECT_EXITS_MAX + i;
    memcpy(made->exit[i].name, &name, sizeof name);
  }
}

static code_offset offset_of(const uint8_t *code)
{
  return (code_offset)(code - world.start);
}

Addr code_space_runs_at(code_offset offset)
{
  return (Addr)world.start + offset;
}

static const struct code_block *keep(const struct direct_block *made)
{
  const unsigned number = world.count++;
  number_exits(number, made);
  direct_places_pack(made, world.places[number]);
  set_way(made->address, (uint64_t)made->start);
  if (made->landing)
    set_way(DIRECT_RETURN_KEY(made->returns_to), (uint64_t)made->landing);
  world.kept[number] = (struct code_block){.address = made->address,
                                           .start = made->address,
                                           .needs_flags = made->needs_flags,
                                           .code = offset_of(made->start),
                                           .end = offset_of(made->end),
                                           .tests = made->tests,
                                           .tested = offset_of(made->tested),
                                           .inner = offset_of(made->inner),
                                           .places = world.places[number]};
  return &world.kept[number];
}

static struct direct_code cold_room(size_t bytes)
{
  return (struct direct_code){world.cold, world.cold, world.cold + bytes, false};
}

/* Where there is little room, nothing is written beyond it, or in front. */
static void translate_in_little_room(uint64_t address)
{
  enum { LITTLE = 300 };
  uint8_t *const end = world.at + any(LITTLE);
  struct direct_code code = {world.at, world.at, end, false}, cold = cold_room(any(LITTLE));
  uint8_t *const cold_end = cold.end;
  uint64_t before, after;
  memcpy(&before, world.at - sizeof before, sizeof before);
  *end = *cold_end = CANARY;
  direct_translate(&world.guest, address, &code, &cold, &world.made[world.count]);
  memcpy(&after, world.at - sizeof after, sizeof after);
  if (before != after || *end != CANARY || code.at > end || *cold_end != CANARY || cold.at > cold_end)
    world.has_overflown = true;
}

/* NULL: there is none, and none can be made. */
static const struct code_block *find(uint64_t address)
{
  for (unsigned i = 0; i < world.count; i++)
    if (world.kept[i].address == address)
      return &world.kept[i];
  struct direct_code code = {world.at, world.at, world.at + BLOCK_BYTES_MAX, false}, cold = cold_room(BLOCK_BYTES_MAX);
  const uint8_t *const middle = world.start + HOST_CODE_BYTES / 2, *const end = world.start + HOST_CODE_BYTES;
  if (world.count == BLOCKS_MAX || code.end > middle || cold.end > end)
    return NULL;
  struct direct_block *made = &world.made[world.count];
  if (any(ONE_IN) == 0)
    translate_in_little_room(address);
  if (!direct_translate(&world.guest, address, &code, &cold, made))
    return NULL;
  world.at = code.at;
  world.cold = cold.at;
  return keep(made);
}

/* Nothing is counted. */
void guest_view_uncount(const struct code_block *block, Addr from)
{
  (void)block;
  (void)from;
}

const struct code_block *code_blocks_find_by_host(Addr host)
{
  for (unsigned i = 0; i < world.count; i++)
    if (host >= code_space_runs_at(world.kept[i].code) && host < code_space_runs_at(world.kept[i].end))
      return &world.kept[i];
  return NULL;
}

static uint64_t target_of_exit(void)
{
  const struct direct_exit *exit =
    &world.made[direct_state.exit / DIRECT_EXITS_MAX].exit[direct_state.exit % DIRECT_EXITS_MAX];
  const struct code_block *target = find(exit->target);
  if (exit->links != DIRECT_LINKS_NOT && target) {
    const code_offset place = code_block_entry(target, exit->links, exit->known);
    const int32_t distance = (int32_t)(code_space_runs_at(place) - (Addr)(exit->distance + sizeof distance));
    memcpy(exit->distance, &distance, sizeof distance);
  }
  return exit->target;
}

/* --- entering and leaving; between the two C code may not use thread-local variables --- */

extern const uint8_t copied_back[];
void copied_enter(VexGuestAMD64State *state);
__asm__(
  ".text\n"
  "copied_enter:\n"
  "  pushq %rbx\n  pushq %rbp\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n  subq $8, %rsp\n"
  "  movq %rdi, %rbp\n"
  "  jmp direct_enter\n"
  "copied_back:\n"
  "  addq $8, %rsp\n  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbp\n  popq %rbx\n"
  "  ret\n");

static Addr go_on(const VexGuestAMD64State *state, const struct code_block *block, uint64_t flags)
{
  direct_crossing.code = code_space_runs_at(block->code);
  direct_crossing.sp_on_entry = state->guest_RSP;
  direct_state.flags = routines_packed_flags(block->needs_flags ? flags : ~flags);
  machine_set_segment(direct_state.fs_base);
  return (Addr)direct_go_on;
}

static Addr may_enter(VexGuestAMD64State *state)
{
  const struct code_block *block = find(state->guest_RIP);
  __asm__ volatile("wrgsbase %0" : : "r"(direct_state.v_offset - DIRECT_V_BIAS));
  return block ? go_on(state, block, direct_crossing.flags) : (Addr)copied_back;
}

static Addr was_left(VexGuestAMD64State *state, enum direct_way_out way)
{
  machine_reset_segment();
  routines_note_stack(state->guest_RSP);
  state->guest_RIP = way == WAY_LINK ? target_of_exit() : direct_state.go_on_at;
  const struct code_block *block = way == WAY_PRECISE ? NULL : find(state->guest_RIP);
  world.slices += direct_state.turns == 0;
  if (direct_state.turns == 0)
    direct_state.turns = world.settings.turns;
  world.outcome = way == WAY_PRECISE ? COPIED_PRECISE : COPIED_ENDED;
  if (++world.entries > ENTRIES_MAX || world.has_overflown)
    world.outcome = COPIED_LOST;
  return block && world.outcome != COPIED_LOST ? go_on(state, block, direct_crossing.flags) : (Addr)copied_back;
}

/* --- visits --- */

#define VECTORS_DO(DO) \
  DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#define SAVE(number) "vmovdqu %%ymm" #number ", 32*" #number "(%0)\n\t"
#define LOAD(number) "vmovdqu 32*" #number "(%0), %%ymm" #number "\n\t"

/* The C library may use whole vectors, as the tool does not. */
static void visit(VexGuestAMD64State *state, void (*what)(VexGuestAMD64State *state))
{
  static uint8_t vectors[VECTORS][VECTOR_BYTES];
  __asm__ volatile(VECTORS_DO(SAVE) : : "r"(vectors) : "memory");
  machine_reset_segment();
  what(state);
  machine_set_segment(direct_state.fs_base);
  __asm__ volatile(VECTORS_DO(LOAD) : : "r"(vectors) : "memory");
}

static void find_return(VexGuestAMD64State *state)
{
  const struct code_block *block = find(direct_state.go_on_at);
  if (block)
    *(Addr *)state->guest_RSP = code_space_runs_at(block->code);
  else
    state->guest_RSP += sizeof(Addr);
  direct_state.resume = block ? (Addr)direct_return : direct_state.leave_plain;
}

static void find_jump(VexGuestAMD64State *state)
{
  const struct code_block *block = find(direct_state.go_on_at);
  direct_state.resume = block ? code_space_runs_at(block->code) : direct_state.leave_plain;
}

static void make_request(VexGuestAMD64State *state)
{
  routines_note_stack(state->guest_RSP);
  if (direct_state.request != A_REQUEST)
    world.outcome = COPIED_LOST;
  if (any(4) != 0)
    return;
  direct_state.go_on_at += sizeof request;
  direct_state.resume = direct_state.leave_plain;
}

static void visit_request(VexGuestAMD64State *state)
{
  visit(state, make_request);
}

static void visit_return(VexGuestAMD64State *state)
{
  visit(state, find_return);
}

static void visit_jump(VexGuestAMD64State *state)
{
  visit(state, find_jump);
}

/* A fault that is not settled is a mistake of what was translated: out of here. */
static bool handle_fault(int signal, void *pointer)
{
  struct vki_ucontext *context = pointer;
  machine_reset_segment();
  if (direct_settle_fault(context))
    return true;
  world.outcome = COPIED_LOST;
  context->uc_mcontext.rsp = direct_crossing.host_sp;
  context->uc_mcontext.rip = (Addr)copied_back;
  return true;
}

/* --- */

static void put_state(const struct machine_place *place)
{
  VexGuestAMD64State *state = &world.state;
  memcpy(&state->guest_RAX, place->state.general, sizeof place->state.general);
  memcpy(state->guest_YMM0, place->state.vectors, sizeof place->state.vectors);
  state->guest_RIP = place->address;
  direct_crossing.flags = place->state.flags;
}

static void take_state(struct machine_place *ret)
{
  const VexGuestAMD64State *state = &world.state;
  memcpy(ret->state.general, &state->guest_RAX, sizeof ret->state.general);
  memcpy(ret->state.vectors, state->guest_YMM0, sizeof ret->state.vectors);
  ret->address = state->guest_RIP;
  ret->state.flags = direct_crossing.flags & DIRECT_ALL_FLAGS;
}

void copied_init(void)
{
  world.start = mmap(NULL, HOST_CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  direct_table[0].guest = 1;
  direct_policy.is_on = True;
  world.guest = (struct direct_guest){.read = read_code,
                                      .may_copy = may_copy,
                                      .is_made = is_made,
                                      .request_of = request_of,
                                      .state = (uint32_t)(Addr)&direct_state,
                                      .jump = routines_jump};
  machine_set_handler(handle_fault);
}

static void set_words(const struct copied_settings *settings)
{
  routines_begin(NULL);
  direct_crossing.guest = &world.state;
  direct_crossing.may_enter = may_enter;
  direct_crossing.was_left = was_left;
  direct_crossing.visits[VISIT_REQUEST] = visit_request;
  direct_crossing.visits[VISIT_RETURN] = visit_return;
  direct_crossing.visits[VISIT_JUMP] = visit_jump;
  direct_state.undefined = settings->undefined;
  direct_state.fs_base = settings->fs_base;
  direct_state.lowest_sp = settings->lowest_sp;
  for (unsigned i = 0; i <= DIRECT_NEAR_WORDS; i++)
    direct_state.lowest_near[i] = settings->lowest_sp - DIRECT_STACK_MARGIN + i * DIRECT_WORD;
  direct_state.highest_sp = direct_state.highest_set = direct_state.highest_set_near = settings->highest_sp;
  for (unsigned i = 0; i < DIRECT_NEAR_POWERS; i++)
    direct_state.highest_near[i] = settings->highest_sp + DIRECT_STACK_MARGIN - (DIRECT_WORD << i);
  direct_state.turns = settings->turns;
  direct_state.steps_until_leaving = settings->steps_until_leaving;
  direct_state.redzone_used = 1;
  direct_state.modes = MACHINE_MODES;
  direct_state.x87_is_away = 0; /* they are there, and empty, as natively */
  __asm__ volatile("fninit");
}

enum copied_outcome copied_run(const struct copied_settings *settings, struct machine_place *place)
{
  world.settings = *settings;
  world.guest.is_stressed = settings->is_stressed;
  world.outcome = COPIED_REFUSED;
  world.entries = world.slices = 0;
  set_words(settings);
  put_state(place);
  copied_enter(&world.state);
  take_state(place);
  return world.outcome;
}

unsigned copied_slices(void)
{
  return world.slices;
}

bool copied_is_direct(uint64_t address)
{
  static struct direct_plan plan;
  return direct_plan_make(&world.guest, address, &plan);
}
