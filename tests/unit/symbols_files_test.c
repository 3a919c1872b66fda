/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which files names are taken from: debug files, supplements, files that have changed, the cache. */
#include "symbols/module_files.h"
#include "symbols/symbols.h"
#include "unit/symbols_support.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char source[] =
  "int counter;\n"
  "#define MARK(name) __asm__ volatile(\".globl \" #name \"\\n\" #name \": nop\")\n"
  "static inline __attribute__((always_inline)) void inlined(void)\n"
  "{\n"
  "  counter++; MARK(mark); /* inlined line */\n"
  "}\n"
  "__attribute__((noinline)) int outer(int i)\n"
  "{\n"
  "  inlined(); /* outer line */\n"
  "  return counter;\n"
  "}\n"
  "int big_table[100] = {1};\n"
  "int zeros[100];\n"
  "int main(int argc, char **argv) { return outer(argc); }\n";

/* The program with everything is called "whole"; NULL when there is no compiler. */
static bool build(const char *flags)
{
  support_write("prog.c", source);
  return support_run("gcc -O1 -g %s -o whole prog.c", flags);
}

/* Frames joined: "inlined prog.c:5, outer prog.c:9". */
static const char *text_of(const struct symbols_frame *frames, size_t count)
{
  static char text[1024];
  size_t used = 0;
  text[0] = '\0';
  for (size_t i = 0; i < count; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s:%u", i ? ", " : "",
                             frames[i].function ? frames[i].function : "???", frames[i].file ? frames[i].file : "???",
                             frames[i].line);
  return text;
}

/* What a symbol of "whole" resolves to. */
static const char *resolve_at(const struct symbols_config *config, const struct symbols_module *module,
                              const char *symbol)
{
  struct symbols *symbols;
  const struct symbols_frame *frames;
  size_t count;
  ck_no_error(symbols_create(config, &symbols));
  ck_no_error(symbols_resolve(symbols, module, support_offset("whole", symbol), &frames, &count));
  const char *text = text_of(frames, count);
  symbols_destroy(symbols);
  return text;
}

static const char *resolve(const struct symbols_config *config, const struct symbols_module *module)
{
  return resolve_at(config, module, "mark");
}

static const char *resolve_program(const char *program)
{
  struct symbols_config config = support_config();
  struct symbols_module module = support_module(program);
  return resolve(&config, &module);
}

static const char everything[] = "inlined prog.c:5, outer prog.c:9";
static const char nothing[] = "??? ???:0";

START_TEST(debuglink_beside_the_program)
{
  if (!build("") || !support_run("objcopy --only-keep-debug whole prog.debug && cp whole prog && "
                                 "strip --strip-all prog && objcopy --add-gnu-debuglink=prog.debug prog"))
    return;
  ck_assert_str_eq(resolve_program("prog"), everything);
  ck_assert(support_run("mkdir .debug && mv prog.debug .debug/"));
  ck_assert_str_eq(resolve_program("prog"), everything);
  ck_assert(support_run("rm -r .debug"));
  ck_assert_str_eq(resolve_program("prog"), nothing);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(debuglink_without_build_id_is_proved_by_its_checksum)
{
  if (!build("-Wl,--build-id=none") || !support_run("objcopy --only-keep-debug whole prog.debug && cp whole prog && "
                                                    "strip prog && objcopy --add-gnu-debuglink=prog.debug prog"))
    return;
  ck_assert_str_eq(resolve_program("prog"), everything);
  ck_assert(support_run("printf x >> prog.debug"));
  ck_assert_str_eq(resolve_program("prog"), nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "checksum differs"));
}
END_TEST

START_TEST(debug_file_under_a_configured_root)
{
  struct symbols_config config = support_config();
  const char *const roots[] = {"/nonexistent", support_path("root"), NULL};
  config.debug_dirs = roots;
  if (!build("") || !support_run("cp whole prog && strip prog"))
    return;
  struct symbols_module module = support_module("prog");
  char hex[41] = "";
  for (size_t i = 0; i < module.build_id_bytes; i++)
    snprintf(hex + 2 * i, 3, "%02x", module.build_id[i]);
  ck_assert(
    support_run("d=root/.build-id/%.2s && mkdir -p $d && objcopy --only-keep-debug whole $d/%s.debug", hex, hex + 2));
  ck_assert_str_eq(resolve(&config, &module), everything);
  ck_assert(support_run("d=root/.build-id/%.2s && cp /bin/true $d/%s.debug", hex, hex + 2));
  ck_assert_str_eq(resolve(&config, &module), nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "build-id differs"));
}
END_TEST

