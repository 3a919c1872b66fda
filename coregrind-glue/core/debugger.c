/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reporter knows names, the tool does not. So the reporter writes an answer with names: it gathers what it would
 * have printed, and sends it back piece by piece, to be passed on to the debugger. */
#include "coregrind-glue/core/debugger.h"

#include "coregrind-glue/core/channel.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_threadstate.h"

enum { DEBUGGER_DESCRIPTOR = -2, LINE_BYTES = 1024 };

static Bool was_here;

/* The core's gdbserver, when it first has anything to do. */
void __wrap_server_main(void)
{
  was_here = True;
  __real_server_main();
}

Bool debugger_was_here(void)
{
  return was_here;
}

Bool debugger_takes_output(void)
{
  return VG_(log_output_sink).fd == DEBUGGER_DESCRIPTOR;
}

static void put_text(const HChar *text)
{
  if (debugger_takes_output())
    VG_(gdb_printf)("%s", text);
  else
    channel_print_plain(text);
}

void debugger_printf(const HChar *format, ...)
{
  static HChar line[LINE_BYTES];
  static UInt size;
  va_list args;
  va_start(args, format);
  size += VG_(vsnprintf)(line + size, sizeof line - size, format, args);
  va_end(args);
  if (size < sizeof line / 2 && line[size - 1] != '\n')
    return;
  put_text(line);
  size = 0;
}

void debugger_begin_answer(void)
{
  if (debugger_takes_output())
    channel_send_monitor(&(struct record_monitor){.tid = VG_(get_running_tid)()});
}

/* A piece of the reporter's text; false: there is no more. */
static bool hand_on_piece(void)
{
  static HChar text[RECORD_TEXT_PIECE_BYTES + 1];
  size_t size;
  if (!channel_ask_text(text, &size)) {
    VG_(gdb_printf)("Seep: the reporter is gone; what it would have told is in the record only\n");
    return false;
  }
  text[size] = '\0';
  VG_(gdb_printf)("%s", text);
  return size > 0;
}

void debugger_end_answer(void)
{
  if (debugger_takes_output())
    while (hand_on_piece())
      continue;
  else
    channel_flush();
}
