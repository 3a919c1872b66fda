/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reports are compared with Memcheck's, so what covers an address is decided as Valgrind's core decides it:
 *
 *   - functions and objects count that have a name, a size and an address, whatever their binding;
 *   - symbols of the same range are aliases, of which symtab_prefers() chooses the shown one;
 *   - of symbols that begin together but differ in length, the shorter owns its range and the longer what is left over;
 *   - a symbol ends where the next one begins, even when that one lies inside it.
 *
 * The result is an array of ranges without overlaps, sorted by address and searched by bisection. */
#include "host/symbols/elf/symtab.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"

enum {
  SPLIT_ROUNDS_MAX = 16, /* lengths of symbols with one start that are told apart; in practice 2 */
  SYMBOL_MAX_BYTES = 0x7fffffff,
};

struct symbol {
  uint64_t start, end;
  const char *name;
};

struct symbol_array {
  struct symbol *items;
  size_t count, capacity;
};

struct symtab {
  struct symbol_array areas[SYMTAB_AREAS];
  bool is_ada;
};

/* GNAT's binder names the main program by one variable, and its library has nothing but such names. */
static bool is_of_gnat(const char *name)
{
  return strcmp(name, "__gnat_ada_main_program_name") == 0 || strcmp(name, "__gnat_runtime_initialize") == 0;
}

bool symtab_is_ada(const struct symtab *symtab)
{
  return symtab->is_ada;
}

static bool is_blank(const char *name)
{
  return name[strspn(name, " \t\n\v\f\r")] == '\0';
}

/* MPI's profiling interface: PMPI_Send is the real function, MPI_Send a hook in front of it. */
static bool is_mpi_real_name_of(const char *name, const char *other)
{
  return strncmp(name, "PMPI_", 5) == 0 && strcmp(name + 1, other) == 0;
}

bool symtab_prefers(const char *name, const char *other)
{
  size_t length = strcspn(name, "@"), other_length = strcspn(other, "@");
  if (is_mpi_real_name_of(name, other) || is_mpi_real_name_of(other, name))
    return name[0] == 'P';
  if (!length != !other_length)
    return length > 0;
  if (is_blank(name) != is_blank(other))
    return is_blank(other);
  if (length != other_length)
    return length < other_length;
  bool versioned = name[length] != '\0', other_versioned = other[other_length] != '\0';
  if (versioned != other_versioned)
    return versioned;
  return strcmp(name, other) <= 0;
}

static bool is_wanted(const GElf_Sym *symbol)
{
  unsigned binding = GELF_ST_BIND(symbol->st_info), type = GELF_ST_TYPE(symbol->st_info);
  bool has_type = type == STT_FUNC || type == STT_OBJECT || type == STT_GNU_IFUNC || type == STT_TLS;
  return (binding == STB_LOCAL || binding == STB_GLOBAL || binding == STB_WEAK) && has_type &&
         symbol->st_shndx != SHN_UNDEF && symbol->st_size > 0 && (type == STT_TLS || (uint32_t)symbol->st_value != 0);
}

/* The area a symbol is in; false: in none. */
static bool area_of(const struct elf_file *module, const GElf_Sym *symbol, enum symtab_area *ret)
{
  bool is_tls = GELF_ST_TYPE(symbol->st_info) == STT_TLS;
  enum elf_place place = is_tls ? ELF_PLACE_DATA : elf_file_place(module, symbol->st_value);
  *ret = is_tls ? SYMTAB_TLS : place == ELF_PLACE_TEXT ? SYMTAB_CODE : SYMTAB_DATA;
  return place != ELF_PLACE_NONE;
}

static void add_symbol(struct symtab *symtab, struct elf_file *module, const GElf_Sym *symbol, const char *name)
{
  enum symtab_area area;
  if (!area_of(module, symbol, &area))
    return;
  struct symbol_array *array = &symtab->areas[area];
  grow((void **)&array->items, array->count, &array->capacity, sizeof *array->items);
  uint64_t bytes = symbol->st_size > SYMBOL_MAX_BYTES ? SYMBOL_MAX_BYTES : symbol->st_size;
  if (symbol->st_value + bytes > symbol->st_value)
    array->items[array->count++] = (struct symbol){symbol->st_value, symbol->st_value + bytes, name};
}

static struct error *read_table(struct symtab *symtab, struct elf_file *module, struct elf_file *holder, Elf_Scn *scn,
                                const GElf_Shdr *header)
{
  Elf_Data *data = elf_getdata(scn, NULL);
  if (!data || !data->d_buf)
    return error_format("%s: broken symbol table: %s", elf_file_path(holder), elf_errmsg(-1));
  size_t count = data->d_size / sizeof(Elf64_Sym);
  for (size_t i = 1; i < count && i < INT32_MAX; i++) {
    GElf_Sym symbol;
    if (!gelf_getsym(data, (int)i, &symbol) || !is_wanted(&symbol))
      continue;
    const char *name = elf_strptr(elf_file_handle(holder), header->sh_link, symbol.st_name);
    symtab->is_ada |= name && is_of_gnat(name);
    if (name && *name)
      add_symbol(symtab, module, &symbol, name);
  }
  return NULL;
}

