/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which files names are taken from: debug files, supplements, files that have changed, the cache. */
#include "support/symbols_fixture.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a symbol of "whole" resolves to. */
static const char *resolve_at(const struct symbols_config *config, const struct symbols_module *module,
                              const char *symbol)
{
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  symbols_create(config, &symbols);
  symbols_resolve(symbols, module, support_offset("whole", symbol), &frames, &count);
  const char *text = support_text(frames, count);
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

START_TEST(debuglink_beside_the_program)
{
  if (!support_build("") || !support_run("objcopy --only-keep-debug whole prog.debug && cp whole prog && "
                                         "strip --strip-all prog && objcopy --add-gnu-debuglink=prog.debug prog"))
    return;
  ck_assert_str_eq(resolve_program("prog"), support_everything);
  ck_assert(support_run("mkdir .debug && mv prog.debug .debug/"));
  ck_assert_str_eq(resolve_program("prog"), support_everything);
  ck_assert(support_run("rm -r .debug"));
  ck_assert_str_eq(resolve_program("prog"), support_nothing);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(debuglink_without_build_id_is_proved_by_its_checksum)
{
  if (!support_build("-Wl,--build-id=none") ||
      !support_run("objcopy --only-keep-debug whole prog.debug && cp whole prog && strip prog && "
                   "objcopy --add-gnu-debuglink=prog.debug prog"))
    return;
  ck_assert_str_eq(resolve_program("prog"), support_everything);
  ck_assert(support_run("printf x >> prog.debug"));
  ck_assert_str_eq(resolve_program("prog"), support_nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "checksum differs"));
}
END_TEST

START_TEST(debug_file_under_a_configured_root)
{
  struct symbols_config config = support_config();
  const char *const roots[] = {"/nonexistent", support_path("root"), NULL};
  config.debug_dirs = roots;
  if (!support_build("") || !support_run("cp whole prog && strip prog"))
    return;
  struct symbols_module module = support_module("prog");
  char hex[41] = "";
  for (size_t i = 0; i < module.build_id_bytes; i++)
    snprintf(hex + 2 * i, 3, "%02x", module.build_id[i]);
  ck_assert(
    support_run("d=root/.build-id/%.2s && mkdir -p $d && objcopy --only-keep-debug whole $d/%s.debug", hex, hex + 2));
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  ck_assert(support_run("d=root/.build-id/%.2s && cp /bin/true $d/%s.debug", hex, hex + 2));
  ck_assert_str_eq(resolve(&config, &module), support_nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "build-id differs"));
}
END_TEST

/* A program with the section that Fedora's have: the symbols of functions and nothing else, compressed. */
static bool build_with_mini_debug(const char *compressed)
{
  return support_build("") &&
         support_run("objcopy --only-keep-debug whole debug && "
                     "objcopy -S --keep-symbol=outer --keep-symbol=mark debug mini && xz -k mini && "
                     "cp whole prog && strip prog && %s && "
                     "objcopy --add-section .gnu_debugdata=mini.xz prog",
                     compressed);
}

START_TEST(mini_debug_information)
{
  if (!build_with_mini_debug("true"))
    return;
  struct symbols_config config = support_config();
  struct symbols_module module = support_module("prog");
  ck_assert_str_eq(resolve_at(&config, &module, "outer"), "outer ???:0");
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(mini_debug_information_gives_way_to_more)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!build_with_mini_debug("true"))
    return;
  struct symbols_module module = support_module("prog");
  ck_assert_str_eq(resolve_at(&config, &module, "outer"), "outer ???:0");
  ck_assert(support_run("cp whole prog"));
  ck_assert_str_eq(resolve(&config, &module), support_everything);
}
END_TEST

START_TEST(damaged_mini_debug_information)
{
  struct symbols_config config = support_config();
  if (!build_with_mini_debug("head -c 200 mini.xz >part && mv part mini.xz"))
    return;
  struct symbols_module module = support_module("prog");
  ck_assert_str_eq(resolve_at(&config, &module, "outer"), support_nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "its section .gnu_debugdata is damaged; static functions have no"));
}
END_TEST

/* 100 MB of zeros in 15 KB. */
START_TEST(mini_debug_information_that_is_too_large)
{
  struct symbols_config config = support_config();
  if (!build_with_mini_debug("head -c 100000000 /dev/zero | xz -0 >mini.xz"))
    return;
  struct symbols_module module = support_module("prog");
  ck_assert_str_eq(resolve_at(&config, &module, "outer"), support_nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "its section .gnu_debugdata is too large"));
}
END_TEST

