/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/core/channel.h"

#include "shared/base/raw_syscalls.h"
#include "shared/record/record_watch.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/kept_folder.h"
#include "memcheck/pure/base/env.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  FLUSH_BYTES = 1 << 16, /* buffered frames are sent at the latest then */
  NO_SIGNAL = 0x4000,    /* MSG_NOSIGNAL */
  LOCK_SHARED = 1,       /* LOCK_SH */
  LOCK_AT_ONCE = 4,      /* LOCK_NB */
  FILE_NAME_BYTES = 4096,
  ATTACHED_MAX = 8, /* descriptors sent at a time; the reporter accepts twice as many */
  SAME_PID_MAX = 10000, /* images of one pid in one run directory: execs, and pids used again */
};

static struct {
  struct channel_config config;
  struct record_encoder encoder;
  int socket; /* -1: closed */
  int of_child; /* that of a child which is about to be forked; -1: none */
  int file;   /* -1: none */
  int folder; /* where it is, kept; -1: not */
  int file_problem; /* why there is none, until that is told: when the reporter knows which process this is */
  HChar file_name[FILE_NAME_BYTES];
  bool is_open;
  bool socket_was_lost; /* and has been told of */
  bool has_unshown;    /* something that the report shows was sent after the last answer */
  unsigned token;
  uint64_t opened_ns;
  int attached[ATTACHED_MAX];
  unsigned attached_count;
} channel = {.socket = -1, .of_child = -1, .file = -1, .folder = -1};

/* --- the record file --- */

/* A new file no other image uses: p<PID>.rec, p<PID>.1.rec, ... */
static int create_file(const char *run_dir)
{
  HChar *name = channel.file_name;
  if (VG_(strlen)(run_dir) > FILE_NAME_BYTES - 64)
    return -CORE_ENAMETOOLONG;
  for (Int i = 0; i < SAME_PID_MAX; i++) {
    if (i == 0)
      VG_(sprintf)(name, "%s/p%d.rec", run_dir, VG_(getpid)());
    else
      VG_(sprintf)(name, "%s/p%d.%d.rec", run_dir, VG_(getpid)(), i);
    const HChar *const in_folder = channel.folder >= 0 ? name + VG_(strlen)(run_dir) + 1 : name;
    const long result =
      raw_syscall(__NR_openat, channel.folder, (long)in_folder, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL, 0600, 0, 0);
    if (result >= 0) {
      /* Whatever the guest's umask is. */
      (void)raw_syscall(__NR_fchmod, result, 0600, 0, 0, 0, 0);
      /* A run with a locked record is not pruned, even when its reporter is gone. */
      (void)raw_syscall(__NR_flock, result, LOCK_SHARED | LOCK_AT_ONCE, 0, 0, 0, 0);
      return VG_(safe_fd)((Int)result);
    }
    if (result != -VKI_EEXIST)
      return (int)result;
  }
  return -VKI_EEXIST;
}

/* Nothing can be kept beside a record that was opened by another process. */
static int take_file(const char *run_dir)
{
  if (channel.config.record < 0)
    return create_file(run_dir);
  const int given = channel.config.record;
  channel.config.record = -1;
  channel.file_name[0] = '\0';
  (void)raw_syscall(__NR_flock, given, LOCK_SHARED | LOCK_AT_ONCE, 0, 0, 0, 0);
  return VG_(safe_fd)(given);
}

static void drop_file(int errno_value)
{
  HChar text[FILE_NAME_BYTES + 256];
  if (channel.file >= 0)
    VG_(close)(channel.file);
  channel.file = -1;
  VG_(snprintf)
  (text, sizeof text,
   "Seep: cannot write the record in %s (%s); this report is whole, but a later `seep report` of process %d ends "
   "here\n",
   channel.config.run_dir, core_error_text(errno_value), VG_(getpid)());
  if (channel.socket >= 0)
    channel_send_message(&(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = core_string(text)});
  else
    core_print_directly(text);
}

/* --- the socket --- */

static void lose_socket(void)
{
  if (channel.socket >= 0)
    VG_(close)(channel.socket);
  channel.socket = -1;
  if (channel.socket_was_lost)
    return;
  channel.socket_was_lost = true;
  /* In one piece, as other processes may say the same at the same time. */
  HChar text[FILE_NAME_BYTES + 256];
  if (channel.file >= 0)
    VG_(snprintf)
    (text, sizeof text, "Seep: the reporter is gone; the program runs on. For its report: seep report %s\n",
     channel.config.run_dir);
  else
    VG_(snprintf)
    (text, sizeof text, "Seep: the reporter is gone; the program runs on, but no record is kept of it\n");
  core_print_directly(text);
}

/* Together with the attached descriptors. When these cannot be sent (too many are in flight), data goes without them,
 * and the reporter may lack some names. */
