// SPDX-License-Identifier: GPL-2.0-or-later
// Formulas are parsed by recursive descent, computed for many values and dropped, ARGUMENT thousand times. Each node
// of a formula is a small block, which is allocated on a stack of twelve frames or more. Prints how many there were.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPERANDS = 24, TEXT_BYTES = 1024, VALUES = 230 };

#define LEVEL __attribute__((noinline)) static

enum kind { NUMBER, VARIABLE, NEGATED, BINARY };

struct node {
  enum kind kind;
  char operation;
  int64_t number;
  struct node *left, *right;
};

struct parser {
  const char *text;
  long nodes;
};

LEVEL struct node *new_node(struct parser *parser, enum kind kind, struct node *left, struct node *right)
{
  struct node *const node = malloc(sizeof *node);
  if (!node)
    abort();
  *node = (struct node){.kind = kind, .left = left, .right = right};
  parser->nodes++;
  return node;
}

LEVEL struct node *new_binary(struct parser *parser, char operation, struct node *left, struct node *right)
{
  struct node *const node = new_node(parser, BINARY, left, right);
  node->operation = operation;
  return node;
}

LEVEL struct node *parse_comparison(struct parser *parser);

LEVEL struct node *parse_number(struct parser *parser)
{
  struct node *const node = new_node(parser, NUMBER, NULL, NULL);
  while (*parser->text >= '0' && *parser->text <= '9')
    node->number = node->number * 10 + (*parser->text++ - '0');
  return node;
}

LEVEL struct node *parse_primary(struct parser *parser)
{
  if (*parser->text == 'x') {
    parser->text++;
    return new_node(parser, VARIABLE, NULL, NULL);
  }
  if (*parser->text != '(')
    return parse_number(parser);
  parser->text++;
  struct node *const node = parse_comparison(parser);
  parser->text++;
  return node;
}

LEVEL struct node *parse_unary(struct parser *parser)
{
  if (*parser->text != '-')
    return parse_primary(parser);
  parser->text++;
  return new_node(parser, NEGATED, parse_primary(parser), NULL);
}

#define BINARY_LEVEL(name, next, operations)                                                                   \
  LEVEL struct node *name(struct parser *parser)                                                               \
  {                                                                                                            \
    struct node *node = next(parser);                                                                          \
    for (char operation; (operation = *parser->text) != 0 && __builtin_strchr(operations, operation) != NULL;) { \
      parser->text++;                                                                                          \
      node = new_binary(parser, operation, node, next(parser));                                                \
    }                                                                                                          \
    return node;                                                                                               \
  }

BINARY_LEVEL(parse_product, parse_unary, "*")
BINARY_LEVEL(parse_sum, parse_product, "+-")
BINARY_LEVEL(parse_shift, parse_sum, ">")
BINARY_LEVEL(parse_mask, parse_shift, "&")
BINARY_LEVEL(parse_either, parse_mask, "|")
BINARY_LEVEL(parse_comparison, parse_either, "<")

LEVEL int64_t compute(const struct node *node, int64_t x)
{
  if (node->kind == NUMBER)
    return node->number;
  if (node->kind == VARIABLE)
    return x;
  const int64_t left = compute(node->left, x);
  if (node->kind == NEGATED)
    return -left;
  const int64_t right = compute(node->right, x);
  switch (node->operation) {
  case '*':
    return (int64_t)((uint64_t)left * (uint64_t)right);
  case '+':
    return (int64_t)((uint64_t)left + (uint64_t)right);
  case '-':
    return (int64_t)((uint64_t)left - (uint64_t)right);
  case '>':
    return left >> (right & 63);
  case '&':
    return left & right;
  case '|':
    return left | right;
  default:
    return left < right;
  }
}

LEVEL void drop(struct node *node)
{
  if (!node)
    return;
  drop(node->left);
  drop(node->right);
  free(node);
}

static uint32_t next_random(uint32_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* Operands and operations in turn, some in parentheses. */
LEVEL void write_formula(char *text, uint32_t *state)
{
  unsigned open = 0;
  for (int i = 0; i < OPERANDS; i++) {
    if (next_random(state) % 8 == 0)
      *text++ = '-';
    if (next_random(state) % 4 == 0 && open < 8) {
      *text++ = '(';
      open++;
    }
    text += next_random(state) % 3 == 0 ? sprintf(text, "x") : sprintf(text, "%u", next_random(state) % 1000);
    if (open > 0 && next_random(state) % 3 == 0) {
      *text++ = ')';
      open--;
    }
    if (i + 1 < OPERANDS)
      *text++ = "*+->&|<"[next_random(state) % 7];
  }
  while (open-- > 0)
    *text++ = ')';
  *text = 0;
}

int main(int count, char **arguments)
{
  const long rounds = (long)(1e3 * (count > 1 ? atof(arguments[1]) : 1));
  struct parser parser = {NULL, 0};
  uint32_t state = 1;
  int64_t sum = 0;
  char text[TEXT_BYTES];
  for (long i = 0; i < rounds; i++) {
    write_formula(text, &state);
    parser.text = text;
    struct node *const formula = parse_comparison(&parser);
    for (int64_t x = 0; x < VALUES; x++)
      sum ^= compute(formula, x);
    drop(formula);
  }
  printf("%ld blocks, %lld\n", parser.nodes, (long long)sum);
}