START_TEST(dwz_supplement)
{
  if (!support_build("-gdwarf-4") || !support_run("cp whole one && cp whole two && dwz -m common one two"))
    return;
  const char *with = resolve_program("one");
  ck_assert_str_eq(support_warnings, "");
  ck_assert_str_eq(with, support_everything);
  ck_assert(support_run("rm common"));
  const char *without = resolve_program("one");
  ck_assert_msg(strstr(without, ":5, outer ") != NULL, "%s", without); /* names of inlined functions may be lost */
  ck_assert_ptr_nonnull(strstr(support_warnings, "separate debug file common not found"));
}
END_TEST

/* libdw would look for one by itself, and take it whatever its build-id is. */
START_TEST(dwz_supplement_of_another_build)
{
  if (!support_build("-gdwarf-4") || !support_run("cp whole one && cp whole two && dwz -m common one two"))
    return;
  struct symbols_config config = support_config();
  struct symbols_module module = support_module("one");
  ck_assert(support_run("objcopy --remove-section .note.gnu.build-id common"));
  ck_assert_str_ne(resolve(&config, &module), support_everything);
  ck_assert_ptr_nonnull(strstr(support_warnings, "is not used"));
}
END_TEST

/* It has no build-id but the same thing in .debug_sup. */
START_TEST(dwz_supplement_as_in_dwarf_5)
{
  if (!support_build("-gdwarf-5") || !support_run("cp whole one && cp whole two && dwz --dwarf-5 -m common one two"))
    return;
  ck_assert_str_eq(resolve_program("one"), support_everything);
  ck_assert_str_eq(support_warnings, "");
  ck_assert(
    support_run("objcopy -O binary --only-section=.debug_sup --set-section-flags .debug_sup=alloc common sup && "
                "printf X | dd of=sup bs=1 seek=9 conv=notrunc && objcopy --update-section .debug_sup=sup common"));
  ck_assert_str_ne(resolve_program("one"), support_everything);
  ck_assert_ptr_nonnull(strstr(support_warnings, "common is not the debug file of"));
  ck_assert_ptr_nonnull(strstr(support_warnings, "its build-id differs"));
}
END_TEST

START_TEST(changed_program_gives_no_names)
{
  struct symbols_config config = support_config();
  if (!support_build(""))
    return;
  struct symbols_module module = support_module("whole");
  unsigned char other_id[20] = {1, 2, 3};
  module.build_id = other_id;
  ck_assert_str_eq(resolve(&config, &module), support_nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "whole has changed"));
}
END_TEST

START_TEST(without_build_id_size_and_time_tell_a_changed_program)
{
  struct symbols_config config = support_config();
  if (!support_build("-Wl,--build-id=none"))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  module.mtime_ns++;
  ck_assert_str_eq(resolve(&config, &module), support_nothing);
  module.mtime_ns = 0; /* unknown */
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  module.file_bytes++;
  ck_assert_str_eq(resolve(&config, &module), support_nothing);
}
END_TEST

/* Size and time are the same of both. */
START_TEST(without_build_id_contents_tell_a_changed_program)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!support_build("-Wl,--build-id=none") ||
      !support_run("sed s/outer/inner/ prog.c >other.c && cp other.c prog.c && "
                   "gcc -O1 -g -Wl,--build-id=none -o other prog.c && touch -r whole other"))
    return;
  struct symbols_module module = support_module_by_sum("whole"), other = support_module_by_sum("other");
  ck_assert_uint_eq(module.file_bytes, other.file_bytes);
  ck_assert_uint_eq(module.mtime_ns, other.mtime_ns);
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  other.path = module.path;
  ck_assert_str_eq(resolve(&config, &other), support_nothing);
  ck_assert_ptr_nonnull(strstr(support_warnings, "whole has changed"));
  ck_assert(support_run("cp whole kept && cp -p other whole"));
  ck_assert_str_eq(resolve(&config, &other), "inlined prog.c:5, inner prog.c:9");
  ck_assert_str_eq(resolve(&config, &module), support_everything); /* out of the cache */
  ck_assert(support_run("rm -r cache"));
  ck_assert_str_eq(resolve(&config, &module), support_nothing);
  ck_assert(support_run("cp kept whole")); /* at another time */
  ck_assert_str_eq(resolve(&config, &module), support_everything);
}
END_TEST

