/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "formats/specimens.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/model/words/loss_title.h"
#include "host/model/words/sentences.h"

enum { TESTS = 40, DEPTH_MAX = 14, LONG_NAME_BYTES = 100000, SOURCE_LINES = 400 };

const char *const hostile_texts[] = {
  "</script><script>alert(1)</script>",
  "]]><!--<!DOCTYPE &amp; \"'`",
  "two\nlines\r\n::error ::owned\n<pre>",
  "\xff\xfe\xc3(\xed\xa0\x80\xf8 invalid",
  "\x01\x02\x1b[31mred\x7f\xc2\x85\xe2\x80\xa8\xef\xbf\xbf",
  "%0A::warning file=x,line=1::%",
  "${{ secrets }} @everyone #1 | a | b [x](javascript:alert(1))",
  "../../../../etc/passwd",
  "\xd7\x90\xe2\x80\xae override",
  "::error file=a.c,line=1::owned",
  " \t\xc2\xa0\xe3\x80\x80::stop-commands::x\n  ::warning ::y",
  "##[error]x ##vso[task.complete result=Succeeded;]y ###teamcity[buildProblem]",
  "section_start:1:x\r\x1b[0K\x9b" "31m \x9d" "0;title\x9c \x90q\x9c",
  "\xc2\x80\xc2\x90\xc2\x9b" "8m\xc2\x9d" "0;title\xc2\x9c\xc2\x9f",
  "\xe2\x80\xaa\xe2\x80\xab\xe2\x80\xac\xe2\x80\xad\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa7\xe2\x81\xa8\xe2\x81\xa9 bidi",
  "\xe2\x80\x8b\xe2\x80\x8c\xe2\x80\x8d\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c\xe2\x80\xa9\xef\xbb\xbf\xc2\xad unseen",
  "\xf3\xa0\x80\x81\xf3\xa0\x81\xa1 tags \xef\xb7\x90\xf0\x9f\xbf\xbf\xef\xbe\xa0\xe3\x85\xa4",
  "<img src=x onerror=alert(1)>",
  "",
  NULL,
};

/* All that was ever allocated. */
static struct kept {
  struct kept *next;
  void *memory;
} *all_kept;

static void *keep(void *memory)
{
  struct kept *kept = malloc(sizeof *kept);
  if (!memory || !kept)
    abort();
  *kept = (struct kept){all_kept, memory};
  all_kept = kept;
  return memory;
}

static void *allocate(size_t count, size_t bytes)
{
  return keep(calloc(count ? count : 1, bytes));
}

static const char *format(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *format(const char *format, ...)
{
  char *text;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0)
    abort();
  va_end(arguments);
  return keep(text);
}

/* --- parts --- */

static struct frame make_frame(const char *function, const char *object, const char *file, unsigned line)
{
  return (struct frame){.function = function,
                        .qualified = function,
                        .function_linkage = function,
                        .name = function,
                        .object = object,
                        .directory = file ? "/src/project/lib" : NULL,
                        .file = file,
                        .line = line};
}

static struct frame make_malloc(void)
{
  struct frame frame = make_frame("malloc", "/usr/libexec/seep/vgpreload_seep-amd64-linux.so", NULL, 0);
  frame.role = FRAME_ALLOCATOR;
  return frame;
}

static struct finding_stack make_stack(const struct frame *frames, size_t count)
{
  struct frame *copy = allocate(count, sizeof *copy);
  memcpy(copy, frames, count * sizeof *copy);
  return (struct finding_stack){copy, count};
}

/* All that was found came by the finding's own stack, or, when it is called again, a part of it by another one. */
static void add_variant(struct finding *finding, struct finding_stack stack)
{
  struct finding_variant *variants = allocate(finding->variant_count + 1, sizeof *variants);
  if (finding->variant_count > 0)
    memcpy(variants, finding->variants, finding->variant_count * sizeof *variants);
  variants[finding->variant_count++] = (struct finding_variant){
    .stack = stack, .match_stack = stack, .count = finding->count, .bytes = finding->bytes, .blocks = finding->blocks};
  finding->variants = variants;
  finding->stack = variants[0].stack;
  finding->match_stack = variants[0].match_stack;
}

