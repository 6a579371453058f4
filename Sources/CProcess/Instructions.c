#include "CProcess.h"

void cprocess_spend_instructions(uint64_t count) {
  // Two instructions a round, in every build: no compiler looks into it.
  uint64_t rounds = count / 2 + count % 2;
  if (rounds == 0) return;
#if defined(__x86_64__)
  __asm__ volatile("1: decq %0\n\tjnz 1b" : "+r"(rounds) : : "cc");
#elif defined(__aarch64__)
  __asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(rounds) : : "cc");
#else
  for (volatile uint64_t left = rounds; left > 0; left--) {
  }
#endif
}
