// SPDX-License-Identifier: GPL-2.0-or-later
// What lies below a test case is left out where people read stacks, and a framework's functions between the program's
// own are one line, also when the framework was compiled into the program; reports for programs have all of it.
// needs: seep
// compare: no, Memcheck has one style
// run: --style=people
// only: seep
// expect: leak: 1,337 bytes in 1 block lost
// next: frames_of_framework.cpp:@LOST in lose
// expect: = called by call (
// next: ... 2 library functions
// next: Case::TestBody (
// reject: testing::
// reject: in main
// run: --style=people -v
// only: seep
// expect: testing::internal::forward
// expect: testing::Test::Run
// expect: main (
// run: --style=memcheck
// only: seep
// expect: testing::internal::forward
// expect: testing::Test::Run
// expect: main (frames
#include <cstdlib>
void lose()
{
  *static_cast<volatile char *>(std::malloc(1337)) = 1; // @LOST
}
void call()
{
  lose();
}
namespace testing
{
namespace internal
{
void forward(void (*function)())
{
  function();
}
void start(void (*function)())
{
  forward(function);
}
} // namespace internal
class Test
{
public:
  virtual void TestBody() = 0;
  void Run()
  {
    TestBody();
  }
};
} // namespace testing
class Case : public testing::Test
{
public:
  void TestBody() override
  {
    testing::internal::start(call);
  }
};
void run(testing::Test &test)
{
  test.Run();
}
int main()
{
  Case test;
  run(test);
}
