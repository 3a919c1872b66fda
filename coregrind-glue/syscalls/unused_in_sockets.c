/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the calls of sockets do not use: of addresses, which come in structures that are larger than most of them, of
 * messages with control data, and of options. */
#include "coregrind-glue/syscalls/unused_private.h"

#include "shared/base/raw_syscalls.h"

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { STORAGE_BYTES = 128, PATH_AT = 2 };
enum {
  FAMILY_UNIX = 1,
  FAMILY_INET = 2,
  FAMILY_INET6 = 10,
  FAMILY_NETLINK = 16,
  FAMILY_PACKET = 17,
  FAMILY_CAN = 29,
  FAMILY_ALG = 38,
  FAMILY_VSOCK = 40,
  FAMILY_XDP = 44
};
enum { CALL_CONNECT = 42, CALL_SENDTO = 44, CALL_BIND = 49 };

/* --- addresses --- */

struct address {
  Addr start;
  SizeT bytes;
  Int descriptor;
  Bool is_bound; /* by bind() */
};

/* Of the descriptor's socket; -1: unknown. */
static Int option_of(const struct address *address, Int level, Int name)
{
  Int value = -1;
  UInt bytes = sizeof value;
  const long result =
    raw_syscall(__NR_getsockopt, address->descriptor, level, name, (long)(Addr)&value, (long)(Addr)&bytes, 0);
  return result == 0 && bytes == sizeof value ? value : -1;
}

/* From `offset` to the end of the address. */
static void rest(struct unused_question *question, const struct address *address, SizeT offset)
{
  if (offset < address->bytes)
    unused_copied(question, address->start + offset, address->bytes - offset);
}

/* A text ends by a zero byte, or where memory does, and never goes beyond `bytes`. */
static SizeT text_length(Addr text, SizeT bytes)
{
  HChar piece[256];
  for (SizeT at = 0; at < bytes; at += sizeof piece) {
    const SizeT wanted = bytes - at < sizeof piece ? bytes - at : sizeof piece;
    const SizeT read = guarded_copy(piece, (const void *)(text + at), wanted);
    for (SizeT i = 0; i < read; i++)
      if (piece[i] == '\0')
        return at + i;
    if (read < wanted)
      return at + read;
  }
  return bytes;
}

static void after_text(struct unused_question *question, Addr text, SizeT bytes)
{
  const SizeT length = text_length(text, bytes);
  if (length < bytes)
    unused_copied(question, text + length + 1, bytes - length - 1);
}

/* A name that begins with a zero byte is all of what is left; others end at one. */
static void unix_address(struct unused_question *question, const struct address *address)
{
  const Addr path = address->start + PATH_AT;
  if (address->bytes > PATH_AT && text_length(path, 1) > 0)
    after_text(question, path, address->bytes - PATH_AT);
}

/* The interface is that of an address that means something else on each link; the flow label is a socket's affair. */
static void inet6_address(struct unused_question *question, const struct address *address)
{
  enum { LEVEL_IPV6 = 41, IPV6_FLOWINFO_SEND = 33, FLOW_AT = 4, ADDRESS_AT = 8, SCOPE_AT = 24 };
  UChar bytes[2];
  if (!guarded_read(bytes, address->start + ADDRESS_AT, sizeof bytes))
    return;
  const Bool is_link = bytes[0] == 0xFE && (bytes[1] & 0xC0) == 0x80;
  const Bool is_group_of_link = bytes[0] == 0xFF && ((bytes[1] & 0x0F) == 1 || (bytes[1] & 0x0F) == 2);
  if (!is_link && !is_group_of_link)
    unused_copied(question, address->start + SCOPE_AT, 4);
  if (address->is_bound || option_of(address, LEVEL_IPV6, IPV6_FLOWINFO_SEND) == 0)
    unused_copied(question, address->start + FLOW_AT, 4);
}

static void packet_address(struct unused_question *question, const struct address *address)
{
  enum { TYPE_AT = 8, LENGTH_AT = 11, HARDWARE_AT = 12, HARDWARE_BYTES = 8 };
  UChar length;
  if (address->is_bound)
    rest(question, address, TYPE_AT);
  if (address->is_bound || !guarded_read(&length, address->start + LENGTH_AT, 1))
    return;
  unused_copied(question, address->start + TYPE_AT, LENGTH_AT - TYPE_AT);
  if (length < HARDWARE_BYTES)
    rest(question, address, HARDWARE_AT + length);
}

/* What follows the interface depends on the protocol. */
static void can_address(struct unused_question *question, const struct address *address)
{
  enum { LEVEL_SOCKET = 1, SO_PROTOCOL = 38, CAN_RAW = 1, CAN_BCM = 2, CAN_ISOTP = 6 };
  const Int protocol = option_of(address, LEVEL_SOCKET, SO_PROTOCOL);
  unused_copied(question, address->start + 2, 2);
  if (protocol == CAN_RAW || protocol == CAN_BCM)
    rest(question, address, 8);
  else if (protocol == CAN_ISOTP)
    rest(question, address, 16);
}

