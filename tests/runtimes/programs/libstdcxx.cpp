// SPDX-License-Identifier: GPL-2.0-or-later
// The C++ library: streams, locales, the pool for exceptions, threads.
//
// build: c++ -std=c++17 -g -O0 $SRC -o $BIN -lpthread
// features: iostream locale regex filesystem exception chrono random memory
// threads: thread async future detached waiting storage once condition rethrow
#include <any>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "plant.h"

static void iostream()
{
  std::ios::sync_with_stdio(false);
  std::cout << "hello " << std::setw(8) << std::hex << 42 << ' ' << 3.5 << std::endl;
  std::ostringstream text;
  text << std::boolalpha << true;
  std::ifstream file("/etc/passwd");
  std::string line;
  std::getline(file, line);
}

static void locale()
{
  std::locale::global(std::locale("C.UTF-8"));
  std::cout.imbue(std::locale());
  std::cout << 1234567 << std::put_money("123") << std::endl;
}

static void regex()
{
  std::smatch found;
  const std::string text = "hello 42";
  std::cout << std::regex_search(text, found, std::regex("([a-z]+) ([0-9]+)")) << found[2] << std::endl;
}

static void filesystem()
{
  for (const auto &entry : std::filesystem::directory_iterator("/etc"))
    if (entry.is_regular_file() && entry.path().extension() == ".conf")
      std::cout << entry.path().filename() << std::endl;
}

static void exception()
{
  try {
    throw std::runtime_error("hello");
  } catch (const std::exception &error) {
    std::cout << error.what() << std::endl;
  }
}

static void chrono()
{
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::cout << std::put_time(std::localtime(&now), "%F") << std::endl;
}

static void random_numbers()
{
  std::random_device device;
  std::mt19937 numbers(device());
  std::cout << std::uniform_int_distribution<>(1, 6)(numbers) << std::endl;
}

static void memory()
{
  static std::pmr::unsynchronized_pool_resource pool;
  static std::pmr::vector<std::pmr::string> kept(&pool);
  kept.emplace_back("a string that is too long for the short form of it");
  static const auto shared = std::make_shared<std::map<int, std::string>>();
  (*shared)[1] = "a string that is too long for the short form of it";
  std::any anything = *shared;
}

static void thread()
{
  std::vector<std::thread> threads;
  std::atomic<int> sum{0};
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&sum, i] { sum += i; });
  for (auto &one : threads)
    one.join();
  std::cout << sum << std::endl;
}

static void async()
{
  auto one = std::async(std::launch::async, [] { return std::string("a result that is too long for the short form"); });
  auto two = std::async(std::launch::deferred, [] { return 42; });
  std::cout << one.get() << two.get() << std::endl;
}

static void future()
{
  std::promise<int> promise;
  std::packaged_task<int(int)> task([](int x) { return x + 1; });
  auto of_task = task.get_future();
  std::thread worker([&promise] { promise.set_value(41); });
  std::thread other(std::move(task), 1);
  std::cout << promise.get_future().get() << of_task.get() << std::endl;
  worker.join();
  other.join();
}

static void detached()
{
  std::promise<void> done;
  std::thread([&done] { done.set_value_at_thread_exit(); }).detach();
  done.get_future().wait();
}

static void waiting()
{
  static std::promise<void> begun, never;
  std::thread([] {
    begun.set_value();
    never.get_future().wait();
  }).detach();
  begun.get_future().wait();
}

static thread_local std::map<int, std::string> mine;

static void storage()
{
  auto use = [] { mine[1] = "a string that is too long for the short form of it"; };
  use();
  std::thread one(use), two(use);
  one.join();
  two.join();
}

static void once()
{
  static std::once_flag flag;
  static std::unique_ptr<std::string> made;
  auto use = [] { std::call_once(flag, [] { made = std::make_unique<std::string>("made once, of some length"); }); };
  std::thread one(use), two(use);
  one.join();
  two.join();
}

static void condition()
{
  std::mutex mutex;
  std::condition_variable changed;
  bool is_ready = false;
  std::thread worker([&] {
    std::lock_guard<std::mutex> lock(mutex);
    is_ready = true;
    changed.notify_all();
  });
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return is_ready; });
  lock.unlock();
  worker.join();
}

static void rethrow()
{
  std::exception_ptr from_thread;
  std::thread worker([&from_thread] {
    try {
      throw std::runtime_error("in a thread");
    } catch (...) {
      from_thread = std::current_exception();
    }
  });
  worker.join();
  try {
    std::rethrow_exception(from_thread);
  } catch (const std::exception &error) {
    std::cout << error.what() << std::endl;
  }
}

int main(int count, char **words)
{
  const std::map<std::string, std::function<void()>> features = {
    {"iostream", iostream}, {"locale", locale}, {"regex", regex}, {"filesystem", filesystem},
    {"exception", exception}, {"chrono", chrono}, {"random", random_numbers}, {"memory", memory}, {"thread", thread},
    {"async", async}, {"future", future}, {"detached", detached}, {"waiting", waiting}, {"storage", storage},
    {"once", once}, {"condition", condition}, {"rethrow", rethrow},
  };
  plant();
  const auto found = features.find(count > 1 ? words[1] : "");
  if (found == features.end())
    return 99;
  found->second();
  return 0;
}