START_TEST(dwz_supplement)
{
  if (!build("-gdwarf-4") || !support_run("cp whole one && cp whole two && dwz -m common one two"))
    return;
  const char *with = resolve_program("one");
  ck_assert_str_eq(support_warnings, "");
  ck_assert_str_eq(with, everything);
  ck_assert(support_run("rm common"));
  const char *without = resolve_program("one");
  ck_assert_msg(strstr(without, ":5, outer ") != NULL, "%s", without); /* names of inlined functions may be lost */
  ck_assert_ptr_nonnull(strstr(support_warnings, "supplement common was not found"));
}
END_TEST

START_TEST(changed_program_gives_no_names)
{
  struct symbols_config config = support_config();
  if (!build(""))
    return;
  struct symbols_module module = support_module("whole");
  unsigned char other_id[20] = {1, 2, 3};
  module.build_id = other_id;
  ck_assert_str_eq(resolve(&config, &module), nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "whole has changed"));
}
END_TEST

START_TEST(without_build_id_size_and_time_tell_a_changed_program)
{
  struct symbols_config config = support_config();
  if (!build("-Wl,--build-id=none"))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), everything);
  module.mtime_ns++;
  ck_assert_str_eq(resolve(&config, &module), nothing);
  module.mtime_ns = 0; /* unknown */
  ck_assert_str_eq(resolve(&config, &module), everything);
  module.file_bytes++;
  ck_assert_str_eq(resolve(&config, &module), nothing);
}
END_TEST

/* Size and time are the same of both. */
START_TEST(without_build_id_contents_tell_a_changed_program)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!build("-Wl,--build-id=none") || !support_run("sed s/outer/inner/ prog.c >other.c && cp other.c prog.c && "
                                                    "gcc -O1 -g -Wl,--build-id=none -o other prog.c && touch -r whole other"))
    return;
  struct symbols_module module = support_module_by_sum("whole"), other = support_module_by_sum("other");
  ck_assert_uint_eq(module.file_bytes, other.file_bytes);
  ck_assert_uint_eq(module.mtime_ns, other.mtime_ns);
  ck_assert_str_eq(resolve(&config, &module), everything);
  other.path = module.path;
  ck_assert_str_eq(resolve(&config, &other), nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "whole has changed"));
  ck_assert(support_run("cp whole kept && cp -p other whole"));
  ck_assert_str_eq(resolve(&config, &other), "inlined prog.c:5, inner prog.c:9");
  ck_assert_str_eq(resolve(&config, &module), everything); /* out of the cache */
  ck_assert(support_run("rm -r cache"));
  ck_assert_str_eq(resolve(&config, &module), nothing);
  ck_assert(support_run("cp kept whole")); /* at another time */
  ck_assert_str_eq(resolve(&config, &module), everything);
}
END_TEST

/* The program could not be read when it was mapped: then at least it is the same file. */
START_TEST(what_was_never_read_is_not_replaced)
{
  struct symbols_config config = support_config();
  struct stat stat_now;
  if (!build("-Wl,--build-id=none"))
    return;
  ck_assert_int_eq(stat(support_path("whole"), &stat_now), 0);
  struct symbols_module module = {.path = support_path("whole"), .inode = stat_now.st_ino};
  ck_assert_str_eq(resolve(&config, &module), everything);
  ck_assert(support_run("cp whole new && mv new whole"));
  ck_assert_str_eq(resolve(&config, &module), nothing);
}
END_TEST

/* --- files that were kept --- */

/* Symbols that keep what is at `kept` for the module. */
static struct symbols *keep(const struct symbols_module *module, const char *kept)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  int fd = open(support_path(kept), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ck_assert_int_ge(fd, 0);
  ck_no_error(symbols_create(&config, &symbols));
  symbols_keep(symbols, module, fd);
  return symbols;
}