static void xdp_address(struct unused_question *question, const struct address *address)
{
  enum { SHARED_UMEM = 1 };
  UShort flags;
  if (guarded_read(&flags, address->start + 2, sizeof flags) && (flags & SHARED_UMEM) == 0)
    rest(question, address, 12);
}

static void socket_address(struct unused_question *question, const struct address *address)
{
  UShort family = 0;
  if (address->bytes < STORAGE_BYTES)
    unused_untouched(question, address->start + address->bytes, STORAGE_BYTES - address->bytes);
  if (address->bytes < sizeof family || !guarded_read(&family, address->start, sizeof family))
    return;
  switch (family) {
  case FAMILY_UNIX:
    unix_address(question, address);
    break;
  case FAMILY_INET:
    rest(question, address, 8);
    break;
  case FAMILY_INET6:
    inet6_address(question, address);
    break;
  case FAMILY_NETLINK:
    unused_copied(question, address->start + 2, 2);
    break;
  case FAMILY_PACKET:
    packet_address(question, address);
    break;
  case FAMILY_CAN:
    can_address(question, address);
    break;
  case FAMILY_ALG:
    after_text(question, address->start + 2, 14);
    after_text(question, address->start + 24, 64);
    break;
  case FAMILY_VSOCK:
    unused_copied(question, address->start + 2, 2);
    unused_copied(question, address->start + 13, 3);
    break;
  case FAMILY_XDP:
    xdp_address(question, address);
    break;
  default:
    break;
  }
}

static struct address address_in(const struct unused_question *question, UInt parameter)
{
  return (struct address){question->arguments[parameter], (UInt)question->arguments[parameter + 1],
                          (Int)question->arguments[0], question->number == CALL_BIND};
}

void unused_rule_connect(struct unused_question *question)
{
  const struct address address = address_in(question, 1);
  socket_address(question, &address);
}

void unused_rule_bind(struct unused_question *question)
{
  unused_rule_connect(question);
}

void unused_rule_sendto(struct unused_question *question)
{
  const struct address address = address_in(question, 4);
  if (unused_is_about(question, "(to."))
    socket_address(question, &address);
}

Bool unused_find_path(const struct unused_question *question, Addr path, SizeT *ret_bytes)
{
  UShort family;
  const Bool is_call =
    question->number == CALL_CONNECT || question->number == CALL_BIND || question->number == CALL_SENDTO;
  if (!is_call || !unused_is_about(question, "sun_path"))
    return False;
  const struct address address = address_in(question, question->number == CALL_SENDTO ? 4 : 1);
  if (path != address.start + PATH_AT || !guarded_read(&family, address.start, sizeof family) || family != FAMILY_UNIX)
    return False;
  *ret_bytes = address.bytes > PATH_AT ? address.bytes - PATH_AT : 0;
  return True;
}

/* --- messages --- */

struct message {
  Addr name;
  UInt name_bytes, padding;
  Addr pieces;
  SizeT pieces_count;
  Addr control;
  SizeT control_bytes;
  UInt flags, more_padding;
};

struct control {
  SizeT bytes;
  Int level, type;
};

/* IP_PKTINFO names the address that a packet was received at, too. */
static void control_data(struct unused_question *question, Addr start, const struct control *control)
{
  enum { LEVEL_IP = 0, IP_PKTINFO = 8, RECEIVED_AT = 8 };
  if (control->level == LEVEL_IP && control->type == IP_PKTINFO)
    unused_copied(question, start + sizeof *control + RECEIVED_AT, 4);
}

/* Each header says how long it and its data are; the next begins at a multiple of eight bytes. */
static void control_messages(struct unused_question *question, Addr at, SizeT bytes_left)
{
  struct control control;
  while (bytes_left >= sizeof control && at <= question->at) {
    if (!guarded_read(&control, at, sizeof control) || control.bytes < sizeof control || control.bytes > bytes_left)
      return;
    const SizeT padded = (control.bytes + 7) & ~(SizeT)7, bytes = padded < bytes_left ? padded : bytes_left;
    control_data(question, at, &control);
    unused_copied(question, at + control.bytes, bytes - control.bytes);
    at += bytes;
    bytes_left -= bytes;
  }
  unused_copied(question, at, bytes_left);
}

static void parts_of_message(struct unused_question *question, const struct sent_message *message)
{
  const struct address name = {message->name, message->name_bytes, message->descriptor, False};
  if (unused_is_about(question, "msg_name)"))
    socket_address(question, &name);
  if (unused_is_about(question, "msg_control)"))
    control_messages(question, message->control, message->control_bytes);
}

static void message_at(struct unused_question *question, Addr place)
{
  struct message message;
  if (guarded_read(&message, place, sizeof message))
    parts_of_message(question, &(struct sent_message){(Int)question->arguments[0], message.name, message.control,
                                                      message.name_bytes, message.control_bytes});
}

static const struct sent_message *submitted;

void bytes_in_message(const struct sent_message *message)
{
  submitted = message;
}

