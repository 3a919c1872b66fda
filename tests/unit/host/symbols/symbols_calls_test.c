/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What functions do with the result of a call, and how many callers they have. */
#include "support/symbols_fixture.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

/* What the functions under test call; compiled by itself, so that nothing is known about it there. */
static const char helpers[] =
  "unsigned long sink;\n"
  "void *get(unsigned long bytes) { static char heap[4096]; sink += bytes; return heap; }\n"
  "void *again(void *old, unsigned long bytes) { sink += bytes; return old; }\n"
  "void use(void *block) { sink += (unsigned long)block; }\n"
  "long number(long i) { return (long)sink + i; }\n"
  "void die(void) { for (;;) sink++; }\n";

#define HEAD                                                                                            \
  "#include <string.h>\n"                                                                               \
  "void *get(unsigned long bytes);\n"                                                                   \
  "void *again(void *old, unsigned long bytes);\n"                                                      \
  "void use(void *block);\n"                                                                            \
  "long number(long i);\n"                                                                              \
  "void die(void) __attribute__((noreturn));\n"                                                         \
  "#define F __attribute__((noinline))\n"                                                               \
  "struct thing { long a, b; struct thing *next; };\n"                                                  \
  "void *kept;\n"

static const char functions[] =
  HEAD
  "F void *wraps(unsigned long n) { void *p = get(n); if (!p) die(); return p; }\n"
  "F void *through_variables(unsigned long n) { void *p = get(n), *q; number(1); q = p; number(2); return q; }\n"
  "F void *cleared(unsigned long n) { void *p = get(n); memset(p, 0, n); return p; }\n"
  "F char *copied(const char *s) { unsigned long n = strlen(s) + 1; char *p = get(n);\n"
  "  return p ? memcpy(p, s, n) : NULL; }\n"
  "F struct thing *made(long a) { struct thing *t = get(sizeof *t); if (!t) return NULL;\n"
  "  t->a = a; t->b = number(a); t->next = NULL; return t; }\n"
  "F void *resized(void *p, unsigned long n) { p = again(p, n); if (!p && n) die(); return p; }\n"
  "F void *wraps_wrapper(unsigned long n) { void *p = wraps(n); number(3); return p; }\n"
  "F void *over_calls(unsigned long n) { void *p = get(n); number(1); number(2); use(p); return p; }\n"
  "F void *some_of_all(unsigned long n) { void *p = get(n); return number(1) > 5 ? p : NULL; }\n"
  "F void *one_path(unsigned long n) { void *p = get(n); if (number(1) == 7) return p; use(p); return NULL; }\n"
  "F void *in_a_loop(unsigned long n) { for (;;) { void *p = get(n); if (number(1)) return p; use(p); } }\n"
  "F void *spilled(unsigned long n) { void *p = get(n); long a = number(1), b = number(2), c = number(3),\n"
  "  d = number(4), e = number(5), f = number(6), g = number(7), h = number(8);\n"
  "  number(a + b * c - d * e + f * g - h); number(h ^ g); return p; }\n"
  "F void *beside_array(unsigned long n) { char text[n]; void *p = get(n); use(text); return p; }\n"
  "F void *stored_too(unsigned long n) { void *p = get(n); number(1); kept = p; return p; }\n"
  "F unsigned long as_number(unsigned long n) { unsigned long m = (unsigned long)get(n); number(1); return m; }\n"
  "F void *leaks_one(unsigned long n) { void *p = get(n), *q = again(&kept, n); use(p); return q; }\n"
  "F void stores(unsigned long n) { kept = get(n); }\n"
  "F void stores_in(struct thing *t, unsigned long n) { t->next = get(n); if (!t->next) return; t->a = number(1); }\n"
  "F int tells(unsigned long n) { void *p = get(n); if (!p) return 0; use(p); return 1; }\n"
  "F long measures(unsigned long n) { void *p = get(n); use(p); return number(1); }\n"
  "F void *null_only(unsigned long n) { void *p = get(n); if (!p) return NULL; use(p); return &kept; }\n"
  "F struct thing *fills(struct thing *t, unsigned long n) { t->next = get(n); return t; }\n"
  "F void *inside(unsigned long n) { char *p = get(n); number(1); return p + 16; }\n"
  "F void drops(unsigned long n) { get(n); number(1); }\n"
  "F int overwritten(unsigned long n) { void *volatile p = get(n); p = NULL; number(1); return p != NULL; }\n"
  "int main(void) { return (int)(long)in_a_loop(1) + tells(2) + (int)as_number(3); }\n";

