/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The first instructions of functions elsewhere: forms that compilers put there, those that must be left alone, and the
 * functions of this machine's C library that Seep changes, which are called by their copies. */
#include "native/moved_code.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unit/unit.h"

enum { LEAST = 5, CODE_BYTES = 64, PAGE_BYTES = 4096, JUMP_BYTES = 5 };

/* Code and its copy, close to each other. */
static unsigned char *page;

static void setup(void)
{
  page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ck_assert_ptr_ne(page, MAP_FAILED);
}

static size_t copy(const unsigned char *code, size_t bytes)
{
  memset(page, 0x06, PAGE_BYTES); /* no instruction */
  memcpy(page, code, bytes);
  return moved_code_copy(page, LEAST, page + CODE_BYTES);
}

static int32_t number_at(const unsigned char *place)
{
  int32_t number;
  memcpy(&number, place, sizeof number);
  return number;
}

static void goes_on_at(const unsigned char *jump, const unsigned char *target)
{
  ck_assert_uint_eq(jump[0], 0xe9);
  ck_assert_ptr_eq(jump + JUMP_BYTES + number_at(jump + 1), target);
}

#define CODE(...)                        \
  {__VA_ARGS__}, sizeof(unsigned char[]) \
  {                                      \
    __VA_ARGS__                          \
  }

/* Instructions that are the same everywhere. */
static const struct {
  unsigned char code[16];
  size_t bytes;
} plain[] = {
  {CODE(0xf3, 0x0f, 0x1e, 0xfa, 0x55)},                /* endbr64; push %rbp */
  {CODE(0x41, 0x57, 0x41, 0x56, 0x41, 0x55)},          /* push %r15, %r14, %r13 */
  {CODE(0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x18)},    /* mov %rsp, %rbp; sub $24, %rsp */
  {CODE(0x48, 0x81, 0xec, 0x88, 0, 0, 0)},             /* sub $136, %rsp */
  {CODE(0x64, 0x48, 0x8b, 0x04, 0x25, 0x10, 0, 0, 0)}, /* mov %fs:16, %rax */
  {CODE(0x64, 0x8b, 0x04, 0x25, 0x18, 0, 0, 0)},       /* mov %fs:24, %eax */
  {CODE(0xb8, 0xe7, 0, 0, 0)},                         /* mov $231, %eax */
  {CODE(0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8)},          /* movabs */
  {CODE(0x0f, 0xb6, 0x47, 0x10, 0x84, 0xc0)},          /* movzbl 16(%rdi), %eax; test %al, %al */
  {CODE(0x48, 0xc7, 0x44, 0x24, 0x08, 0, 0, 0, 0)},    /* movq $0, 8(%rsp) */
  {CODE(0x66, 0x0f, 0xef, 0xc0, 0x90)},                /* pxor %xmm0, %xmm0; nop */
  {CODE(0x0f, 0x1f, 0x44, 0, 0)},                      /* nopl 0(%rax, %rax) */
  {CODE(0x49, 0x89, 0xca, 0x0f, 0x05)},                /* mov %rcx, %r10; syscall */
  {CODE(0x48, 0x3d, 0x01, 0xf0, 0xff, 0xff)},          /* cmp $-4095, %rax */
};

START_TEST(plain_instructions_stay_as_they_are)
{
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    ck_assert_msg(copy(plain[i].code, plain[i].bytes) == plain[i].bytes, "code %zu", i);
    ck_assert_mem_eq(page + CODE_BYTES, plain[i].code, plain[i].bytes);
    goes_on_at(page + CODE_BYTES + plain[i].bytes, page + plain[i].bytes);
  }
}
END_TEST

