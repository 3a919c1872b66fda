/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Damage to each section: it costs the lines of that module, is said once, and the message says where it is and what to
 * do. Names from the symbol table stay. */
#include "support/symbols_fixture.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <elfutils/libdwfl.h>

/* This stands in for the library's function. */
static const char *library_version = "9.999";

const char *dwfl_version(Dwfl *session)
{
  return library_version;
}

struct damage {
  const char *section; /* NULL: the whole file */
  const char *command; /* changes "part" */
  const char *says;
};

#define OVERWRITE(at, bytes) "printf '" bytes "' | dd of=part bs=1 seek=" #at " conv=notrunc"
#define FILL "tr '\\000-\\376' '\\377' <part >new && mv new part"

static const struct damage damages[] = {
  {".debug_info", OVERWRITE(4, "\\011"), "of DWARF version 9, while 2 to 5 are known"},
  {".debug_info", OVERWRITE(8, "\\377\\377\\377"), "the unit at .debug_info+0x0 cannot be read (invalid offset)"},
  {".debug_info", FILL, "the unit at .debug_info+0x0 is damaged"},
  {".debug_abbrev", FILL, "cannot be read (its abbreviations are damaged)"},
  {".debug_abbrev", OVERWRITE(0, "\\000\\000"), "cannot be read (its abbreviations are damaged)"},
  {".debug_line", OVERWRITE(4, "\\011"), "the line table at .debug_line+0x0 is damaged, or of an unknown version (9,"},
  {".debug_line", FILL, "the line table at .debug_line+0x0 is damaged"},
  {NULL, "head -c 15000 part >new && mv new part", "is cut off (15000 bytes; its table of sections is at"},
};

/* "whole" damaged, as "prog". False when the tools are missing. */
static bool make_damaged(const struct damage *damage)
{
  if (!support_build("-gdwarf-5"))
    return false;
  if (!damage->section)
    return support_run("cp whole part && %s && mv part prog", damage->command);
  return support_run("objcopy -O binary --only-section=%s --set-section-flags %s=alloc whole part && %s ; "
                     "objcopy --update-section %s=part whole prog", damage->section, damage->section, damage->command,
                     damage->section);
}

static const char *resolve_twice(const char *symbol)
{
  struct symbols_config config = support_config();
  struct symbols_module module = support_module("whole");
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  module.path = support_path("prog");
  symbols_create(&config, &symbols);
  symbols_resolve(symbols, &module, support_offset("whole", "main"), &frames, &count);
  symbols_resolve(symbols, &module, support_offset("whole", symbol), &frames, &count);
  const char *text = support_text(frames, count);
  symbols_destroy(symbols);
  return text;
}

START_TEST(damage_is_said_once)
{
  const struct damage *damage = &damages[_i];
  if (!make_damaged(damage))
    return;
  const char *text = resolve_twice("mark");
  ck_assert_msg(strstr(text, damage->section ? "outer " : "???") != NULL, "%s", text);
  ck_assert_msg(strstr(support_warnings, damage->says) != NULL, "%s", support_warnings);
  ck_assert_msg(strstr(support_warnings, "build or install") != NULL, "%s", support_warnings);
  ck_assert_msg(strchr(support_warnings, '\n') == strrchr(support_warnings, '\n'), "%s", support_warnings);
}
END_TEST

/* Without libzstd it depends on how libelf was built; either all is there, or it is said why not. */
START_TEST(compressed_with_zstd)
{
  if (!support_build("-gdwarf-5") || !support_run("objcopy --compress-debug-sections=zstd whole prog"))
    return;
  if (strcmp(resolve_twice("mark"), support_everything) == 0)
    ck_assert_str_eq(support_warnings, "");
  else
    ck_assert_msg(strstr(support_warnings, "is compressed with zstd, which the libelf here cannot read; make it plain "
                                           "(objcopy --decompress-debug-sections") != NULL, "%s", support_warnings);
}
END_TEST

/* A byte in the middle of what zstd has made of .debug_info is changed. */
START_TEST(damaged_by_zstd)
{
  if (!support_build("-gdwarf-5") || !support_run("objcopy --compress-debug-sections=zstd whole prog"))
    return;
  ck_assert(
    support_run("set -- $(readelf -SW prog | sed -n 's/.* .debug_info *PROGBITS *[0-9a-f]* *\\([0-9a-f]*\\) "
                "*\\([0-9a-f]*\\).*/\\1 \\2/p') && "
                "printf '\\377\\377\\377\\377' | dd of=prog bs=1 seek=$((0x$1 + 0x$2 / 2)) conv=notrunc 2>/dev/null"));
  ck_assert_ptr_nonnull(strstr(resolve_twice("mark"), "outer"));
  ck_assert_msg(strstr(support_warnings, ".debug_info") != NULL, "%s", support_warnings);
}
END_TEST

/* Nothing is left out for that: what is missing in the library shows by itself. */
START_TEST(library_that_is_too_old)
{
  library_version = _i == 0 ? "0.150" : NULL;
  if (!support_build("-gdwarf-5") || !support_run("cp whole prog"))
    return;
  const char *text = resolve_twice("mark");
  library_version = "9.999";
  ck_assert_str_eq(text, support_everything);
  ck_assert_ptr_nonnull(strstr(support_warnings, _i == 0 ? "libdw is version 0.150 here, and Seep was compiled with 0."
                                                         : "libdw is version unknown here"));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: damage");
  TCase *tcase = tcase_create("damage");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, damage_is_said_once, 0, sizeof damages / sizeof *damages);
  tcase_add_test(tcase, compressed_with_zstd);
  tcase_add_test(tcase, damaged_by_zstd);
  tcase_add_loop_test(tcase, library_that_is_too_old, 0, 2);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
