/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The slots of a file are changed in memory, and the changed pages are written back once the entries are on the
 * disk. */
#include "shared/cache/code_writer.h"

#include "memcheck/pure/base/env.h"

enum {
  SLOTS_IN_PAGE = 256,
  OUTPUT_BYTES = 256 << 10,
  SLOTS_PER_ENTRY = 2, /* at least; twice as many when a file is made */
};

struct table {
  const struct code_disk *disk;
  struct code_slot *slots;
  uint8_t *is_changed;     /* of each page of slots */
  struct code_entry_head *entry; /* room for one */
  uint64_t slot_count, used;
};

static size_t slot_bytes(uint64_t slot_count)
{
  return (size_t)slot_count * sizeof(struct code_slot);
}

static size_t page_count(uint64_t slot_count)
{
  return (size_t)(slot_count + SLOTS_IN_PAGE - 1) / SLOTS_IN_PAGE;
}

static void table_init(struct table *table, const struct code_disk *disk, uint64_t slot_count)
{
  *table = (struct table){
    .disk = disk, .slot_count = slot_count,
    .slots = env_map_pages(slot_bytes(slot_count)), .is_changed = env_map_pages(page_count(slot_count)),
    .entry = env_map_pages(CODE_ENTRY_BYTES_MAX),
  };
}

static void table_deinit(struct table *table)
{
  env_unmap_pages(table->slots, slot_bytes(table->slot_count));
  env_unmap_pages(table->is_changed, page_count(table->slot_count));
  env_unmap_pages(table->entry, CODE_ENTRY_BYTES_MAX);
}

static bool table_read(struct table *table)
{
  if (!table->disk->read(table->disk->context, CODE_HEADER_BYTES, table->slots, slot_bytes(table->slot_count)))
    return false;
  for (uint64_t i = 0; i < table->slot_count; i++)
    table->used += table->slots[i].tag != 0;
  return true;
}

/* Write changed pages, adjacent ones together. */
static bool table_write(const struct table *table)
{
  size_t pages = page_count(table->slot_count);
  for (size_t start = 0, end; start < pages; start = end) {
    end = start + 1;
    if (!table->is_changed[start])
      continue;
    while (end < pages && table->is_changed[end])
      end++;
    size_t first = slot_bytes(start * SLOTS_IN_PAGE), bytes = slot_bytes((end - start) * SLOTS_IN_PAGE);
    if (!table->disk->write(table->disk->context, CODE_HEADER_BYTES + first, (const char *)table->slots + first, bytes))
      return false;
  }
  return true;
}

static struct code_slot *slot_of(const struct table *table, uint64_t tag, uint64_t distance)
{
  return &table->slots[(tag + distance) & (table->slot_count - 1)];
}

static void fill_slot(struct table *table, struct code_slot *slot, uint64_t tag, uint64_t place)
{
  table->used += slot->tag == 0;
  *slot = (struct code_slot){tag, place};
  table->is_changed[(size_t)(slot - table->slots) / SLOTS_IN_PAGE] = 1;
}

/* --- output: entries that follow one another on the disk --- */

struct output {
  const struct code_disk *disk;
  uint8_t *buffer;
  size_t held;
  uint64_t written_to; /* where on the disk the buffer goes */
};

static uint64_t output_end(const struct output *output)
{
  return output->written_to + output->held;
}

static bool output_flush(struct output *output)
{
  bool is_good = output->disk->write(output->disk->context, output->written_to, output->buffer, output->held);
  output->written_to += output->held;
  output->held = 0;
  return is_good;
}

static bool output_add(struct output *output, const void *data, size_t bytes)
{
  if (output->held + bytes > OUTPUT_BYTES && !output_flush(output))
    return false;
  memcpy(output->buffer + output->held, data, bytes);
  output->held += bytes;
  return true;
}

/* --- adding --- */

enum found { OTHER, SAME, DAMAGED };

/* Is the entry of a slot with the right tag the one to be added? */
static enum found compare_entry(const struct table *table, const struct output *output, uint64_t place,
                          const struct code_entry_head *head)
{
  uint64_t offset = code_place_offset(place, table->slot_count);
  size_t bytes = code_place_bytes(place);
  if (offset >= output->written_to && offset < output_end(output)) {
    const void *held_bytes = output->buffer + (offset - output->written_to);
    const struct code_entry_head *held = held_bytes;
    return held->sum == head->sum ? SAME : OTHER;
  }
  if (bytes > CODE_ENTRY_BYTES_MAX || offset + bytes > output->written_to ||
      !table->disk->read(table->disk->context, offset, table->entry, bytes) ||
      !code_entry_is_whole(table->entry, bytes))
    return DAMAGED;
  return table->entry->sum == head->sum ? SAME : OTHER;
}

/* The slot for an entry; NULL: it is there already, or there is no slot for it. */
static struct code_slot *find_slot(const struct table *table, const struct output *output,
                                   const struct code_entry_head *head, uint64_t tag)
{
  for (unsigned distance = 0, same = 0; distance < CODE_SLOTS_SEARCHED && same < CODE_SAME_MAX; distance++) {
    struct code_slot *slot = slot_of(table, tag, distance);
    if (slot->tag == 0)
      return slot;
    if (slot->tag != tag)
      continue;
    enum found found = compare_entry(table, output, slot->place, head);
    if (found != OTHER)
      return found == DAMAGED ? slot : NULL;
    same++;
  }
  return NULL;
}