/* The program could not be read when it was mapped: then at least it is the same file. */
START_TEST(what_was_never_read_is_not_replaced)
{
  struct symbols_config config = support_config();
  struct stat stat_now;
  if (!support_build("-Wl,--build-id=none"))
    return;
  ck_assert_int_eq(stat(support_path("whole"), &stat_now), 0);
  struct symbols_module module = {.path = support_path("whole"), .inode = stat_now.st_ino};
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  ck_assert(support_run("cp whole new && mv new whole"));
  ck_assert_str_eq(resolve(&config, &module), support_nothing);
}
END_TEST

START_TEST(missing_program_is_said_once)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  struct symbols_module module = {.path = "/nonexistent/prog"};
  symbols_create(&config, &symbols);
  for (uint64_t offset = 0; offset < 3; offset++) {
    symbols_resolve(symbols, &module, offset, &frames, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_ptr_null(frames[0].function);
  }
  symbols_destroy(symbols);
  ck_assert_str_eq(support_warnings,
                   "cannot read /nonexistent/prog: No such file or directory; no names are taken from it\n");
}
END_TEST

/* The answers of a first run serve a second one when the program is gone. */
START_TEST(cache_answers_without_the_program)
{
  struct symbols_config config = support_config();
  struct stat stat_now;
  config.cache_dir = support_path("cache/symbols");
  if (!support_build(""))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  ck_assert_int_eq(stat(config.cache_dir, &stat_now), 0);
  ck_assert_int_eq(stat_now.st_mode & 0777, 0700);
  ck_assert(support_run("test $(ls cache/symbols | wc -l) = 1 && test -z \"$(find cache -type f ! -perm 600)\""));
  module.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

/* Another build of Seep may find other names, so it looks for itself. */
START_TEST(cache_of_other_code_is_not_believed)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  config.code = "an older Seep";
  if (!support_build(""))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  struct symbols_module gone = module;
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &gone), support_everything);
  config.code = NULL;
  ck_assert_str_eq(resolve(&config, &gone), support_nothing);
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  ck_assert_str_eq(resolve(&config, &gone), support_everything);
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
  if (!support_build(""))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), support_everything);
  ck_assert_msg(support_run("f=$PWD/$(ls cache/*) && %s", damages[_i]), "%s", damages[_i]);
  struct symbols_module gone = module;
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &gone), support_nothing);
  ck_assert_str_eq(resolve(&config, &module), support_everything);
}
END_TEST

START_TEST(cache_is_not_believed_when_a_debug_file_appears)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!support_build("") || !support_run("objcopy --only-keep-debug whole prog.debug && cp whole prog && strip prog && "
                                         "objcopy --add-gnu-debuglink=prog.debug prog && mv prog.debug away"))
    return;
  struct symbols_module module = support_module("prog");
  ck_assert_str_eq(resolve(&config, &module), support_nothing);
  ck_assert(support_run("mv away prog.debug"));
  ck_assert_str_eq(resolve(&config, &module), support_everything);
}
END_TEST

/* One build-id, more and less to tell. */
START_TEST(cache_of_a_stripped_program_gives_way)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!support_build("") || !support_run("cp whole prog && strip --strip-all prog"))
    return;
  struct symbols_module stripped = support_module("prog"), whole = support_module("whole"), gone = whole;
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &stripped), support_nothing);
  ck_assert_str_eq(resolve(&config, &gone), support_nothing);
  ck_assert_str_eq(resolve(&config, &whole), support_everything);
  ck_assert_str_eq(resolve(&config, &stripped), support_everything);
  ck_assert_str_eq(resolve(&config, &gone), support_everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(cache_gives_way_at_the_same_path)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!support_build("") || !support_run("cp whole prog && strip --strip-debug prog"))
    return;
  struct symbols_module module = support_module("prog");
  ck_assert_str_eq(resolve(&config, &module), "outer ???:0");
  ck_assert(support_run("mv whole prog && cp prog whole"));
  ck_assert_str_eq(resolve(&config, &module), support_everything);
}
END_TEST

/* What a stripped copy cannot tell is not mixed with what is known. */
START_TEST(cache_is_not_made_poorer)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!support_build("") || !support_run("cp whole prog && strip --strip-all prog"))
    return;
  struct symbols_module stripped = support_module("prog"), whole = support_module("whole");
  ck_assert_str_eq(resolve(&config, &whole), support_everything);
  ck_assert_str_eq(resolve_at(&config, &stripped, "main"), support_nothing);
  ck_assert_str_eq(resolve_at(&config, &whole, "main"), "main prog.c:14");
  ck_assert_str_eq(resolve(&config, &stripped), support_everything);
  ck_assert(support_run("rm -r cache"));
  ck_assert_str_eq(resolve(&config, &stripped), support_nothing);
  ck_assert_str_eq(resolve_at(&config, &stripped, "main"), support_nothing);
  ck_assert_str_eq(resolve_at(&config, &whole, "main"), "main prog.c:14");
}
END_TEST

