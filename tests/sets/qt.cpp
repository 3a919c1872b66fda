// SPDX-License-Identifier: GPL-2.0-or-later
// What the set <qt> is for: an application object and its event loop, by the library alone, so that no headers are
// needed.
#include <cstdio>
#include <dlfcn.h>

int main(int argc, char **argv)
{
  void *library = dlopen("libQt5Core.so.5", RTLD_NOW | RTLD_GLOBAL);
  if (!library) {
    std::puts(dlerror());
    return 77;
  }
  alignas(16) static char application[256];
  auto make = (void (*)(void *, int &, char **, int))dlsym(library, "_ZN16QCoreApplicationC1ERiPPci");
  auto process = (void (*)(int))dlsym(
    library, "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE");
  auto destroy = (void (*)(void *))dlsym(library, "_ZN16QCoreApplicationD1Ev");
  if (!make || !process || !destroy)
    return 77;
  make(application, argc, argv, 0x050f00);
  process(0);
  destroy(application);
  return 0;
}
