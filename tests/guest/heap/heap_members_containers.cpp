// SPDX-License-Identifier: GPL-2.0-or-later
// For heap_members.sh: members of classes and containers.
// compare: no, the script does
// run:
#include <list>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
#include <cstring>
namespace app {
struct Base { virtual ~Base() {} char *name = nullptr; };
struct Derived : Base { char *more = nullptr; long x[2]; };
struct Page { std::string title; char *raw = nullptr; };
struct Server {
  std::vector<Page> pages;
  std::map<int, char *> by_id;
  std::unordered_map<int, char *> hashed;
  std::list<char *> waiting;
  std::unique_ptr<Page> front;
  std::shared_ptr<Page> shared;
  Base *bases[3] = {};
  struct Opaque *opaque = nullptr;
};
Server *g_server;
}
struct app::Opaque { int a; char *hidden; };
using namespace app;
int main()
{
  g_server = new Server;
  g_server->pages.resize(5);
  g_server->pages[3].raw = (char *)malloc(1337);
  g_server->by_id[4] = (char *)malloc(1339);
  g_server->hashed[4] = (char *)malloc(1341);
  g_server->waiting.push_back((char *)malloc(1343));
  g_server->front.reset(new Page);
  g_server->front->raw = (char *)malloc(1345);
  g_server->shared = std::make_shared<Page>();
  g_server->shared->raw = (char *)malloc(1347);
  Derived *d = new Derived; d->more = (char *)malloc(1349); g_server->bases[1] = d;
  g_server->opaque = new Opaque; g_server->opaque->hidden = (char *)malloc(1351);
  g_server->pages[2].title = std::string(1353, 'x');
}
