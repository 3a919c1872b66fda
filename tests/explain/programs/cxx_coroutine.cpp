// SPDX-License-Identifier: GPL-2.0-or-later
// A coroutine is destroyed where it waits; the raw pointer in its frame goes with the frame.
// build: -std=c++20
// explain: 1337 freed @frame; block from @frame
#include "explain.h"
#include <coroutine>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static NOIPA void take(char **out)
{
  *out = new char[1337];
}

static Task produce() // @frame
{
  char *buffer;
  take(&buffer);
  co_await std::suspend_always();
  delete[] buffer;
} // @frame

static NOIPA void stop(Task task)
{
  task.handle.destroy();
}

int main()
{
  stop(produce());
}