static long send_piece(const unsigned char *data, size_t size)
{
  struct {
    struct vki_cmsghdr head;
    int files[ATTACHED_MAX];
  } passed = {.head = {.cmsg_len = sizeof passed.head + channel.attached_count * sizeof passed.files[0],
                       .cmsg_level = VKI_SOL_SOCKET, .cmsg_type = VKI_SCM_RIGHTS}};
  struct vki_iovec part = {(void *)data, size};
  struct vki_msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = passed.head.cmsg_len};
  VG_(memcpy)(passed.files, channel.attached, channel.attached_count * sizeof passed.files[0]);
  long sent = channel.attached_count > 0 ? raw_syscall(__NR_sendmsg, channel.socket, (long)&message, NO_SIGNAL, 0, 0, 0)
                                         : -VKI_EINVAL;
  if (sent > 0 || sent == -VKI_EINTR)
    return sent;
  return raw_syscall(__NR_sendto, channel.socket, (long)data, (long)size, NO_SIGNAL, 0, 0);
}

static void close_attached(void)
{
  while (channel.attached_count > 0)
    VG_(close)(channel.attached[--channel.attached_count]);
}

static bool send_socket(const unsigned char *data, size_t size)
{
  while (size > 0) {
    long sent = send_piece(data, size);
    if (sent > 0)
      close_attached();
    if (sent == -VKI_EINTR)
      continue;
    if (sent <= 0)
      return false;
    data += sent;
    size -= (size_t)sent;
  }
  return true;
}

static bool receive_socket(void *data, size_t size)
{
  unsigned char *bytes = data;
  while (size > 0) {
    long received = raw_syscall(__NR_recvfrom, channel.socket, (long)bytes, (long)size, 0, 0, 0);
    if (received == -VKI_EINTR)
      continue;
    if (received <= 0)
      return false;
    bytes += received;
    size -= (size_t)received;
  }
  return true;
}

/* --- the stream --- */

static void begin_stream(void)
{
  channel.encoder.size = 0;
  channel.is_open = true;
  channel.socket_was_lost = false;
  channel.has_unshown = false;
  record_put_header(&channel.encoder);
  if (channel.config.run_dir) {
    int file = take_file(channel.config.run_dir);
    channel.file = file < 0 ? -1 : file;
    channel.file_problem = file < 0 ? -file : 0;
  }
  if (channel.socket < 0 && channel.config.socket_name)
    lose_socket();
}

void channel_open(const struct channel_config *config)
{
  channel.config = *config;
  channel.opened_ns = core_monotonic_ns();
  channel.encoder.capacity = FLUSH_BYTES * 2;
  channel.encoder.data = env_allocate("seep.channel", channel.encoder.capacity);
  if (config->run_dir)
    channel.folder = config->folder >= 0 ? VG_(safe_fd)(config->folder) : kept_folder_open(config->run_dir);
  channel.socket = config->fd >= 0 ? VG_(safe_fd)(config->fd) : -1;
  begin_stream();
}

int channel_open_folder(void)
{
  const long fd =
    channel.folder < 0 ? -1 : raw_syscall(__NR_fcntl, channel.folder, VKI_F_DUPFD, channel.folder, 0, 0, 0);
  return fd < 0 ? -1 : (int)fd;
}

static void close_of_child(void)
{
  if (channel.of_child >= 0)
    VG_(close)(channel.of_child);
  channel.of_child = -1;
}

/* The reporter has the connection when it answers, so that it stays alive for the child if this process ends at
 * once. */
void channel_before_fork(void)
{
  int ends[2];
  struct record_reply reply;
  close_of_child();
  if (channel.socket < 0 || raw_syscall(__NR_socketpair, 1 /* AF_UNIX */, 1 /* SOCK_STREAM */, 0, (long)ends, 0, 0) < 0)
    return;
  channel.of_child = VG_(safe_fd)(ends[0]);
  channel_attach(VG_(safe_fd)(ends[1]));
  channel_ask(RECORD_QUESTION_SYNC, &reply);
}

void channel_after_fork(void)
{
  close_of_child();
}

void channel_reopen(void)
{
  if (!channel.is_open)
    return;
  int inherited = channel.socket;
  if (channel.file >= 0)
    VG_(close)(channel.file);
  channel.file = -1;
  channel.socket = channel.of_child;
  channel.of_child = -1;
  if (inherited >= 0)
    VG_(close)(inherited);
  begin_stream();
}

const char *channel_record_path(bool *ret_is_wanted)
{
  *ret_is_wanted = channel.config.run_dir != NULL;
  return channel.file >= 0 && *channel.file_name ? channel.file_name : NULL;
}

