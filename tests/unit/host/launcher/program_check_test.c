/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that can be checked, and for each kind that cannot the sentence and the exit status. */
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/launcher/prepare/program_check.h"
#include "tests/unit/unit.h"

static char directory[] = "/tmp/seep-program-XXXXXX";
static char path[256];

static void setup(void)
{
  unit_make_folder(directory);
  snprintf(path, sizeof path, "%s/program", directory);
}

static void teardown(void)
{
  unit_remove_folder(directory);
}

static void write_program(const void *content, size_t size, mode_t mode)
{
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(content, 1, size, file), size);
  fclose(file);
  ck_assert_int_eq(chmod(path, mode), 0);
}

static void write_text(const char *text)
{
  write_program(text, strlen(text), 0755);
}

/* A program of one segment, static. */
struct small_program {
  Elf64_Ehdr elf;
  Elf64_Phdr segments[2];
  char loader[32];
};

static struct small_program small_program(void)
{
  return (struct small_program){
    .elf = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT}, .e_type = ET_EXEC,
            .e_machine = EM_X86_64, .e_phoff = offsetof(struct small_program, segments),
            .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 1},
    .segments = {{.p_type = PT_LOAD, .p_memsz = 4096}},
  };
}

static void write_small(const struct small_program *program)
{
  write_program(program, sizeof *program, 0755);
}

static void accepts(const char *name, const char *search_path, const char *found)
{
  char *result = NULL;
  int status;
  ck_no_error(program_check(name, search_path, &result, &status));
  ck_assert_str_eq(result, found);
  free(result);
}

static void refuses(const char *name, int expected, const char *part)
{
  char *result;
  int status = 0;
  ck_error_says(program_check(name, directory, &result, &status), part);
  ck_assert_int_eq(status, expected);
}

START_TEST(programs_are_found)
{
  accepts("/bin/sh", NULL, "/bin/sh");
  accepts("sh", "/nowhere:/bin", "/bin/sh");
  accepts("sh", NULL, "/bin/sh");
  write_text("#! /bin/sh -e\n");
  accepts("program", directory, path);
  accepts(path, NULL, path);
}
END_TEST

START_TEST(missing_programs)
{
  refuses("no-such-program", EXIT_NOT_FOUND, "no-such-program: command not found");
  refuses("/no/such/program", EXIT_NOT_FOUND, "No such file or directory");
  refuses("", EXIT_NOT_FOUND, "No such file or directory");
}
END_TEST

START_TEST(files_that_are_no_programs)
{
  refuses(directory, EXIT_NOT_EXECUTABLE, "is a directory");
  write_program("#!/bin/sh\n", 10, 0644);
  refuses(path, EXIT_NOT_EXECUTABLE, "program: Permission denied");
  refuses("program", EXIT_NOT_EXECUTABLE, "Permission denied");
  write_program("#!/bin/sh\n", 10, 04755);
  refuses(path, EXIT_NOT_EXECUTABLE, "setuid");
  write_program("\x89PNG\0\0", 6, 0755);
  refuses(path, EXIT_NOT_EXECUTABLE, "cannot execute binary file");
  refuses("/dev/null", EXIT_NOT_EXECUTABLE, "is not a regular file");
  refuses("/dev/null/program", EXIT_NOT_EXECUTABLE, "/dev/null/program: Not a directory");
}
END_TEST

START_TEST(scripts)
{
  write_text("#!/no/such/interpreter -x\n");
  refuses(path, EXIT_NOT_EXECUTABLE, "bad interpreter /no/such/interpreter: No such file or directory");
  write_text("#!/bin/sh\r\n");
  refuses(path, EXIT_NOT_EXECUTABLE, "carriage return");
  write_text("#! \n");
  accepts(path, NULL, path);
  write_text("#!/tmp\n");
  refuses(path, EXIT_NOT_EXECUTABLE, "bad interpreter: /tmp: is a directory");
  write_text("echo no first line, as shells allow\n");
  accepts(path, NULL, path);
  write_text("");
  accepts(path, NULL, path);
}
END_TEST

START_TEST(a_script_that_interprets_itself)
{
  char text[300];
  snprintf(text, sizeof text, "#!%s\n", path);
  write_text(text);
  refuses(path, EXIT_NOT_EXECUTABLE, "too many nested script interpreters");
}
END_TEST

START_TEST(elf_programs_of_other_machines)
{
  struct small_program program = small_program();
  write_small(&program);
  accepts(path, NULL, path);
  program.elf.e_machine = EM_AARCH64;
  write_small(&program);
  refuses(path, EXIT_NOT_EXECUTABLE, "another processor (ELF machine 183)");
  program.elf.e_ident[EI_CLASS] = ELFCLASS32;
  program.elf.e_machine = EM_386;
  write_small(&program);
  refuses(path, EXIT_NOT_EXECUTABLE, "is a 32-bit program");
  program.elf.e_ident[EI_DATA] = ELFDATA2MSB;
  write_small(&program);
  refuses(path, EXIT_NOT_EXECUTABLE, "big-endian");
}
END_TEST

START_TEST(damaged_elf_programs)
{
  struct small_program program = small_program();
  write_program(&program, 20, 0755);
  refuses(path, EXIT_NOT_EXECUTABLE, "the file ends after 20 bytes");
  program.elf.e_phnum = 3;
  write_program(&program, sizeof program.elf + 60, 0755);
  refuses(path, EXIT_NOT_EXECUTABLE, "program header 1 is cut off");
  program.elf.e_phnum = 0;
  write_small(&program);
  refuses(path, EXIT_NOT_EXECUTABLE, "no usable program headers");
  program = small_program();
  program.elf.e_type = ET_REL;
  write_small(&program);
  refuses(path, EXIT_NOT_EXECUTABLE, "link it first");
  program.elf.e_type = ET_DYN;
  program.segments[0].p_type = PT_NOTE;
  write_small(&program);
  refuses(path, EXIT_NOT_EXECUTABLE, "no segments to load");
}
END_TEST

START_TEST(the_loader_must_be_there)
{
  struct small_program program = small_program();
  program.elf.e_phnum = 2;
  strcpy(program.loader, "/no/such/loader");
  program.segments[1] = (Elf64_Phdr){.p_type = PT_INTERP, .p_offset = offsetof(struct small_program, loader),
                                     .p_filesz = strlen(program.loader) + 1};
  write_small(&program);
  refuses(path, EXIT_NOT_EXECUTABLE, "its loader /no/such/loader cannot be used");
  program.segments[1].p_filesz = 1 << 20;
  write_small(&program);
  refuses(path, EXIT_NOT_EXECUTABLE, "the name of its loader cannot be read");
}
END_TEST

static Suite *program_check_suite(void)
{
  Suite *suite = suite_create("program_check");
  TCase *tests = tcase_create("program_check");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, programs_are_found);
  tcase_add_test(tests, missing_programs);
  tcase_add_test(tests, files_that_are_no_programs);
  tcase_add_test(tests, scripts);
  tcase_add_test(tests, a_script_that_interprets_itself);
  tcase_add_test(tests, elf_programs_of_other_machines);
  tcase_add_test(tests, damaged_elf_programs);
  tcase_add_test(tests, the_loader_must_be_there);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(program_check_suite());
}
