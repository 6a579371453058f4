#pragma once

#include <stdbool.h>
#include <stdint.h>

// The start and end of children, and what the system knows of this process and machine, as plain
// values. A number that the system does not tell is negative, never 0.

// Clocks.

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t cprocess_wall_nanoseconds(void);

/// Nanoseconds of processor time that the calling thread has used.
int64_t cprocess_thread_nanoseconds(void);

/// What the system says is the step of CLOCK_MONOTONIC, in nanoseconds.
int64_t cprocess_wall_resolution_nanoseconds(void);

/// What the system says is the step of the thread's clock, in nanoseconds.
int64_t cprocess_thread_resolution_nanoseconds(void);

// Usage.

/// How often the calling thread lost the processor against its will.
int64_t cprocess_thread_involuntary_switches(void);

/// Page faults of the calling thread that needed no disk.
int64_t cprocess_thread_minor_faults(void);

/// The most bytes of this process that were in memory at once, since it began or last called exec.
int64_t cprocess_peak_resident_bytes(void);

// Address space.

/// Whether this process lives at addresses that are the same in every run.
bool cprocess_is_aslr_off(void);

/// Starts this executable again, with the same arguments and open files, without address randomisation.
///
/// Call it before the first other thread is started.
/// Returns 0 if randomisation is off already, else the errno that says why it cannot be turned off.
int cprocess_reexec_without_aslr(void);

/// From now on programs that this thread starts live at addresses that are the same in every run.
///
/// Returns what `cprocess_restore_personality` takes, negative where the system refuses.
int64_t cprocess_turn_aslr_off_for_children(void);

/// Ends what `cprocess_turn_aslr_off_for_children` began.
void cprocess_restore_personality(int64_t before);

// Children.

enum cprocess_ending {
  CPROCESS_RUNNING,
  /// By itself, with a status.
  CPROCESS_EXITED,
  /// By a signal.
  CPROCESS_KILLED,
};

/// Starts the executable file `path` as the leader of a new group, with none of the files open here and
/// no signal blocked.
///
/// The arrays end with NULL. `streams` are the numbers of its standard streams here. Negative, its
/// input is empty, and an output is the one of this process. The standard streams of this process must
/// be open, as `cprocess_settle` makes them.
/// Returns 0, or the errno that says why it is not started.
int cprocess_start_child(const char *path, char *const arguments[], char *const environment[],
                         const int streams[3], int32_t *identifier);

/// Returns how a child has ended, and sets `number` to its status or signal: -1 if it was reaped
/// elsewhere. If `waits`, only returns once it has ended.
enum cprocess_ending cprocess_child_ending(int32_t identifier, bool waits, int *number);

/// Reaps a child if it has ended: its number, and that of its group, can be given to others.
void cprocess_reap_child(int32_t identifier);

// Signals.

/// From now on the first SIGINT, SIGTERM or SIGHUP sets a flag, and a SIGINT or SIGTERM, 100 ms
/// later or more, kills; a write to a closed pipe fails with EPIPE and kills no more. Where SIGHUP
/// is ignored, it stays so. Programs started from here on are not affected.
void cprocess_catch_interrupts(void);

/// Makes a process that was started in odd surroundings one that fails with errors and not by signals.
///
/// Standard streams that are closed become ones that cannot be written, so that no other file takes
/// their numbers. A write beyond the limit of a file's size fails with EFBIG. The limit of open files
/// is raised to 4096, or as far as the system lets us. Programs started from here on keep that limit.
/// SIGCHLD is reset if it was ignored: a child would leave no status.
/// COLUMNS is removed unless its number is 1 to 10000.
void cprocess_settle(void);

/// The most files that this process may have open; negative without a limit.
int64_t cprocess_open_file_limit(void);

/// The number of further files that this process may open; at most `most`. O(`most` and open files).
int64_t cprocess_free_files(int64_t most);

/// The most bytes of address space that this process may have; negative without a limit.
int64_t cprocess_address_space_limit(void);

/// Claims `name` for this process, until it ends. False where it or another process of this machine
/// has claimed it; true too where the system has no such claims.
bool cprocess_claim(const char *name);

/// Whether SIGINT, SIGTERM or SIGHUP has come since.
bool cprocess_is_interrupted(void);

/// The system kills this process once the thread that started it ends.
///
/// The thread, not the process: start children from a thread that outlives them.
void cprocess_die_with_parent(void);

// Machine.

/// Processors in operation.
int64_t cprocess_processor_count(void);

/// Bytes of one second-level cache.
int64_t cprocess_l2_cache_bytes(void);

/// Bytes of one third-level cache.
int64_t cprocess_l3_cache_bytes(void);

/// Bytes of memory in this machine.
int64_t cprocess_physical_memory_bytes(void);

/// 1 under a hypervisor, 0 without, by what the processor says.
int cprocess_has_hypervisor(void);

/// Processes that ran or waited to, on average over the last minute.
double cprocess_load_average(void);

// Counters of the kernel, of what the calling thread does in user space.

enum cprocess_counter {
  /// By the processor itself.
  CPROCESS_INSTRUCTIONS,
  /// By the kernel, which every kernel does.
  CPROCESS_MINOR_FAULTS,
};

/// Opens a counter that stands still; a negative errno where the kernel does not let us.
int cprocess_open_counter(enum cprocess_counter counter);

/// Starts a counter from 0; false where it cannot be.
bool cprocess_start_counter(int file);

/// Stops a counter; what it has counted, or a negative number where that cannot be read.
int64_t cprocess_stop_counter(int file);

/// Closes a counter.
void cprocess_close_counter(int file);

// Instructions.

/// Executes `count` instructions, to the next even number, and some ten of its own.
///
/// On other processors than x86-64 and arm64 it executes more.
void cprocess_spend_instructions(uint64_t count);

// The sampler: the call stacks of the calling thread, again and again.

enum cprocess_sampler_engine {
  /// The processor's cycles, by an event of the kernel.
  CPROCESS_SAMPLER_CYCLES,
  /// The processor's time, by an event of the kernel.
  CPROCESS_SAMPLER_CLOCK,
  /// The thread's processor time, by a timer of this process.
  CPROCESS_SAMPLER_TIMER,
};

/// In a stack, what the kernel did for the function before it.
#define CPROCESS_KERNEL_ADDRESS 1

/// The most functions of a stack.
#define CPROCESS_SAMPLER_DEPTH 256

/// Prepares samples of the calling thread, `rate` a second of its time; one sampler at a time.
///
/// Returns 0, or a negative errno where the system does not let us.
int cprocess_sampler_start(enum cprocess_sampler_engine engine, int64_t rate);

/// Counts from here on, or no more. Nothing is sampled before the first call.
void cprocess_sampler_count(bool is_counting);

/// Ends the sampler, if one runs; its stacks stay until the next one starts.
void cprocess_sampler_stop(void);

/// Samples taken. A sample of a timer that was late weighs more than one.
int64_t cprocess_sampler_observations(void);

/// The weight of samples that were lost for want of room.
int64_t cprocess_sampler_dropped(void);

/// Reads the stack in a place, the innermost function first: its return addresses but the first.
///
/// Returns how many frames were copied, 0 where the place is empty, negative beyond the last place.
int64_t cprocess_sampler_read(int64_t position, int64_t *weight, uint64_t *frames, int64_t room);