START_TEST(data_beside_the_code_stays_where_it_is)
{
  static const unsigned char with_byte[] = {0x83, 0x3d, 0x40, 0, 0, 0, 0x07}; /* cmpl $7, 64(%rip) */
  static const unsigned char load[] = {0x4c, 0x8d, 0x3d, 0x00, 0x10, 0, 0};   /* lea 4096(%rip), %r15 */
  ck_assert_uint_eq(copy(with_byte, sizeof with_byte), sizeof with_byte);
  ck_assert_int_eq(number_at(page + CODE_BYTES + 2), 0x40 - CODE_BYTES);
  ck_assert_uint_eq(page[CODE_BYTES + 6], 7);
  ck_assert_uint_eq(copy(load, sizeof load), sizeof load);
  ck_assert_int_eq(number_at(page + CODE_BYTES + 3), 0x1000 - CODE_BYTES);
}
END_TEST

START_TEST(jumps_lead_where_they_led)
{
  static const unsigned char near[] = {0x48, 0x85, 0xff, 0x74, 0x20};                  /* test; je +32 */
  static const unsigned char back[] = {0x48, 0x85, 0xff, 0x75, 0x80};                  /* test; jne -128 */
  static const unsigned char far[] = {0x85, 0xc0, 0x0f, 0x88, 0x00, 0x01, 0x00, 0x00}; /* test; js +256 */
  static const unsigned char last[] = {0x48, 0x89, 0xf8, 0xeb, 0x10};                  /* mov; jmp +16 */
  ck_assert_uint_eq(copy(near, sizeof near), sizeof near);
  ck_assert_uint_eq(page[CODE_BYTES + 3], 0x0f);
  ck_assert_uint_eq(page[CODE_BYTES + 4], 0x84);
  ck_assert_ptr_eq(page + CODE_BYTES + 9 + number_at(page + CODE_BYTES + 5), page + 5 + 0x20);
  ck_assert_uint_eq(copy(back, sizeof back), sizeof back);
  ck_assert_ptr_eq(page + CODE_BYTES + 9 + number_at(page + CODE_BYTES + 5), page + 5 - 0x80);
  ck_assert_uint_eq(copy(far, sizeof far), sizeof far);
  ck_assert_ptr_eq(page + CODE_BYTES + 8 + number_at(page + CODE_BYTES + 4), page + 8 + 0x100);
  ck_assert_uint_eq(copy(last, sizeof last), sizeof last);
  goes_on_at(page + CODE_BYTES + 3, page + 5 + 0x10);
}
END_TEST

static const struct {
  unsigned char code[16];
  size_t bytes;
} strange[] = {
  {CODE(0xe8, 0, 0, 0, 0)},                   /* call */
  {CODE(0xc3, 0x90, 0x90, 0x90, 0x90)},       /* ret: the function is too short */
  {CODE(0xeb, 0x00, 0x90, 0x90, 0x90)},       /* jmp: likewise */
  {CODE(0x48, 0x85, 0xff, 0x75, 0xfc)},       /* jne among what is moved: -4 */
  {CODE(0x74, 0x01, 0x90, 0x90, 0x90)},       /* likewise, forwards */
  {CODE(0xff, 0x25, 0, 0, 0, 0)},             /* jmp *0(%rip) */
  {CODE(0xff, 0xd0, 0x90, 0x90, 0x90)},       /* call *%rax */
  {CODE(0x66, 0xb8, 1, 0, 0x90)},             /* two bytes of a number */
  {CODE(0x66, 0xc7, 0x00, 1, 0)},             /* likewise */
  {CODE(0xc5, 0xf8, 0x77, 0x90, 0x90)},       /* vzeroupper */
  {CODE(0x62, 0xf1, 0x7c, 0x48, 0x10, 0x07)}, /* vmovups %zmm0 */
  {CODE(0xe3, 0x10, 0x90, 0x90, 0x90)},       /* jrcxz */
  {CODE(0xe2, 0x10, 0x90, 0x90, 0x90)},       /* loop */
  {CODE(0x0f, 0x38, 0x00, 0xc1, 0x90)},       /* pshufb */
  {CODE(0xf0, 0x0f, 0xb1, 0x0f, 0x90)},       /* lock cmpxchg */
  {CODE(0x2e, 0x0f, 0x1f, 0x44, 0, 0)},       /* nopl with a prefix */
  {CODE(0xcc, 0x90, 0x90, 0x90, 0x90)},       /* a debugger's */
  {CODE(0xa1, 1, 2, 3, 4, 5, 6, 7, 8)},       /* mov of an address */
  {CODE(0x06, 0x06, 0x06, 0x06, 0x06)},       /* nothing */
};

