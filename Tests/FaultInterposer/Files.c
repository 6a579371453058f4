#if defined(__linux__)
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CFaultInterposer.h"

// Calls on files. They reach the kernel directly, as no other library stands behind this one here.

#define OTHER_NAME(name) __attribute__((alias(name)))

static bool is_regular(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

static bool is_pipe(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

// Linux interrupts the opening neither of this device, which always gives nothing, nor of a
// directory: such a fault is none.
static bool open_is_due(const char *path) {
  if (fault_is_interruption() && path && strcmp(path, "/dev/null") == 0) return false;
  return fault_is_due(FAULT_OPEN, path, -1);
}

int open(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & (O_CREAT | O_TMPFILE)) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  const bool due = open_is_due(path);
  if (fault_fails(due)) return -1;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
  fault_after_call(due);
  return file;
}
int open64(const char *path, int flags, ...) OTHER_NAME("open");

FILE *fopen(const char *path, const char *mode) {
  const bool due = open_is_due(path);
  if (fault_fails(due)) return NULL;
  FILE *(*next)(const char *, const char *) =
      (FILE * (*)(const char *, const char *)) fault_next("fopen");
  return next(path, mode);
}
FILE *fopen64(const char *path, const char *mode) OTHER_NAME("fopen");

DIR *opendir(const char *path) {
  if (!fault_is_interruption() && fault_fails(fault_is_due(FAULT_OPEN, path, -1))) return NULL;
  DIR *(*next)(const char *) = (DIR * (*)(const char *)) fault_next("opendir");
  return next(path);
}

ssize_t read(int file, void *bytes, size_t count) {
  bool due = false;
  if (is_regular(file)) {
    due = fault_is_due(FAULT_READ, NULL, file);
  } else if (is_pipe(file)) {
    due = fault_is_due(FAULT_RECEIVE, NULL, file);
  }
  if (fault_fails(due)) return -1;
  if (due && fault_action() == FAULT_SHORT && count > 1) count /= 2;
  const ssize_t result = syscall(SYS_read, file, bytes, count);
  fault_after_call(due);
  return result;
}

ssize_t write(int file, const void *bytes, size_t count) {
  bool due = false;
  if (file == STDOUT_FILENO || file == STDERR_FILENO) {
    due = fault_is_due(FAULT_PRINT, NULL, file);
  } else if (is_regular(file)) {
    due = fault_is_due(FAULT_WRITE, NULL, file);
  } else if (is_pipe(file)) {
    due = fault_is_due(FAULT_SEND, NULL, file);
  }
  if (fault_fails(due)) return -1;
  if (due && fault_action() == FAULT_SHORT && count > 1) count /= 2;
  if (due && fault_action() == FAULT_GARBLE) {
    static const char nonsense[] = "\x00\xff{\"sampled\":[1e999,{}]\x1b[2J\n";
    syscall(SYS_write, file, nonsense, sizeof nonsense - 1);
    return (ssize_t)count;
  }
  const ssize_t result = syscall(SYS_write, file, bytes, count);
  fault_after_call(due);
  return result;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  const bool due = fault_is_due(FAULT_WRITE, NULL, file);
  if (fault_fails(due)) return -1;
  if (due && fault_action() == FAULT_SHORT && count > 1) count /= 2;
  const ssize_t result = syscall(SYS_pwrite64, file, bytes, count, offset);
  fault_after_call(due);
  return result;
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off_t offset) OTHER_NAME("pwrite");

int close(int file) {
  // That of a pipe never fails.
  const bool due = is_regular(file) && fault_is_due(FAULT_CLOSE, NULL, file);
  // Linux closes a file whatever it answers.
  const int result = (int)syscall(SYS_close, file);
  fault_after_call(due);
  return fault_fails(due) ? -1 : result;
}

int fsync(int file) {
  const bool due = fault_is_due(FAULT_SYNC, NULL, file);
  if (fault_fails(due)) return -1;
  const int result = (int)syscall(SYS_fsync, file);
  fault_after_call(due);
  return result;
}

int fdatasync(int file) {
  const bool due = fault_is_due(FAULT_SYNC, NULL, file);
  if (fault_fails(due)) return -1;
  const int result = (int)syscall(SYS_fdatasync, file);
  fault_after_call(due);
  return result;
}

int rename(const char *from, const char *to) {
  const bool due = fault_is_due(FAULT_RENAME, to, -1);
  if (fault_fails(due)) return -1;
  const int result = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
  fault_after_call(due);
  return result;
}

int renameat(int folder, const char *from, int other, const char *to) {
  const bool due = fault_is_due(FAULT_RENAME, to, -1);
  if (fault_fails(due)) return -1;
  const int result = (int)syscall(SYS_renameat2, folder, from, other, to, 0);
  fault_after_call(due);
  return result;
}

int unlink(const char *path) {
  const bool due = fault_is_due(FAULT_UNLINK, path, -1);
  if (fault_fails(due)) return -1;
  const int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  fault_after_call(due);
  return result;
}

int ftruncate(int file, off_t length) {
  const bool due = fault_is_due(FAULT_TRUNCATE, NULL, file);
  if (fault_fails(due)) return -1;
  const int result = (int)syscall(SYS_ftruncate, file, length);
  fault_after_call(due);
  return result;
}
int ftruncate64(int file, off_t length) OTHER_NAME("ftruncate");

int rmdir(const char *path) {
  const bool due = fault_is_due(FAULT_UNLINK, path, -1);
  if (fault_fails(due)) return -1;
  const int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
  fault_after_call(due);
  return result;
}

int mkdir(const char *path, mode_t mode) {
  const bool due = fault_is_due(FAULT_MKDIR, path, -1);
  if (fault_fails(due)) return -1;
  const int result = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
  fault_after_call(due);
  return result;
}
#endif
