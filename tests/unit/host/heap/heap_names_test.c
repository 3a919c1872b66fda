/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of roots: of programs that are compiled here, mapped at addresses that the test makes up. */
#include "host/heap/model/site_names.h"
#include "host/heap/names/root_names.h"
#include "support/record_builder.h"
#include "support/symbols_fixture.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRAM_BIAS = 0x10000000, LIBRARY_BIAS = 0x20000000, TLS_BLOCK = 0x30000f00, LIBRARY_TLS = 0x30000800 };

static const char program_source[] =
  "#include <stdlib.h>\n"
  "int *g_table[100];\n"
  "static void *hidden;\n"
  "__thread void *mine = &hidden;\n"
  "static __thread void *slots[16];\n"
  "static void *next(void) { static void *last = &last; return last; }\n"
  "struct node { struct node *next; long value; };\n"
  "void *xmalloc(size_t n) { return malloc(n); }\n"
  "void worker(void) { struct node *list[3]; list[1] = malloc(48); hidden = list[1]; }\n"
  "struct node *make(void) { struct node *node = xmalloc(sizeof *node); return node; }\n"
  "int main(int argc, char **argv) { worker(); make(); slots[argc] = mine; return next() != g_table; }\n";
static const char library_source[] =
  "void *library_state = &library_state;\n"
  "__thread void *library_slot = 0;\n"
  "void *library_get(void) { return library_slot; }\n"
  "void *malloc(unsigned long n) { return library_slot + n; }\n";

static struct options *options;
static struct symbols *symbols;
static struct suppressions *suppressions;
static struct process *process;
static struct record_builder stream;
static struct heap_root roots[32];
static struct heap_thread threads[2];
static struct snapshot snapshot;
static struct root_names *names;

static void setup(void)
{
  support_enter();
  struct symbols_config config = support_config();
  ck_no_error(options_create(true, &options));
  symbols_create(&config, &symbols);
  suppressions_create(&suppressions);
  process_create(&(struct process_config){.options = options, .symbols = symbols, .suppressions = suppressions},
                 &process);
  stream = (struct record_builder){0};
  snapshot = (struct snapshot){.roots = roots, .threads = threads};
  names = NULL;
}

static void teardown(void)
{
  root_names_destroy(names);
  process_destroy(process);
  suppressions_destroy(suppressions);
  symbols_destroy(symbols);
  options_destroy(options);
  record_builder_release(&stream);
  support_leave();
}

/* A module as if its segment of code lay so far above its own addresses. */
static void add_module(const char *name, const char *function, uint64_t bias)
{
  static uint64_t id;
  uint64_t offset = support_offset(name, function) & ~0xfffULL, address = support_address(name, function) & ~0xfffULL;
  struct symbols_module module = support_module(name);
  id++;
  build_module(&stream, (struct record_module){
                          .id = id,
                          .epoch = id,
                          .start = bias + address,
                          .end = bias + address + 0x1000,
                          .file_offset = offset,
                          .path = build_string(module.path),
                          .build_id = {(const char *)module.build_id, module.build_id_bytes},
                          .file_bytes = module.file_bytes,
                          .mtime_ns = module.mtime_ns,
                        });
}

static void take_stream(void)
{
  struct record_reader *reader;
  struct record_frame frame;
  bool found = true;
  record_reader_create("test.rec", &reader);
  record_reader_feed(reader, stream.data, stream.size);
  while (found) {
    ck_no_error(record_reader_next(reader, &found, &frame));
    if (found)
      ck_no_error(process_take(process, &frame));
  }
  record_reader_destroy(reader);
}

static bool build(const char *flags)
{
  support_write("prog.c", program_source);
  support_write("lib.c", library_source);
  if (!support_run("gcc -O0 -shared -fPIC %s -o libstate.so lib.c && gcc -O0 %s -o prog prog.c", flags, flags))
    return false;
  build_start(&stream, (struct record_start){.pid = 100, .exe = build_string(support_path("prog"))});
  add_module("prog", "main", PROGRAM_BIAS);
  add_module("libstate.so", "library_get", LIBRARY_BIAS);
  return true;
}

