/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Strings of libstdc++ begin with a pointer to their text and its length; the text has a NUL behind it. */
#include "memcheck/test_runner_names.h"

#include <linux/prctl.h>

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vkiscnums.h"

enum {
  WORD = sizeof(UWord),
  STRING_BYTES = 32,           /* of a std::string in libstdc++ */
  CATCH_ARGUMENT = 2,          /* behind the place of the result, and `this` */
  DOCTEST_FILE_BYTES = 24,     /* doctest::String, then the line, then the name */
  DOCTEST_LINE_MAX = 1 << 24,
  BOOST_TYPE = 0,
  BOOST_CASE = 0x01, BOOST_SUITE = 0x10,
  THREAD_NAME_BYTES = 16,      /* as the kernel keeps it */
  LIBTEST_STORAGE_WORDS = 128, /* of thread-local variables */
  LIBTEST_OBJECT_WORDS = 8,    /* of what one of these points to */
  BOOST_UNIT_BYTES = 512,      /* somewhere there is the name, the first std::string of a unit */
};

bool test_name_read_word(Addr address, UWord *ret)
{
  uint64_t word;
  if (address % WORD != 0 || !guarded_load((const uint64_t *)address, &word))
    return false;
  *ret = word;
  return true;
}

bool test_name_read_text(Addr address, HChar name[TEST_NAME_BYTES])
{
  return address != 0 && core_guest_string(address, name, TEST_NAME_BYTES) > 0;
}

static bool read_string(Addr string, HChar name[TEST_NAME_BYTES])
{
  UWord text, bytes;
  if (!test_name_read_word(string, &text) || !test_name_read_word(string + WORD, &bytes) || bytes == 0 ||
      !test_name_read_text(text, name))
    return false;
  const UWord seen = VG_(strlen)(name);
  return bytes < TEST_NAME_BYTES ? seen == bytes : seen == TEST_NAME_BYTES - 1;
}

bool test_name_NONE(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  return false;
}

bool test_name_TEXT(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  return test_name_read_text(call->arguments[0], name);
}

/* testing::TestInfo begins with the names of suite and test. */
bool test_name_GTEST(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  HChar test[TEST_NAME_BYTES];
  const Addr info = call->arguments[0];
  if (!read_string(info, name) || !read_string(info + STRING_BYTES, test))
    return false;
  const SizeT at = VG_(strlen)(name);
  VG_(snprintf)(name + at, (Int)(TEST_NAME_BYTES - at), ".%s", test);
  return true;
}

/* Catch::TestCase begins with its name. */
bool test_name_CATCH_2(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  return read_string(call->arguments[CATCH_ARGUMENT], name);
}

/* Catch::TestCaseHandle begins with a pointer to Catch::TestCaseInfo, and that with its name. */
bool test_name_CATCH_3(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  UWord info;
  return test_name_read_word(call->arguments[CATCH_ARGUMENT], &info) && read_string(info, name);
}

bool test_name_DOCTEST(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  UWord line, text;
  const Addr after_file = call->arguments[1] + DOCTEST_FILE_BYTES;
  if (!test_name_read_word(after_file, &line) || (UInt)line == 0 || (UInt)line > DOCTEST_LINE_MAX)
    return false;
  return test_name_read_word(after_file + WORD, &text) && test_name_read_text(text, name);
}

static bool is_boost_unit(Addr unit, UInt type)
{
  UWord word;
  return test_name_read_word(unit + BOOST_TYPE, &word) && (UInt)word == type;
}

bool test_name_is_boost_case(Addr unit)
{
  return is_boost_unit(unit, BOOST_CASE);
}

bool test_name_is_boost_suite(Addr unit)
{
  return is_boost_unit(unit, BOOST_SUITE);
}

/* Short texts are in the string itself: pointers to elsewhere with a length beside them are something else. */
static bool is_string_object(Addr string)
{
  enum { INNER_BYTES = 16, BYTES_MAX = 1 << 20 };
  UWord text, bytes, capacity;
  if (!test_name_read_word(string, &text) || !test_name_read_word(string + WORD, &bytes) || bytes == 0)
    return false;
  if (text == string + 2 * WORD)
    return bytes < INNER_BYTES;
  return test_name_read_word(string + 2 * WORD, &capacity) && bytes <= capacity && capacity < BYTES_MAX;
}

bool test_name_BOOST(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  const Addr unit = call->arguments[1];
  for (Addr at = unit + BOOST_TYPE; at < unit + BOOST_UNIT_BYTES; at += WORD)
    if (is_string_object(at) && read_string(at, name))
      return true;
  return false;
}

/* QTestData holds a pointer to a QTestDataPrivate, which begins with a pointer to the tag. */
bool test_name_QT_TAG(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  UWord data, tag;
  return test_name_read_word(call->arguments[0], &data) && test_name_read_word(data, &tag) &&
         test_name_read_text(tag, name);
}

/* libtest calls a test in a thread that has its name, of which the kernel keeps 15 characters. The whole name is known
 * to std::thread::current(): a thread-local variable of std points into an object that holds a pointer to it. Where
 * that is depends on the version, so the program's variables are looked at from the thread pointer downwards, beyond
 * which come those of libraries and then the stack. */
static bool is_thread_name_of(const HChar *thread, const HChar *test)
{
  const SizeT bytes = VG_(strlen)(thread);
  return bytes > 0 && VG_(strncmp)(thread, test, bytes) == 0 && (bytes == THREAD_NAME_BYTES - 1 || !test[bytes]);
}

static bool find_libtest_name(const HChar *thread, Addr object, HChar name[TEST_NAME_BYTES])
{
  UWord word;
  for (UInt i = 0; i < LIBTEST_OBJECT_WORDS && test_name_read_word(object + i * WORD, &word); i++)
    if (test_name_read_text(word, name) && is_thread_name_of(thread, name))
      return true;
  return false;
}

bool test_name_LIBTEST(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  HChar thread[THREAD_NAME_BYTES] = "";
  UWord word;
  raw_syscall(__NR_prctl, PR_GET_NAME, (long)thread, 0, 0, 0, 0);
  for (UInt i = 1; i <= LIBTEST_STORAGE_WORDS; i++)
    if (test_name_read_word(call->thread_pointer - i * WORD, &word) && find_libtest_name(thread, word, name))
      return true;
  return false;
}

bool test_name_is_pytest_variable(Addr text)
{
  HChar name[TEST_NAME_BYTES];
  return test_name_read_text(text, name) && VG_(strcmp)(name, "PYTEST_CURRENT_TEST") == 0;
}

/* Followed by " (call)" and the like. */
bool test_name_ENVIRONMENT(const struct test_call *call, HChar name[TEST_NAME_BYTES])
{
  if (!test_name_is_pytest_variable(call->arguments[0]) || !test_name_read_text(call->arguments[1], name))
    return false;
  HChar *phase = VG_(strstr)(name, " (");
  for (HChar *next = phase; next; next = VG_(strstr)(next + 1, " ("))
    phase = next;
  if (phase)
    *phase = '\0';
  return true;
}
