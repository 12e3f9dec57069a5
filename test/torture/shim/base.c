#include "shim.h"
#include <dlfcn.h>

struct record {
  uint32_t kind, bytes;
  uint64_t inode, offset, token;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
useconds_t sync_delay;
const char *boot_id;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char root[4096];
static size_t root_length;
static int journal = -1;
static uint64_t tokens;

static void read_environment(void) {
  const char *folder = getenv("SHIM_FOLDER"), *file = getenv("SHIM_JOURNAL"), *page = getenv("SHIM_PLAN");
  const char *delay = getenv("SHIM_SYNC_MS");
  boot_id = getenv("SHIM_BOOT_ID");
  if (delay) sync_delay = (useconds_t)(atof(delay) * 1000);
  if (file) journal = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  // The journal continues over a restart: a token must not repeat.
  tokens = (uint64_t)getpid() << 32;
  if (page) open_plan(page);
  // Last, because the shim is active only from now on.
  if (folder) root_length = (size_t)snprintf(root, sizeof root, "%s", folder);
}

void begin(void) {
  static __thread int is_beginning;
  if (is_beginning) return;
  is_beginning = 1;
  pthread_once(&once, read_environment);
  is_beginning = 0;
}

int inside(const char *path) {
  begin();
  return root_length && !strncmp(path, root, root_length) && (path[root_length] == '/' || !path[root_length]);
}

int ours(int fd, struct stat *status) {
  char link[64], path[4096];
  begin();
  if (!root_length || fstat(fd, status) || !(S_ISREG(status->st_mode) || S_ISDIR(status->st_mode))) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return inside(path);
}

const char *whole(int folder, const char *path, char *buffer, size_t size) {
  char link[64];
  if (folder == AT_FDCWD || path[0] == '/') return path;
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  ssize_t length = readlink(link, buffer, size - 1);
  if (length <= 0) return path;
  snprintf(buffer + length, size - (size_t)length, "/%s", path);
  return buffer;
}

uint64_t inode_of(const char *path) {
  struct stat status;
  return lstat(path, &status) ? 0 : status.st_ino;
}

uint64_t next_token(void) { return ++tokens; }

void note(enum kind kind, uint64_t inode, uint64_t offset, uint64_t token, const struct iovec *data, size_t bytes) {
  REAL(ssize_t, write, int, const void *, size_t);
  if (journal < 0) return;
  struct record head = {kind, (uint32_t)bytes, inode, offset, token};
  // One write for each record, so that the journal's length is always the end of a record.
  size_t length = sizeof head + bytes;
  char *record = malloc(length), *at = record + sizeof head;
  if (!record) abort();
  memcpy(record, &head, sizeof head);
  for (size_t left = bytes; left > 0; data++) {
    size_t take = data->iov_len < left ? data->iov_len : left;
    memcpy(at, data->iov_base, take);
    at += take;
    left -= take;
  }
  if (real_write(journal, record, length) != (ssize_t)length) abort();
  free(record);
}

static struct iovec name_of(const char *path, size_t more) {
  return (struct iovec){(void *)(path + root_length), strlen(path + root_length) + more};
}

void note_path(enum kind kind, uint64_t inode, const char *path) {
  struct iovec data = name_of(path, 0);
  note(kind, inode, 0, 0, &data, data.iov_len);
}

void note_paths(enum kind kind, uint64_t inode, const char *from, const char *to) {
  struct iovec data[] = {name_of(from, 1), name_of(to, 0)};
  note(kind, inode, 0, 0, data, data[0].iov_len + data[1].iov_len);
}
