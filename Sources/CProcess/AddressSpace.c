#define _GNU_SOURCE
#include <errno.h>

#include "CProcess.h"

#if defined(__linux__)

#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/personality.h>
#include <unistd.h>

// Asks, and changes nothing.
static const unsigned long query = 0xffffffff;

bool cprocess_is_aslr_off(void) {
  const int current = personality(query);
  return current != -1 && (current & ADDR_NO_RANDOMIZE) != 0;
}

// The arguments of this process, ended by NULL; NULL when they cannot be read.
static char **read_arguments(void) {
  FILE *file = fopen("/proc/self/cmdline", "re");
  if (!file) return NULL;
  char **arguments = NULL;
  size_t count = 0;
  while (true) {
    char *argument = NULL;
    size_t capacity = 0;
    const bool is_end = getdelim(&argument, &capacity, '\0', file) < 0;
    char **grown = realloc(arguments, (count + 1) * sizeof *arguments);
    if (!grown) break;
    arguments = grown;
    arguments[count++] = is_end ? NULL : argument;
    if (is_end) break;
  }
  fclose(file);
  return arguments;
}

int cprocess_reexec_without_aslr(void) {
  if (cprocess_is_aslr_off()) return 0;
  // The kernel resets the personality of a set-user-id program at exec: this would go on for ever.
  if (getauxval(AT_SECURE)) return EPERM;
  const int current = personality(query);
  if (current == -1) return errno;
  if (personality((unsigned long)current | ADDR_NO_RANDOMIZE) == -1) return errno;
  // Some sandboxes answer yes and do nothing, which would go on for ever too.
  if (!cprocess_is_aslr_off()) return EPERM;
  char **arguments = read_arguments();
  if (!arguments) return errno;
  execv("/proc/self/exe", arguments);
  const int error = errno;
  // Or the next call would think that it lives where it does not.
  personality((unsigned long)current);
  return error;
}

int64_t cprocess_turn_aslr_off_for_children(void) {
  const int current = personality(query);
  if (current == -1) return -1;
  if (personality((unsigned long)current | ADDR_NO_RANDOMIZE) == -1) return -1;
  return (unsigned int)current;
}

void cprocess_restore_personality(int64_t before) { personality((unsigned long)before); }

#else

int64_t cprocess_turn_aslr_off_for_children(void) { return -1; }

void cprocess_restore_personality(int64_t before) { (void)before; }

bool cprocess_is_aslr_off(void) { return false; }

int cprocess_reexec_without_aslr(void) { return ENOTSUP; }

#endif
