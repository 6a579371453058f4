#include "CSQLiteChanges.h"

#include <stdlib.h>
#include <string.h>

/// A table whose changes are recorded.
typedef struct {
  char *schema, *name;
  int32_t *keyColumns;
  int32_t keyCount;
} recorded_table;

struct cvbench_recorder {
  recorded_table *tables;
  int32_t tableCount;
  cvbench_change *changes;
  size_t kept, capacity, limit;
  uint8_t *keys;
  size_t keyBytes, keyCapacity;
  size_t count;
  int64_t calls;
  bool failed;
};

cvbench_recorder *cvbench_recorder_create(void) {
  cvbench_recorder *recorder = calloc(1, sizeof *recorder);
  if (recorder) recorder->limit = 1 << 16;
  return recorder;
}

void cvbench_recorder_clear(cvbench_recorder *recorder) {
  recorder->kept = recorder->keyBytes = recorder->count = 0;
  recorder->calls = 0;
  recorder->failed = false;
  if (recorder->capacity > 1 << 14) {
    free(recorder->changes);
    recorder->changes = NULL;
    recorder->capacity = 0;
  }
  if (recorder->keyCapacity > 1 << 18) {
    free(recorder->keys);
    recorder->keys = NULL;
    recorder->keyCapacity = 0;
  }
}

void cvbench_recorder_reset(cvbench_recorder *recorder) {
  for (int32_t number = 0; number < recorder->tableCount; number++) {
    free(recorder->tables[number].schema);
    free(recorder->tables[number].name);
    free(recorder->tables[number].keyColumns);
  }
  free(recorder->tables);
  recorder->tables = NULL;
  recorder->tableCount = 0;
  cvbench_recorder_clear(recorder);
}

static int32_t find_table(
  const cvbench_recorder *recorder, const char *schema, const char *name
) {
  for (int32_t number = 0; number < recorder->tableCount; number++) {
    const recorded_table *table = &recorder->tables[number];
    if (strcmp(table->name, name) == 0 && strcmp(table->schema, schema) == 0) return number;
  }
  return -1;
}

/// Sets the key of a table; false if there is no memory.
static bool set_key(recorded_table *table, const int32_t *keyColumns, int32_t count) {
  if (count <= 0 || table->keyCount > 0) return true;
  table->keyColumns = malloc(sizeof *keyColumns * (size_t)count);
  if (!table->keyColumns) return false;
  memcpy(table->keyColumns, keyColumns, sizeof *keyColumns * (size_t)count);
  table->keyCount = count;
  return true;
}

int32_t cvbench_recorder_add_table(
  cvbench_recorder *recorder, const char *schema, const char *name, const int32_t *keyColumns,
  int32_t count
) {
  int32_t known = find_table(recorder, schema, name);
  if (known >= 0) return set_key(&recorder->tables[known], keyColumns, count) ? known : -1;
  recorded_table *tables =
    realloc(recorder->tables, sizeof *tables * (size_t)(recorder->tableCount + 1));
  if (!tables) return -1;
  recorder->tables = tables;
  recorded_table table = {strdup(schema), strdup(name), NULL, 0};
  if (!table.schema || !table.name || !set_key(&table, keyColumns, count)) {
    free(table.schema);
    free(table.name);
    return -1;
  }
  tables[recorder->tableCount] = table;
  return recorder->tableCount++;
}

void cvbench_recorder_set_limit(cvbench_recorder *recorder, size_t limit) {
  recorder->limit = limit;
}

int64_t cvbench_recorder_calls(const cvbench_recorder *recorder) { return recorder->calls; }
size_t cvbench_recorder_count(const cvbench_recorder *recorder) { return recorder->count; }
size_t cvbench_recorder_kept(const cvbench_recorder *recorder) { return recorder->kept; }
bool cvbench_recorder_has_failed(const cvbench_recorder *recorder) { return recorder->failed; }
const uint8_t *cvbench_recorder_keys(const cvbench_recorder *recorder) { return recorder->keys; }
const cvbench_change *cvbench_recorder_changes(const cvbench_recorder *recorder) {
  return recorder->changes;
}

#ifdef CVBENCH_SQLITE

#define SQLITE_ENABLE_PREUPDATE_HOOK
#include <sqlite3.h>

// Weak: an SQLite without the hook links all the same, and says so when it is asked.
extern void *sqlite3_preupdate_hook(
  sqlite3 *, void (*)(void *, sqlite3 *, int, char const *, char const *, sqlite3_int64, sqlite3_int64),
  void *) __attribute__((weak));
