/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A head (lengths, then folders and files in one of two shapes) and the program: opcodes that change the registers of a
 * little machine and output its state as rows. DWARF 2 to 5, with 32 and 64-bit lengths.
 *
 * libdw could do this, but tells a file's path in one piece. Reports and suppressions need its name as the line table
 * has it, apart from the folder: that is what Memcheck shows and matches. */
#include "host/symbols/dwarf/dwarf_line_program.h"

#include "host/symbols/elf/bytes.h"

enum {
  ENTRIES_MAX = 1 << 20, /* folders, files */
  FORMATS_MAX = 255,
  OPCODES_MAX = 255,
};

struct format {
  uint64_t content, form;
};

struct program {
  const struct dwarf_file *file;
  const struct line_listener *listener;
  struct bytes bytes; /* what is left of the unit */
  bool damaged;
  unsigned version, offset_bytes, min_instruction_bytes, line_range, opcode_base;
  int line_base;
  unsigned char operand_counts[OPCODES_MAX + 1];
  struct line_row row; /* the registers that matter here */
};

static void yield_folder(struct program *program, const char *name)
{
  program->listener->folder(program->listener->context, name);
}

static void yield_file(struct program *program, const char *name, uint64_t folder)
{
  program->listener->file(program->listener->context, name, folder);
}

/* Folders and files of DWARF 2 to 4: lists that an empty name ends. */
static void read_old_tables(struct program *program, struct bytes *head)
{
  const char *name;
  yield_folder(program, NULL);
  for (size_t i = 0; i < ENTRIES_MAX && *(name = bytes_text(head)); i++)
    yield_folder(program, name);
  yield_file(program, NULL, 0);
  for (size_t i = 0; i < ENTRIES_MAX && *(name = bytes_text(head)); i++) {
    uint64_t folder = bytes_leb128(head);
    bytes_leb128(head); /* time */
    bytes_leb128(head); /* size */
    yield_file(program, name, folder);
  }
}

/* A string by its form; NULL when the form is none of a string, and then nothing was read. */
static const char *read_text(struct program *program, struct bytes *head, uint64_t form, bool *ret_is_text)
{
  *ret_is_text = true;
  switch (form) {
  case DW_FORM_string:
    return bytes_text(head);
  case DW_FORM_line_strp:
    return dwarf_file_text(program->file, ".debug_line_str", bytes_number(head, program->offset_bytes));
  case DW_FORM_strp:
    return dwarf_file_text(program->file, ".debug_str", bytes_number(head, program->offset_bytes));
  case DW_FORM_strp_sup:
  case DW_FORM_GNU_strp_alt:
    return dwarf_file_supplement_text(program->file, bytes_number(head, program->offset_bytes));
  default:
    *ret_is_text = false;
    return NULL;
  }
}

/* A number by its form; what is no number is passed over. */
static uint64_t read_number(struct bytes *head, uint64_t form)
{
  switch (form) {
  case DW_FORM_udata:
    return bytes_leb128(head);
  case DW_FORM_data1:
    return bytes_number(head, 1);
  case DW_FORM_data2:
    return bytes_number(head, 2);
  case DW_FORM_data4:
    return bytes_number(head, 4);
  case DW_FORM_data8:
    return bytes_number(head, 8);
  case DW_FORM_data16:
    bytes_block(head, 16);
    return 0;
  case DW_FORM_block:
    bytes_block(head, bytes_leb128(head));
    return 0;
  default:
    head->overrun = true; /* of unknown length: nothing after it can be read */
    return 0;
  }
}

/* One folder or file of DWARF 5. */
static void read_path_entry(struct program *program, struct bytes *head, const struct format *formats,
                            size_t format_count, bool is_file)
{
  const char *name = NULL;
  uint64_t folder = 0;
  for (size_t i = 0; i < format_count; i++) {
    bool is_text;
    const char *text = read_text(program, head, formats[i].form, &is_text);
    uint64_t number = is_text ? 0 : read_number(head, formats[i].form);
    if (formats[i].content == DW_LNCT_path)
      name = text;
    else if (formats[i].content == DW_LNCT_directory_index)
      folder = number;
  }
  if (head->overrun)
    return;
  if (is_file)
    yield_file(program, name, folder);
  else
    yield_folder(program, name);
}

/* Folders or files of DWARF 5: a description of an entry's parts, a count, the entries. */
static void read_new_table(struct program *program, struct bytes *head, bool is_file)
{
  struct format formats[FORMATS_MAX];
  size_t format_count = bytes_number(head, 1);
  for (size_t i = 0; i < format_count; i++) {
    formats[i].content = bytes_leb128(head);
    formats[i].form = bytes_leb128(head);
  }
  uint64_t count = bytes_leb128(head);
  if (format_count == 0 || count > ENTRIES_MAX)
    return;
  for (uint64_t i = 0; i < count && !head->overrun; i++)
    read_path_entry(program, head, formats, format_count, is_file);
}

