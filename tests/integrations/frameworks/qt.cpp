// SPDX-License-Identifier: GPL-2.0-or-later
// expect: by_one: loses
// expect: by_two: first | second
// expect: by_row: rows:row 57
// expect: by_another: calls
// expect: by_fixture: hasFixture
// expect: by_fixture_end: hasFixture
// expect: by_static: initialises
// expect: by_nested: initTestCase
// expect: by_thread: -
// expect: by_main: -
// expect: use_freed: usesFreed
#include <QtTest>

#include "losers.h"

class Frameworks : public QObject {
  Q_OBJECT
  static bool is(const char *name) { return qstrcmp(QTest::currentTestFunction(), name) == 0; }
private slots:
  void initTestCase() { by_nested(); }
  void init() { if (is("hasFixture")) by_fixture(); }
  void cleanup() { if (is("hasFixture")) by_fixture_end(); }
  void fine() {}
  void loses() { by_one(); }
  void first() { by_two(); }
  void second() { by_two(); }
  void initialises() { QCOMPARE(get(), 1); }
  void initialisesAgain() { QCOMPARE(get(), 1); }
  void usesFreed() { use_freed(); }
  void thread() { start_thread_that_loses(); }
  void calls() { by_another(); }
  void hasFixture() {}
  void rows_data()
  {
    QTest::addColumn<int>("n");
    for (int n = 0; n < 100; n++)
      QTest::newRow(qPrintable(QString("row %1").arg(n))) << n;
  }
  void rows()
  {
    QFETCH(int, n);
    if (n == 57)
      by_row();
  }
};

int main(int argc, char **argv)
{
  by_main();
  Frameworks test;
  int status = QTest::qExec(&test, argc, argv);
  by_main();
  return status;
}

#include "qt.moc"