static const char *ask(struct symbols *symbols, const struct symbols_module *module, uint64_t offset)
{
  const struct symbols_frame *frames;
  size_t count;
  ck_no_error(symbols_resolve(symbols, module, offset, &frames, &count));
  return text_of(frames, count);
}

/* What happens to the program before names are read from it. */
static const struct {
  const char *flags, *command;
} removals[] = {
  {"", "rm whole"},
  {"", "mv whole away && mkfifo whole"},
  {"", "mv whole away && mkdir whole"},
  {"", "mv whole away && ln -s /dev/zero whole"},
  {"", "mv whole away && echo text >whole"},
  {"", "gcc -O1 -g -x c -o new prog.c -Dinlined=other && mv new whole"},
  {"-Wl,--build-id=none", "rm whole"},
  {"-Wl,--build-id=none", "gcc -O1 -g -x c -Wl,--build-id=none -o new prog.c -Dinlined=other && mv new whole"},
};

START_TEST(kept_files_are_read)
{
  if (!build(removals[_i].flags))
    return;
  struct symbols_module module = support_module_by_sum("whole");
  uint64_t offset = support_offset("whole", "mark");
  struct symbols *symbols = keep(&module, "whole");
  ck_assert(support_run("%s", removals[_i].command));
  ck_assert_str_eq(ask(symbols, &module, offset), everything);
  ck_assert_str_eq(support_warnings, "");
  symbols_destroy(symbols);
}
END_TEST

static const char *const wrong_files[] = {
  "cp /bin/true wrong", "mkfifo wrong", "mkdir wrong", "ln -s /dev/zero wrong", ": >wrong", "head -c 1337 whole >wrong",
  "truncate -s 1T wrong",
};

/* What came along may be anything. */
START_TEST(kept_files_are_proved)
{
  if (!build("") || !support_run("%s", wrong_files[_i]))
    return;
  struct symbols_module module = support_module("whole");
  uint64_t offset = support_offset("whole", "mark");
  struct symbols *symbols = keep(&module, "wrong");
  ck_assert_str_eq(ask(symbols, &module, offset), _i == 5 ? nothing : everything);
  symbols_destroy(symbols);
}
END_TEST

/* A file that is cut off while it is mapped kills who reads it, which is not this process. */
START_TEST(cut_files_cost_names_only)
{
  if (!build(""))
    return;
  struct symbols_module module = support_module("whole");
  uint64_t offset = support_offset("whole", "mark"), later = support_offset("whole", "main");
  struct symbols *symbols = keep(&module, "whole");
  ck_assert_str_eq(ask(symbols, &module, offset), everything);
  ck_assert(support_run("truncate -s 1337 whole"));
  ck_assert_ptr_null(strstr(ask(symbols, &module, later + 1), "inlined"));
  ck_assert_str_eq(ask(symbols, &module, offset), everything);
  symbols_destroy(symbols);
}
END_TEST

START_TEST(files_that_cannot_be_read_have_no_names)
{
  struct symbols_config config = support_config();
  if (!build(""))
    return;
  struct symbols_module module = support_module("whole");
  uint64_t offset = support_offset("whole", "mark");
  struct symbols *symbols = keep(&module, "whole");
  ck_assert(support_run("chmod 755 . && chmod 000 whole"));
  if (geteuid() == 0)
    ck_assert_int_eq(seteuid(65534), 0);
  ck_assert_str_eq(ask(symbols, &module, offset), everything);
  symbols_destroy(symbols);
  ck_no_error(symbols_create(&config, &symbols));
  ck_assert_str_eq(ask(symbols, &module, offset), nothing);
  symbols_destroy(symbols);
  ck_assert_ptr_nonnull(strstr(support_warnings, "cannot read"));
  ck_assert_int_eq(seteuid(getuid()), 0);
}
END_TEST

/* Keys are numbers here, and files temporary ones. */
static void keep_number(struct module_files *files, uint64_t number, int fd)
{
  struct byte_builder key = {0};
  builder_number(&key, number, 8);
  module_files_keep(files, &key, fd);
  builder_deinit(&key);
}