static bool add_entry(struct table *table, struct output *output, const struct code_entry_head *head)
{
  uint64_t tag = code_key_tag(&head->key);
  struct code_slot *slot = find_slot(table, output, head, tag);
  if (!slot)
    return true;
  size_t bytes = code_entry_bytes(head);
  fill_slot(table, slot, tag, code_place_make(output_end(output), bytes, table->slot_count));
  return output_add(output, head, bytes);
}

static enum code_written add_all(struct table *table, uint64_t *bytes, const struct code_batch *batch)
{
  uint64_t start = (*bytes + CODE_UNIT_BYTES - 1) & ~(uint64_t)(CODE_UNIT_BYTES - 1);
  struct output output = {.disk = table->disk, .buffer = env_map_pages(OUTPUT_BYTES), .written_to = start};
  bool is_good = true;
  for (size_t i = 0; i < batch->count && is_good; i++)
    is_good = add_entry(table, &output, batch->entries[i]);
  bool is_new = output_end(&output) != start;
  if (is_new)
    is_good = is_good && output_flush(&output) && table_write(table);
  env_unmap_pages(output.buffer, OUTPUT_BYTES);
  if (!is_good)
    return CODE_FAILED;
  if (is_new)
    *bytes = output_end(&output);
  return is_new ? CODE_WRITTEN : CODE_NOTHING_NEW;
}

static bool read_header(const struct code_disk *disk, uint64_t bytes, struct code_header *ret)
{
  return bytes >= CODE_HEADER_BYTES && disk->read(disk->context, 0, ret, sizeof *ret) && code_header_is_sound(ret) &&
         bytes >= code_place_offset(0, ret->slot_count);
}

enum code_written code_file_append(const struct code_disk *disk, uint64_t *bytes, const struct code_identity *identity,
                              const struct code_batch *batch)
{
  struct code_header header;
  struct table table;
  if (!read_header(disk, *bytes, &header) || !code_identity_is_equal(&header.identity, identity))
    return CODE_UNUSABLE;
  table_init(&table, disk, header.slot_count);
  enum code_written result = !table_read(&table) ? CODE_UNUSABLE
                             : (table.used + batch->count) * SLOTS_PER_ENTRY > table.slot_count ? CODE_TOO_SMALL
                             : add_all(&table, bytes, batch);
  table_deinit(&table);
  return result;
}

/* --- creating files --- */

static uint64_t slots_for(size_t entry_count)
{
  uint64_t slots = CODE_SLOTS_MIN;
  while (slots < CODE_SLOTS_MAX && slots < 2 * SLOTS_PER_ENTRY * (uint64_t)entry_count)
    slots *= 2;
  return slots;
}

static bool write_header(const struct code_disk *disk, const struct code_identity *identity, const char *path,
                         uint64_t slot_count)
{
  union {
    struct code_header header;
    uint64_t room[CODE_HEADER_BYTES / sizeof(uint64_t)];
  } page;
  memset(&page, 0, sizeof page);
  code_header_make(&page.header, identity, path, slot_count);
  return disk->write(disk->context, 0, &page, sizeof page);
}

bool code_file_create(const struct code_disk *disk, const struct code_identity *identity, const char *path,
                      size_t entry_count, uint64_t *ret_bytes)
{
  struct table table;
  table_init(&table, disk, slots_for(entry_count));
  memset(table.is_changed, 1, page_count(table.slot_count));
  bool is_good = write_header(disk, identity, path, table.slot_count) && table_write(&table);
  *ret_bytes = code_place_offset(0, table.slot_count);
  table_deinit(&table);
  return is_good;
}

/* Places are relative to the first entry, so they remain valid when the table grows. */
static void take_slots(struct table *to, const struct table *from)
{
  for (uint64_t i = 0; i < from->slot_count; i++)
    for (unsigned distance = 0; from->slots[i].tag != 0 && distance < CODE_SLOTS_SEARCHED; distance++) {
      struct code_slot *slot = slot_of(to, from->slots[i].tag, distance);
      if (slot->tag != 0)
        continue;
      fill_slot(to, slot, from->slots[i].tag, from->slots[i].place);
      break;
    }
}

static bool copy_entries(const struct code_disk *from, uint64_t offset, uint64_t end, const struct code_disk *to,
                         uint64_t to_offset)
{
  uint8_t *buffer = env_map_pages(OUTPUT_BYTES);
  bool is_good = true;
  for (size_t bytes; offset < end && is_good; offset += bytes, to_offset += bytes) {
    bytes = end - offset < OUTPUT_BYTES ? (size_t)(end - offset) : OUTPUT_BYTES;
    is_good = from->read(from->context, offset, buffer, bytes) && to->write(to->context, to_offset, buffer, bytes);
  }
  env_unmap_pages(buffer, OUTPUT_BYTES);
  return is_good;
}

bool code_file_grow(const struct code_disk *from, uint64_t bytes, const struct code_disk *to, size_t more_entries,
               uint64_t *ret_bytes)
{
  struct code_header header;
  struct table old, new;
  if (!read_header(from, bytes, &header))
    return false;
  table_init(&old, from, header.slot_count);
  bool is_good = table_read(&old);
  table_init(&new, to, slots_for((size_t)old.used + more_entries));
  memset(new.is_changed, 1, page_count(new.slot_count));
  take_slots(&new, &old);
  uint64_t start = code_place_offset(0, old.slot_count), new_start = code_place_offset(0, new.slot_count);
  is_good = is_good && write_header(to, &header.identity, header.path, new.slot_count) &&
            copy_entries(from, start, bytes, to, new_start) && table_write(&new);
  *ret_bytes = new_start + (bytes - start);
  table_deinit(&old);
  table_deinit(&new);
  return is_good;
}