void unused_rule_io_uring_enter(struct unused_question *question)
{
  if (submitted)
    parts_of_message(question, submitted);
}

void unused_rule_sendmsg(struct unused_question *question)
{
  message_at(question, question->arguments[1]);
}

void unused_rule_sendmmsg(struct unused_question *question)
{
  enum { MESSAGES_MAX = 1024, ENTRY_BYTES = 64 };
  const UInt count = (UInt)question->arguments[2];
  for (UInt i = 0; i < count && i < MESSAGES_MAX; i++)
    message_at(question, question->arguments[1] + (Addr)i * ENTRY_BYTES);
}

/* --- options --- */

static void option_number(struct unused_question *question, Addr value, UInt bytes)
{
  if (bytes > sizeof(Int))
    unused_untouched(question, value + sizeof(Int), bytes - sizeof(Int));
}

/* struct sock_fprog: a short number, a pointer. */
static void option_program(struct unused_question *question, Addr value, UInt bytes)
{
  enum { PROGRAM_BYTES = 16 };
  if (bytes == PROGRAM_BYTES)
    unused_copied(question, value + 2, 6);
}

static void option_name(struct unused_question *question, Addr value, UInt bytes)
{
  enum { NAME_BYTES_MAX = 15 };
  const UInt used = bytes < NAME_BYTES_MAX ? bytes : NAME_BYTES_MAX;
  const SizeT length = text_length(value, used);
  if (length < used)
    unused_copied(question, value + length + 1, used - length - 1);
  unused_untouched(question, value + used, bytes - used);
}

static void option_linger(struct unused_question *question, Addr value, UInt bytes)
{
  Int is_on;
  if (guarded_read(&is_on, value, sizeof is_on) && is_on == 0)
    unused_copied(question, value + 4, 4);
}

static void option_multicast_interface(struct unused_question *question, Addr value, UInt bytes)
{
  if (bytes >= 8)
    unused_copied(question, value, 4);
}

static void option_membership(struct unused_question *question, Addr value, UInt bytes)
{
  enum { WITH_INTERFACE_BYTES = 12 };
  Int interface;
  if (bytes >= WITH_INTERFACE_BYTES && guarded_read(&interface, value + 8, sizeof interface) && interface != 0)
    unused_copied(question, value + 4, 4);
}

/* Of an address in an option that has room for any, family and address are used, but not its port. */
static void storage(struct unused_question *question, Addr start)
{
  UShort family;
  if (!guarded_read(&family, start, sizeof family) || (family != FAMILY_INET && family != FAMILY_INET6))
    return;
  const SizeT address_at = family == FAMILY_INET ? 4 : 8, end = family == FAMILY_INET ? 8 : 24;
  unused_copied(question, start + sizeof family, address_at - sizeof family);
  unused_copied(question, start + end, STORAGE_BYTES - end);
}

static void option_group(struct unused_question *question, Addr value, UInt bytes)
{
  unused_copied(question, value + 4, 4);
  storage(question, value + 8);
}

static void option_group_source(struct unused_question *question, Addr value, UInt bytes)
{
  option_group(question, value, bytes);
  storage(question, value + 8 + STORAGE_BYTES);
}

static void option_packet_membership(struct unused_question *question, Addr value, UInt bytes)
{
  enum { LENGTH_AT = 6, ADDRESS_AT = 8, ADDRESS_BYTES = 8 };
  UShort length;
  if (guarded_read(&length, value + LENGTH_AT, sizeof length) && length < ADDRESS_BYTES)
    unused_copied(question, value + ADDRESS_AT + length, ADDRESS_BYTES - length);
}

static void option_signature_with_flags(struct unused_question *question, Addr value, UInt bytes)
{
  enum { LENGTH_AT = 130, KEY_AT = 136, KEY_BYTES = 80 };
  UShort length;
  storage(question, value);
  if (guarded_read(&length, value + LENGTH_AT, sizeof length) && length < KEY_BYTES)
    unused_copied(question, value + KEY_AT + length, KEY_BYTES - length);
}

static void option_signature(struct unused_question *question, Addr value, UInt bytes)
{
  enum { FLAGS_AT = 128, INTERFACE_AT = 132 };
  option_signature_with_flags(question, value, bytes);
  unused_copied(question, value + FLAGS_AT, 2);
  unused_copied(question, value + INTERFACE_AT, 4);
}

void unused_rule_setsockopt(struct unused_question *question)
{
  static const struct {
    Int level, name;
    void (*rule)(struct unused_question *question, Addr value, UInt bytes);
  } options[] = {
#define OPTION(level, name, rule) {level, name, option_##rule},
#include "coregrind-glue/syscalls/unused_bytes.def"
  };
  const Int level = (Int)question->arguments[1], name = (Int)question->arguments[2];
  for (UInt i = 0; i < sizeof options / sizeof *options; i++)
    if (options[i].level == level && options[i].name == name)
      options[i].rule(question, question->arguments[3], (UInt)question->arguments[4]);
}
