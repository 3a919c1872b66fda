/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What lies at an address of a module's data, and where its parts are. */
#include "support/symbols_fixture.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

static const char source[] =
  "int big_table[100] = {1};\n"
  "int zeros[100];\n"
  "static int hidden = 7;\n"
  "__thread int first = 1;\n"
  "static __thread char second[64];\n"
  "static int next(void) { static int count = 3; return ++count + ++hidden; }\n"
  "int main(int argc, char **argv) { second[argc] = 1; return next() + first; }\n";

static bool build(const char *flags)
{
  support_write("prog.c", source);
  return support_run("gcc -O0 %s -o prog prog.c", flags);
}

static struct symbols *open_symbols(void)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  symbols_create(&config, &symbols);
  return symbols;
}

/* The variable so many bytes behind the start of a symbol, as "name+offset of size". */
static const char *variable_at(const char *program, enum symbols_area area, uint64_t address)
{
  static char text[256];
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module(program);
  struct symbols_variable variable;
  symbols_variable(symbols, &module, area, address, &variable);
  ck_assert_uint_ge(address, variable.start);
  snprintf(text, sizeof text, "%s+%llu of %llu", variable.name ? variable.name : "???",
           (unsigned long long)(address - variable.start), (unsigned long long)variable.bytes);
  symbols_destroy(symbols);
  return text;
}

START_TEST(variables_are_found_in_data_and_bss)
{
  if (!build(""))
    return;
  ck_assert_str_eq(variable_at("prog", SYMBOLS_DATA, support_address("prog", "big_table") + 12), "big_table+12 of 400");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_DATA, support_address("prog", "zeros") + 399), "zeros+399 of 400");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_DATA, support_address("prog", "hidden")), "hidden+0 of 4");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_DATA, support_address("prog", "count")), "count+0 of 4");
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(thread_local_variables_are_found_by_offset)
{
  if (!build(""))
    return;
  ck_assert_str_eq(variable_at("prog", SYMBOLS_TLS, support_address("prog", "first")), "first+0 of 4");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_TLS, support_address("prog", "second") + 8), "second+8 of 64");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_TLS, 1 << 20), "???+0 of 0");
}
END_TEST

