# SPDX-License-Identifier: GPL-2.0-or-later
"""Programs that do what they are usually run for, for half a second to a second: their inputs are made here, the same
ones each time."""
import os
import random
import shutil
import subprocess

PYTHON = """
import collections, json, re, sys
words = collections.Counter()
rows = [{"name": f"row {i * 7919 % 1009}", "tags": [str(i % 7), str(i % 11)], "value": i * 0.5} for i in range(2000)]
for turn in range(int(sys.argv[1])):
    rows = json.loads(json.dumps(rows))
    rows.sort(key=lambda row: (row["name"], row["value"]), reverse=turn % 2 == 0)
    for row in rows:
        words.update(re.findall(r"[a-z]+|[0-9]+", row["name"]))
        row["tags"] = row["tags"][1:] + [str(len(words))]
print(len(words), sum(words.values()))
"""

SQL = """
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE bill(id INTEGER PRIMARY KEY, customer INTEGER, amount REAL, day TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows} / 20)
  INSERT INTO customer SELECT i, 'name ' || i * 7919 % 1009, 'city ' || i % 37 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})
  INSERT INTO bill SELECT i, i * 7919 % ({rows} / 20) + 1, i % 97 * 1.25, date('2020-01-01', (i % 700) || ' days')
    FROM n;
CREATE INDEX bill_customer ON bill(customer);
SELECT city, count(*), sum(amount) FROM customer c JOIN bill b ON b.customer = c.id GROUP BY city
  ORDER BY 3 DESC LIMIT 5;
UPDATE bill SET amount = amount * 1.5 WHERE customer IN (SELECT id FROM customer WHERE name LIKE '%7%');
SELECT substr(day, 1, 7) AS month, avg(amount) FROM bill GROUP BY month ORDER BY month LIMIT 5;
DELETE FROM bill WHERE day < '2020-03-01';
SELECT count(*), group_concat(DISTINCT city) FROM customer WHERE id IN (SELECT customer FROM bill WHERE amount > 150);
"""

C_HEAD = """
struct item { struct item *next; const char *name; long key; double weight; int tags[8]; };
struct list { struct item *first; unsigned long count; };
void *malloc(unsigned long); void free(void *); int strcmp(const char *, const char *);
int printf(const char *, ...);
"""
C_FUNCTIONS = ("""
static long sum_{n}(const struct list *list, int tag)
{{
  long sum = {a};
  for (const struct item *item = list->first; item; item = item->next) {{
    for (int i = 0; i < 8; i++)
      if (item->tags[i] == tag + {b})
        sum += item->key * (i + {c});
      else if (item->tags[i] > {a})
        sum ^= item->tags[i] << (i & 3);
    if (sum > {a}000 && item->weight > {b}.5)
      sum -= (long)(item->weight * {c});
  }}
  return sum;
}}
""", """
struct item *insert_{n}(struct list *list, const char *name, long key)
{{
  struct item **at = &list->first, *item;
  while (*at && (strcmp((*at)->name, name) < 0 || (*at)->key < key - {a}))
    at = &(*at)->next;
  item = malloc(sizeof *item);
  if (!item)
    return 0;
  item->next = *at;
  item->name = name;
  item->key = key % {c} == {b} ? key / {c} : key;
  item->weight = key * 0.{a};
  for (int i = 0; i < 8; i++)
    item->tags[i] = (int)(key >> i) % {c} + {b};
  *at = item;
  list->count++;
  return item;
}}
""", """
int decide_{n}(const struct item *item, int state)
{{
  switch (state % 9) {{
  case 0: return item->key > {a} ? 1 : 4;
  case 1: return item->name[0] == 'a' + {b} % 26 ? 2 : 0;
  case 2: return item->weight < {c}.25 ? 3 : 5;
  case 3: printf("%s: %ld, {n}\\n", item->name, item->key); return 6;
  case 4: return item->next ? decide_{n}(item->next, state + {c}) : 0;
  case 5: return item->tags[state & 7] % {c};
  case 6: for (int i = 0; i < 8; i++) if (item->tags[i] == {a}) return i; return 7;
  default: return state > {a} ? state - {b} : state + {b};
  }}
}}
""", """
void multiply_{n}(double *restrict to, const double *a, const double *b, int size)
{{
  for (int i = 0; i < size; i++)
    for (int j = 0; j < size; j++) {{
      double sum = {a};
      for (int k = 0; k < size; k++)
        sum += a[i * size + k] * b[k * size + j];
      to[i * size + j] = sum > {b} ? sum : sum * {c};
    }}
}}
""")


def write_c(work_dir, functions):
    """A file of some thousand lines, preprocessed."""
    chance, path = random.Random(1), os.path.join(work_dir, "usual.i")
    with open(path, "w", encoding="utf-8") as output:
        output.write(C_HEAD)
        for n in range(functions):
            form = C_FUNCTIONS[n % len(C_FUNCTIONS)].replace("static ", "")
            output.write(form.format(n=n, a=chance.randrange(10, 100), b=chance.randrange(1, 20),
                                     c=chance.randrange(2, 50)))
    return path


def write_history(work_dir, commits):
    """A repository of texts in which each commit changes some lines, as git's own importer takes it, and packs it."""
    chance, path = random.Random(2), os.path.join(work_dir, "usual-repository")
    files = [[f"line {i * 7919 % 1009} of file {n}" for i in range(300)] for n in range(40)]
    subprocess.run(["git", "init", "-q", path], check=True)
    lines = []
    for i in range(commits):
        message = f"change {i}\n"
        lines += ["commit refs/heads/main", f"committer A <a@example.org> {1000000000 + i} +0000",
                  f"data {len(message)}", message]
        for n in chance.sample(range(len(files)), 3):
            for _ in range(4):
                files[n][chance.randrange(len(files[n]))] = f"text {chance.randrange(10**6)}, changed by {i}"
            files[n].insert(chance.randrange(len(files[n])), f"new in {i}")
            text = "\n".join(files[n]) + "\n"
            lines += [f"M 644 inline folder{n % 5}/file{n}", f"data {len(text)}", text]
    subprocess.run(["git", "-C", path, "fast-import", "--quiet"], input="\n".join(lines) + "\n", text=True, check=True)
    subprocess.run(["git", "-C", path, "repack", "-adq"], check=True)
    return path


def commands(settings):
    """{name: command}, as far as they are installed."""
    cc1 = subprocess.run(["cc", "-print-prog-name=cc1"], capture_output=True, text=True, check=True).stdout.strip()
    source = write_c(settings.work_dir, int(settings.amount("120", "8")))
    history = write_history(settings.work_dir, int(settings.amount("2000", "20")))
    found = {
        "python3, longer": ["/usr/bin/python3", "-S", "-E", "-c", PYTHON, settings.amount("150", "1")],
        "sqlite3, longer": ["sqlite3", ":memory:", SQL.replace("{rows}", settings.amount("400000", "5000"))],
        "cc1, longer": [cc1, "-quiet", "-fpreprocessed", "-O2", source, "-o",
                        os.path.join(settings.work_dir, "usual.s")],
        "git log -p, longer": ["git", "-C", history, "--no-pager", "log", "-p", "main"],
    }
    return {name: [shutil.which(program), *words]
            for name, (program, *words) in found.items() if shutil.which(program)}
