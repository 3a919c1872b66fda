/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Graphviz' language. A pointer is drawn as a line, thick if nothing else holds its target; a dashed line is domination
 * without a pointer. In a quoted string of DOT '"' and '\' are escaped, and "\l" ends a left-aligned line. */
#include <stdlib.h>

#include "host/base/utf8.h"
#include "host/heap/exports/export.h"
#include "host/heap/exports/surroundings.h"

static void put_text(FILE *output, const char *text)
{
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      putc('\\', output);
    putc(*text, output);
  }
}

static void put_type(FILE *output, const char *type)
{
  char *line = type ? utf8_line(type, 0) : NULL;
  if (line) {
    put_text(output, line);
    fputs("\\l", output);
  }
  free(line);
}

static void put_node(FILE *output, const struct surroundings *surroundings, uint32_t place)
{
  const struct surroundings_node *node = &surroundings->nodes[place];
  fprintf(output, "  n%u [label=\"", place);
  put_text(output, node->name);
  fputs("\\l", output);
  put_type(output, node->type);
  if (!node->is_root)
    fprintf(output, "%llu bytes at 0x%llX\\l", (unsigned long long)node->bytes, (unsigned long long)node->start);
  if (node->is_root || node->retained_blocks > 1)
    fprintf(output, "retains %llu bytes in %u block%s\\l", (unsigned long long)node->retained_bytes,
            node->retained_blocks, node->retained_blocks == 1 ? "" : "s");
  if (node->is_lost)
    fputs("nothing holds it\\l", output);
  fprintf(output, "\"%s%s%s];\n", node->is_root ? ", shape=ellipse" : "", node->is_lost ? ", style=dashed" : "",
          place == surroundings->middle ? ", penwidth=3" : "");
}

static void put_edge(FILE *output, const struct surroundings_edge *edge)
{
  fprintf(output, "  n%u -> n%u [", edge->from, edge->to);
  if (edge->pointers > 0 && edge->offset != UINT64_MAX)
    fprintf(output, "label=\"+%llu\"", (unsigned long long)edge->offset);
  else
    fputs("label=\"\"", output);
  if (edge->pointers > 1)
    fprintf(output, ", tooltip=\"%u pointers\"", edge->pointers);
  fprintf(output, "%s];\n",
          edge->pointers == 0 ? ", style=dashed" : edge->is_dominator ? ", penwidth=2" : ", color=gray40");
}

struct error *export_dot(const struct heap *heap, const struct export_request *request, FILE *output)
{
  struct surroundings surroundings;
  RETURN_IF_ERROR(surroundings_find(heap, request->around, &surroundings));
  fputs("digraph heap {\n  graph [rankdir=LR];\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
        "  edge [fontname=\"monospace\", fontsize=9];\n", output);
  for (uint32_t i = 0; i < surroundings.node_count; i++)
    put_node(output, &surroundings, i);
  for (size_t i = 0; i < surroundings.edge_count; i++)
    put_edge(output, &surroundings.edges[i]);
  fputs("}\n", output);
  surroundings_release(&surroundings);
  return NULL;
}