/* DWARF adds where a variable is declared, and the function that it is local to. */
START_TEST(declarations_are_told)
{
  struct symbols_variable variable;
  if (!build("-g"))
    return;
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module("prog");
  symbols_variable(symbols, &module, SYMBOLS_DATA, support_address("prog", "count"), &variable);
  ck_assert_pstr_eq(variable.name, "count");
  ck_assert_pstr_eq(variable.function, "next");
  ck_assert_pstr_eq(variable.file, "prog.c");
  ck_assert_uint_eq(variable.line, 6);
  symbols_variable(symbols, &module, SYMBOLS_DATA, support_address("prog", "zeros") + 4, &variable);
  ck_assert_pstr_eq(variable.name, "zeros");
  ck_assert_ptr_null(variable.function);
  ck_assert_uint_eq(variable.line, 2);
  symbols_variable(symbols, &module, SYMBOLS_TLS, support_address("prog", "second"), &variable);
  ck_assert_uint_eq(variable.line, 5);
  symbols_destroy(symbols);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

/* Symbols may be gone while DWARF is there. */
START_TEST(variables_are_found_without_symbols)
{
  static const char *const formats[] = {"-gdwarf-4", "-gdwarf-5"};
  for (int i = 0; i < 2; i++) {
    if (!build(formats[i]) || !support_run("objcopy --strip-symbol=hidden --strip-symbol=zeros --strip-symbol=second "
                                           "prog bare"))
      return;
    ck_assert_str_eq(variable_at("bare", SYMBOLS_DATA, support_address("prog", "zeros") + 12), "zeros+12 of 400");
    ck_assert_str_eq(variable_at("bare", SYMBOLS_DATA, support_address("prog", "hidden") + 3), "hidden+3 of 4");
    ck_assert_str_eq(variable_at("bare", SYMBOLS_TLS, support_address("prog", "second") + 60), "second+60 of 64");
  }
}
END_TEST

static const char locals_source[] =
  "#include <stdio.h>\n"
  "struct node { struct node *next; };\n"
  "#define SHOW(v) printf(#v \" %ld\\n\", (long)((char *)&v - ((char *)__builtin_frame_address(0) + 16)))\n"
  "#define MARK(name) __asm__ volatile(\".globl \" #name \"\\n\" #name \": nop\")\n"
  "static inline __attribute__((always_inline)) void inner(void)\n"
  "{ volatile struct node within; within.next = 0; SHOW(within); MARK(in_inner); }\n"
  "__attribute__((noinline)) int worker(int argument)\n"
  "{\n"
  "  struct node *list = 0; struct node *volatile table[4] = {0};\n"
  "  SHOW(argument); SHOW(list); SHOW(table);\n"
  "  { char word[16]; SHOW(word); MARK(in_block); }\n"
  "  inner();\n"
  "  return table[0] == list;\n"
  "}\n"
  "int main(int argc, char **argv) { return worker(argc); }\n";

static void check_local(const char *mark, const char *name, const char *function, const char *type, uint64_t bytes)
{
  const struct symbols_local *locals;
  size_t count;
  long expected = 0;
  char pattern[64];
  static char text[4096];
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module("locals");
  FILE *file = fopen("offsets", "r");
  ck_assert_ptr_nonnull(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  snprintf(pattern, sizeof pattern, "%s ", name);
  ck_assert_int_eq(sscanf(strstr(text, pattern) + strlen(pattern), "%ld", &expected), 1);
  symbols_locals(symbols, &module, support_offset("locals", mark), &locals, &count);
  size_t found = 0;
  for (size_t i = 0; i < count; i++) {
    if (strcmp(locals[i].name, name) != 0)
      continue;
    found++;
    uint64_t start = 0;
    ck_assert(symbols_local_start(&locals[i], &(struct symbols_frame_registers){.frame_address = 1 << 20}, &start));
    ck_assert_int_eq((int64_t)start - (1 << 20), expected);
    ck_assert_pstr_eq(locals[i].function, function);
    ck_assert_pstr_eq(locals[i].type, type);
    ck_assert_uint_eq(locals[i].bytes, bytes);
    ck_assert_pstr_eq(locals[i].file, "locals.c");
  }
  ck_assert_msg(found == 1, "%s is there %zu times at %s", name, found, mark);
  symbols_destroy(symbols);
}

START_TEST(locals_are_where_the_program_says)
{
  static const char *const compilers[] = {"gcc -gdwarf-5", "gcc -gdwarf-4", "clang -g"};
  support_write("locals.c", locals_source);
  if (!support_run("%s -O0 -o locals locals.c && { ./locals >offsets; test -s offsets; }", compilers[_i]))
    return;
  check_local("in_block", "argument", "worker", "int", 4);
  check_local("in_block", "list", "worker", "struct node *", 8);
  check_local("in_block", "word", "worker", "char[16]", 16);
  check_local("in_inner", "within", "inner", "struct node", 8);
  check_local("in_inner", "table", "worker", "struct node *[4]", 32);
}
END_TEST

static const char targets_source[] =
  "#include <stdlib.h>\n"
  "struct node { struct node *next; long value[4]; };\n"
  "typedef struct { int a, b, c; } triple;\n"
  "#define MARK(name) __asm__ volatile(\".globl \" #name \"\\n\" #name \":\")\n"
  "struct node *g_node;\n"
  "void *xalloc(size_t n) { void *p = malloc(n); return p; }\n"
  "struct node *node_new(void) { return calloc(1, sizeof(struct node)); }\n"
  "void stored(void) { triple *t;\n"
  "  t = malloc(sizeof *t); t->a = 1; }\n"
  "void global(void) { g_node = malloc(sizeof *g_node); }\n"
  "void declared(void) { struct node *n = xalloc(sizeof *n); n->next = 0; }\n"
  "int main(void) { stored(); global(); declared(); return node_new() == 0; }\n";

/* The evidence for the first call in a function, as "declared struct node 40". */
static const char *evidence(const char *program, const char *function)
{
  static const char *const words[SYMBOLS_EVIDENCES] = {"stored", "built", "declared", "returned"};
  static char text[512];
  const struct symbols_target *targets;
  size_t count, used = 0;
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module(program);
  unsigned long ends = 0;
  /* The address that the first call of the function returns to. */
  ck_assert(support_run("objdump -d --no-show-raw-insn %s | awk '/<%s>:/ {f = 1} f && was {sub(\":\", \"\", $1); "
                        "print $1; exit} f && /call/ {was = 1}' >returns", program, function));
  FILE *file = fopen("returns", "r");
  ck_assert_int_eq(fscanf(file, "%lx", &ends), 1);
  fclose(file);
  uint64_t offset = support_offset(program, function) + (ends - support_address(program, function)) - 1;
  symbols_targets(symbols, &module, offset, &targets, &count);
  text[0] = '\0';
  for (size_t i = 0; i < count; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s %llu", i ? ", " : "",
                             words[targets[i].evidence], targets[i].type ? targets[i].type : "void",
                             (unsigned long long)targets[i].bytes);
  symbols_destroy(symbols);
  return text;
}

START_TEST(results_of_calls_have_types)
{
  support_write("targets.c", targets_source);
  if (!support_run("gcc -g -O0 -fcf-protection=none -o targets targets.c"))
    return;
  ck_assert_str_eq(evidence("targets", "stored"), "stored triple 12");
  ck_assert_str_eq(evidence("targets", "global"), "stored struct node 40");
  ck_assert_str_eq(evidence("targets", "declared"), "stored struct node 40");
  ck_assert_str_eq(evidence("targets", "node_new"), "returned struct node 40");
  ck_assert_str_eq(evidence("targets", "xalloc"), "returned void 0");
  if (!support_run("gcc -g -O2 -fno-inline -o targets targets.c"))
    return;
  ck_assert_str_eq(evidence("targets", "node_new"), "returned struct node 40");
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

static const char built_source[] =
  "#include <cstddef>\n"
  "namespace app { struct Node { Node *next; long value; Node(int v) : next(0), value(v) {} }; }\n"
  "void *operator new(std::size_t size);\n"
  "app::Node *g_node;\n"
  "struct Holder { void *first; } g_holder;\n"
  "extern \"C\" void plain() { g_holder.first = new app::Node(1); }\n"
  "extern \"C\" int number() { return 7; }\n"
  "extern \"C\" void unclear() { g_holder.first = operator new(16); number(); }\n"
  "int main() { plain(); unclear(); }\n";

START_TEST(constructors_tell_types)
{
  support_write("built.cc", built_source);
  if (!support_run("g++ -g -O0 -fcf-protection=none -o built built.cc"))
    return;
  ck_assert_str_eq(evidence("built", "plain"), "built Node 16");
  ck_assert_str_eq(evidence("built", "unclear"), "");
}
END_TEST

/* The answer for an address without a name holds up to the next variable. */
START_TEST(holes_between_variables_have_a_size)
{
  struct symbols_variable variable;
  if (!build("-Wl,--build-id=none") || !support_run("strip --strip-all prog -o stripped"))
    return;
  uint64_t address = support_address("prog", "zeros");
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module("stripped");
  symbols_variable(symbols, &module, SYMBOLS_DATA, address, &variable);
  ck_assert_ptr_null(variable.name);
  ck_assert_uint_le(variable.start, address);
  ck_assert_uint_ge(variable.start + variable.bytes, address + 400);
  symbols_destroy(symbols);
}
END_TEST

/* Linkers that pack files put the end of one segment and the beginning of the next into one page, which is mapped for
 * both. */
START_TEST(mapping_of_code_may_begin_before_it)
{
  enum { PAGE_BYTES = 4096 };
  struct symbols_layout layout;
  if (!build("-fuse-ld=lld -pie -fPIE"))
    return;
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module("prog");
  uint64_t offset = support_offset("prog", "_start"), page = offset & ~(uint64_t)(PAGE_BYTES - 1);
  symbols_layout(symbols, &module, page, &layout);
  ck_assert_uint_eq(layout.address, support_address("prog", "_start") - (offset - page));
  symbols_destroy(symbols);
}
END_TEST

START_TEST(layout_tells_segments_and_thread_local_storage)
{
  struct symbols_layout layout;
  if (!build("-pie -fPIE"))
    return;
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module("prog");
  symbols_layout(symbols, &module, support_offset("prog", "main"), &layout);
  ck_assert_uint_eq(layout.address, support_address("prog", "main"));
  uint64_t zeros = support_address("prog", "zeros");
  size_t holders = 0;
  for (size_t i = 0; i < layout.segment_count; i++)
    if (zeros >= layout.segments[i].start && zeros < layout.segments[i].end) {
      holders++;
      ck_assert(layout.segments[i].is_writable);
    }
  ck_assert_uint_eq(holders, 1);
  ck_assert_uint_ge(layout.tls_bytes, 68);
  ck_assert_uint_ge(layout.tls_alignment, 4);
  symbols_layout(symbols, &module, 1 << 30, &layout);
  ck_assert_uint_eq(layout.segment_count, 0);
  symbols_destroy(symbols);
}
END_TEST

/* Packed answers hold where the program is not. */
START_TEST(packed_answers_need_no_program)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  struct symbols_variable variable;
  struct symbols_layout layout;
  if (!build(""))
    return;
  struct symbols_module module = support_module("prog");
  uint64_t address = support_address("prog", "zeros"), offset = support_offset("prog", "main");
  config.packed_dir = support_path("packed");
  for (int round = 0; round < 2; round++) {
    config.packs = round == 0;
    symbols_create(&config, &symbols);
    symbols_variable(symbols, &module, SYMBOLS_DATA, address, &variable);
    ck_assert_pstr_eq(variable.name, "zeros");
    symbols_layout(symbols, &module, offset, &layout);
    ck_assert_uint_gt(layout.segment_count, 0);
    symbols_destroy(symbols);
    ck_assert(support_run("rm -f prog"));
  }
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: data");
  TCase *tcase = tcase_create("data");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, variables_are_found_in_data_and_bss);
  tcase_add_test(tcase, thread_local_variables_are_found_by_offset);
  tcase_add_test(tcase, declarations_are_told);
  tcase_add_test(tcase, variables_are_found_without_symbols);
  tcase_add_loop_test(tcase, locals_are_where_the_program_says, 0, 3);
  tcase_add_test(tcase, results_of_calls_have_types);
  tcase_add_test(tcase, constructors_tell_types);
  tcase_add_test(tcase, holes_between_variables_have_a_size);
  tcase_add_test(tcase, mapping_of_code_may_begin_before_it);
  tcase_add_test(tcase, layout_tells_segments_and_thread_local_storage);
  tcase_add_test(tcase, packed_answers_need_no_program);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
