#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

// A library between the product and libc (LD_PRELOAD) that intercepts every change of a file in one folder. It records each
// change and sync in a journal (read by power/journal.ts), delays syncs, and makes chosen calls fail by a plan in shared
// memory of the test (faults/plan.ts).

enum call { OPEN, WRITE, PWRITE, FSYNC, FDATASYNC, RENAME, UNLINK, MKDIR, FTRUNCATE };
enum kind { CREATED = 1, WROTE, TRUNCATED, RENAMED, UNLINKED, MADE_FOLDER, REMOVED_FOLDER, SYNC_BEGAN, SYNC_ENDED };

// Held during a change and its record, so that the records have the order of the changes.
extern pthread_mutex_t lock;
extern useconds_t sync_delay;
// A file that is read instead of the kernel's boot id, to simulate a reboot.
extern const char *boot_id;

// Reads the environment, once.
void begin(void);
int inside(const char *path);
// True for a file or folder in the folder under test.
int ours(int fd, struct stat *status);
// The path below a folder's descriptor, or the path itself where it is whole.
const char *whole(int folder, const char *path, char *buffer, size_t size);
uint64_t inode_of(const char *path);
uint64_t next_token(void);
// Adds a record to the journal; the caller holds the lock.
void note(enum kind kind, uint64_t inode, uint64_t offset, uint64_t token, const struct iovec *data, size_t bytes);
void note_path(enum kind kind, uint64_t inode, const char *path);
void note_paths(enum kind kind, uint64_t inode, const char *from, const char *to);

void open_plan(const char *page);
// Counts the call; true, with errno set, when it must fail. `is_changing`: the call changes the disk.
int fails(enum call call, int is_changing);
// The number of bytes of a write that are executed.
size_t allowed(enum call call, size_t bytes);

#define REAL(type, name, ...)            \
  static type (*real_##name)(__VA_ARGS__); \
  if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name)