static int find_number(struct module_files *files, uint64_t number)
{
  struct byte_builder key = {0};
  builder_number(&key, number, 8);
  int fd = module_files_find(files, &key);
  builder_deinit(&key);
  return fd;
}

static int open_temporary(void)
{
  int fd = open(".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  return fd >= 0 ? fd : memfd_create("file", MFD_CLOEXEC);
}

START_TEST(files_that_are_not_met_are_closed)
{
  struct module_files *files = module_files_create(3);
  int fds[6];
  for (uint64_t i = 0; i < 6; i++)
    fds[i] = open_temporary();
  for (uint64_t i = 0; i < 3; i++)
    keep_number(files, i, fds[i]);
  ck_assert_int_eq(find_number(files, 0), fds[0]);
  keep_number(files, 3, fds[3]);
  ck_assert_int_eq(find_number(files, 1), -1);
  ck_assert_int_lt(fcntl(fds[1], F_GETFD), 0);
  keep_number(files, 2, fds[4]); /* the first stays */
  ck_assert_int_lt(fcntl(fds[4], F_GETFD), 0);
  keep_number(files, 5, fds[5]);
  ck_assert_int_eq(find_number(files, 0), -1);
  ck_assert_int_eq(find_number(files, 2), fds[2]);
  ck_assert_int_eq(find_number(files, 3), fds[3]);
  module_files_destroy(files);
  for (int i = 0; i < 6; i++)
    ck_assert_int_lt(fcntl(fds[i], F_GETFD), 0);
}
END_TEST

START_TEST(missing_program_is_said_once)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct symbols_frame *frames;
  size_t count;
  struct symbols_module module = {.path = "/nonexistent/prog"};
  ck_no_error(symbols_create(&config, &symbols));
  for (uint64_t offset = 0; offset < 3; offset++) {
    ck_no_error(symbols_resolve(symbols, &module, offset, &frames, &count));
    ck_assert_uint_eq(count, 1);
    ck_assert_ptr_null(frames[0].function);
  }
  symbols_destroy(symbols);
  ck_assert_str_eq(support_warnings, "cannot read /nonexistent/prog: No such file or directory\n");
}
END_TEST

/* The answers of a first run serve a second one when the program is gone. */
START_TEST(cache_answers_without_the_program)
{
  struct symbols_config config = support_config();
  struct stat stat_now;
  config.cache_dir = support_path("cache/symbols");
  if (!build(""))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), everything);
  ck_assert_int_eq(stat(config.cache_dir, &stat_now), 0);
  ck_assert_int_eq(stat_now.st_mode & 0777, 0700);
  ck_assert(support_run("test $(ls cache/symbols | wc -l) = 1 && test -z \"$(find cache -type f ! -perm 600)\""));
  module.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &module), everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

/* Another build of Seep may find other names, so it looks for itself. */
START_TEST(cache_of_other_code_is_not_believed)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  config.code = "an older Seep";
  if (!build(""))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), everything);
  struct symbols_module gone = module;
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &gone), everything);
  config.code = NULL;
  ck_assert_str_eq(resolve(&config, &gone), nothing);
  ck_assert_str_eq(resolve(&config, &module), everything);
  ck_assert_str_eq(resolve(&config, &gone), everything);
}
END_TEST

static const char *const damages[] = {
  "printf X | dd of=$f bs=1 seek=0 conv=notrunc",   "printf '\\377' | dd of=$f bs=1 seek=8 conv=notrunc",
  "printf X | dd of=$f bs=1 seek=100 conv=notrunc", "truncate -s -1 $f",
  "truncate -s 0 $f",                               "printf x >> $f",
  "chmod 644 $f",                                   "mv $f away && ln -s $PWD/away $f",
  "rm $f && mkdir $f",                              "rm $f && mkfifo $f",
};

START_TEST(damaged_cache_is_not_believed)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!build(""))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), everything);
  ck_assert_msg(support_run("f=$PWD/$(ls cache/*) && %s", damages[_i]), "%s", damages[_i]);
  struct symbols_module gone = module;
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &gone), nothing);
  ck_assert_str_eq(resolve(&config, &module), everything);
}
END_TEST

