#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "CProcess.h"

static void do_nothing(int signal) { (void)signal; }

/// As many as a comparison of two builds with all its workers ever has, and more.
static const rlim_t wanted_files = 4096;

/// Removes COLUMNS unless its number is 1 to 10000: code that reads it overflows on others.
static void forget_odd_width(void) {
  const char *columns = getenv("COLUMNS");
  if (columns == NULL) return;
  long width = strtol(columns, NULL, 10);
  if (width < 1 || width > 10000) unsetenv("COLUMNS");
}

void cprocess_settle(void) {
  for (int stream = 0; stream <= 2; stream++) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Only for reading: what is written to it is an error, as before. The lowest free number is taken.
    int file = open("/dev/null", O_RDONLY);
    if (file >= 0 && file != stream) close(file);
  }
  // A handler and not SIG_IGN, which every program started from here on would inherit.
  struct sigaction too_large = {.sa_handler = do_nothing, .sa_flags = SA_RESTART};
  sigemptyset(&too_large.sa_mask);
  sigaction(SIGXFSZ, &too_large, NULL);
  signal(SIGCHLD, SIG_DFL);
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur != RLIM_INFINITY &&
      files.rlim_cur < wanted_files) {
    files.rlim_cur =
        files.rlim_max == RLIM_INFINITY || files.rlim_max > wanted_files ? wanted_files : files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  forget_odd_width();
}

static int64_t limit_of(int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return -1;
  return limit.rlim_cur > INT64_MAX ? -1 : (int64_t)limit.rlim_cur;
}

int64_t cprocess_open_file_limit(void) { return limit_of(RLIMIT_NOFILE); }

int64_t cprocess_free_files(int64_t most) {
  int64_t limit = cprocess_open_file_limit();
  int64_t count = 0;
  for (int file = 0; count < most && (limit < 0 || file < limit); file++)
    if (fcntl(file, F_GETFD) == -1 && errno == EBADF) count++;
  return count;
}

int64_t cprocess_address_space_limit(void) { return limit_of(RLIMIT_AS); }

#if defined(__linux__)

bool cprocess_claim(const char *name) {
  // An abstract name of a socket: it leaves nothing on a disk, and goes away with the process.
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length > sizeof(address.sun_path) - 1) return true;
  memcpy(address.sun_path + 1, name, length);
  int claim = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (claim < 0) return true;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  if (bind(claim, (struct sockaddr *)&address, size) == 0) return true;
  bool is_taken = errno == EADDRINUSE;
  close(claim);
  return !is_taken;
}

#else

bool cprocess_claim(const char *name) {
  (void)name;
  return true;
}

#endif