START_TEST(what_is_not_understood_is_left_alone)
{
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++)
    ck_assert_msg(copy(strange[i].code, strange[i].bytes) == 0, "code %zu", i);
}
END_TEST

START_TEST(what_is_too_far_is_left_alone)
{
  static const unsigned char load[] = {0x48, 0x8d, 0x05, 0xf0, 0xff, 0xff, 0x7f}; /* lea nearly 2 GiB ahead */
  memset(page, 0x90, PAGE_BYTES);
  memcpy(page + CODE_BYTES, load, sizeof load);
  ck_assert_uint_eq(moved_code_copy(page + CODE_BYTES, LEAST, page), 0);
}
END_TEST

/* --- this machine's C library --- */

static void *near_page(const void *function)
{
  const uintptr_t start = (uintptr_t)function & ~(uintptr_t)(PAGE_BYTES - 1);
  for (uintptr_t i = 1; i < 1 << 18; i++) {
    void *const place = mmap((void *)(start - i * PAGE_BYTES), PAGE_BYTES, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (place != MAP_FAILED)
      return place;
  }
  return NULL;
}

static void *copy_of(const char *name)
{
  void *const function = dlsym(RTLD_DEFAULT, name);
  ck_assert_msg(function != NULL, "%s", name);
  unsigned char *const place = near_page(function);
  ck_assert_ptr_nonnull(place);
  ck_assert_msg(moved_code_copy(function, LEAST, place) >= LEAST, "%s begins in a new way", name);
  ck_assert_int_eq(mprotect(place, PAGE_BYTES, PROT_READ | PROT_EXEC), 0);
  return place;
}

START_TEST(the_c_library_works_by_copies)
{
  static const char *const others[] = {"aligned_alloc", "posix_memalign", "valloc", "pvalloc",  "pthread_create",
                                       "prctl",         "_exit",          "execve", "execveat", "fexecve"};
  void *(*const my_malloc)(size_t) = (void *(*)(size_t))copy_of("malloc");
  void *(*const my_calloc)(size_t, size_t) = (void *(*)(size_t, size_t))copy_of("calloc");
  void *(*const my_realloc)(void *, size_t) = (void *(*)(void *, size_t))copy_of("realloc");
  void *(*const my_memalign)(size_t, size_t) = (void *(*)(size_t, size_t))copy_of("memalign");
  void (*const my_free)(void *) = (void (*)(void *))copy_of("free");
  size_t (*const my_size)(void *) = (size_t(*)(void *))copy_of("malloc_usable_size");
  long (*const my_syscall)(long, ...) = (long (*)(long, ...))copy_of("syscall");
  for (size_t i = 0; i < 100; i++) {
    char *block = my_malloc(i * 50 + 1), *const zeros = my_calloc(i + 1, 3), *const aligned = my_memalign(256, i + 1);
    ck_assert(block && zeros && aligned && (uintptr_t)aligned % 256 == 0 && zeros[i] == 0 &&
              my_size(block) >= i * 50 + 1);
    block[0] = (char)i;
    block = my_realloc(block, i * 500 + 1);
    ck_assert_int_eq(block[0], (char)i);
    my_free(block);
    my_free(zeros);
    my_free(aligned);
  }
  my_free(NULL);
  ck_assert_int_eq(my_syscall(39 /* getpid */), getpid());
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    (void)copy_of(others[i]);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("moved_code");
  TCase *tcase = tcase_create("moved_code");
  tcase_add_checked_fixture(tcase, setup, NULL);
  tcase_add_test(tcase, plain_instructions_stay_as_they_are);
  tcase_add_test(tcase, data_beside_the_code_stays_where_it_is);
  tcase_add_test(tcase, jumps_lead_where_they_led);
  tcase_add_test(tcase, what_is_not_understood_is_left_alone);
  tcase_add_test(tcase, what_is_too_far_is_left_alone);
  tcase_add_test(tcase, the_c_library_works_by_copies);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