START_TEST(cache_is_not_believed_when_a_debug_file_appears)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!build("") || !support_run("objcopy --only-keep-debug whole prog.debug && cp whole prog && strip prog && "
                                 "objcopy --add-gnu-debuglink=prog.debug prog && mv prog.debug away"))
    return;
  struct symbols_module module = support_module("prog");
  ck_assert_str_eq(resolve(&config, &module), nothing);
  ck_assert(support_run("mv away prog.debug"));
  ck_assert_str_eq(resolve(&config, &module), everything);
}
END_TEST

/* One build-id, more and less to tell. */
START_TEST(cache_of_a_stripped_program_gives_way)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!build("") || !support_run("cp whole prog && strip --strip-all prog"))
    return;
  struct symbols_module stripped = support_module("prog"), whole = support_module("whole"), gone = whole;
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &stripped), nothing);
  ck_assert_str_eq(resolve(&config, &gone), nothing);
  ck_assert_str_eq(resolve(&config, &whole), everything);
  ck_assert_str_eq(resolve(&config, &stripped), everything);
  ck_assert_str_eq(resolve(&config, &gone), everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(cache_gives_way_at_the_same_path)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!build("") || !support_run("cp whole prog && strip --strip-debug prog"))
    return;
  struct symbols_module module = support_module("prog");
  ck_assert_str_eq(resolve(&config, &module), "outer ???:0");
  ck_assert(support_run("mv whole prog && cp prog whole"));
  ck_assert_str_eq(resolve(&config, &module), everything);
}
END_TEST

/* What a stripped copy cannot tell is not mixed with what is known. */
START_TEST(cache_is_not_made_poorer)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!build("") || !support_run("cp whole prog && strip --strip-all prog"))
    return;
  struct symbols_module stripped = support_module("prog"), whole = support_module("whole");
  ck_assert_str_eq(resolve(&config, &whole), everything);
  ck_assert_str_eq(resolve_at(&config, &stripped, "main"), nothing);
  ck_assert_str_eq(resolve_at(&config, &whole, "main"), "main prog.c:14");
  ck_assert_str_eq(resolve(&config, &stripped), everything);
  ck_assert(support_run("rm -r cache"));
  ck_assert_str_eq(resolve(&config, &stripped), nothing);
  ck_assert_str_eq(resolve_at(&config, &stripped, "main"), nothing);
  ck_assert_str_eq(resolve_at(&config, &whole, "main"), "main prog.c:14");
}
END_TEST

/* In one session, in whichever order the modules are stored. */
START_TEST(richer_answers_are_stored)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct symbols_frame *frames;
  size_t count;
  config.cache_dir = support_path("cache");
  if (!build("") || !support_run("cp whole prog && strip --strip-all prog && for i in 1 2 3 4; do cp prog prog$i; done"))
    return;
  uint64_t offset = support_offset("whole", "mark");
  struct symbols_module whole = support_module("whole"), stripped = support_module("prog"), gone = whole;
  ck_no_error(symbols_create(&config, &symbols));
  ck_no_error(symbols_resolve(symbols, &whole, offset, &frames, &count));
  for (int i = 1; i <= 4; i++) {
    char name[16];
    snprintf(name, sizeof name, "prog%d", i);
    stripped.path = support_path(name);
    ck_no_error(symbols_resolve(symbols, &stripped, offset, &frames, &count));
  }
  symbols_destroy(symbols);
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &gone), everything);
}
END_TEST

START_TEST(cache_gives_way_when_debug_files_are_looked_for_elsewhere)
{
  struct symbols_config config = support_config();
  const char *const roots[] = {support_path("root"), NULL};
  config.cache_dir = support_path("cache");
  if (!build("") || !support_run("cp whole prog && strip prog"))
    return;
  struct symbols_module module = support_module("prog");
  char hex[41] = "";
  for (size_t i = 0; i < module.build_id_bytes; i++)
    snprintf(hex + 2 * i, 3, "%02x", module.build_id[i]);
  ck_assert(
    support_run("d=root/.build-id/%.2s && mkdir -p $d && objcopy --only-keep-debug whole $d/%s.debug", hex, hex + 2));
  ck_assert_str_eq(resolve(&config, &module), nothing);
  config.debug_dirs = roots;
  ck_assert_str_eq(resolve(&config, &module), everything);
}
END_TEST

