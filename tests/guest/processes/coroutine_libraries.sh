# SPDX-License-Identifier: GPL-2.0-or-later
# Coroutines of libraries and languages, many at a time, have no errors in any engine and print what they print
# natively. What is not installed is left out.
# needs: seep c++
# limit: 300
. "$SRC/lib.sh"

# has_none COMMAND: no errors, and the output is the same.
has_none() {
  "$@" >native.out
  for engine in direct speculative precise; do
    checker --engine=$engine --leak-check=no "$@" >seen.out 2>seen.report
    cmp native.out seen.out || fail "$* prints something else"
    expect seen.report 'ERROR SUMMARY: 0 errors'
  done
}

cat >generators.cpp <<'END'
#include <coroutine>
#include <cstdio>
#include <exception>
#include <string>
struct generator {
  struct promise_type {
    std::string text;
    generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int number) { text.assign(number, 'x'); return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
  ~generator() { handle.destroy(); }
};
generator up_to(int end) { for (int i = 0; i < end; i++) co_yield i; }
int main()
{
  size_t bytes = 0;
  for (int end = 0; end < 77; end++) {
    const generator numbers = up_to(end);
    for (numbers.handle.resume(); !numbers.handle.done(); numbers.handle.resume())
      bytes += numbers.handle.promise().text.size();
  }
  std::printf("%zu\n", bytes);
}
END
if c++ -std=c++20 -O2 -o generators generators.cpp; then has_none ./generators; fi

cat >fibers.cpp <<'END'
#include <boost/fiber/all.hpp>
#include <cstdio>
#include <vector>
int main()
{
  boost::fibers::buffered_channel<int> numbers{2};
  boost::fibers::mutex lock;
  long sum = 0;
  std::vector<boost::fibers::fiber> fibers;
  for (int i = 0; i < 77; i++)
    fibers.emplace_back([&, i] {
      int number;
      numbers.pop(number);
      boost::this_fiber::yield();
      const std::unique_lock<boost::fibers::mutex> held(lock);
      sum += number * i;
    });
  fibers.emplace_back([&] { for (int i = 0; i < 77; i++) numbers.push(i); });
  for (auto &fiber : fibers)
    fiber.join();
  std::printf("%ld\n", sum);
}
END
if c++ -std=c++17 -O2 -o fibers fibers.cpp -lboost_fiber -lboost_context -pthread 2>no_fibers; then
  has_none ./fibers
fi

cat >coroutines.lua <<'END'
local sum = 0
for i = 1, 133 do
  local co = coroutine.wrap(function(a) for k = 1, 20 do a = a + coroutine.yield(a * k) % 7 end return a end)
  local v = co(i)
  for k = 1, 20 do v = co(v) end
  sum = sum + v
end
print(sum)
END
for lua in lua5.4 luajit; do
  if command -v $lua >found; then has_none $lua coroutines.lua; fi
done

cat >greenlets.py <<'END'
import greenlet
def work(a):
    for k in range(5):
        a += greenlet.getcurrent().parent.switch(a * k) % 7
    return a
total = 0
for n in range(33):
    g = greenlet.greenlet(work)
    v = g.switch(n)
    while not g.dead:
        v = g.switch(v)
    total += v
print(total)
END
if /usr/bin/python3 -c 'import greenlet' 2>no_greenlet; then has_none /usr/bin/python3 greenlets.py; fi