extern int sqlite3_preupdate_old(sqlite3 *, int, sqlite3_value **) __attribute__((weak));
extern int sqlite3_preupdate_new(sqlite3 *, int, sqlite3_value **) __attribute__((weak));

bool cvbench_has_preupdate_hook(void) { return sqlite3_preupdate_hook != NULL; }

/// Makes room for one more element; false if there is no memory.
static bool reserve(void **memory, size_t size, size_t needed, size_t *capacity) {
  if (needed <= *capacity) return true;
  size_t larger = *capacity ? *capacity * 2 : 256;
  while (larger < needed) larger *= 2;
  void *moved = realloc(*memory, larger * size);
  if (!moved) return false;
  *memory = moved;
  *capacity = larger;
  return true;
}

static bool append_bytes(cvbench_recorder *recorder, const void *bytes, size_t count) {
  if (!reserve((void **)&recorder->keys, 1, recorder->keyBytes + count, &recorder->keyCapacity)) {
    return false;
  }
  if (count) memcpy(recorder->keys + recorder->keyBytes, bytes, count);
  recorder->keyBytes += count;
  return true;
}

static bool append_value(cvbench_recorder *recorder, sqlite3_value *value) {
  uint8_t type = (uint8_t)sqlite3_value_type(value);
  if (!append_bytes(recorder, &type, 1)) return false;
  if (type == SQLITE_INTEGER) {
    int64_t number = sqlite3_value_int64(value);
    return append_bytes(recorder, &number, sizeof number);
  }
  if (type == SQLITE_FLOAT) {
    double number = sqlite3_value_double(value);
    return append_bytes(recorder, &number, sizeof number);
  }
  if (type == SQLITE_NULL) return true;
  const void *bytes = type == SQLITE_TEXT ? sqlite3_value_text(value) : sqlite3_value_blob(value);
  int64_t length = sqlite3_value_bytes(value);
  return append_bytes(recorder, &length, sizeof length)
    && append_bytes(recorder, bytes, (size_t)length);
}

/// Appends a change, with the values of its key before or after.
static bool append_change(
  cvbench_recorder *recorder, sqlite3 *connection, int32_t number, bool isOld, int64_t id,
  bool comesOrGoes
) {
  if (!reserve(
        (void **)&recorder->changes, sizeof *recorder->changes, recorder->kept + 1,
        &recorder->capacity)) {
    return false;
  }
  const recorded_table *table = &recorder->tables[number];
  size_t start = recorder->keyBytes;
  for (int32_t place = 0; place < table->keyCount; place++) {
    sqlite3_value *value = NULL;
    int column = table->keyColumns[place];
    int status = isOld ? sqlite3_preupdate_old(connection, column, &value)
                       : sqlite3_preupdate_new(connection, column, &value);
    if (status != SQLITE_OK || !value || !append_value(recorder, value)) return false;
  }
  recorder->changes[recorder->kept++] =
    (cvbench_change){number, comesOrGoes, id, start, recorder->keyBytes - start};
  return true;
}

static void record(
  void *context, sqlite3 *connection, int operation, const char *database, const char *name,
  sqlite3_int64 before, sqlite3_int64 after
) {
  cvbench_recorder *recorder = context;
  recorder->calls++;
  int32_t number = find_table(recorder, database, name);
  if (number < 0) return;
  recorder->count++;
  if (recorder->kept >= recorder->limit) {
    // A row may be two changes, so that the counts do not tell.
    recorder->failed = true;
    return;
  }
  bool hasValues = recorder->tables[number].keyCount > 0;
  bool stays = operation == SQLITE_UPDATE && !hasValues && before == after;
  bool isKept = true;
  if (operation != SQLITE_INSERT) {
    isKept = append_change(recorder, connection, number, true, before, !stays);
  }
  if (isKept && !stays && operation != SQLITE_DELETE) {
    isKept = append_change(recorder, connection, number, false, after, true);
  }
  if (!isKept) recorder->failed = true;
}

void *cvbench_recorder_install(cvbench_recorder *recorder, void *connection) {
  if (!sqlite3_preupdate_hook) return NULL;
  return sqlite3_preupdate_hook(connection, recorder ? record : NULL, recorder);
}

#else

bool cvbench_has_preupdate_hook(void) { return false; }
void *cvbench_recorder_install(cvbench_recorder *recorder, void *connection) { return NULL; }

#endif
