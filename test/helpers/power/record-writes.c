/* Loaded before the C library: writes down, in order, what a program does to the files of one folder, or lets some of it fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static int is_watched(const char *path) {
  const char *folder = getenv("RECORD_FOLDER");
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int find_path(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_watched(path);
}

static void put(const void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    long written = syscall(SYS_write, log_fd, (const char *)bytes + done, count - done);
    if (written < 0) abort();
    done += written;
  }
}

/* Whether it is the turn of one that fails. What the program says itself is not among them. */
static int fails(const char *path) {
  static int count;
  const char *at = getenv("FAIL_EVERY");
  if (!at || strstr(path, "/said")) return 0;
  if (++count % atoi(at) != 0) return 0;
  errno = EIO;
  return 1;
}

static void record(char kind, const char *path, int64_t offset, const void *data, uint64_t count) {
  if (log_fd < 0) log_fd = syscall(SYS_openat, AT_FDCWD, getenv("RECORD_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);
  char head[PATH_MAX + 64];
  put(head, snprintf(head, sizeof head, "%c %lld %llu %s\n", kind, (long long)offset, (unsigned long long)count, path));
  put(data, count);
}

#define ON_FD(call, kind, offset, data, count) \
  char path[PATH_MAX]; \
  if (!find_path(fd, path)) return call; \
  pthread_mutex_lock(&turn); \
  __auto_type result = fails(path) ? -1 : call; \
  if (result >= 0) record(kind, path, offset, data, count); \
  pthread_mutex_unlock(&turn); \
  return result

ssize_t write(int fd, const void *data, size_t count) {
  REAL(write);
  ON_FD(real(fd, data, count), 'W', lseek(fd, 0, SEEK_CUR) - result, data, result);
}

ssize_t pwrite(int fd, const void *data, size_t count, off_t offset) {
  REAL(pwrite);
  ON_FD(real(fd, data, count, offset), 'W', offset, data, result);
}

ssize_t pwrite64(int fd, const void *data, size_t count, off64_t offset) {
  REAL(pwrite64);
  ON_FD(real(fd, data, count, offset), 'W', offset, data, result);
}

int ftruncate(int fd, off_t size) {
  REAL(ftruncate);
  ON_FD(real(fd, size), 'T', size, "", 0);
}

int ftruncate64(int fd, off64_t size) {
  REAL(ftruncate64);
  ON_FD(real(fd, size), 'T', size, "", 0);
}

int fsync(int fd) {
  REAL(fsync);
  ON_FD(real(fd), 'S', 0, "", 0);
}

int fdatasync(int fd) {
  REAL(fdatasync);
  ON_FD(real(fd), 'S', 0, "", 0);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  if (!is_watched(to)) return real(from, to);
  pthread_mutex_lock(&turn);
  int result = fails(to) ? -1 : real(from, to);
  if (result == 0) record('R', from, 0, to, strlen(to));
  pthread_mutex_unlock(&turn);
  return result;
}

int unlink(const char *path) {
  REAL(unlink);
  if (!is_watched(path)) return real(path);
  pthread_mutex_lock(&turn);
  int result = fails(path) ? -1 : real(path);
  if (result == 0) record('U', path, 0, "", 0);
  pthread_mutex_unlock(&turn);
  return result;
}