/* A file that was still being written may have been looked at. */
START_TEST(cache_of_a_damaged_file_gives_way)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!build("") || !support_run("objcopy --dump-section .debug_line=lines whole unused && truncate -s 20 lines && "
                                 "objcopy --update-section .debug_line=lines whole prog"))
    return;
  struct symbols_module module = support_module("prog");
  ck_assert_ptr_null(strstr(resolve(&config, &module), "prog.c:5"));
  ck_assert_ptr_nonnull(strstr(support_warnings, "damaged"));
  ck_assert(support_run("cp whole new && mv new prog"));
  ck_assert_str_eq(resolve(&config, &module), everything);
}
END_TEST

/* What is packed holds as it was, unless there was nothing better to pack. */
START_TEST(packed_names_give_way_to_better_ones)
{
  struct symbols_config config = support_config(), packing;
  config.packed_dir = support_path("packed");
  packing = config;
  packing.packs = true;
  if (!build("") || !support_run("cp whole prog && strip --strip-debug prog"))
    return;
  struct symbols_module stripped = support_module("prog"), whole = support_module("whole"), gone = whole;
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&packing, &stripped), "outer ???:0");
  ck_assert_str_eq(resolve(&config, &gone), "outer ???:0");
  ck_assert_str_eq(resolve(&config, &stripped), "outer ???:0");
  ck_assert_str_eq(resolve(&packing, &whole), everything);
  ck_assert_str_eq(resolve(&config, &gone), everything);
  ck_assert_str_eq(resolve(&config, &stripped), everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(cache_folder_of_others_is_refused)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!build("") || !support_run("mkdir cache && chmod 777 cache"))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), everything);
  ck_assert_ptr_nonnull(strstr(support_warnings, "cache is not used"));
  ck_assert(support_run("test -z \"$(ls cache)\""));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: files");
  TCase *tcase = tcase_create("files");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, debuglink_beside_the_program);
  tcase_add_test(tcase, debuglink_without_build_id_is_proved_by_its_checksum);
  tcase_add_test(tcase, debug_file_under_a_configured_root);
  tcase_add_test(tcase, dwz_supplement);
  tcase_add_test(tcase, changed_program_gives_no_names);
  tcase_add_test(tcase, without_build_id_size_and_time_tell_a_changed_program);
  tcase_add_test(tcase, without_build_id_contents_tell_a_changed_program);
  tcase_add_test(tcase, what_was_never_read_is_not_replaced);
  tcase_add_loop_test(tcase, kept_files_are_read, 0, sizeof removals / sizeof *removals);
  tcase_add_loop_test(tcase, kept_files_are_proved, 0, sizeof wrong_files / sizeof *wrong_files);
  tcase_add_test(tcase, cut_files_cost_names_only);
  tcase_add_test(tcase, files_that_cannot_be_read_have_no_names);
  tcase_add_test(tcase, files_that_are_not_met_are_closed);
  tcase_add_test(tcase, missing_program_is_said_once);
  tcase_add_test(tcase, cache_answers_without_the_program);
  tcase_add_test(tcase, cache_of_other_code_is_not_believed);
  tcase_add_loop_test(tcase, damaged_cache_is_not_believed, 0, sizeof damages / sizeof *damages);
  tcase_add_test(tcase, cache_is_not_believed_when_a_debug_file_appears);
  tcase_add_test(tcase, cache_of_a_stripped_program_gives_way);
  tcase_add_test(tcase, cache_gives_way_at_the_same_path);
  tcase_add_test(tcase, cache_is_not_made_poorer);
  tcase_add_test(tcase, richer_answers_are_stored);
  tcase_add_test(tcase, cache_gives_way_when_debug_files_are_looked_for_elsewhere);
  tcase_add_test(tcase, cache_of_a_damaged_file_gives_way);
  tcase_add_test(tcase, packed_names_give_way_to_better_ones);
  tcase_add_test(tcase, cache_folder_of_others_is_refused);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
