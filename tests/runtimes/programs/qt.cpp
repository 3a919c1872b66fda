// SPDX-License-Identifier: GPL-2.0-or-later
// Qt 5: the application object, events, timers, threads and their pool.
//
// long: its compiler or its start takes seconds
// build: c++ -fPIC -g -O0 $SRC -o $BIN $(pkg-config --cflags --libs Qt5Core)
// features: application string timer variant settings file process json regexp locale
// threads: thread pool worker waiting storage
#include <QtCore>
#include <unistd.h>

#include "plant.h"

static void run_soon(QCoreApplication &application)
{
  QTimer::singleShot(1, &application, &QCoreApplication::quit);
  application.exec();
}

static void feature_string()
{
  qDebug() << QString("hello %1").arg(42).toUpper().split(' ');
}

static void feature_variant()
{
  QVariantMap map{{"one", 1}, {"list", QVariantList{1, "two"}}};
  qDebug() << map;
}

static void feature_file()
{
  QFile file("/etc/passwd");
  if (file.open(QIODevice::ReadOnly))
    qDebug() << QTextStream(&file).readLine();
  qDebug() << QDir("/etc").entryList({"*.conf"}).size();
}

static void feature_process()
{
  QProcess process;
  process.start("echo", {"hello"});
  process.waitForFinished();
  qDebug() << process.readAll();
}

static void feature_settings()
{
  QSettings settings("/nonexistent/hello.ini", QSettings::IniFormat);
  qDebug() << settings.value("a", 42).toInt();
}

static void feature_json()
{
  qDebug() << QJsonDocument::fromJson("{\"a\": [1, 2]}").object();
}

static void feature_regexp()
{
  qDebug() << QRegularExpression("(\\w+) (\\d+)").match("hello 42").captured(2);
}

static void feature_locale()
{
  qDebug() << QLocale().toString(1234.5) << QDateTime::currentDateTime().toString();
}

static void feature_thread()
{
  QThread *thread = QThread::create([] { qDebug() << "in a thread"; });
  thread->start();
  thread->wait();
  delete thread;
}

class Job : public QRunnable
{
  void run() override { qDebug() << "job"; }
};

static void feature_pool()
{
  for (int i = 0; i < 4; i++)
    QThreadPool::globalInstance()->start(new Job);
  QThreadPool::globalInstance()->waitForDone();
}

static void feature_worker()
{
  QThread thread;
  QObject worker;
  worker.moveToThread(&thread);
  thread.start();
  QMetaObject::invokeMethod(&worker, [&thread] { thread.quit(); });
  thread.wait();
}

static void feature_waiting()
{
  static QSemaphore begun;
  QThread *thread = QThread::create([] {
    begun.release();
    QThread::sleep(3600);
  });
  thread->start();
  begun.acquire();
  fflush(stdout);
  _exit(0);
}

static void feature_storage()
{
  static QThreadStorage<QString> mine;
  mine.setLocalData("of main");
  QThread *thread = QThread::create([] { mine.setLocalData("of a thread"); });
  thread->start();
  thread->wait();
  delete thread;
}

int main(int count, char **words)
{
  plant();
  QCoreApplication application(count, words);
  const QMap<QString, void (*)()> features = {
    {"application", [] {}}, {"string", feature_string}, {"variant", feature_variant}, {"file", feature_file},
    {"process", feature_process}, {"settings", feature_settings}, {"json", feature_json},
    {"regexp", feature_regexp}, {"locale", feature_locale}, {"thread", feature_thread}, {"pool", feature_pool},
    {"worker", feature_worker}, {"waiting", feature_waiting}, {"storage", feature_storage}, {"timer", [] {}},
  };
  if (count < 2 || !features.contains(words[1]))
    return 99;
  features[words[1]]();
  if (!strcmp(words[1], "timer"))
    run_soon(application);
  return 0;
}