static void set_identity(struct finding *finding, size_t number)
{
  snprintf(finding->identity.digits, sizeof finding->identity.digits, "%016zx", number * 0x9e3779b97f4a7c15u);
}

static void set_hits(struct finding *finding, size_t first_process, size_t count)
{
  finding->hits = allocate(count, sizeof *finding->hits);
  finding->hit_count = count;
  for (size_t i = 0; i < count; i++)
    finding->hits[i] = (struct finding_hit){.process = (first_process + i) % TESTS, .count = 1,
                                            .bytes = finding->bytes / count, .blocks = finding->blocks / count};
}

static struct finding make_leak(size_t number, enum record_leak_kind kind, uint64_t bytes,
                                const struct frame *frames, size_t count)
{
  static const char *const kinds[] = {NULL, "Leak_DefinitelyLost", "Leak_IndirectlyLost", "Leak_PossiblyLost",
                                      "Leak_StillReachable"};
  struct finding finding = {
    .kind = kinds[kind],
    .leak_kind = kind,
    .sentence = keep(loss_sentence(kind, bytes, 1, 0)),
    .title = keep(loss_headline(kind, &(struct leak_amounts){.bytes = bytes, .blocks = 1}, LOSS_PLAIN)),
    .match.kind = "Leak",
    .site = count > 1,
    .place = count > 1,
    .own = count,
    .is_error = kind == RECORD_LEAK_DEFINITE || kind == RECORD_LEAK_POSSIBLE,
    .suppression = SIZE_MAX,
    .count = 1,
    .bytes = bytes,
    .blocks = 1,
    .name = ERROR_NAMES,
  };
  set_identity(&finding, number);
  add_variant(&finding, make_stack(frames, count));
  for (size_t i = count; i-- > 0;)
    if (frames[i].is_own)
      finding.place = finding.own = i;
  set_hits(&finding, number, 1 + number % 3);
  return finding;
}

static struct finding make_error(size_t number, const char *kind, const char *match_kind, const char *sentence,
                                 const struct frame *frames, size_t count)
{
  struct finding finding = make_leak(number, RECORD_LEAK_DEFINITE, 0, frames, count);
  finding.kind = kind;
  finding.match.kind = match_kind;
  finding.leak_kind = 0;
  finding.sentence = finding.title = sentence;
  finding.name = strncmp(kind, "Uninit", strlen("Uninit")) == 0 ? ERROR_NAME_UNINITIALISED : ERROR_NAME_OVERFLOW;
  finding.blocks = 0;
  finding.count = 3;
  finding.site = 0;
  finding.place = finding.own < count ? finding.own : 0;
  return finding;
}

static struct finding make_growth(size_t number, const struct frame *frames, size_t count)
{
  struct finding finding = make_leak(number, RECORD_LEAK_REACHABLE, 25600, frames, count);
  finding.match.kind = "Growth";
  finding.kind = finding.match.kind;
  finding.leak_kind = 0;
  finding.growth = (struct finding_growth){11653.3443, 0.9995, 136};
  finding.sentence = finding.title = keep(growth_sentence_of(finding.bytes, finding.blocks, 11653.3443, 0.9995, 136));
  for (size_t i = 0; i < finding.hit_count; i++)
    finding.hits[i].growth = finding.growth;
  return finding;
}

static void add_note(struct finding *finding, const char *sentence, const struct frame *frames, size_t count)
{
  finding->notes[finding->note_count++] = (struct finding_note){
    .sentence = sentence, .stack = make_stack(frames, count)};
}

