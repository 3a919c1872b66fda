// SPDX-License-Identifier: GPL-2.0-or-later
// thread_local objects with constructors, in threads that end.
// build: -pthread
// run:
// stdout: 8
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
static std::atomic<int> destroyed;
struct counted {
  std::string name = std::string(50, 'x');
  ~counted() { destroyed += name.size() == 50; }
};
static thread_local counted own;
int main()
{
  for (int i = 0; i < 8; i++)
    std::thread([] { own.name[0] = 'y'; }).join();
  printf("%d\n", destroyed.load());
}
