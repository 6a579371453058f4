#if defined(__linux__)
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CFaultInterposer.h"

// Calls that start processes and wait for them.

int pipe2(int files[2], int flags) {
  const bool due = fault_is_due(FAULT_PIPE, NULL, -1);
  if (fault_fails(due)) return -1;
  return (int)syscall(SYS_pipe2, files, flags);
}

int pipe(int files[2]) { return pipe2(files, 0); }

typedef int spawn_function(pid_t *, const char *, const posix_spawn_file_actions_t *,
                           const posix_spawnattr_t *, char *const[], char *const[]);

int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[],
                char *const environment[]) {
  const bool due = fault_is_due(FAULT_SPAWN, path, -1);
  if (fault_fails(due)) return errno;
  spawn_function *next = (spawn_function *)fault_next("posix_spawn");
  const int result = next(process, path, actions, attributes, arguments, environment);
  fault_after_call(due);
  return result;
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
  const bool due = fault_is_due(FAULT_POLL, NULL, -1);
  if (fault_fails(due)) return -1;
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  return (int)syscall(SYS_ppoll, files, count, milliseconds < 0 ? NULL : &time, NULL, 0);
}
#endif