bool channel_is_watched(uint64_t *ret_every_ms)
{
  enum { GET_LOCK_OF_FILE = 36 /* F_OFD_GETLK */, WRITE_LOCK = 1, NO_LOCK = 2 };
  struct vki_flock lock = {
    .l_type = WRITE_LOCK, .l_start = (long)RECORD_WATCH_START, .l_len = RECORD_WATCH_MS_MOST + 1};
  if (channel.file < 0 || raw_syscall(__NR_fcntl, channel.file, GET_LOCK_OF_FILE, (long)&lock, 0, 0, 0) < 0 ||
      lock.l_type == NO_LOCK || (uint64_t)lock.l_start < RECORD_WATCH_START)
    return false;
  *ret_every_ms = (uint64_t)lock.l_start - RECORD_WATCH_START;
  return true;
}

void channel_attach(int fd)
{
  if (channel.attached_count == ATTACHED_MAX)
    channel_flush();
  if (channel.socket >= 0 && channel.attached_count < ATTACHED_MAX)
    channel.attached[channel.attached_count++] = fd;
  else
    VG_(close)(fd);
}

bool channel_is_open(void)
{
  return channel.is_open;
}

void channel_flush(void)
{
  if (!channel.is_open || channel.encoder.size == 0)
    return;
  size_t size = channel.encoder.size;
  channel.encoder.size = 0;
  if (channel.socket >= 0 && !send_socket(channel.encoder.data, size))
    lose_socket();
  close_attached();
  int errno_value = channel.file >= 0 ? core_write(channel.file, channel.encoder.data, size) : 0;
  if (errno_value != 0) {
    drop_file(errno_value);
    channel_flush();
  }
}

void channel_stamp_times(bool stamps)
{
  channel.config.time_stamps = stamps;
}

/* In front of each batch. */
static void put_time(void)
{
  if (channel.encoder.size == 0 && channel.config.time_stamps)
    record_put_time(&channel.encoder, &(struct record_time){.elapsed_ns = core_monotonic_ns() - channel.opened_ns});
}

/* Called when the frame that begins at `start` did not fit. */
static void make_room(size_t start)
{
  size_t capacity = channel.encoder.size + FLUSH_BYTES * 2;
  unsigned char *data = env_allocate("seep.channel", capacity);
  VG_(memcpy)(data, channel.encoder.data, start);
  env_free(channel.encoder.data);
  channel.encoder = (struct record_encoder){data, capacity, start};
}

/* Answers to monitor commands are errors and blocks. */
static bool is_told_in_passing(enum record_kind kind)
{
  return kind == RECORD_MESSAGE || kind == RECORD_OPTION || kind == RECORD_ERROR || kind == RECORD_BLOCK ||
         kind == RECORD_SNAPSHOT_BEGUN || kind == RECORD_SNAPSHOT;
}

void channel_send(enum record_kind kind, const void *frame)
{
  if (!channel.is_open)
    return;
  channel.has_unshown |= is_told_in_passing(kind);
  put_time();
  size_t start = channel.encoder.size;
  record_put(&channel.encoder, kind, frame);
  if (channel.encoder.size > channel.encoder.capacity) {
    make_room(start);
    record_put(&channel.encoder, kind, frame);
  }
  if (channel.encoder.size >= FLUSH_BYTES)
    channel_flush();
  if (kind == RECORD_START && channel.file_problem != 0) {
    int problem = channel.file_problem;
    channel.file_problem = 0;
    drop_file(problem);
  }
}

void channel_print_plain(const char *text)
{
  channel_send_message(
    &(struct record_message){.class = RECORD_MESSAGE_PLAIN, .tid = VG_(get_running_tid)(), .text = core_string(text)});
  channel_flush();
}

bool channel_ask_about(enum record_question question, uint64_t argument, struct record_reply *ret)
{
  if (!channel.is_open)
    return false;
  channel_send_query(&(struct record_query){.question = question, .token = ++channel.token, .argument = argument});
  channel_flush();
  channel.has_unshown = false;
  if (channel.socket < 0)
    return false;
  if (receive_socket(ret, sizeof *ret) && ret->magic == RECORD_REPLY_MAGIC && ret->token == channel.token)
    return true;
  lose_socket();
  return false;
}

bool channel_ask(enum record_question question, struct record_reply *ret)
{
  return channel_ask_about(question, 0, ret);
}

void channel_wait_until_shown(void)
{
  struct record_reply reply;
  if (channel.has_unshown)
    channel_ask(RECORD_QUESTION_SYNC, &reply);
}

bool channel_ask_text(char *ret_text, size_t *ret_size)
{
  struct record_reply reply;
  if (!channel_ask(RECORD_QUESTION_TEXT, &reply))
    return false;
  if (reply.text_bytes > RECORD_TEXT_PIECE_BYTES || !receive_socket(ret_text, reply.text_bytes)) {
    lose_socket();
    return false;
  }
  *ret_size = reply.text_bytes;
  return true;
}
