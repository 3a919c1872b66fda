/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GML (Himsolt 1997): 7-bit text, where '"', '&' and all beyond ASCII are character references. Its whole numbers have
 * 32 bits, so bytes are written as real ones. */
#include <stdlib.h>
#include <string.h>

#include "host/base/utf8.h"
#include "host/heap/exports/export.h"
#include "host/heap/exports/surroundings.h"

static uint32_t code_point(const char *text, size_t bytes)
{
  uint32_t code = bytes == 1 ? (unsigned char)text[0] : (unsigned char)text[0] & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; i++)
    code = code << 6 | ((unsigned char)text[i] & 0x3f);
  return code;
}

/* Valid UTF-8. */
static void put_text(FILE *output, const char *text)
{
  for (size_t bytes; (bytes = utf8_character(text)) > 0; text += bytes)
    if (bytes > 1 || *text == '"' || *text == '&' || (unsigned char)*text < ' ')
      fprintf(output, "&#%u;", code_point(text, bytes));
    else
      putc(*text, output);
}

static void put_type(FILE *output, const char *type)
{
  char *line = utf8_line(type, 0);
  fputs(" type \"", output);
  put_text(output, line);
  putc('"', output);
  free(line);
}

static void put_node(FILE *output, const struct surroundings_node *node, uint32_t id)
{
  fprintf(output, "  node [ id %u label \"", id);
  put_text(output, node->name);
  fprintf(output, "\" kind \"%s\" retained %llu.0 blocks %u",
          node->is_root ? "root" : node->is_lost ? "lost block" : "block",
          (unsigned long long)node->retained_bytes, node->retained_blocks);
  if (!node->is_root)
    fprintf(output, " bytes %llu.0 address \"0x%llX\"", (unsigned long long)node->bytes,
            (unsigned long long)node->start);
  if (node->type)
    put_type(output, node->type);
  fputs(" ]\n", output);
}

static void put_edge(FILE *output, const struct surroundings_edge *edge)
{
  fprintf(output, "  edge [ source %u target %u pointers %u dominates %d", edge->from, edge->to, edge->pointers,
          edge->is_dominator);
  if (edge->pointers > 0 && edge->offset != UINT64_MAX)
    fprintf(output, " offset %llu.0", (unsigned long long)edge->offset);
  fputs(" ]\n", output);
}

struct error *export_gml(const struct heap *heap, const struct export_request *request, FILE *output)
{
  struct surroundings surroundings;
  RETURN_IF_ERROR(surroundings_find(heap, request->around, &surroundings));
  fputs("graph [\n  directed 1\n", output);
  for (uint32_t i = 0; i < surroundings.node_count; i++)
    put_node(output, &surroundings.nodes[i], i);
  for (size_t i = 0; i < surroundings.edge_count; i++)
    put_edge(output, &surroundings.edges[i]);
  fputs("]\n", output);
  surroundings_release(&surroundings);
  return NULL;
}