static uint64_t in_program(const char *symbol)
{
  return PROGRAM_BIAS + support_address("prog", symbol);
}

static uint64_t in_library(const char *symbol)
{
  return LIBRARY_BIAS + support_address("libstate.so", symbol);
}

static void add_root(enum record_root_class class, uint32_t tid, uint64_t address)
{
  ck_assert_uint_lt(snapshot.root_count, sizeof roots / sizeof *roots);
  roots[snapshot.root_count++] = (struct heap_root){.address = address, .class = class, .tid = tid};
}

static void name_all(void)
{
  take_stream();
  names = root_names_create(&snapshot, process);
}

static const struct root_group *group_of(uint32_t root)
{
  ck_assert_uint_lt(names->group_of[root], names->group_count);
  return &names->groups[names->group_of[root]];
}

static void check_title(uint32_t root, const char *expected)
{
  char *title = root_group_title(group_of(root));
  ck_assert_pstr_eq(title, expected);
  free(title);
}

START_TEST(globals_are_called_by_their_variables)
{
  if (!build(""))
    return;
  add_root(RECORD_ROOT_GLOBAL, 0, in_program("g_table"));
  add_root(RECORD_ROOT_GLOBAL, 0, in_program("g_table") + 792);
  add_root(RECORD_ROOT_GLOBAL, 0, in_program("hidden"));
  add_root(RECORD_ROOT_GLOBAL, 0, in_program("last"));
  add_root(RECORD_ROOT_GLOBAL, 0, LIBRARY_BIAS + support_address("libstate.so", "library_state"));
  name_all();
  check_title(0, "global g_table");
  check_title(2, "global hidden");
  check_title(4, "global libstate.so: library_state");
  ck_assert_uint_eq(names->group_of[0], names->group_of[1]);
  ck_assert_uint_eq(names->group_count, 4);
  ck_assert_uint_eq(group_of(1)->start, in_program("g_table"));
  ck_assert_uint_eq(group_of(1)->bytes, 800);
  ck_assert_str_eq(group_of(1)->object, support_path("prog"));
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(a_stripped_library_is_one_root)
{
  if (!build("") || !support_run("strip --strip-all prog"))
    return;
  add_root(RECORD_ROOT_GLOBAL, 0, LIBRARY_BIAS + support_address("libstate.so", "library_state"));
  ck_assert(support_run("strip --strip-all libstate.so"));
  add_root(RECORD_ROOT_GLOBAL, 0, roots[0].address + 0x10);
  add_root(RECORD_ROOT_GLOBAL, 0, 0x70000000);
  add_root(RECORD_ROOT_GLOBAL, 0, 0x70000100);
  add_root(RECORD_ROOT_GLOBAL, 0, 0x71000100);
  name_all();
  check_title(0, "global libstate.so: library_state"); /* out of .dynsym */
  check_title(1, "libstate.so (data)");
  check_title(2, "memory that is mapped from no program file, at 0x70000000");
  check_title(4, "memory that is mapped from no program file, at 0x71000000");
  ck_assert_uint_eq(names->group_of[2], names->group_of[3]);
}
END_TEST

/* What a library's data are called does not depend on whether it is still there at the end. */
START_TEST(modules_are_those_of_the_time_of_the_snapshot)
{
  if (!build(""))
    return;
  build_snapshot(&stream, (struct record_snapshot){.id = 3, .pid = 100});
  build_unmap(&stream, (struct record_unmap){.epoch = 50, .start = LIBRARY_BIAS, .end = LIBRARY_BIAS + 0x100000});
  build_snapshot(&stream, (struct record_snapshot){.id = 4, .pid = 100});
  snapshot.head.id = _i == 0 ? 3 : 4;
  add_root(RECORD_ROOT_GLOBAL, 0, LIBRARY_BIAS + support_address("libstate.so", "library_state"));
  name_all();
  if (_i == 0)
    check_title(0, "global libstate.so: library_state");
  else
    ck_assert_ptr_nonnull(strstr(group_of(0)->name, "mapped from no program file"));
}
END_TEST

static void add_threads(uint64_t tls_blocks[2])
{
  threads[0] = (struct heap_thread){.tid = 1, .thread_pointer = TLS_BLOCK + 0x100, .tls_blocks = tls_blocks,
                                    .tls_count = 2};
  snapshot.thread_count = 1;
}

START_TEST(thread_local_variables_are_told_with_their_thread)
{
  uint64_t tls_blocks[] = {TLS_BLOCK, LIBRARY_TLS};
  if (!build(""))
    return;
  add_threads(tls_blocks);
  add_root(RECORD_ROOT_TLS, 1, LIBRARY_TLS + support_address("libstate.so", "library_slot"));
  add_root(RECORD_ROOT_TLS, 1, TLS_BLOCK + support_address("prog", "mine"));
  add_root(RECORD_ROOT_TLS, 1, TLS_BLOCK + support_address("prog", "slots") + 8);
  add_root(RECORD_ROOT_TLS, 1, TLS_BLOCK + 0x100 + 0x50);
  add_root(RECORD_ROOT_TLS, 1, 0x60000000);
  name_all();
  check_title(0, "libstate.so: thread-local library_slot of thread 1");
  check_title(1, "thread-local mine of thread 1");
  check_title(2, "thread-local slots of thread 1");
  ck_assert_uint_eq(group_of(2)->start, TLS_BLOCK + support_address("prog", "slots"));
  check_title(3, "control block of thread 1");
  check_title(4, "thread-local storage of thread 1");
}
END_TEST

START_TEST(stacks_and_registers_are_called_by_their_functions)
{
  uint64_t sps[] = {0x40000000, 0x40000040, 0x40000100};
  if (!build(""))
    return;
  build_stack(&stream, (struct record_stack){.id = 7, .epoch = 100, .ips = BUILD_NUMBERS(in_program("worker") + 4,
                                                                                         in_program("main") + 4)});
  threads[0] = (struct heap_thread){.tid = 2, .stack_id = 7, .sps = sps, .sp_count = 3};
  snapshot.thread_count = 1;
  add_root(RECORD_ROOT_STACK, 2, 0x3ffffff0);
  add_root(RECORD_ROOT_STACK, 2, 0x40000030);
  add_root(RECORD_ROOT_STACK, 2, 0x40000050);
  add_root(RECORD_ROOT_STACK, 2, 0x40000200);
  add_root(RECORD_ROOT_STACK, 3, 0x50000000);
  add_root(RECORD_ROOT_REGISTER, 2, 3);
  add_root(RECORD_ROOT_REGISTER, 3, 15);
  name_all();
  check_title(0, "frame of worker() of thread 2");
  ck_assert_uint_eq(names->group_of[0], names->group_of[1]);
  check_title(2, "frame of main() of thread 2");
  check_title(3, "stack of thread 2");
  check_title(4, "stack of thread 3");
  check_title(5, "register rbx of thread 2, in worker()");
  check_title(6, "register r15 of thread 3");
}
END_TEST

START_TEST(variables_of_frames_are_told_with_debug_information)
{
  const struct symbols_local *locals;
  size_t count;
  uint64_t sps[] = {0x40000000, 0x40000080, 0x40000100};
  if (!build("-g"))
    return;
  uint64_t ip = in_program("worker") + 12;
  struct symbols_module module = support_module("prog");
  symbols_locals(symbols, &module, support_offset("prog", "worker") + 12, &locals, &count);
  ck_assert_uint_eq(count, 1);
  uint64_t list = sps[1] + (uint64_t)locals[0].offset;
  build_stack(&stream, (struct record_stack){.id = 7, .epoch = 100, .ips = BUILD_NUMBERS(ip, in_program("main") + 4)});
  threads[0] = (struct heap_thread){.tid = 2, .stack_id = 7, .sps = sps, .sp_count = 3};
  snapshot.thread_count = 1;
  add_root(RECORD_ROOT_STACK, 2, list + 8);
  add_root(RECORD_ROOT_STACK, 2, list + 16);
  add_root(RECORD_ROOT_STACK, 2, list + 24);
  name_all();
  check_title(0, "list in worker() of thread 2");
  ck_assert_uint_eq(names->group_of[0], names->group_of[1]);
  ck_assert_uint_eq(group_of(0)->start, list);
  ck_assert_uint_eq(group_of(0)->bytes, 24);
  ck_assert_uint_eq(group_of(0)->line, 9);
  ck_assert_str_eq(group_of(0)->file, "prog.c");
  check_title(2, "frame of worker() of thread 2");
}
END_TEST

START_TEST(static_variables_of_functions_are_told_with_these)
{
  if (!build("-g"))
    return;
  add_root(RECORD_ROOT_GLOBAL, 0, in_program("last"));
  name_all();
  check_title(0, "global last in next()");
  ck_assert_uint_eq(group_of(0)->line, 6);
}
END_TEST

START_TEST(no_roots_have_no_names)
{
  name_all();
  ck_assert_uint_eq(names->group_count, 0);
}
END_TEST

/* A stack of the process, resolved. */
static const struct stack *stack_of(uint64_t id)
{
  struct stack *stack;
  ck_no_error(process_stack(process, id, &stack));
  return stack;
}

START_TEST(sites_are_called_by_the_function_that_allocates)
{
  if (!build("-g"))
    return;
  build_stack(&stream, (struct record_stack){.id = 1, .epoch = 100, .ips = BUILD_NUMBERS(in_program("worker") + 4)});
  build_stack(&stream, (struct record_stack){.id = 2, .epoch = 100, .ips = BUILD_NUMBERS(0x123)});
  take_stream();
  char *known = site_name(process, stack_of(1)), *lost = site_name(process, stack_of(2)),
       *none = site_name(process, NULL);
  ck_assert_pstr_eq(known, "worker (prog.c:9)");
  ck_assert_pstr_eq(lost, "??? (at 0x123)");
  ck_assert_pstr_eq(none, "unknown site");
  free(known);
  free(lost);
  free(none);
}
END_TEST

/* The code at the call in a function of the program, as a frame that has called an allocator. */
static uint64_t call_in(const char *function)
{
  unsigned long returns = 0;
  ck_assert(support_run("objdump -d --no-show-raw-insn prog | awk '/<%s>:/ {f = 1} f && was {sub(\":\", \"\", $1); "
                        "print $1; exit} f && /call/ {was = 1}' >returns", function));
  FILE *file = fopen("returns", "r");
  ck_assert_int_eq(fscanf(file, "%lx", &returns), 1);
  fclose(file);
  return PROGRAM_BIAS + returns - 1;
}

static void check_type(uint64_t stack, uint64_t bytes, const char *expected)
{
  char *type = site_type(process, stack_of(stack), bytes);
  ck_assert_pstr_eq(type, expected);
  free(type);
}

START_TEST(types_are_those_of_pointers_that_blocks_fit)
{
  if (!build("-g"))
    return;
  uint64_t make = call_in("make"), xmalloc = call_in("xmalloc");
  build_stack(&stream, (struct record_stack){.id = 1, .epoch = 100, .ips = BUILD_NUMBERS(in_library("malloc"), xmalloc,
                                                                                         make)});
  build_stack(&stream, (struct record_stack){.id = 2, .epoch = 100, .ips = BUILD_NUMBERS(make)});
  take_stream();
  check_type(1, 16, "struct node");
  check_type(1, 48, "struct node[3]");
  check_type(1, 17, NULL);
  check_type(1, 0, NULL);
  check_type(2, 16, NULL);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("heap: names");
  TCase *tcase = tcase_create("names");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, globals_are_called_by_their_variables);
  tcase_add_test(tcase, a_stripped_library_is_one_root);
  tcase_add_loop_test(tcase, modules_are_those_of_the_time_of_the_snapshot, 0, 2);
  tcase_add_test(tcase, thread_local_variables_are_told_with_their_thread);
  tcase_add_test(tcase, stacks_and_registers_are_called_by_their_functions);
  tcase_add_test(tcase, variables_of_frames_are_told_with_debug_information);
  tcase_add_test(tcase, static_variables_of_functions_are_told_with_these);
  tcase_add_test(tcase, types_are_those_of_pointers_that_blocks_fit);
  tcase_add_test(tcase, no_roots_have_no_names);
  tcase_add_test(tcase, sites_are_called_by_the_function_that_allocates);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
