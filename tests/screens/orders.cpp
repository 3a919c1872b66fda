// SPDX-License-Identifier: GPL-2.0-or-later
// Leaks and errors among the standard library's containers, for screens that show their names.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace shop {

struct Order {
  std::string customer;
  std::vector<std::string> items;
};

struct Node {
  std::shared_ptr<Node> peer;
  char payload[1337];
};

class OrderBook {
public:
  Order *place(const std::string &customer, std::vector<std::string> items)
  {
    auto *order = new Order{customer, std::move(items)};
    by_customer_[customer].push_back(order);
    return order;
  }

  void forget(const std::string &customer) { by_customer_.erase(customer); }

  template <class Visit> void each(Visit visit) const
  {
    for (const auto &entry : by_customer_)
      for (const Order *order : entry.second)
        visit(*order);
  }

private:
  std::unordered_map<std::string, std::vector<Order *>> by_customer_;
};

static void tie(std::map<int, std::function<int()>> &callbacks)
{
  auto one = std::make_shared<Node>(), other = std::make_shared<Node>();
  one->peer = other;
  other->peer = one;
  callbacks[1] = [] { return 1; };
}

} // namespace shop

int main()
{
  shop::OrderBook book;
  std::map<int, std::function<int()>> callbacks;
  book.place("a customer with a name that is not short", {"tea", "a very long article name, in fact"});
  book.place("b", {"coffee"});
  shop::tie(callbacks);
  std::vector<int> amounts{1, 2, 3};
  const int &first = amounts.front();
  amounts.push_back(4);
  std::printf("%d\n", first);
  std::free(book.place("c", {}));
  book.forget("a customer with a name that is not short");
  book.each([](const shop::Order &order) { std::printf("%zu\n", order.items.size()); });
  return 0;
}