/* Read the head up to the tables; the program itself is left in program->bytes. */
static struct bytes read_head(struct program *program)
{
  struct bytes *bytes = &program->bytes;
  uint64_t unit_bytes = bytes_length(bytes, &program->offset_bytes);
  *bytes = bytes_part(bytes, unit_bytes);
  program->version = (unsigned)bytes_number(bytes, 2);
  if (program->version >= 5)
    bytes_number(bytes, 2); /* sizes of addresses and segment selectors */
  struct bytes head = bytes_part(bytes, bytes_number(bytes, program->offset_bytes));
  program->min_instruction_bytes = (unsigned)bytes_number(&head, 1);
  if (program->version >= 4)
    bytes_number(&head, 1); /* operations per instruction: 1 on this machine */
  bytes_number(&head, 1);   /* whether rows begin statements, which is not asked for */
  program->line_base = (int8_t)bytes_number(&head, 1);
  program->line_range = (unsigned)bytes_number(&head, 1);
  program->opcode_base = (unsigned)bytes_number(&head, 1);
  for (unsigned i = 1; i < program->opcode_base; i++)
    program->operand_counts[i] = (unsigned char)bytes_number(&head, 1);
  return head;
}

static void reset_row(struct program *program)
{
  program->row = (struct line_row){.file = 1, .line = 1};
}

static void yield_row(struct program *program)
{
  program->listener->row(program->listener->context, &program->row);
}

static void advance_address(struct program *program, uint64_t operations)
{
  program->row.address += operations * program->min_instruction_bytes;
}

static void run_special(struct program *program, unsigned opcode)
{
  unsigned step = opcode - program->opcode_base;
  advance_address(program, step / program->line_range);
  program->row.line += (uint64_t)(int64_t)(program->line_base + (int)(step % program->line_range));
  yield_row(program);
}

static void run_extended(struct program *program)
{
  struct bytes operands = bytes_part(&program->bytes, bytes_leb128(&program->bytes));
  uint64_t opcode = bytes_number(&operands, 1);
  size_t left = (size_t)(operands.end - operands.next);
  if (opcode == DW_LNE_end_sequence) {
    program->row.is_end = true;
    yield_row(program);
    reset_row(program);
  } else if (opcode == DW_LNE_set_address) {
    program->row.address = bytes_number(&operands, left > 8 ? 8 : (unsigned)left);
  } else if (opcode == DW_LNE_define_file) {
    const char *name = bytes_text(&operands);
    uint64_t folder = bytes_leb128(&operands);
    if (!operands.overrun)
      yield_file(program, name, folder);
  }
}

static void run_standard(struct program *program, unsigned opcode)
{
  struct bytes *bytes = &program->bytes;
  switch (opcode) {
  case DW_LNS_copy:
    yield_row(program);
    break;
  case DW_LNS_advance_pc:
    advance_address(program, bytes_leb128(bytes));
    break;
  case DW_LNS_advance_line:
    program->row.line += (uint64_t)bytes_signed_leb128(bytes);
    break;
  case DW_LNS_set_file:
    program->row.file = bytes_leb128(bytes);
    break;
  case DW_LNS_const_add_pc:
    advance_address(program, (255 - program->opcode_base) / program->line_range);
    break;
  case DW_LNS_fixed_advance_pc:
    program->row.address += bytes_number(bytes, 2);
    break;
  case DW_LNS_set_column:
    program->row.column = bytes_leb128(bytes);
    break;
  default: /* flags, and what is not known yet */
    for (unsigned i = 0; i < program->operand_counts[opcode]; i++)
      bytes_leb128(bytes);
  }
}

/* Every opcode takes at least one byte, so the program ends. */
static void run_program(struct program *program)
{
  reset_row(program);
  while (program->bytes.next < program->bytes.end && !program->bytes.overrun) {
    unsigned opcode = (unsigned)bytes_number(&program->bytes, 1);
    if (opcode >= program->opcode_base)
      run_special(program, opcode);
    else if (opcode == 0)
      run_extended(program);
    else
      run_standard(program, opcode);
  }
}

static struct error *damaged_table(const struct program *program, uint64_t offset)
{
  return error_format("%s: the line table at .debug_line+0x%llx is damaged, or of an unknown version (%u, while 2 to 5 "
                      "are known), so lines are missing; build or install the file again",
                      dwarf_file_path(program->file), (unsigned long long)offset, program->version);
}

struct error *dwarf_line_program_run(const struct dwarf_file *file, uint64_t offset,
                                     const struct line_listener *listener)
{
  const struct elf_section *section = dwarf_file_section(file, ".debug_line");
  if (!section)
    return NULL;
  struct program program = {
    .file = file, .listener = listener, .bytes = bytes_at(section->data, section->bytes, offset)};
  struct bytes head = read_head(&program);
  if (head.overrun || program.version < 2 || program.version > 5 || program.line_range == 0 || program.opcode_base == 0)
    return damaged_table(&program, offset);
  if (program.version < 5) {
    read_old_tables(&program, &head);
  } else {
    read_new_table(&program, &head, false);
    read_new_table(&program, &head, true);
  }
  if (!head.overrun)
    run_program(&program);
  return head.overrun || program.bytes.overrun ? damaged_table(&program, offset) : NULL;
}