/* A count that has all that one can have, told with this text. */
static const struct finding_count *make_count(const char *text, const struct frame *frames, size_t frame_count)
{
  const struct finding_stack stack = make_stack(frames, frame_count);
  struct finding_count_row *rows = allocate(2, sizeof *rows);
  struct finding_count_giver *giver = allocate(1, sizeof *giver);
  struct finding_count *count = allocate(1, sizeof *count);
  rows[0] = (struct finding_count_row){.taken = 2, .left = 1, .place = text, .stack = stack};
  rows[1] = (struct finding_count_row){.given = 1, .place = text, .stack = stack};
  *giver = (struct finding_count_giver){.blocks = 7, .place = text, .stack = stack};
  *count = (struct finding_count){.offset = 8,
                                  .bytes = 4,
                                  .value = 1,
                                  .taken = 2,
                                  .given = 1,
                                  .is_understood = true,
                                  .is_paired = true,
                                  .rows = rows,
                                  .row_count = 2,
                                  .givers = giver,
                                  .giver_count = 1,
                                  .table = text};
  return count;
}

/* Two ways in which its blocks were lost, told with this text; the first has all that an event can have. */
static void add_explanations(struct finding *finding, const char *text, const struct frame *frames,
                             size_t count)
{
  struct finding_event *event = allocate(1, sizeof *event);
  struct finding_explanation *explanations = allocate(2, sizeof *explanations);
  const struct finding_stack stack = make_stack(frames, count);
  *event = (struct finding_event){
    .cause = RECORD_LOST_OVERWRITTEN, .value = "block", .stack = stack, .stored = stack, .value_allocated = stack,
    .into = 16, .place = LOST_IN_BLOCK, .variable = text, .function = text, .offset = 8, .allocated = stack};
  explanations[0] = (struct finding_explanation){
    .cause = RECORD_LOST_OVERWRITTEN, .blocks = 1, .bytes = finding->bytes, .registers = UINT64_MAX, .sentence = text,
    .suggestion = text, .events = event, .event_count = 1};
  explanations[0].count = make_count(text, frames, count);
  explanations[1] = (struct finding_explanation){.cause = RECORD_LOST_NEVER_STORED, .blocks = 1, .sentence = text};
  finding->explanations = explanations;
  finding->explanation_count = 2;
  for (size_t i = 0; i < 2; i++) {
    add_note(finding, text, frames, i == 0 ? count : 0);
    finding->notes[i].names_place = true;
    finding->notes[i].title = i == 0 ? "Lost here" : NULL;
  }
}

/* Others of its blocks have ended in two ways, told with this text, and elsewhere. */
static void add_siblings(struct finding *finding, const char *text, const struct frame *frames, size_t count)
{
  struct finding_sibling *ways = allocate(2, sizeof *ways);
  ways[0] = (struct finding_sibling){
    .place = text, .caller = text, .blocks = UINT64_MAX - 7, .stack = make_stack(frames, count)};
  ways[1] = (struct finding_sibling){.place = text, .is_resized = true, .blocks = 3};
  finding->siblings =
    (struct finding_siblings){.blocks = UINT64_MAX, .ended = UINT64_MAX - 1, .ways = ways, .count = 2};
}

/* --- processes and totals --- */

static struct findings *make_findings(size_t count)
{
  static const char *const argv[] = {"./program", "--flag", NULL};
  struct findings *findings = allocate(1, sizeof *findings);
  struct finding_process *processes = allocate(TESTS, sizeof *processes);
  struct finding_run *run = allocate(1, sizeof *run);
  findings->items = allocate(count, sizeof *findings->items);
  for (size_t i = 0; i < TESTS; i++)
    processes[i] = (struct finding_process){
      .is_searched = true,
      .pid = 1000 + i,
      .ppid = 999,
      .start_time_ns = 1700000000000000000 + i,
      .exe = "/src/project/build/program",
      .cwd = "/src/project",
      .argv = argv,
      .test = i % 4 == 3 ? NULL : format("suite.test_%zu", i),
      .end_reason = RECORD_END_EXIT,
      .exit_status = i % 5 == 0,
      .user_time_ns = 1500000 * i,
      .errors = 1,
    };
  *run = (struct finding_run){.name = "20261121-specimen", .is_suite = true, .is_finished = true,
                              .command = "make check", .start_time_ns = 1700000000000000000};
  findings->processes = processes;
  findings->process_count = TESTS;
  findings->runs = run;
  findings->run_count = 1;
  return findings;
}

