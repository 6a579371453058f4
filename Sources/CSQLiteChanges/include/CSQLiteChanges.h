#ifndef CSQLITECHANGES_H
#define CSQLITECHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The rows of some tables that a connection has touched since the last clearing.
///
/// SQLite's preupdate hook writes here, once for each row, before the row changes. Rows that a savepoint
/// or a failing statement has taken back stay: the reader looks up what they are now.
typedef struct cvbench_recorder cvbench_recorder;

/// A row that was touched.
///
/// For a table whose key is its rowid, `id` is one, and an update of the rowid itself is two changes. For
/// others, the values of the key stand in `cvbench_recorder_keys` from `key` to `key + keyLength`: for
/// each a type as in sqlite3_column_type, then 8 bytes of a number, or 8 bytes of a length and so many
/// bytes of text or blob.
typedef struct {
  int32_t table;
  /// Whether the row at this key is a new one, or gone: an update of a row that stays is neither.
  int32_t comesOrGoes;
  int64_t id;
  size_t key;
  size_t keyLength;
} cvbench_change;

/// Returns whether this SQLite has the hook.
bool cvbench_has_preupdate_hook(void);

/// Creates a recorder; NULL if there is no memory.
cvbench_recorder *cvbench_recorder_create(void);

/// Forgets all tables and changes.
void cvbench_recorder_reset(cvbench_recorder *recorder);

/// Adds a table, and returns its number; -1 if there is no memory.
///
/// `schema` is the database that it is in: main, temp or the name of an attached one. `keyColumns` are
/// the numbers of the key's columns; none for the rowid. A table that was added before keeps its number,
/// and its key unless that was none.
int32_t cvbench_recorder_add_table(
  cvbench_recorder *recorder, const char *schema, const char *name, const int32_t *keyColumns,
  int32_t count);

/// Installs the hook on a connection, or removes it where `recorder` is NULL.
///
/// Returns the recorder whose hook was installed before: NULL if there was none, and what another
/// library has set if it has taken the slot.
void *cvbench_recorder_install(cvbench_recorder *recorder, void *connection);

/// Sets how many changes are kept; the ones after are only counted.
void cvbench_recorder_set_limit(cvbench_recorder *recorder, size_t limit);

/// The number of rows that the connection has changed, of any table, since the last clearing.
int64_t cvbench_recorder_calls(const cvbench_recorder *recorder);

/// The number of rows that were touched in the tables; more than are kept after an overflow.
size_t cvbench_recorder_count(const cvbench_recorder *recorder);

/// The number of changes that are kept.
size_t cvbench_recorder_kept(const cvbench_recorder *recorder);

/// The changes that are kept; valid until the next change.
const cvbench_change *cvbench_recorder_changes(const cvbench_recorder *recorder);

/// The bytes of their keys; valid until the next change.
const uint8_t *cvbench_recorder_keys(const cvbench_recorder *recorder);

/// Whether a change was lost: beyond the limit, or because there was no memory.
bool cvbench_recorder_has_failed(const cvbench_recorder *recorder);

/// Forgets all changes; keeps a little of the memory.
void cvbench_recorder_clear(cvbench_recorder *recorder);

#endif
