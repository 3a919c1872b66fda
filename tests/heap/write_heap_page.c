/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a page of a heap that is made up: write_heap_page FILE NAME [SITES [BLOCKS [SAMPLES [FINDINGS]]]]; with
 * FINDINGS (a name of formats/specimens.h) the heap is the second view of a page with these. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "formats/specimens.h"
#include "host/heap/exports/export.h"
#include "heap/heap_specimens.h"
#include "host/heap/page/heap_page.h"

static struct heap_page_item item = {.run = "20261121-specimen"};

static void *open_view(const struct findings *findings, const struct format_options *options)
{
  static struct heap_page_content view = {&item, 1};
  (void)findings;
  (void)options;
  return &view;
}

static void close_view(void *view)
{
  (void)view;
}

static struct error *write_both(const char *name, FILE *output)
{
  static struct page_view view;
  struct format_options options = {.leak_kinds = 1 << RECORD_LEAK_DEFINITE | 1 << RECORD_LEAK_POSSIBLE,
                                   .source_root = "/src/project"};
  view = heap_page_view;
  view.open = open_view;
  view.close = close_view;
  page_use_view(&view);
  return format_find("html")->write(specimen(name, 1000), &options, output);
}

static struct error *write_alone(FILE *output)
{
  return export_html(item.heap, &(struct export_request){HEAP_NO_BLOCK}, output);
}

static size_t number_at(char **argv, int argc, int index, size_t otherwise)
{
  return argc > index ? strtoul(argv[index], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
  struct heap_specimen_size size = {number_at(argv, argc, 3, 15000), number_at(argv, argc, 5, 500),
                                    (uint32_t)number_at(argv, argc, 4, 300000)};
  item.heap = argc > 2 ? heap_specimen(argv[2], &size) : NULL;
  FILE *output = item.heap ? fopen(argv[1], "w") : NULL;
  if (!output) {
    fputs("usage: write_heap_page FILE server|growth|snapshot|hostile|many|empty [SITES [BLOCKS [SAMPLES "
          "[FINDINGS]]]]\n",
          stderr);
    return 2;
  }
  clock_t start = clock();
  struct error *error = argc > 6 ? write_both(argv[6], output) : write_alone(output);
  if (error)
    fprintf(stderr, "write_heap_page: %s\n", error_message(error));
  printf("%s: written in %.1f s\n", argv[2], (double)(clock() - start) / CLOCKS_PER_SEC);
  return error != NULL || fclose(output) != 0;
}