static const struct {
  const char *function, *callee;
  bool is_returned;
  bool needs_type; /* what happens without debug information is left open */
} cases[] = {
  {"wraps", "get", true, false},
  {"through_variables", "get", true, false},
  {"cleared", "get", true, false},
  {"copied", "get", true, false},
  {"made", "get", true, false},
  {"resized", "again", true, false},
  {"wraps_wrapper", "wraps", true, false},
  {"over_calls", "get", true, false},
  {"some_of_all", "get", true, false},
  {"one_path", "get", true, false},
  {"in_a_loop", "get", true, false},
  {"spilled", "get", true, false},
  {"beside_array", "get", true, false},
  {"stored_too", "get", true, true},
  {"as_number", "get", true, false},
  {"leaks_one", "get", false, false},
  {"leaks_one", "again", true, false},
  {"stores", "get", false, false},
  {"stores_in", "get", false, false},
  {"tells", "get", false, false},
  {"measures", "get", false, false},
  {"null_only", "get", false, false},
  {"fills", "get", false, false},
  {"inside", "get", false, false},
  {"drops", "get", false, true},
  {"overwritten", "get", false, false},
};
enum { CASES = sizeof cases / sizeof *cases };

static const char *const compilers[] = {
  "gcc -O0", "gcc -O1", "gcc -O2", "gcc -O3", "gcc -Os", "gcc -O2 -fno-pie -no-pie", "gcc -O2 -fno-omit-frame-pointer",
  "gcc -O2 -fstack-protector-all", "gcc -O1 -fcf-protection=none", "gcc -O2 -static", "gcc -O2 -fno-plt -fpic",
  "clang -O0", "clang -O1", "clang -O2", "clang -Os",
};
enum { COMPILERS = sizeof compilers / sizeof *compilers };

/* Where the way of compiling matters less. */
static const char *const few_compilers[] = {"gcc -O0", "gcc -O2", "gcc -Os -fno-pie -no-pie", "clang -O2"};
enum { FEW_COMPILERS = sizeof few_compilers / sizeof *few_compilers };

/* False when there is no such compiler. */
static bool build(const char *text, const char *compiler, const char *flags)
{
  support_write("prog.c", text);
  support_write("helpers.c", helpers);
  return support_run("gcc -O1 -fpic -c helpers.c && %s %s -o prog prog.c helpers.o", compiler, flags);
}

/* The last byte of the first call (e8) of a function in another one; 0: there is none. */
static uint64_t find_call(const char *program, const char *function, const char *callee)
{
  static unsigned char code[4096];
  uint64_t start = support_offset(program, function), wanted = support_address(program, callee);
  uint64_t address = support_address(program, function), size = support_bytes(program, function);
  FILE *file = fopen(support_path(program), "r");
  ck_assert(file && fseek(file, (long)start, SEEK_SET) == 0);
  size_t bytes = fread(code, 1, sizeof code, file);
  fclose(file);
  for (size_t at = 0; at + 5 <= bytes && at < size; at++) {
    int32_t distance;
    memcpy(&distance, code + at + 1, sizeof distance);
    if (code[at] == 0xe8 && address + at + 5 + (uint64_t)(int64_t)distance == wanted)
      return start + at + 4;
  }
  return 0;
}

/* The answer about a place in `program`. */
static struct symbols_call ask_at(const struct symbols_config *config, const char *program, uint64_t offset,
                                  size_t depth)
{
  struct symbols *symbols;
  struct symbols_call call;
  struct symbols_module module = support_module(program);
  symbols_create(config, &symbols);
  symbols_call(symbols, &module, offset, depth, &call);
  symbols_destroy(symbols);
  return call;
}

static struct symbols_call ask(const char *program, const char *function, const char *callee)
{
  struct symbols_config config = support_config();
  uint64_t offset = find_call(program, function, callee);
  ck_assert_msg(offset != 0, "%s does not call %s", function, callee);
  return ask_at(&config, program, offset, 0);
}

