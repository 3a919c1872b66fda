# SPDX-License-Identifier: GPL-2.0-or-later
# The heap of a static program is seen when its functions have names, or when it never asked for memory.
# needs: seep cc musl-gcc strip
# uses: lose.c static_heap.cpp static_heap_pie.cpp static_musl.c string_static_stripped.c
. "$SRC/lib.sh"
for program in lose static_heap static_heap_pie static_musl; do
  sees 1 "" "$BIN/$program"
done
for options in "-v -v" --engine=precise --sanity-level=2 --leak-check=no --soname-synonyms=somalloc=NONE; do
  # shellcheck disable=SC2086
  sees 1 "" $options "$BIN/static_heap_pie"
done
strip -o stripped "$BIN/static_musl"
strip -o stripped_pie "$BIN/static_heap_pie"
for program in ./stripped ./stripped_pie "$BIN/string_static_stripped"; do
  sees 2 "" "$program"
done

# Linkers differ in what they make of hidden symbols, as malloc is one in glibc. At worst the heap is unseen.
for linker in bfd gold lld; do
  for kind in -static -static-pie; do
    c++ -g -O0 $kind -fuse-ld=$linker -o linked "$SRC/processes/static_heap.cpp" 2>/dev/null || continue
    sees 1 "" ./linked
    expect seen.report "7 bytes in 1 blocks are definitely lost"
  done
done

# Half a heap is not replaced.
cat >half.c <<'END'
#include <stddef.h>
void *malloc(size_t size);
static __attribute__((noinline)) void free(void *block)
{
  *(volatile char *)block = 1;
}
int main(void)
{
  free(malloc(1337));
  return 0;
}
END
cc -w -g -fno-builtin -static -o half half.c
sees 3 "" ./half
if grep -q "Invalid free" seen.report; then fail "a free of its own was replaced"; fi

# Nothing but a start: no memory was asked for. With brk or mmap there is a heap, by whatever means.
cat >bare.S <<'END'
.globl _start
_start:
  mov $12, %eax
  xor %edi, %edi
  syscall
  mov $60, %eax
  mov $3, %edi
  syscall
END
sed 's/  mov $60, %eax/  lea 4096(%rax), %rdi\n  mov $12, %eax\n  syscall\n&/' bare.S >grows.S
map='  xor %edi, %edi\n  mov $8192, %esi\n  mov $3, %edx\n  mov $0x22, %r10d\n'
map=$map'  mov $-1, %r8\n  xor %r9d, %r9d\n  mov $9, %eax\n  syscall'
sed "s/  mov \$60, %eax/$map\n&/" bare.S >maps.S
for name in bare grows maps; do
  cc -nostdlib -static -o $name $name.S
done
status 3 checker -q ./bare
sees 1 "" ./bare
sees 2 "" ./grows
sees 2 "" ./maps

# malloc is a variable, so what there is of a heap has no name.
cat >variable.c <<'END'
int malloc = 7;
void _start(void)
{
  register long flags __asm__("r10") = 0x22, fd __asm__("r8") = -1, offset __asm__("r9") = 0, result;
  __asm__ volatile("syscall" : "=a"(result) : "0"(9), "D"(0), "S"(8192), "d"(3), "r"(flags), "r"(fd), "r"(offset)
                   : "rcx", "r11", "memory");
  __asm__ volatile("syscall" : : "a"(60), "D"(malloc - 7));
}
END
cc -w -fno-builtin -nostdlib -static -o variable variable.c
sees 2 "" ./variable

# malloc has a name, and nobody calls it: what was behind it is called instead.
cat >past.c <<'END'
static char arena[4096] = DATA;
__attribute__((noinline)) void *_int_malloc(void *state, unsigned long size)
{
  register long flags __asm__("r10") = 0x22, fd __asm__("r8") = -1, offset __asm__("r9") = 0, result;
  __asm__ volatile("syscall" : "=a"(result) : "0"(9), "D"(0), "S"(8192), "d"(3), "r"(flags), "r"(fd), "r"(offset)
                   : "rcx", "r11", "memory");
  return arena + size;
}
void *malloc(unsigned long size)
{
  return _int_malloc(0, size);
}
void _start(void)
{
  __asm__ volatile("syscall" : : "a"(60), "D"(_int_malloc(0, 13) == arena));
}
END
cc -g -O0 -w -fno-builtin -nostdlib -static '-DDATA={7}' -o past past.c
sees 2 glibc ./past

# The core reads no file without data, whatever names are in it.
cc -g -O0 -w -fno-builtin -nostdlib -static '-DDATA={0}' -o no_data past.c
sees 2 "" ./no_data
