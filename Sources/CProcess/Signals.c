#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>

#include "CProcess.h"

static atomic_bool is_interrupted;

static void note_interrupt(int signal) {
  (void)signal;
  atomic_store(&is_interrupted, true);
}

static void do_nothing(int signal) { (void)signal; }

void cprocess_catch_interrupts(void) {
  // SA_RESETHAND: the second one finds the default action, which kills.
  struct sigaction interrupt = {.sa_handler = note_interrupt, .sa_flags = SA_RESTART | SA_RESETHAND};
  sigemptyset(&interrupt.sa_mask);
  sigaction(SIGINT, &interrupt, NULL);
  sigaction(SIGTERM, &interrupt, NULL);
  // A parent that started this process from a thread with blocked signals leaves them blocked.
  sigset_t caught;
  sigemptyset(&caught);
  sigaddset(&caught, SIGINT);
  sigaddset(&caught, SIGTERM);
  sigprocmask(SIG_UNBLOCK, &caught, NULL);
  // A handler and not SIG_IGN, which every program started from here on would inherit.
  struct sigaction broken_pipe = {.sa_handler = do_nothing, .sa_flags = SA_RESTART};
  sigemptyset(&broken_pipe.sa_mask);
  sigaction(SIGPIPE, &broken_pipe, NULL);
}

bool cprocess_is_interrupted(void) { return atomic_load(&is_interrupted); }

#if defined(__linux__)

#include <sys/prctl.h>

void cprocess_die_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

#else

void cprocess_die_with_parent(void) {}

#endif
