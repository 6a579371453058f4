#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "CProcess.h"

/// One that comes sooner is the same one: timeout(1) signals its child, and then the group.
static const int64_t least_milliseconds_between = 100;

/// When the first one came, by the monotonic clock; 0 for never.
static _Atomic int64_t interrupted_at_milliseconds;

static void note_interrupt(int number) {
  struct timespec time = {0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  int64_t now = (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
  int64_t first = 0;
  if (atomic_compare_exchange_strong(&interrupted_at_milliseconds, &first, now)) return;
  if (now - first < least_milliseconds_between) return;
  // A shell forwards the hangup that the kernel sends too: nobody is impatient.
  if (number == SIGHUP) return;
  signal(number, SIG_DFL);
  raise(number);
}

static void do_nothing(int signal) { (void)signal; }

void cprocess_catch_interrupts(void) {
  struct sigaction interrupt = {.sa_handler = note_interrupt, .sa_flags = SA_RESTART};
  sigemptyset(&interrupt.sa_mask);
  sigaddset(&interrupt.sa_mask, SIGINT);
  sigaddset(&interrupt.sa_mask, SIGTERM);
  sigaddset(&interrupt.sa_mask, SIGHUP);
  sigaction(SIGINT, &interrupt, NULL);
  sigaction(SIGTERM, &interrupt, NULL);
  // nohup(1) has it ignored, and what it starts is to outlive the terminal.
  struct sigaction hangup;
  if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &interrupt, NULL);
  // A parent that started this process from a thread with blocked signals leaves them blocked.
  sigset_t caught;
  sigemptyset(&caught);
  sigaddset(&caught, SIGINT);
  sigaddset(&caught, SIGTERM);
  sigaddset(&caught, SIGHUP);
  sigprocmask(SIG_UNBLOCK, &caught, NULL);
  // A handler and not SIG_IGN, which every program started from here on would inherit.
  struct sigaction broken_pipe = {.sa_handler = do_nothing, .sa_flags = SA_RESTART};
  sigemptyset(&broken_pipe.sa_mask);
  sigaction(SIGPIPE, &broken_pipe, NULL);
}

bool cprocess_is_interrupted(void) { return atomic_load(&interrupted_at_milliseconds) != 0; }

#if defined(__linux__)

#include <sys/prctl.h>

void cprocess_die_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

#else

void cprocess_die_with_parent(void) {}

#endif
