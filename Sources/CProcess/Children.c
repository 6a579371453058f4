#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "CProcess.h"

// Gives the child its three streams and closes every other file. A child that kept the pipe of another
// one open would let its reader wait. A stream that is duplicated onto its own number stays open on
// exec.
static int add_files(posix_spawn_file_actions_t *actions, const int streams[3]) {
  int error = streams[STDIN_FILENO] < 0
                  ? posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
                  : posix_spawn_file_actions_adddup2(actions, streams[STDIN_FILENO], STDIN_FILENO);
  for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO && !error; stream++) {
    const int source = streams[stream] < 0 ? stream : streams[stream];
    error = posix_spawn_file_actions_adddup2(actions, source, stream);
  }
#if !defined(__APPLE__)
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
  return error;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  int error = posix_spawnattr_setflags(attributes, flags);
  if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
  // The thread that starts the child may block signals, and the child is to end at SIGTERM.
  sigset_t none;
  sigemptyset(&none);
  return error ? error : posix_spawnattr_setsigmask(attributes, &none);
}

int cprocess_start_child(const char *path, char *const arguments[], char *const environment[],
                         const int streams[3], int32_t *identifier) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    error = set_attributes(&attributes);
    if (!error) error = add_files(&actions, streams);
    pid_t started = -1;
    if (!error) error = posix_spawn(&started, path, &actions, &attributes, arguments, environment);
    if (!error) *identifier = started;
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

enum cprocess_ending cprocess_child_ending(int32_t identifier, bool waits, int *number) {
  siginfo_t ending;
  int result;
  do {
    // The system sets it only where a process has ended.
    ending.si_pid = 0;
    result = waitid(P_PID, (id_t)identifier, &ending, WEXITED | WNOWAIT | (waits ? 0 : WNOHANG));
  } while (result != 0 && errno == EINTR);
  if (result != 0) {
    // ECHILD: it was reaped elsewhere, or the ends of children are ignored. No other error is possible.
    *number = -1;
    return CPROCESS_EXITED;
  }
  if (ending.si_pid == 0) return CPROCESS_RUNNING;
  *number = ending.si_status;
  return ending.si_code == CLD_EXITED ? CPROCESS_EXITED : CPROCESS_KILLED;
}

void cprocess_reap_child(int32_t identifier) { waitpid(identifier, NULL, WNOHANG); }
