#include "shim.h"
#include <sys/mman.h>

enum mode { NONE, ONCE, FROM_THEN_ON, CUT_SHORT, FROM_NOW_ON };

struct plan {
  uint32_t count[16];
  uint32_t call, nth, error, mode, fired;
};

static struct plan *plan;

void open_plan(const char *page) {
  int fd = open(page, O_RDWR | O_CLOEXEC);
  void *shared = mmap(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (shared == MAP_FAILED) abort();
  plan = shared;
  close(fd);
}

static uint32_t mode_now(void) { return __atomic_load_n(&plan->mode, __ATOMIC_SEQ_CST); }

static void fire(void) { __atomic_add_fetch(&plan->fired, 1, __ATOMIC_SEQ_CST); }

int fails(enum call call, int is_changing) {
  if (!plan) return 0;
  uint32_t number = __atomic_add_fetch(&plan->count[call], 1, __ATOMIC_SEQ_CST);
  int is_it = plan->call == call && plan->nth == number;
  int is_failing = 0;
  if (mode_now() == ONCE) is_failing = is_it;
  if (mode_now() == FROM_NOW_ON) is_failing = is_changing;
  if (mode_now() == FROM_THEN_ON) is_failing = is_changing && (is_it || plan->fired);
  if (!is_failing) return 0;
  fire();
  errno = (int)plan->error;
  return 1;
}

// The chosen write is cut in half, and the next one fails when an error is set: a disk that fills up during the write.
size_t allowed(enum call call, size_t bytes) {
  if (!plan || mode_now() != CUT_SHORT || bytes < 2) return bytes;
  if (plan->call != call || plan->nth != plan->count[call]) return bytes;
  fire();
  if (plan->error) plan->nth++;
  __atomic_store_n(&plan->mode, plan->error ? ONCE : NONE, __ATOMIC_SEQ_CST);
  return bytes / 2;
}