/* Read the first table of a type in `holder`; *ret_found tells whether there was one with contents. */
static struct error *read_tables(struct symtab *symtab, struct elf_file *module, struct elf_file *holder, uint32_t type,
                                 bool *ret_found)
{
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf_file_handle(holder), scn));) {
    GElf_Shdr header;
    if (gelf_getshdr(scn, &header) && header.sh_type == type && header.sh_size > 0) {
      *ret_found = true;
      return read_table(symtab, module, holder, scn, &header);
    }
  }
  return NULL;
}

ORDER(compare_symbols, struct symbol, UP(start) ?: UP(end) ?: UP_TEXT(name))

static void sort_symbols(struct symbol_array *array)
{
  if (array->count)
    qsort(array->items, array->count, sizeof *array->items, compare_symbols);
}

/* Keep of each range, now side by side, the best name. */
static void merge_aliases(struct symbol_array *array)
{
  size_t kept = 0;
  for (size_t i = 0; i < array->count; i++) {
    struct symbol *last = kept ? &array->items[kept - 1] : NULL, *next = &array->items[i];
    if (!last || last->start != next->start || last->end != next->end)
      array->items[kept++] = *next;
    else if (!symtab_prefers(last->name, next->name))
      last->name = next->name;
  }
  array->count = kept;
}

/* Let each symbol that begins with a shorter one begin after that; returns how many did. */
static size_t split_common_starts(struct symbol_array *array)
{
  size_t moved = 0;
  uint64_t start = 0, end = 0; /* the shortest symbol at the current start */
  for (size_t i = 0; i < array->count; i++) {
    struct symbol *symbol = &array->items[i];
    if (i > 0 && symbol->start == start) {
      symbol->start = end;
      moved++;
    } else {
      start = symbol->start;
      end = symbol->end;
    }
  }
  return moved;
}

/* End each symbol where the next begins; of those that still begin together the shortest stays. */
static void cut_overlaps(struct symbol_array *array)
{
  size_t kept = 0;
  for (size_t i = 0; i < array->count; i++) {
    struct symbol *last = kept ? &array->items[kept - 1] : NULL, *next = &array->items[i];
    if (last && last->start == next->start)
      continue;
    if (last && last->end > next->start)
      last->end = next->start;
    array->items[kept++] = *next;
  }
  array->count = kept;
}

static void make_disjoint(struct symbol_array *array)
{
  sort_symbols(array);
  merge_aliases(array);
  for (int round = 0; round < SPLIT_ROUNDS_MAX && split_common_starts(array) > 0; round++) {
    sort_symbols(array);
    merge_aliases(array);
  }
  sort_symbols(array);
  cut_overlaps(array);
}

static struct error *symtab_fill(struct symtab *symtab, struct elf_file *module, struct elf_file *debug)
{
  bool found = false, found_dynamic = false;
  struct error *error = read_tables(symtab, module, module, SHT_SYMTAB, &found);
  if (!error && !found && debug)
    error = read_tables(symtab, module, debug, SHT_SYMTAB, &found);
  if (!error)
    error = read_tables(symtab, module, module, SHT_DYNSYM, &found_dynamic);
  return error;
}

struct error *symtab_create(struct elf_file *module, struct elf_file *debug, struct symtab **ret)
{
  struct symtab *symtab = memory_zeroed(1, sizeof *symtab);
  struct error *error = symtab_fill(symtab, module, debug);
  if (error) {
    symtab_destroy(symtab);
    return error;
  }
  for (int area = 0; area < SYMTAB_AREAS; area++)
    make_disjoint(&symtab->areas[area]);
  *ret = symtab;
  return NULL;
}

void symtab_destroy(struct symtab *symtab)
{
  if (!symtab)
    return;
  for (int area = 0; area < SYMTAB_AREAS; area++)
    free(symtab->areas[area].items);
  free(symtab);
}

const char *symtab_find(const struct symtab *symtab, enum symtab_area area, uint64_t address,
                        struct symtab_range *ret)
{
  const struct symbol_array *array = &symtab->areas[area];
  size_t before = FIRST_NOT(i, array->count, array->items[i].start <= address);
  const struct symbol *symbol = before > 0 ? &array->items[before - 1] : NULL;
  if (symbol && address < symbol->end) {
    *ret = (struct symtab_range){symbol->start, symbol->end};
    return symbol->name;
  }
  ret->start = symbol ? symbol->end : 0;
  ret->end = before < array->count ? array->items[before].start : UINT64_MAX;
  return NULL;
}
