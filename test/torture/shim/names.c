#include "shim.h"
#include <dlfcn.h>

// Calls that create, move and remove the names of files and folders.

static int open_ours(int folder, const char *path, const char *full, int flags, mode_t mode) {
  REAL(int, openat, int, const char *, int, ...);
  int is_changing = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
  if (fails(OPEN, is_changing)) return -1;
  if (!is_changing) return real_openat(folder, path, flags, mode);
  pthread_mutex_lock(&lock);
  uint64_t before = inode_of(full);
  int fd = real_openat(folder, path, flags, mode);
  if (fd >= 0 && !before) note_path(CREATED, inode_of(full), full);
  else if (fd >= 0 && flags & O_TRUNC) note(TRUNCATED, before, 0, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return fd;
}

static int open_any(int folder, const char *path, int flags, mode_t mode) {
  REAL(int, openat, int, const char *, int, ...);
  char buffer[4096];
  begin();
  if (boot_id && !strcmp(path, "/proc/sys/kernel/random/boot_id")) path = boot_id;
  const char *full = whole(folder, path, buffer, sizeof buffer);
  return inside(full) ? open_ours(folder, path, full, flags, mode) : real_openat(folder, path, flags, mode);
}

#define MODE_OF(flags)                   \
  mode_t mode = 0;                       \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list more;                        \
    va_start(more, flags);               \
    mode = va_arg(more, mode_t);         \
    va_end(more);                        \
  }
int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_any(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_any(folder, path, flags, mode);
}
int creat(const char *path, mode_t mode) { return open_any(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

static int rename_any(int from_folder, const char *from, int to_folder, const char *to) {
  REAL(int, renameat, int, const char *, int, const char *);
  char from_buffer[4096], to_buffer[4096];
  const char *old = whole(from_folder, from, from_buffer, sizeof from_buffer);
  const char *new = whole(to_folder, to, to_buffer, sizeof to_buffer);
  if (!inside(old) || !inside(new)) return real_renameat(from_folder, from, to_folder, to);
  if (fails(RENAME, 1)) return -1;
  pthread_mutex_lock(&lock);
  uint64_t inode = inode_of(old);
  int result = real_renameat(from_folder, from, to_folder, to);
  if (!result) note_paths(RENAMED, inode, old, new);
  pthread_mutex_unlock(&lock);
  return result;
}
int rename(const char *from, const char *to) { return rename_any(AT_FDCWD, from, AT_FDCWD, to); }
int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  return rename_any(from_folder, from, to_folder, to);
}

static int remove_any(int folder, const char *path, enum kind kind, int flags) {
  REAL(int, unlinkat, int, const char *, int);
  char buffer[4096];
  const char *full = whole(folder, path, buffer, sizeof buffer);
  if (!inside(full)) return real_unlinkat(folder, path, flags);
  if (fails(UNLINK, 1)) return -1;
  pthread_mutex_lock(&lock);
  uint64_t inode = inode_of(full);
  int result = real_unlinkat(folder, path, flags);
  if (!result) note_path(kind, inode, full);
  pthread_mutex_unlock(&lock);
  return result;
}
int unlink(const char *path) { return remove_any(AT_FDCWD, path, UNLINKED, 0); }
int rmdir(const char *path) { return remove_any(AT_FDCWD, path, REMOVED_FOLDER, AT_REMOVEDIR); }
int unlinkat(int folder, const char *path, int flags) {
  return remove_any(folder, path, flags & AT_REMOVEDIR ? REMOVED_FOLDER : UNLINKED, flags);
}
int remove(const char *path) {
  struct stat status;
  int is_folder = !lstat(path, &status) && S_ISDIR(status.st_mode);
  return is_folder ? rmdir(path) : unlink(path);
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  if (!inside(path)) return real_mkdir(path, mode);
  if (fails(MKDIR, 1)) return -1;
  pthread_mutex_lock(&lock);
  int result = real_mkdir(path, mode);
  if (!result) note_path(MADE_FOLDER, inode_of(path), path);
  pthread_mutex_unlock(&lock);
  return result;
}

// The names in programs for files over 2 GB, and in those built with checks.
int open64(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_any(AT_FDCWD, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_any(folder, path, flags, mode);
}
int creat64(const char *path, mode_t mode) { return creat(path, mode); }
int __open_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int __openat_2(int folder, const char *path, int flags) { return open_any(folder, path, flags, 0); }
int __openat64_2(int folder, const char *path, int flags) { return open_any(folder, path, flags, 0); }
