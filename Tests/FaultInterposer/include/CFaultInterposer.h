#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Makes one call of a process to the system fail, the n-th of its kind, and counts the others.
//
// Preloaded; a process without FAULT_STATE is left alone. Variables:
//
//   FAULT_STATE    a struct fault_state in a file, made if it is not there, which a process and its
//                  children share; remove it, and FAULT_STATE.sites, before the next run
//   FAULT_CALL     a kind of call, by its name in call_names
//   FAULT_AT       the number of the call, from 1; with a + behind it, that and all later ones
//   FAULT_PROCESS  main (the default): calls of the first process count; child: those of all others
//   FAULT_ACTION   an error such as ENOSPC, or one of the words of enum fault_action
//   FAULT_CALL_SITES  if set, only the first call from each call site counts, by its five callers: of
//                     the first process, and of all others together
//   FAULT_TARGET   with the action replace: the file whose place FAULT_SOURCE takes
//
// Without FAULT_CALL it only counts, every kind; with it, it counts that kind until the call has come.

enum fault_call {
  FAULT_OPEN,
  FAULT_READ,
  FAULT_WRITE,
  /// Of standard output and error.
  FAULT_PRINT,
  /// Of a pipe or a socket.
  FAULT_RECEIVE,
  /// To a pipe or a socket.
  FAULT_SEND,
  FAULT_CLOSE,
  FAULT_SYNC,
  FAULT_RENAME,
  FAULT_UNLINK,
  FAULT_TRUNCATE,
  FAULT_MKDIR,
  FAULT_PIPE,
  FAULT_SPAWN,
  FAULT_POLL,
  FAULT_ALLOCATE,
  /// Of the time of day.
  FAULT_CLOCK,
  /// Of a clock that never goes back.
  FAULT_MONOTONIC,
  FAULT_CALLS,
};

enum fault_action {
  /// The call fails with an error and does nothing.
  FAULT_ERROR,
  /// short: half of the bytes are read or written.
  FAULT_SHORT,
  /// kill: SIGKILL before the call.
  FAULT_KILL,
  /// killed-after: SIGKILL after the call.
  FAULT_KILLED_AFTER,
  /// stop: SIGSTOP before the call.
  FAULT_STOP,
  /// garble: other bytes are written.
  FAULT_GARBLE,
  /// fork: a copy of the process stays, with all its open files.
  FAULT_FORK,
  /// replace: FAULT_SOURCE is renamed to FAULT_TARGET before the call.
  FAULT_REPLACE,
  /// back, forward: the clock jumps by an hour.
  FAULT_BACK,
  FAULT_FORWARD,
  FAULT_ACTIONS,
};

/// What the processes share; the driver reads it by these offsets, and learns the kinds of calls from
/// it.
struct fault_state {
  _Atomic int32_t main_process;
  /// How many calls were made to fail.
  _Atomic int32_t injected;
  /// The first call that was made to fail: its kind and its file.
  char what[1024];
  /// By kind, in the order of enum fault_call.
  struct {
    char name[16];
    /// The calls of the main process, and those of all others.
    _Atomic uint64_t counts[2];
  } calls[FAULT_CALLS];
};

/// Counts a call of `kind`, with a file or NULL; true where it is the one to fail.
///
/// Ends or stops the process where that is the action.
bool fault_is_due(enum fault_call kind, const char *path, int file);

/// Whether this is the first call of `kind` from its call site: in the main process, or in any other.
bool fault_is_new_call_site(enum fault_call kind, bool is_main);

/// Loads what `fault_is_new_call_site` needs, which itself takes memory. What was seen is kept in a file
/// beside the state, `FAULT_STATE.sites`.
void fault_prepare_call_sites(const char *state_path);

/// Maps the file at `path`, made if it is not there, which then has `size` bytes; ends the process where
/// that cannot be.
void *fault_share(const char *path, size_t size);

/// The action, if it is not an error.
enum fault_action fault_action(void);

/// Whether the action is EINTR.
bool fault_is_interruption(void);

/// Whether a call that was due is to fail with an error; then errno is that error.
bool fault_fails(bool was_due);

/// Ends this process by SIGKILL, where the action says after the call.
void fault_after_call(bool was_due);

/// The next definition of a function, behind this library.
void *fault_next(const char *name);
