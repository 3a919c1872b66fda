/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frameworks call a function of theirs when a test case begins. When the first instruction of that function is
 * translated, a call of the tool is added, which reads the name of the test from the function's arguments. Nothing of
 * the program changes by that, not even its stacks.
 *
 * Where the function runs the test itself, the test is over when it returns: the address that it returns to is watched
 * from then on. It has not been translated, unless there is another way to it, and then the next test ends this one. */
#include "memcheck/test_runners.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/running_tests.h"
#include "memcheck/test_runner_names.h"

#include "pub_tool_guest.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "libvex_guest_amd64.h"

typedef void event_fn(const struct test_call *call, const HChar *name); /* NULL: there is no name */

static event_fn on_RUNS, on_BEGINS, on_NAMES, on_ENDS, on_BOOST_STARTS, on_BOOST_FINISHES, on_QT_FUNCTION, on_QT_DATA,
  on_CMOCKA_GROUP, on_CMOCKA_FILTER, on_CMOCKA_SETUP, on_CMOCKA_TEST, on_SETENV, on_UNSETENV;

struct runner {
  event_fn *event;
  test_name_fn *name;
};

/* The numbers of lines in the table, and of what this file watches itself. */
static const struct runner runners[] = {
#define RUNNER(symbol, event, name) {on_##event, test_name_##name},
#include "shared/base/test_runners.def"
  {on_ENDS, test_name_NONE},
  {on_CMOCKA_SETUP, test_name_NONE},
  {on_CMOCKA_TEST, test_name_NONE},
};
enum {
  RUNNERS = sizeof runners / sizeof *runners,
  CMOCKA_TEST = RUNNERS - 1,
  CMOCKA_SETUP = RUNNERS - 2,
  END = RUNNERS - 3,
};

/* --- events of most frameworks --- */

static void on_BEGINS(const struct test_call *call, const HChar *name)
{
  running_tests_begin(call->tid, name, false, clock_allocations);
}

static void on_NAMES(const struct test_call *call, const HChar *name)
{
  running_tests_name(call->tid, name);
}

static void on_ENDS(const struct test_call *call, const HChar *name)
{
  running_tests_end(call->tid, clock_allocations);
}

static void on_RUNS(const struct test_call *call, const HChar *name)
{
  on_BEGINS(call, name);
  watched_functions_add(call->returns_to, END);
}

/* --- pytest --- */

static void on_SETENV(const struct test_call *call, const HChar *name)
{
  if (name)
    running_tests_begin(call->tid, name, true, clock_allocations);
}

static void on_UNSETENV(const struct test_call *call, const HChar *name)
{
  if (test_name_is_pytest_variable(call->arguments[0]))
    on_ENDS(call, NULL);
}

/* --- Boost.Test: "suite/case"; the outermost suite is the program --- */

enum { SUITES_MAX = 16 };
static SizeT suite_ends[SUITES_MAX]; /* in `suites` */
static HChar suites[TEST_NAME_BYTES];
static UInt suite_depth;

static void begin_suite(const HChar *name)
{
  const SizeT at = VG_(strlen)(suites);
  if (suite_depth < SUITES_MAX)
    suite_ends[suite_depth] = at;
  if (suite_depth++ > 0 && name)
    VG_(snprintf)(suites + at, (Int)(sizeof suites - at), "%s/", name);
}

static void end_suite(void)
{
  if (suite_depth > 0 && --suite_depth < SUITES_MAX)
    suites[suite_ends[suite_depth]] = '\0';
}

static void on_BOOST_STARTS(const struct test_call *call, const HChar *name)
{
  HChar whole[2 * TEST_NAME_BYTES];
  if (test_name_is_boost_suite(call->arguments[1])) {
    begin_suite(name);
  } else if (test_name_is_boost_case(call->arguments[1])) {
    VG_(snprintf)(whole, sizeof whole, "%s%s", suites, name ? name : "");
    on_BEGINS(call, name ? whole : NULL);
  }
}

static void on_BOOST_FINISHES(const struct test_call *call, const HChar *name)
{
  if (test_name_is_boost_suite(call->arguments[1]))
    end_suite();
  else
    on_ENDS(call, NULL);
}

/* --- Qt Test: "function" or "function:tag" --- */

static HChar qt_function[TEST_NAME_BYTES];

static void on_QT_FUNCTION(const struct test_call *call, const HChar *name)
{
  VG_(snprintf)(qt_function, sizeof qt_function, "%s", name ? name : "");
  if (call->arguments[0] == 0)
    on_ENDS(call, NULL);
  else
    on_BEGINS(call, name);
}

static void on_QT_DATA(const struct test_call *call, const HChar *name)
{
  HChar whole[2 * TEST_NAME_BYTES];
  if (!name || !*qt_function)
    return;
  VG_(snprintf)(whole, sizeof whole, "%s:%s", qt_function, name);
  on_BEGINS(call, whole);
}

/* --- cmocka: the functions of its table are watched. A test may call such a function itself, so a call counts only if
 * it returns to where the first one did, which came from cmocka. --- */

enum { CMOCKA_CASES_MAX = 1 << 16, CMOCKA_CASE_WORDS = 5 };

struct cmocka_case {
  UWord name, test, setup; /* guest addresses */
};

static struct cmocka_case *cmocka_cases;
static UInt cmocka_count, cmocka_at; /* cases, and how many of them have begun at least */
static bool cmocka_filters;
static Addr cmocka_calls_setup_at, cmocka_calls_test_at; /* return addresses; 0: none yet */