static void count_in(const struct finding *finding, struct finding_totals *totals)
{
  if (finding_is_growth(finding)) {
    totals->growing++;
    return;
  }
  if (finding_is_error(finding)) {
    totals->errors += finding->count;
    totals->error_contexts += finding->hit_count;
    totals->error_findings++;
    return;
  }
  totals->leak_findings[finding->leak_kind]++;
  totals->leak_bytes[finding->leak_kind] += finding->bytes;
  totals->leak_blocks[finding->leak_kind] += finding->blocks;
}

static void add_finding(struct findings *findings, struct finding finding)
{
  ((struct finding *)findings->items)[findings->count++] = finding;
  if (finding_is_suppressed(&finding))
    return;
  count_in(&finding, &findings->totals);
  if (finding_is_own(&finding))
    count_in(&finding, &findings->own_totals);
}

/* --- the specimens --- */

const struct findings *specimen_none(void)
{
  return make_findings(0);
}

/* main -> load -> parse -> malloc, of which main and parse are own. */
static size_t make_call(struct frame *frames)
{
  frames[0] = make_malloc();
  frames[1] = make_frame("parse_value(std::string const&, int)", "/src/project/build/libparse.so.1", "parse.cc", 120);
  frames[1].column = 17;
  frames[2] = make_frame("load", "/usr/lib/x86_64-linux-gnu/libloader.so.2", "load.c", 17);
  frames[3] = make_frame("main", "/src/project/build/program", "main.c", 42);
  frames[1].is_own = frames[3].is_own = true;
  return 4;
}

const struct findings *specimen_one(void)
{
  struct frame frames[4];
  struct findings *findings = make_findings(1);
  size_t count = make_call(frames);
  add_finding(findings, make_leak(1, RECORD_LEAK_DEFINITE, 1337, frames, count));
  return findings;
}

static void add_some_leaks(struct findings *findings, const struct frame *frames, size_t count)
{
  for (enum record_leak_kind kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE; kind++) {
    struct finding leak = make_leak(10 + kind, kind, 100 * kind, frames, count);
    if (kind == RECORD_LEAK_POSSIBLE)
      add_explanations(&leak, "Its last pointer was overwritten with NULL in load() (load.c:17).", frames + 1,
                       count - 1);
    if (kind == RECORD_LEAK_DEFINITE)
      add_siblings(&leak, "load() (load.c:17)", frames + 1, count - 1);
    add_finding(findings, leak);
  }
  struct finding suppressed = make_leak(20, RECORD_LEAK_DEFINITE, 55, frames + 1, count - 1);
  suppressed.suppression = 0;
  add_finding(findings, suppressed);
  struct finding unknown = make_leak(21, RECORD_LEAK_DEFINITE, 77, frames, 0);
  add_finding(findings, unknown);
}

