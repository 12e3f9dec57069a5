#include "shim.h"
#include <dlfcn.h>

// Calls that change the content of files, and calls that flush it.

static size_t length_of(const struct iovec *data, int parts) {
  size_t bytes = 0;
  for (int part = 0; part < parts; part++) bytes += data[part].iov_len;
  return bytes;
}

// A write of any kind; an offset below 0 is the descriptor's own position.
static ssize_t write_ours(enum call call, int fd, const struct stat *status, const struct iovec *data, int parts, off_t offset) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t);
  if (fails(call, 1)) return -1;
  size_t bytes = length_of(data, parts), most = allowed(call, bytes);
  struct iovec cut = {data->iov_base, most < data->iov_len ? most : data->iov_len};
  if (most < bytes) {
    data = &cut;
    parts = 1;
  }
  pthread_mutex_lock(&lock);
  off_t at = offset;
  if (at < 0) at = lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
  ssize_t done = offset < 0 ? real_writev(fd, data, parts) : real_pwritev(fd, data, parts, offset);
  if (done > 0) note(WROTE, status->st_ino, (uint64_t)at, 0, data, (size_t)done);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  REAL(ssize_t, write, int, const void *, size_t);
  struct stat status;
  struct iovec data = {(void *)bytes, length};
  return ours(fd, &status) ? write_ours(WRITE, fd, &status, &data, 1, -1) : real_write(fd, bytes, length);
}
ssize_t writev(int fd, const struct iovec *data, int parts) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  struct stat status;
  return ours(fd, &status) ? write_ours(WRITE, fd, &status, data, parts, -1) : real_writev(fd, data, parts);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
  struct stat status;
  struct iovec data = {(void *)bytes, length};
  return ours(fd, &status) ? write_ours(PWRITE, fd, &status, &data, 1, offset) : real_pwrite(fd, bytes, length, offset);
}
ssize_t pwritev(int fd, const struct iovec *data, int parts, off_t offset) {
  REAL(ssize_t, pwritev, int, const struct iovec *, int, off_t);
  struct stat status;
  return ours(fd, &status) ? write_ours(PWRITE, fd, &status, data, parts, offset) : real_pwritev(fd, data, parts, offset);
}

static int sync_ours(enum call call, int fd, const struct stat *status, int (*real)(int)) {
  if (fails(call, 0)) return -1;
  pthread_mutex_lock(&lock);
  uint64_t token = next_token();
  note(SYNC_BEGAN, status->st_ino, 0, token, NULL, 0);
  pthread_mutex_unlock(&lock);
  if (sync_delay) usleep(sync_delay);
  int result = real(fd);
  int error = errno;
  pthread_mutex_lock(&lock);
  if (!result) note(SYNC_ENDED, status->st_ino, 0, token, NULL, 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}
int fsync(int fd) {
  REAL(int, fsync, int);
  struct stat status;
  return ours(fd, &status) ? sync_ours(FSYNC, fd, &status, real_fsync) : real_fsync(fd);
}
int fdatasync(int fd) {
  REAL(int, fdatasync, int);
  struct stat status;
  return ours(fd, &status) ? sync_ours(FDATASYNC, fd, &status, real_fdatasync) : real_fdatasync(fd);
}

int ftruncate(int fd, off_t length) {
  REAL(int, ftruncate, int, off_t);
  struct stat status;
  if (!ours(fd, &status)) return real_ftruncate(fd, length);
  if (fails(FTRUNCATE, 1)) return -1;
  pthread_mutex_lock(&lock);
  int result = real_ftruncate(fd, length);
  if (!result) note(TRUNCATED, status.st_ino, (uint64_t)length, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

// The names in programs for files over 2 GB; on 64 bits they are the same functions.
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset) { return pwrite(fd, bytes, length, offset); }
ssize_t pwritev64(int fd, const struct iovec *data, int parts, off_t offset) { return pwritev(fd, data, parts, offset); }
int ftruncate64(int fd, off_t length) { return ftruncate(fd, length); }
