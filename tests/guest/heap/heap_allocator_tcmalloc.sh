# SPDX-License-Identifier: GPL-2.0-or-later
# tcmalloc's own functions and its MallocExtension answer as they do natively, and know the blocks of the replaced heap.
# needs: seep cc
. "$SRC/lib.sh"
cat >program.cpp <<'END'
#include <gperftools/malloc_extension.h>
#include <gperftools/malloc_extension_c.h>
#include <gperftools/nallocx.h>
#include <gperftools/tcmalloc.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
static size_t number(const char *name)
{
  size_t value = 0;
  printf("%s: %d\n", name, MallocExtension_GetNumericProperty(name, &value));
  return value;
}
static void names()
{
  void *block = tc_malloc_skip_new_handler(50);
  tc_free(block);
  block = tc_malloc(50);
  printf("size %d\n", tc_malloc_size(block) >= 50);
  tc_free_sized(block, 50);
  tc_delete(tc_new(20));
  tc_deletearray_sized(tc_newarray(20), 20);
  tc_free(tc_realloc(tc_calloc(3, 4), 100));
  tc_posix_memalign(&block, 64, 128);
  free(block);
  tc_cfree(tc_memalign(64, 128));
  tc_free(tc_valloc(1));
  tc_free(tc_pvalloc(1));
  printf("nallocx %d %d\n", tc_nallocx(100, 0) >= 100, nallocx(100, 0) >= 100);
}
static void extension()
{
  const size_t before = number("generic.current_allocated_bytes");
  void *block = malloc(100000);
  const size_t after = number("generic.current_allocated_bytes");
  printf("grows %d, is in the heap %d\n", after >= before + 100000, number("generic.heap_size") >= after);
  number("no.such");
  printf("owned %d %d\n", MallocExtension_GetOwnership(block), MallocExtension_GetOwnership(&block));
  printf("size %d\n", MallocExtension_GetAllocatedSize(block) >= 100000);
  printf("estimate %d\n", MallocExtension_GetEstimatedAllocatedSize(100000) == MallocExtension_GetAllocatedSize(block));
  free(block);
  MallocExtension_ReleaseFreeMemory();
  MallocExtension_ReleaseToSystem(1);
  MallocExtension_MarkThreadIdle();
  MallocExtension_MarkThreadBusy();
}
static void methods()
{
  MallocExtension *all = MallocExtension::instance();
  int *one = new int, count, histogram[kMallocHistogramSize];
  size_t total;
  printf("verified %d %d\n", all->VerifyNewMemory(one), all->VerifyAllMemory());
  delete one;
  printf("statistics %d\n", all->MallocMemoryStats(&count, &total, histogram));
  static char text[100000];
  all->GetStats(text, sizeof text);
  printf("text %d\n", text[0] != 0);
  std::vector<MallocExtension::FreeListInfo> lists;
  all->GetFreeListSizes(&lists);
  printf("lists %d\n", !lists.empty());
  printf("set %d\n", all->SetNumericProperty("tcmalloc.max_total_thread_cache_bytes", 1 << 20));
  printf("is %zu\n", number("tcmalloc.max_total_thread_cache_bytes"));
}
int main()
{
  names();
  extension();
  methods();
  char *volatile lost = (char *)tc_malloc(1337);
  lost = NULL;
  return 0;
}
END
tried=0
for library in tcmalloc_minimal tcmalloc_minimal_debug; do
  c++ -w -g -fno-builtin -o $library program.cpp -Wl,--no-as-needed -l$library 2>/dev/null || continue
  tried=$((tried + 1))
  ./$library >native
  checker ./$library >checked 2>report
  cmp native checked
  expect report "1,337 bytes in 1 blocks are definitely lost" "definitely lost: 1,337 bytes in 1 blocks"
  reject report "Invalid" "Mismatched" "uninitialised"
  sees 1 "" ./$library
  sees 1 "" --engine=precise ./$library
done
[ $tried -gt 0 ] || skip "tcmalloc is not installed"