/* Check all cases; returns how many of them have a call, rather than a tail call, whose function is no frame. */
static size_t check_cases(const char *compiler, bool has_types)
{
  size_t checked = 0;
  struct symbols_config config = support_config();
  struct symbols *symbols;
  struct symbols_call call;
  struct symbols_module module = support_module("prog");
  symbols_create(&config, &symbols);
  for (size_t i = 0; i < CASES; i++) {
    uint64_t offset = find_call("prog", cases[i].function, cases[i].callee);
    if (!offset || (!has_types && cases[i].needs_type))
      continue;
    symbols_call(symbols, &module, offset, 0, &call);
    ck_assert_msg(call.is_known, "%s: %s: nothing is known", compiler, cases[i].function);
    ck_assert_msg(call.is_returned == cases[i].is_returned, "%s%s: %s: %s is %sreturned", compiler,
                  has_types ? " -g" : "", cases[i].function, cases[i].callee, call.is_returned ? "" : "not ");
    checked++;
  }
  symbols_destroy(symbols);
  return checked;
}

START_TEST(results_are_followed_to_the_end)
{
  if (!build(functions, compilers[_i], "-g"))
    return;
  bool has_calls = !strstr(compilers[_i], "-fno-plt");
  ck_assert_uint_ge(check_cases(compilers[_i], true), has_calls ? CASES - 4 : 0);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(results_are_followed_without_types)
{
  if (!build(functions, compilers[_i], ""))
    return;
  check_cases(compilers[_i], false);
}
END_TEST

/* --- by which ways a block leaves --- */

static const char handing[] =
  HEAD
  "struct pair { long kind; void *p; };\nstruct big { long kind[4]; void *p; long more[9]; };\n"
  "struct thing *list;\nvoid *table[64];\n"
  "F int out(void **to, unsigned long n) { void *p = get(n); if (!p) return -1; *to = p; return number(1) > 3; }\n"
  "F void member(struct thing *t, unsigned long n) { t->next = get(n); number(1); }\n"
  "F void deep(struct thing *t, unsigned long n) { t->next->next = get(n); t->next->next->a = number(1); }\n"
  "F void behind(long *to, unsigned long n) { long *p = get(n); p[0] = number(1); *to = (long)(p + 2); }\n"
  "F struct pair second(unsigned long n) { void *p = get(n); struct pair v = {number(1), p}; return v; }\n"
  "F struct big large(unsigned long n) { struct big v = {{number(1), 2}, get(n), {3}}; number(2); return v; }\n"
  "F void copied_to(struct big *to, unsigned long n) { struct big v = {{number(1)}, get(n), {3}}; number(2);\n"
  "  *to = v; }\n"
  "F void by_memcpy(void *to, unsigned long n) { struct pair v = {1, get(n)}; memcpy(to, &v, number(sizeof v)); }\n"
  "F void store(struct thing *t, void *p) { t->next = p; number(1); }\n"
  "F void by_setter(struct thing *t, unsigned long n) { void *p = get(n); number(1); store(t, p); number(2); }\n"
  "F struct thing *next(struct thing *t) { return t->next; }\n"
  "F void by_getter(struct thing *t, unsigned long n) { void *p = get(n); number(1); next(t)->next = p; number(2); }\n"
  "F void *part(unsigned long n) { struct thing *t = again(&kept, n); t->next = get(n); number(1); return t; }\n"
  "F void part_out(void **to, unsigned long n) { void *p = get(n); struct thing *t = again(&kept, n);\n"
  "  number(1); t->next = p; *to = t; }\n"
  "F void eighth(int a, int b, int c, int d, int e, int f, int g, void **to) {\n"
  "  *to = get(a + b + c + d + e + f + g); number(1); }\n"
  "F int switched(int kind, void **to) { void *p = NULL; switch (number(kind)) {\n"
  "case 0: return 3; case 1: number(4); break; case 2: p = get(77); number(2); break; case 3: number(9); break;\n"
  "case 4: use(&kept); break; case 5: die(); default: return 9; } *to = p; return 0; }\n"
  "F void global(struct thing *t, unsigned long n) { kept = get(n); t->a = number(1); }\n"
  "F void global_list(struct thing *t, unsigned long n) { list->next = get(n); t->a = number(1); }\n"
  "F void global_table(unsigned long i, unsigned long n) { table[i] = get(n); number(1); }\n"
  "F long lost(struct thing *t, unsigned long n) { char *p = get(n); use(p); t->a = number(1); return t->b; }\n"
  "F long filled(struct thing *t, unsigned long n) { long *p = get(n); p[t->a] = t->b; use(p); return number(1); }\n"
  "F long own_object(struct thing *t) { struct thing v = {1, 2, NULL}; v.next = get(7); use(&v);\n"
  "  return t->a + number(1); }\n"
  "F void own_part(struct thing *t, unsigned long n) { struct thing *o = again(&kept, n); o->next = get(n); use(o);\n"
  "  t->a = number(1); }\n"
  "F void one_of_two(struct thing *t, unsigned long n) { void *p = get(n), *q = again(&kept, n); use(p); t->next = q;\n"
  "  number(1); }\n"
  "F void its_argument(struct thing *t, void *q) { void *p = get(7); use(p); t->next = q; number(1); }\n"
  "F int null_out(void **to, unsigned long n) { void *p = get(n); if (p) { use(p); return 1; } *to = p; return 0; }\n"
  "F void wraps_out(struct thing *t) { out((void **)&t->next, 7); number(1); }\n"
  "F long ends_out(struct thing *t) { void *p; out(&p, 7); use(p); t->a = 1; return number(1); }\n"
  "F void *turns_out(struct thing *t) { void *p; if (out(&p, 7)) return NULL; t->a = number(1); return p; }\n"
  "F struct pair turns_second(struct thing *t) { struct pair v = second(7); t->a = number(1); return v; }\n"
  "F long ends_second(struct thing *t) { struct pair v = second(7); use(v.p); t->a = number(1); return v.kind; }\n"
  "F void large_out(struct thing *t) { struct big v = large(7); t->next = v.p; t->a = number(1); }\n"
  "F long ends_large(struct thing *t) { struct big v = large(7); use(v.p); t->a = 1; return number(1); }\n"
  "int main(void) { return 0; }\n";

enum { RESULT = 1 << SYMBOLS_WAY_RESULT, SECOND = 1 << SYMBOLS_WAY_SECOND, FIRST = 1 << SYMBOLS_WAY_ARGUMENT,
       ON_STACK = 1 << (SYMBOLS_WAYS - 1) };

static const struct {
  const char *function, *callee;
  enum { FROM_RESULT, FROM_SECOND, FROM_FIRST } from;
  unsigned ways; /* by which the block must be seen to leave; 0: by none */
} handed[] = {
  {"out", "get", FROM_RESULT, FIRST},
  {"member", "get", FROM_RESULT, FIRST},
  {"deep", "get", FROM_RESULT, FIRST},
  {"behind", "get", FROM_RESULT, FIRST},
  {"second", "get", FROM_RESULT, SECOND},
  {"large", "get", FROM_RESULT, FIRST},
  {"copied_to", "get", FROM_RESULT, FIRST},
  {"by_memcpy", "get", FROM_RESULT, FIRST},
  {"by_setter", "get", FROM_RESULT, FIRST},
  {"by_getter", "get", FROM_RESULT, FIRST},
  {"part", "get", FROM_RESULT, RESULT},
  {"part_out", "get", FROM_RESULT, FIRST},
  {"eighth", "get", FROM_RESULT, ON_STACK},
  {"switched", "get", FROM_RESULT, FIRST << 1},
  {"global", "get", FROM_RESULT, 0},
  {"global_list", "get", FROM_RESULT, 0},
  {"global_table", "get", FROM_RESULT, 0},
  {"lost", "get", FROM_RESULT, 0},
  {"filled", "get", FROM_RESULT, 0},
  {"own_object", "get", FROM_RESULT, 0},
  {"own_part", "get", FROM_RESULT, 0},
  {"one_of_two", "get", FROM_RESULT, 0},
  {"one_of_two", "again", FROM_RESULT, FIRST},
  {"its_argument", "get", FROM_RESULT, 0},
  {"null_out", "get", FROM_RESULT, 0},
  {"wraps_out", "out", FROM_FIRST, FIRST},
  {"ends_out", "out", FROM_FIRST, 0},
  {"turns_out", "out", FROM_FIRST, RESULT},
  {"turns_second", "second", FROM_SECOND, SECOND},
  {"ends_second", "second", FROM_SECOND, 0},
  {"large_out", "large", FROM_FIRST, FIRST},
  {"ends_large", "large", FROM_FIRST, 0},
};

static void check_handed(struct symbols *symbols, const char *compiler, size_t index)
{
  struct symbols_module module = support_module("prog");
  struct symbols_call call;
  uint64_t offset = find_call("prog", handed[index].function, handed[index].callee);
  if (!offset)
    return;
  unsigned from = handed[index].from == FROM_RESULT ? SYMBOLS_WAY_RESULT
                  : handed[index].from == FROM_SECOND ? SYMBOLS_WAY_SECOND : SYMBOLS_WAY_ARGUMENT;
  symbols_call(symbols, &module, offset, 0, &call);
  unsigned ways = call.ways[from];
  ck_assert_msg(call.is_known, "%s: %s: nothing is known", compiler, handed[index].function);
  ck_assert_msg(handed[index].ways ? (ways & handed[index].ways) : ways == 0, "%s: %s: from %s by %x, not %x", compiler,
                handed[index].function, handed[index].callee, ways, handed[index].ways);
}

START_TEST(blocks_are_followed_to_the_caller)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  if (!build(handing, compilers[_i], "-g"))
    return;
  symbols_create(&config, &symbols);
  for (size_t i = 0; i < sizeof handed / sizeof *handed; i++)
    check_handed(symbols, compilers[_i], i);
  symbols_destroy(symbols);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(a_switch_is_not_guessed_at)
{
  if (!build(HEAD "F void *chosen(unsigned long n) { void *p = get(n); switch (number(1)) {\n"
             "case 0: use(p); break; case 1: number(2); break; case 2: number(3); use(p); break; case 3: die();\n"
             "case 4: number(7); break; case 5: use(&kept); break; case 6: number(9); use(p); break;\n"
             "default: return NULL; } return p; }\nint main(void) { return chosen(1) != NULL; }\n", "gcc -O1", "-g"))
    return;
  struct symbols_call call = ask("prog", "chosen", "get");
  ck_assert(!call.is_known || call.is_returned);
}
END_TEST

#define CXX_HEAD                                                                                \
  "#include <cstddef>\n"                                                                        \
  "extern long sink;\n"                                                                         \
  "struct base { virtual ~base(); virtual long f(); };\n"                                       \
  "struct derived : base { derived(long); long f() override; long n; };\n"
static const char cxx_helpers[] =
  CXX_HEAD
  "long sink;\n"
  "void *operator new(std::size_t n) { static char heap[4096]; sink += n; return heap; }\n"
  "void operator delete(void *, std::size_t) noexcept { sink--; }\n"
  "base::~base() {}\nlong base::f() { return 0; }\n"
  "derived::derived(long i) : n(i) { if (i == 99) throw i; }\nlong derived::f() { return n; }\n";
static const char cxx[] =
  CXX_HEAD
  "extern \"C\" {\n"
  "base *make(long i) { return new derived(i); }\n"
  "long measure(long i) { base *b = new derived(i); return b->f() + 1; }\n"
  "derived *const &refer(long i) { static derived *d; d = new derived(i); sink++; return d; }\n"
  "derived *last(long i) { new derived(i); return new derived(i); }\n"
  "}\n"
  "int main(int argc, char **) { return make(argc)->f() + measure(argc) + refer(argc)->f() + last(argc)->f(); }\n";
static const char *const cxx_compilers[] = {"g++ -O0 -g", "g++ -O1 -g", "g++ -O2 -g", "g++ -O2", "clang++ -O0 -g",
                                            "clang++ -O2 -g"};

START_TEST(factories_of_objects_return_them)
{
  support_write("prog.cpp", cxx);
  support_write("helpers.cpp", cxx_helpers);
  if (!support_run("g++ -c helpers.cpp && %s -o prog prog.cpp helpers.o", cxx_compilers[_i]))
    return;
  ck_assert(ask("prog", "make", "_Znwm").is_returned);
  ck_assert(!ask("prog", "measure", "_Znwm").is_returned);
  ck_assert(!ask("prog", "refer", "_Znwm").is_returned);
  ck_assert(!ask("prog", "last", "_Znwm").is_returned);
}
END_TEST

#define CALLER(name) "F void *" name "(unsigned long n) { void *p = get(n); number(1); return p; }\n"

START_TEST(callers_are_counted)
{
  if (!build(HEAD CALLER("tail") CALLER("none") CALLER("one") CALLER("two") CALLER("more") CALLER("pointed")
             "F void *self(unsigned long n) { void *p = get(n); if (number(1)) { use(p); use(self(n - 1)); }\n"
             "  return p; }\n"
             "F void second(unsigned long n) { use(two(n)); self(n); number(5); }\n"
             "#define TEN(x) x; x; x; x; x; x; x; x; x; x\n"
             "F void third(unsigned long n) { TEN(TEN(TEN(use(more(n))))); }\n"
             "F void *first(unsigned long n) { use(one(n)); use(two(n)); return tail(n); }\n"
             "void *(*pointer)(unsigned long) = pointed;\n"
             "int main(void) { use(first(1)); second(2); third(3); return pointer(4) != NULL; }\n",
             few_compilers[_i], "-g"))
    return;
  ck_assert_uint_eq(ask("prog", "none", "get").callers, 0);
  ck_assert_uint_eq(ask("prog", "one", "get").callers, 1);
  ck_assert_uint_eq(ask("prog", "two", "get").callers, 2);
  ck_assert_uint_eq(ask("prog", "tail", "get").callers, 1);
  ck_assert_uint_eq(ask("prog", "self", "get").callers, 1);
  ck_assert_uint_eq(ask("prog", "more", "get").callers, 255);
  ck_assert_uint_ge(ask("prog", "pointed", "get").callers, 2);
}
END_TEST

static const char *const library_flags[] = {"-O1", "-O1 -fno-plt", "-O1 -fcf-protection=none", "-O1 -Wl,-z,now",
                                            "-O1 -Wl,-z,ibtplt"};

START_TEST(exported_functions_are_called_from_elsewhere)
{
  support_write("lib.c", HEAD "F void *lib_get(unsigned long n) { void *p = again(&kept, n); number(1); return p; }\n"
                "__attribute__((visibility(\"hidden\"))) F void *lib_hidden(unsigned long n) {\n"
                "  void *p = again(&kept, n); number(1); return p; }\n"
                "F void *lib_calls(unsigned long n) { use(lib_get(n)); use(lib_hidden(n)); number(2);\n"
                "  return again(&kept, n); }\n");
  support_write("helpers.c", helpers);
  if (!support_run("gcc -O1 -fpic -fvisibility=hidden -c helpers.c && gcc -g -fpic -shared %s -Wl,-soname,libx.so.1 "
                   "-Wl,-Bsymbolic-functions -o bound.so lib.c helpers.o", library_flags[_i]))
    return;
  ck_assert(support_run("gcc -g -fpic -shared %s -Wl,-soname,libx.so.1 -o lib.so lib.c helpers.o", library_flags[_i]));
  ck_assert_uint_eq(ask("lib.so", "lib_get", "again").callers, 3);
  ck_assert_uint_eq(ask("lib.so", "lib_hidden", "again").callers, 1);
  ck_assert_uint_eq(ask("bound.so", "lib_get", "again").callers, 3);
  ck_assert(ask("lib.so", "lib_get", "again").is_returned);
  ck_assert(support_run("gcc -g -fpic -shared %s -o lib.so lib.c helpers.o", library_flags[_i])); /* without a name */
  ck_assert_uint_eq(ask("lib.so", "lib_get", "again").callers, 3);
  ck_assert(support_run("gcc -g -fpie -pie -rdynamic -nostartfiles -Wl,-e,lib_calls %s -o prog lib.c helpers.o",
                        library_flags[_i]));
  ck_assert_uint_eq(ask("prog", "lib_get", "again").callers, 1);
}
END_TEST

#define INLINED                                                                                                 \
  HEAD "#define INLINE static inline __attribute__((always_inline))\n"                                          \
  "INLINE void *wrapped(unsigned long n) { void *p = get(n); if (!p) die(); return p; }\n"                      \
  "INLINE void stored(unsigned long n) { kept = wrapped(n); }\n"                                                \
  "F void *first(unsigned long n) { void *p = wrapped(n); number(1); return p; }\n"                             \
  "F void second(unsigned long n) { use(wrapped(n)); number(2); }\n"                                            \
  "F void third(unsigned long n) { stored(n); number(2); }\n"                                                   \
  "int main(void) { use(first(1)); second(2); third(3); return 0; }\n"

START_TEST(inlined_functions_are_judged_by_their_type)
{
  struct symbols_config config = support_config();
  if (!build(INLINED, few_compilers[_i], "-g"))
    return;
  uint64_t offset = find_call("prog", "third", "get");
  struct symbols_call wrapped = ask_at(&config, "prog", offset, 0), stored = ask_at(&config, "prog", offset, 1);
  struct symbols_call third = ask_at(&config, "prog", offset, 2), beyond = ask_at(&config, "prog", offset, 3);
  ck_assert(wrapped.is_known && wrapped.is_returned && stored.is_known && !stored.is_returned);
  ck_assert_uint_eq(wrapped.callers, 3);
  ck_assert_uint_eq(stored.callers, 1);
  ck_assert(third.is_known && !third.is_returned && !beyond.is_known);
  ck_assert_uint_eq(third.callers, 1);
  offset = find_call("prog", "first", "get");
  ck_assert(ask_at(&config, "prog", offset, 1).is_returned);
}
END_TEST

/* Inlined into two units, and called by its address: all its instances have the same callers. */
START_TEST(inlined_places_and_calls_are_added)
{
  support_write("wrap.h", HEAD "inline void *wrapped(unsigned long n) { void *p = get(n); number(1); return p; }\n");
  support_write("two.c", "#include \"wrap.h\"\nF void *there(unsigned long n) { use(wrapped(n)); return get(n); }\n");
  if (!build("#include \"wrap.h\"\nextern inline void *wrapped(unsigned long n);\nF void *there(unsigned long n);\n"
             "F void *here(unsigned long n) { use(wrapped(n)); number(2); return &kept; }\n"
             "void *(*volatile pointer)(unsigned long) = wrapped;\n"
             "int main(void) { use(here(1)); use(there(2)); return pointer(3) != NULL; }\n",
             "gcc -std=gnu11 -O2 -fno-pie -no-pie", "-g two.c"))
    return;
  ck_assert_uint_eq(ask("prog", "here", "get").callers, 4);
  ck_assert_uint_eq(ask("prog", "there", "get").callers, 4);
  ck_assert_uint_eq(ask("prog", "wrapped", "get").callers, 4);
}
END_TEST

START_TEST(answers_are_kept)
{
  if (!build(functions, "gcc -O1", "-g"))
    return;
  struct symbols_config config = support_config();
  uint64_t offset = find_call("prog", "wraps", "get");
  config.packed_dir = support_path("packed");
  config.packs = true;
  struct symbols_call before = ask_at(&config, "prog", offset, 0);
  struct symbols_module module = support_module("prog");
  ck_assert(support_run("mv prog gone"));
  config.packs = false;
  struct symbols *symbols;
  struct symbols_call after;
  symbols_create(&config, &symbols);
  symbols_call(symbols, &module, offset, 0, &after);
  ck_assert(before.is_known && after.is_known && after.is_returned);
  ck_assert_uint_eq(after.callers, before.callers);
  symbols_destroy(symbols);
}
END_TEST

START_TEST(without_symbols_nothing_is_known)
{
  struct symbols_config config = support_config();
  if (!build(functions, "gcc -O1", ""))
    return;
  uint64_t offset = find_call("prog", "wraps", "get");
  ck_assert(support_run("strip prog"));
  struct symbols_call call = ask_at(&config, "prog", offset, 0);
  ck_assert(!call.is_known && !call.is_returned);
  ck_assert(!ask_at(&config, "prog", 1 << 30, 0).is_known);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: calls");
  TCase *tcase = tcase_create("calls");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, results_are_followed_to_the_end, 0, COMPILERS);
  tcase_add_loop_test(tcase, results_are_followed_without_types, 0, COMPILERS);
  tcase_add_loop_test(tcase, blocks_are_followed_to_the_caller, 0, COMPILERS);
  tcase_add_test(tcase, a_switch_is_not_guessed_at);
  tcase_add_loop_test(tcase, factories_of_objects_return_them, 0, sizeof cxx_compilers / sizeof *cxx_compilers);
  tcase_add_loop_test(tcase, callers_are_counted, 0, FEW_COMPILERS);
  tcase_add_loop_test(tcase, exported_functions_are_called_from_elsewhere, 0,
                      sizeof library_flags / sizeof *library_flags);
  tcase_add_loop_test(tcase, inlined_functions_are_judged_by_their_type, 0, FEW_COMPILERS);
  tcase_add_test(tcase, inlined_places_and_calls_are_added);
  tcase_add_test(tcase, answers_are_kept);
  tcase_add_test(tcase, without_symbols_nothing_is_known);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