static void add_circumstances(struct findings *findings)
{
  static const struct finding_suppression suppressions[] = {
    {"known-leak", "/src/project/ci.supp", "reason: upstream", 3, 1, 55, 1},
    {"never used", "/src/project/ci.supp", NULL, 11, 0, 0, 0},
  };
  static const struct finding_unchecked unchecked[] = {
    {.pid = 77, .exe = "/bin/busybox", .test = "suite.static", .reason = "static"},
    {.pid = 78, .exe = "/usr/bin/python3", .reason = "not matched"},
    {.pid = 79, .exe = "/src/project/build/lost", .reason = "no record", .is_missing = true},
    {.pid = 80, .exe = "/bin/sh", .test = "docs.sh", .reason = "not matched", .is_test = true},
    {.pid = 81, .exe = "/src/project/build/left_out", .reason = "skipped"},
  };
  static const uint64_t forks[] = {4001, 4002};
  findings->suppressions = suppressions;
  findings->suppression_count = 2;
  findings->unchecked = unchecked;
  findings->unchecked_count = 5;
  findings->totals.suppressed_bytes = 55;
  findings->totals.suppressed_blocks = 1;
  struct finding_process *process = (struct finding_process *)&findings->processes[6];
  process->state = FINDING_PROCESS_CUT;
  process->cut_reason = "it was killed by signal 9";
  process[2].end_reason = RECORD_END_SIGNAL;
  process[2].signal = SIGSEGV;
  process[4].heap_view = RECORD_HEAP_FOREIGN_ALLOCATOR;
  process[4].heap_allocator = "jemalloc";
  process[4].heap_module = "/usr/lib/x86_64-linux-gnu/libjemalloc.so.2";
  process[4].forks = forks;
  process[4].fork_count = 2;
}

const struct findings *specimen_some(void)
{
  struct frame frames[4];
  struct findings *findings = make_findings(9);
  size_t count = make_call(frames);
  struct finding read = make_error(1, "InvalidRead", "Addr4", "Invalid read of size 4", frames + 1, count - 1);
  read.title = "heap buffer overflow: read of 4 bytes, just past a block of 16 bytes";
  add_note(&read, "Address 0x4a44050 is 0 bytes after a block of size 16 alloc'd", frames, count);
  add_finding(findings, read);
  struct finding condition = make_error(2, "UninitCondition", "Cond",
                                        "Conditional jump or move depends on uninitialised value(s)", frames + 2,
                                        count - 2);
  condition.title = "branch depends on an uninitialised value";
  add_finding(findings, condition);
  add_finding(findings, make_growth(3, frames, count));
  add_some_leaks(findings, frames, count);
  add_circumstances(findings);
  return findings;
}

/* One place that 300 callers lead to, by way of the same two functions, and an error elsewhere. */
const struct findings *specimen_places(void)
{
  static const char map[] =
    "std::map<int, std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, std::less<int>, "
    "std::allocator<std::pair<int const, std::__cxx11::basic_string<char> > > >::insert()";
  const char *const program = "/src/project/build/program";
  enum { CALLERS = 300 };
  struct findings *findings = make_findings(CALLERS + 1);
  struct frame frames[] = {
    make_malloc(), make_frame(map, program, NULL, 0), make_frame("xrealloc", program, "table.c", 31),
    make_frame("grow_table", program, "table.c", 77), make_malloc(), make_frame("std::invoke(int)", program, NULL, 0),
    make_frame("__invoke", program, "c++/12/bits/invoke.h", 9),
    make_frame("std::function<void (int)>::operator()(int) const", program, "std_function.h", 590),
    make_frame("main", program, "main.c", 42),
  };
  const size_t count = sizeof frames / sizeof *frames;
  for (size_t i = 0; i < CALLERS; i++) {
    frames[4] = make_frame(format("handler_%zu", i), program, "handlers.c", (unsigned)i + 1);
    frames[1].is_own = frames[4].is_own = true;
    struct finding leak = make_leak(100 + i, RECORD_LEAK_DEFINITE, i + 1, frames, count);
    leak.place = leak.own = 1;
    add_finding(findings, leak);
  }
  struct finding write = make_error(1, "InvalidWrite", "Addr4", "Invalid write of size 4", frames + 4, 1);
  write.title = "use after free: write of 4 bytes, 8 bytes into a freed block of 16 bytes";
  write.name = ERROR_NAME_USE_AFTER_FREE;
  add_note(&write, "Address 0x4a44050 is 8 bytes inside a block of size 16 free'd", frames + 2, 2);
  add_finding(findings, write);
  return findings;
}

static struct frame make_hostile_frame(const char *text)
{
  struct frame frame = make_frame(text, text, text, 3);
  frame.directory = text;
  frame.is_own = true;
  return frame;
}

