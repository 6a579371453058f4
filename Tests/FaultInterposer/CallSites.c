#if defined(__linux__)
#define _GNU_SOURCE
#include <execinfo.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CFaultInterposer.h"

// The call sites that were seen, as hashes of their callers: those of the main process, and those of all
// others. A caller is its place in the executable or library: these lie elsewhere in each process.

enum { CALLERS = 5, MOST_OWN_FRAMES = 8, FRAMES = CALLERS + MOST_OWN_FRAMES };
enum { SLOTS = 1 << 18, TRIES = 64 };
static _Atomic uint64_t *seen;
// Static storage of a thread: allocating it later would call malloc.
static _Thread_local bool is_looking __attribute__((tls_model("initial-exec")));

// What is loaded, by its code. It only grows, by one thread at a time, as dl_iterate_phdr has a lock.
enum { MOST_MODULES = 256 };
static struct module {
  uintptr_t start, end;
  uint64_t name;
} modules[MOST_MODULES];
static atomic_int module_count;

static uint64_t mixed(uint64_t hash, uint64_t word) { return (hash ^ word) * 1099511628211u; }

static int add_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  const int count = atomic_load(&module_count);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    const uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    for (int known = 0; known < count; known++)
      if (modules[known].start == start) return 0;
    if (count == MOST_MODULES) abort();
    // The executable has no name: two builds of one program have the same call sites.
    const char *slash = strrchr(info->dlpi_name, '/');
    uint64_t name = 14695981039346656037u;
    for (const char *c = slash ? slash : info->dlpi_name; *c; c++) name = mixed(name, (uint64_t)*c);
    modules[count] = (struct module){start, start + segment->p_memsz, name};
    atomic_store(&module_count, count + 1);
    return 0;
  }
  return 0;
}

static const struct module *module_of(uintptr_t address) {
  const int count = atomic_load(&module_count);
  for (int i = 0; i < count; i++)
    if (address >= modules[i].start && address < modules[i].end) return &modules[i];
  return NULL;
}

static uint64_t place_of(const void *frame) {
  const uintptr_t address = (uintptr_t)frame;
  const struct module *module = module_of(address);
  if (!module) {
    dl_iterate_phdr(add_module, NULL);
    module = module_of(address);
  }
  // Of code that no file has, all is one place.
  return module ? mixed(module->name, address - module->start) : 0;
}

// The bounds of this library, which the linker knows.
extern const char __ehdr_start __attribute__((visibility("hidden")));
extern const char _end __attribute__((visibility("hidden")));

static bool is_own(const void *frame) {
  return (const char *)frame >= &__ehdr_start && (const char *)frame < &_end;
}

void fault_prepare_call_sites(const char *state_path) {
  char path[PATH_MAX];
  const int length = snprintf(path, sizeof path, "%s.sites", state_path);
  if (length < 0 || (size_t)length >= sizeof path) abort();
  seen = fault_share(path, SLOTS * sizeof *seen);
  void *frames[FRAMES];
  const int count = backtrace(frames, FRAMES);
  // Without callers, all calls would have one site.
  if (count < 3 || !is_own(frames[0]) || is_own(frames[count - 1])) abort();
}

bool fault_is_new_call_site(enum fault_call kind, bool is_main) {
  // Looking makes calls of its own.
  if (is_looking) return false;
  is_looking = true;
  void *frames[FRAMES];
  const int count = backtrace(frames, FRAMES);
  is_looking = false;
  int first = 0;
  while (first < count && is_own(frames[first])) first++;
  const int end = first + CALLERS < count ? first + CALLERS : count;
  // FNV-1a, over whole words.
  uint64_t hash = mixed(14695981039346656037u, 2 * (uint64_t)kind + is_main);
  for (int i = first; i < end; i++) hash = mixed(hash, place_of(frames[i]));
  hash ^= hash >> 32;
  if (hash == 0) hash = 1;
  for (uint64_t i = 0; i < TRIES; i++) {
    _Atomic uint64_t *slot = &seen[(hash + i) % SLOTS];
    uint64_t found = 0;
    if (atomic_compare_exchange_strong(slot, &found, hash)) return true;
    if (found == hash) return false;
  }
  // Sites would be left out.
  abort();
}
#endif