static bool read_cmocka_case(Addr from, struct cmocka_case *ret)
{
  return test_name_read_word(from, &ret->name) && test_name_read_word(from + sizeof(UWord), &ret->test) &&
         test_name_read_word(from + 2 * sizeof(UWord), &ret->setup);
}

static void watch_cmocka_case(const struct cmocka_case *from)
{
  if (from->setup != 0)
    watched_functions_add(from->setup, CMOCKA_SETUP);
  watched_functions_add(from->test, CMOCKA_TEST);
}

/* _cmocka_run_group_tests(name, tests, count, group_setup, group_teardown) */
static void on_CMOCKA_GROUP(const struct test_call *call, const HChar *name)
{
  const UWord count = call->arguments[2] < CMOCKA_CASES_MAX ? call->arguments[2] : CMOCKA_CASES_MAX;
  cmocka_cases = VG_(realloc)("seep.tests", cmocka_cases, (count + 1) * sizeof *cmocka_cases);
  cmocka_count = cmocka_at = 0;
  while (cmocka_count < count && read_cmocka_case(call->arguments[1] + cmocka_count * CMOCKA_CASE_WORDS * sizeof(UWord),
                                                  &cmocka_cases[cmocka_count]))
    watch_cmocka_case(&cmocka_cases[cmocka_count++]);
  if (call->arguments[4] != 0)
    watched_functions_add(call->arguments[4], END);
  watched_functions_add(call->returns_to, END);
}

static void on_CMOCKA_FILTER(const struct test_call *call, const HChar *name)
{
  cmocka_filters = true;
}

static bool is_by_cmocka(Addr *first, const struct test_call *call)
{
  if (*first == 0)
    *first = call->returns_to;
  return *first == call->returns_to;
}

static void on_CMOCKA_SETUP(const struct test_call *call, const HChar *name)
{
  if (is_by_cmocka(&cmocka_calls_setup_at, call))
    on_BEGINS(call, NULL);
}

static UInt cmocka_cases_of(Addr test)
{
  UInt count = 0;
  for (UInt i = 0; i < cmocka_count; i++)
    count += cmocka_cases[i].test == test;
  return count;
}

/* Cases run in the order of the table. Which one it is cannot be told if some of the same function may be left out. */
static bool find_cmocka_name(Addr test, HChar name[TEST_NAME_BYTES])
{
  UInt i = cmocka_at;
  while (i < cmocka_count && cmocka_cases[i].test != test)
    i++;
  if (i == cmocka_count)
    return false;
  cmocka_at = i + 1;
  return (!cmocka_filters || cmocka_cases_of(test) == 1) && test_name_read_text(cmocka_cases[i].name, name);
}

/* Its fixture may have begun the test; but then it has no name yet. */
static void on_CMOCKA_TEST(const struct test_call *call, const HChar *name)
{
  HChar found[TEST_NAME_BYTES];
  if (!is_by_cmocka(&cmocka_calls_test_at, call))
    return;
  const HChar *known = find_cmocka_name(call->function, found) ? found : NULL;
  if (!running_tests_name(call->tid, known))
    on_BEGINS(call, known);
}

/* --- translated code --- */

static UWord register_of(ThreadId tid, PtrdiffT offset)
{
  UWord value;
  VG_(get_shadow_regs_area)(tid, (UChar *)&value, 0, offset, sizeof value);
  return value;
}

static void on_entry(HWord number, HWord function)
{
  static const PtrdiffT registers[TEST_ARGUMENTS] = {
    offsetof(VexGuestAMD64State, guest_RDI), offsetof(VexGuestAMD64State, guest_RSI),
    offsetof(VexGuestAMD64State, guest_RDX), offsetof(VexGuestAMD64State, guest_RCX),
    offsetof(VexGuestAMD64State, guest_R8)};
  HChar name[TEST_NAME_BYTES];
  struct test_call call = {.tid = VG_(get_running_tid)(), .function = function};
  for (UInt i = 0; i < TEST_ARGUMENTS; i++)
    call.arguments[i] = register_of(call.tid, registers[i]);
  call.thread_pointer = register_of(call.tid, offsetof(VexGuestAMD64State, guest_FS_CONST));
  if (!test_name_read_word(register_of(call.tid, offsetof(VexGuestAMD64State, guest_RSP)), &call.returns_to))
    call.returns_to = 0;
  const struct runner *runner = &runners[number];
  runner->event(&call, runner->name(&call, name) ? name : NULL);
}

static void add_call(IRSB *block, UWord number, Addr function)
{
  IRExpr **arguments = mkIRExprVec_2(mkIRExpr_HWord(number), mkIRExpr_HWord(function));
  addStmtToIRSB(block, IRStmt_Dirty(unsafeIRDirty_0_N(2, "test_runner", (void *)on_entry, arguments)));
}

static Int first_instruction(const IRSB *block)
{
  Int i = 0;
  while (i < block->stmts_used && block->stmts[i]->tag != Ist_IMark)
    i++;
  return i;
}

IRSB *test_runners_add_call(IRSB *block)
{
  UWord number;
  const Int first = first_instruction(block);
  if (first == block->stmts_used || !watched_functions_find(block->stmts[first]->Ist.IMark.addr, &number))
    return block;
  IRSB *extended = deepCopyIRSBExceptStmts(block);
  for (Int i = 0; i < block->stmts_used; i++) {
    addStmtToIRSB(extended, block->stmts[i]);
    if (i == first)
      add_call(extended, number, block->stmts[i]->Ist.IMark.addr);
  }
  return extended;
}
