// SPDX-License-Identifier: GPL-2.0-or-later
// GLib, GObject and GIO: types, slices, quarks, main contexts, threads and their pools.
//
// build: cc -g -O0 $SRC -o $BIN $(pkg-config --cflags --libs gio-2.0)
// features: print hash object signals slice quark variant regex file loop keyfile
// threads: thread pool queue task waiting private context
#include <gio/gio.h>
#include <string.h>

#include "plant.h"

typedef struct {
  GObject parent;
} Thing;
typedef struct {
  GObjectClass parent;
} ThingClass;
typedef struct {
  char *name;
} ThingPrivate;

G_DEFINE_TYPE_WITH_PRIVATE(Thing, thing, G_TYPE_OBJECT)

static void thing_init(Thing *thing)
{
  ThingPrivate *own = thing_get_instance_private(thing);
  own->name = NULL;
}

static void thing_class_init(ThingClass *class)
{
  g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static Thing *kept;

static void print(void)
{
  g_print("hello %d\n", 42);
  g_message("hello");
  char *text = g_strdup_printf("%s", g_get_user_name());
  g_free(text);
}

static void hash(void)
{
  GHashTable *table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_insert(table, g_strdup("key"), table);
  g_hash_table_destroy(table);
  GPtrArray *array = g_ptr_array_new();
  g_ptr_array_add(array, array);
  g_ptr_array_free(array, TRUE);
}

static void object(void)
{
  g_object_unref(g_object_new(thing_get_type(), NULL));
  kept = g_object_new(thing_get_type(), NULL);
}

static void on_changed(Thing *thing, gpointer data)
{
  g_print("%s %s\n", G_OBJECT_TYPE_NAME(thing), (char *)data);
}

static void signals(void)
{
  kept = g_object_new(thing_get_type(), NULL);
  g_signal_connect(kept, "changed", G_CALLBACK(on_changed), "changed");
  g_signal_emit_by_name(kept, "changed");
  g_object_set_data_full(G_OBJECT(kept), "data", g_strdup("data"), g_free);
}

static void slice(void)
{
  void *block = g_slice_alloc(64);
  g_slice_free1(64, block);
  GList *list = g_list_append(NULL, block);
  g_list_free(list);
}

static void quark(void)
{
  g_quark_from_string("hello");
  g_intern_string("a string");
}

static void variant(void)
{
  GVariant *value = g_variant_new("(si)", "hello", 42);
  char *text = g_variant_print(value, TRUE);
  g_print("%s\n", text);
  g_free(text);
  g_variant_unref(value);
}

static void regex(void)
{
  g_print("%d\n", g_regex_match_simple("^h", "hello", 0, 0));
  GDateTime *now = g_date_time_new_now_local();
  g_date_time_unref(now);
}

static void file(void)
{
  GFile *passwd = g_file_new_for_path("/etc/passwd");
  char *contents = NULL;
  if (g_file_load_contents(passwd, NULL, &contents, NULL, NULL, NULL))
    g_free(contents);
  g_object_unref(passwd);
}

static gboolean quit(gpointer loop)
{
  g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}

static void loop(void)
{
  GMainLoop *main_loop = g_main_loop_new(NULL, FALSE);
  g_timeout_add(1, quit, main_loop);
  g_main_loop_run(main_loop);
  g_main_loop_unref(main_loop);
}

static void keyfile(void)
{
  GKeyFile *settings = g_key_file_new();
  g_key_file_load_from_data(settings, "[a]\nb=1\n", -1, 0, NULL);
  g_print("%d\n", g_key_file_get_integer(settings, "a", "b", NULL));
  g_key_file_unref(settings);
}

static gpointer nothing(gpointer data)
{
  return data;
}

static void thread(void)
{
  g_thread_join(g_thread_new("one", nothing, NULL));
  g_thread_unref(g_thread_new("two", nothing, NULL));
}

static void work(gpointer item, gpointer done)
{
  g_async_queue_push(done, item);
}

static void pool(void)
{
  GAsyncQueue *done = g_async_queue_new();
  GThreadPool *workers = g_thread_pool_new(work, done, 3, FALSE, NULL);
  for (int i = 1; i <= 10; i++)
    g_thread_pool_push(workers, GINT_TO_POINTER(i), NULL);
  for (int i = 1; i <= 10; i++)
    g_async_queue_pop(done);
  g_thread_pool_free(workers, FALSE, TRUE);
  g_async_queue_unref(done);
}

static gpointer send_one(gpointer queue)
{
  g_async_queue_push(queue, queue);
  return NULL;
}

static void queue(void)
{
  GAsyncQueue *items = g_async_queue_new();
  GThread *sender = g_thread_new("sender", send_one, items);
  g_async_queue_pop(items);
  g_thread_join(sender);
  g_async_queue_unref(items);
}

static void in_thread(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  (void)source, (void)data, (void)cancellable;
  g_task_return_int(task, 42);
}

static void on_done(GObject *source, GAsyncResult *result, gpointer loop)
{
  (void)source;
  g_print("%d\n", (int)g_task_propagate_int(G_TASK(result), NULL));
  g_main_loop_quit(loop);
}

static void task(void)
{
  GMainLoop *main_loop = g_main_loop_new(NULL, FALSE);
  GTask *one = g_task_new(NULL, NULL, on_done, main_loop);
  g_task_run_in_thread(one, in_thread);
  g_object_unref(one);
  g_main_loop_run(main_loop);
  g_main_loop_unref(main_loop);
}

static gpointer wait_for_good(gpointer queue)
{
  g_async_queue_push(queue, queue);
  g_usleep(3600 * G_USEC_PER_SEC);
  return NULL;
}

static void waiting(void)
{
  GAsyncQueue *begun = g_async_queue_new();
  g_thread_unref(g_thread_new("waiting", wait_for_good, begun));
  g_async_queue_pop(begun);
}

static GPrivate private_key = G_PRIVATE_INIT(g_free);

static gpointer use_private(gpointer data)
{
  g_private_set(&private_key, g_strdup("of a thread"));
  return data;
}

static void private(void)
{
  use_private(NULL);
  g_thread_join(g_thread_new("private", use_private, NULL));
}

static gpointer run_context(gpointer data)
{
  GMainContext *own = g_main_context_new();
  g_main_context_push_thread_default(own);
  GMainLoop *main_loop = g_main_loop_new(own, FALSE);
  GSource *source = g_idle_source_new();
  g_source_set_callback(source, quit, main_loop, NULL);
  g_source_attach(source, own);
  g_main_loop_run(main_loop);
  g_source_unref(source);
  g_main_loop_unref(main_loop);
  g_main_context_pop_thread_default(own);
  g_main_context_unref(own);
  return data;
}

static void context(void)
{
  g_thread_join(g_thread_new("context", run_context, NULL));
}

static const struct {
  const char *name;
  void (*show)(void);
} features[] = {
  {"print", print}, {"hash", hash}, {"object", object}, {"signals", signals}, {"slice", slice}, {"quark", quark},
  {"variant", variant}, {"regex", regex}, {"file", file}, {"loop", loop}, {"keyfile", keyfile}, {"thread", thread},
  {"pool", pool}, {"queue", queue}, {"task", task}, {"waiting", waiting}, {"private", private}, {"context", context},
};

int main(int count, char **words)
{
  plant();
  for (size_t i = 0; i < G_N_ELEMENTS(features); i++)
    if (count > 1 && strcmp(words[1], features[i].name) == 0) {
      features[i].show();
      return 0;
    }
  return 99;
}