static void add_hostile(struct findings *findings, size_t number, const char *text)
{
  struct frame frames[] = {make_hostile_frame(text), make_frame(text, NULL, NULL, 0)};
  struct finding error = make_error(2 * number, "SyscallParam", "Param", text, frames, 2);
  error.match.extra = text;
  add_note(&error, text, frames, 2);
  error.notes[0].file = text;
  error.notes[0].line = 17;
  add_finding(findings, error);
  struct finding leak = make_leak(2 * number + 1, RECORD_LEAK_DEFINITE, 10 * number + 1, frames, 2);
  add_explanations(&leak, text, frames, 2);
  add_siblings(&leak, text, frames, 2);
  add_finding(findings, leak);
  struct finding_process *process = (struct finding_process *)&findings->processes[number];
  process->test = process->exe = process->cwd = text;
  const char **argv = allocate(3, sizeof *argv);
  argv[0] = argv[1] = text;
  process->argv = argv;
  process->state = number % 2 ? FINDING_PROCESS_CUT : FINDING_PROCESS_FINISHED;
  process->cut_reason = process->state == FINDING_PROCESS_CUT ? text : NULL;
  process->became = process->heap_allocator = process->heap_module = text;
  process->heap_view = number;
}

const struct findings *specimen_hostile(void)
{
  size_t count = 0;
  while (hostile_texts[count])
    count++;
  struct findings *findings = make_findings(2 * count + 2);
  for (size_t i = 0; i < count; i++)
    add_hostile(findings, i, hostile_texts[i]);
  char *name = allocate(LONG_NAME_BYTES + 1, 1);
  memset(name, 'n', LONG_NAME_BYTES);
  add_hostile(findings, count, name);
  struct finding_run *run = (struct finding_run *)findings->runs;
  run->name = run->error = run->command = hostile_texts[0];
  run->is_finished = false;
  return findings;
}

/* A walk from main downwards in which near findings share most of their frames. */
static size_t make_walk(struct frame *frames, size_t number)
{
  size_t depth = 4 + number % (DEPTH_MAX - 4), count = 0;
  frames[count++] = make_malloc();
  for (size_t level = depth; level > 0; level--) {
    size_t branch = number / (level * level * level + 1) % 40;
    bool is_own = level % 3 != 0;
    frames[count] = make_frame(format("ns::Level%zu<int>::step_%zu(std::vector<int> const&)", level, branch),
                               is_own ? "/src/project/build/program" : "/usr/lib/x86_64-linux-gnu/libother.so.3",
                               format("level%zu.c", level % 5), (unsigned)(branch * 7 % SOURCE_LINES + 1));
    frames[count++].is_own = is_own;
  }
  frames[count] = make_frame("main", "/src/project/build/program", "main.c", 42);
  frames[count++].is_own = true;
  return count;
}

const struct findings *specimen_many(size_t count)
{
  struct findings *findings = make_findings(count);
  for (size_t i = 0; i < count; i++) {
    struct frame frames[DEPTH_MAX + 2];
    size_t depth = make_walk(frames, i);
    if (i % 10 == 0)
      add_finding(findings, make_error(i + 1, "InvalidRead", "Addr8", "Invalid read of size 8", frames + 1, depth - 1));
    else
      add_finding(findings, make_leak(i + 1, i % 7 == 0 ? RECORD_LEAK_POSSIBLE : RECORD_LEAK_DEFINITE,
                              1 + i * 7919 % 100003, frames, depth));
  }
  return findings;
}

const struct findings *specimen(const char *name, size_t count)
{
  return strcmp(name, "none") == 0      ? specimen_none()
         : strcmp(name, "one") == 0     ? specimen_one()
         : strcmp(name, "some") == 0    ? specimen_some()
         : strcmp(name, "places") == 0  ? specimen_places()
         : strcmp(name, "hostile") == 0 ? specimen_hostile()
         : strcmp(name, "many") == 0    ? specimen_many(count)
                                        : NULL;
}