/* In one session, in whichever order the modules are stored. */
START_TEST(richer_answers_are_stored)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  config.cache_dir = support_path("cache");
  if (!support_build("") ||
      !support_run("cp whole prog && strip --strip-all prog && for i in 1 2 3 4; do cp prog prog$i; done"))
    return;
  uint64_t offset = support_offset("whole", "mark");
  struct symbols_module whole = support_module("whole"), stripped = support_module("prog"), gone = whole;
  symbols_create(&config, &symbols);
  symbols_resolve(symbols, &whole, offset, &frames, &count);
  for (int i = 1; i <= 4; i++) {
    char name[16];
    snprintf(name, sizeof name, "prog%d", i);
    stripped.path = support_path(name);
    symbols_resolve(symbols, &stripped, offset, &frames, &count);
  }
  symbols_destroy(symbols);
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&config, &gone), support_everything);
}
END_TEST

START_TEST(cache_gives_way_when_debug_files_are_looked_for_elsewhere)
{
  struct symbols_config config = support_config();
  const char *const roots[] = {support_path("root"), NULL};
  config.cache_dir = support_path("cache");
  if (!support_build("") || !support_run("cp whole prog && strip prog"))
    return;
  struct symbols_module module = support_module("prog");
  char hex[41] = "";
  for (size_t i = 0; i < module.build_id_bytes; i++)
    snprintf(hex + 2 * i, 3, "%02x", module.build_id[i]);
  ck_assert(
    support_run("d=root/.build-id/%.2s && mkdir -p $d && objcopy --only-keep-debug whole $d/%s.debug", hex, hex + 2));
  ck_assert_str_eq(resolve(&config, &module), support_nothing);
  config.debug_dirs = roots;
  ck_assert_str_eq(resolve(&config, &module), support_everything);
}
END_TEST

/* A file that was still being written may have been looked at. */
START_TEST(cache_of_a_damaged_file_gives_way)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!support_build("") ||
      !support_run("objcopy --dump-section .debug_line=lines whole unused && truncate -s 20 lines && "
                   "objcopy --update-section .debug_line=lines whole prog"))
    return;
  struct symbols_module module = support_module("prog");
  ck_assert_ptr_null(strstr(resolve(&config, &module), "prog.c:5"));
  ck_assert_ptr_nonnull(strstr(support_warnings, "damaged"));
  ck_assert(support_run("cp whole new && mv new prog"));
  ck_assert_str_eq(resolve(&config, &module), support_everything);
}
END_TEST

/* What is packed holds as it was, unless there was nothing better to pack. */
START_TEST(packed_names_give_way_to_better_ones)
{
  struct symbols_config config = support_config(), packing;
  config.packed_dir = support_path("packed");
  packing = config;
  packing.packs = true;
  if (!support_build("") || !support_run("cp whole prog && strip --strip-debug prog"))
    return;
  struct symbols_module stripped = support_module("prog"), whole = support_module("whole"), gone = whole;
  gone.path = "/nonexistent/moved";
  ck_assert_str_eq(resolve(&packing, &stripped), "outer ???:0");
  ck_assert_str_eq(resolve(&config, &gone), "outer ???:0");
  ck_assert_str_eq(resolve(&config, &stripped), "outer ???:0");
  ck_assert_str_eq(resolve(&packing, &whole), support_everything);
  ck_assert_str_eq(resolve(&config, &gone), support_everything);
  ck_assert_str_eq(resolve(&config, &stripped), support_everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(cache_folder_of_others_is_refused)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!support_build("") || !support_run("mkdir cache && chmod 777 cache"))
    return;
  struct symbols_module module = support_module("whole");
  ck_assert_str_eq(resolve(&config, &module), support_everything);
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
  tcase_add_test(tcase, mini_debug_information);
  tcase_add_test(tcase, mini_debug_information_gives_way_to_more);
  tcase_add_test(tcase, damaged_mini_debug_information);
  tcase_add_test(tcase, mini_debug_information_that_is_too_large);
  tcase_add_test(tcase, dwz_supplement_of_another_build);
  tcase_add_test(tcase, dwz_supplement_as_in_dwarf_5);
  tcase_add_test(tcase, changed_program_gives_no_names);
  tcase_add_test(tcase, without_build_id_size_and_time_tell_a_changed_program);
  tcase_add_test(tcase, without_build_id_contents_tell_a_changed_program);
  tcase_add_test(tcase, what_was_never_read_is_not_replaced);
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
