// SPDX-License-Identifier: GPL-2.0-or-later
// What of x87 goes to memory and comes from there; its registers are those of MMX.
// build: -O1
// compare: no, Memcheck computes with doubles
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct image {
  uint32_t control, status, tags, last[4];
  uint8_t registers[80];
} __attribute__((packed));

static void show(const char *name, const struct image *image)
{
  printf("%s %x %x %x:", name, image->control & 0xffff, image->status & 0xffff, image->tags & 0xffff);
  for (unsigned i = 0; i < sizeof image->registers; i++)
    printf(i % 10 == 0 ? " %02x" : "%02x", image->registers[i]);
  printf("\n");
}

extern char place[];

int main(void)
{
  struct image image = {0};
  uint64_t v = 0x1122334455667788, w;
  uint8_t area[512] __attribute__((aligned(64))) = {0}, small[14];
  __asm__ volatile("fninit; fld1; fldpi; movq %1, %%mm3; paddb %%mm3, %%mm3; fnsave %0" : "=m"(image) : "m"(v));
  show("MMX", &image);
  __asm__ volatile("fninit; fld1; fldpi; movq %1, %%mm3; emms; fnsave %0" : "=m"(image) : "m"(v));
  show("emms", &image);
  __asm__ volatile("fninit; fld1; fldpi; fldl2e; movq %%mm7, %1; fnsave %0" : "=m"(image), "=m"(w));
  show("significand", &image);
  printf("%lx\n", (unsigned long)w);
  __asm__ volatile("fninit; fld1; fldpi; fldl2e; fxsave %0; fninit; fldz; fxrstor %0; fnsave %1" : "=m"(area), "=m"(image));
  show("fxsave", &image);
  for (unsigned i = 0; i < 160; i++)
    if (i < 8 || i >= 32)
      printf("%02x", area[i]);
  __asm__ volatile("fninit; fld1; fldpi; frstor %0; fldl2e; .byte 0x66; fnsave %0; .byte 0x66; frstor %0; fnsave %0" : "+m"(image));
  show("\nin 16 bits", &image);
  __asm__ volatile("fnstenv %0; fld1; fldenv %0; fld1; fnsave %0" : "+m"(image));
  show("environment", &image);
  __asm__ volatile("fninit; fldpi; .byte 0x66; fnstenv %0" : "=m"(small));
  for (unsigned i = 0; i < 6; i++)
    printf("%02x ", small[i]);
  __asm__ volatile("fninit; fld1; place: fldl %1; fnstenv %0" : "=m"(image) : "m"(v));
  printf("last at %d\n", (int)(image.last[0] - (uint32_t)(uintptr_t)place));
}
