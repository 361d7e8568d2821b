// Cases that reach for files: the host's secrets, places outside the work folder, devices.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "abuse.h"

// read PATH: at least one byte can be read.
static int read_file(int argc, char** argv) {
  if (argc != 1) return 2;
  const int fd = open(argv[0], O_RDONLY);
  if (fd < 0) return report(fd);
  char byte;
  const ssize_t n = read(fd, &byte, 1);
  if (n == 0) {
    puts("empty");
    return 0;
  }
  return report(n);
}

// read_from_above PATH: the same through a relative path with more ".." than any folder is deep.
static int read_from_above(int argc, char** argv) {
  if (argc != 1) return 2;
  char path[4096] = "";
  for (int i = 0; i < 40; ++i) strcat(path, "../");
  strncat(path, argv[0], sizeof path - strlen(path) - 1);
  char* args[] = {path};
  return read_file(1, args);
}

// read_by_link PATH: the same through a symbolic link in the current folder.
static int read_by_link(int argc, char** argv) {
  if (argc != 1) return 2;
  if (symlink(argv[0], "link-out") != 0) return report(-1);
  char* args[] = {"link-out"};
  const int result = read_file(1, args);
  unlink("link-out");
  return result;
}

// hard_link PATH
static int hard_link(int argc, char** argv) {
  if (argc != 1) return 2;
  const int result = link(argv[0], "hard-link");
  report(result);
  unlink("hard-link");
  return 0;
}

// read_descriptors: a descriptor above 2 that was inherited and can be read from its start.
static int read_descriptors(int argc, char** argv) {
  (void)argc;
  (void)argv;
  char byte;
  for (int fd = 3; fd < 1024; ++fd) {
    if (pread(fd, &byte, 1, 0) == 1) return report(0);
  }
  errno = EBADF;
  return report(-1);
}

// environment NAME
static int environment(int argc, char** argv) {
  if (argc != 1) return 2;
  puts(getenv(argv[0]) != NULL ? "done" : "absent");
  return 0;
}

// write PATH: opens an existing file for writing, changes nothing.
static int open_for_writing(int argc, char** argv) {
  if (argc != 1) return 2;
  return report(open(argv[0], O_WRONLY));
}

// create FOLDER: makes a file there and removes it.
static int create_in(int argc, char** argv) {
  if (argc != 1) return 2;
  char path[4096];
  snprintf(path, sizeof path, "%s/.codecalc-abuse-%d", argv[0], getpid());
  const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
  report(fd);
  if (fd >= 0) unlink(path);
  return 0;
}

// list FOLDER: the number of entries but . and ..
static int list_folder(int argc, char** argv) {
  if (argc != 1) return 2;
  DIR* folder = opendir(argv[0]);
  if (folder == NULL) return report(-1);
  int count = 0;
  for (const struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) ++count;
  }
  printf("entries %d\n", count);
  return 0;
}

// block_device: a node for the first disk.
static int block_device(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const int result = mknod("disk", S_IFBLK | 0600, makedev(254, 0));
  report(result);
  unlink("disk");
  return 0;
}

// change_root: chroot to the current folder.
static int change_root(int argc, char** argv) {
  (void)argc;
  (void)argv;
  return report(chroot("."));
}

// remount: makes / writable again.
static int remount(int argc, char** argv) {
  (void)argc;
  (void)argv;
  return report(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
}

// file_handle: opens a folder by its handle, as the classic escape from a container does.
static int file_handle(int argc, char** argv) {
  (void)argc;
  (void)argv;
  union {
    struct file_handle handle;
    char bytes[sizeof(struct file_handle) + MAX_HANDLE_SZ];
  } buffer;
  memset(&buffer, 0, sizeof buffer);
  buffer.handle.handle_bytes = MAX_HANDLE_SZ;
  int mount_id = 0;
  const int result = name_to_handle_at(AT_FDCWD, "/usr", &buffer.handle, &mount_id, 0);
  if (result != 0) return report(result);
  const int folder = open("/usr", O_RDONLY);
  return report(open_by_handle_at(folder, &buffer.handle, O_RDONLY));
}

// setuid_file: a file with the setuid bit in the current folder.
static int setuid_file(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const int fd = open("setuid-file", O_WRONLY | O_CREAT, 0755);
  if (fd < 0) return report(fd);
  const int result = fchmod(fd, 04755);
  report(result);
  unlink("setuid-file");
  return 0;
}

// setuid_open: the same by the mode of open.
static int setuid_open(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const int fd = open("setuid-file", O_WRONLY | O_CREAT | O_EXCL, 04755);
  report(fd);
  unlink("setuid-file");
  return 0;
}

const struct abuse_entry file_cases[] = {{"read", read_file},
                                         {"read_from_above", read_from_above},
                                         {"read_by_link", read_by_link},
                                         {"hard_link", hard_link},
                                         {"read_descriptors", read_descriptors},
                                         {"environment", environment},
                                         {"write", open_for_writing},
                                         {"create", create_in},
                                         {"list", list_folder},
                                         {"block_device", block_device},
                                         {"change_root", change_root},
                                         {"remount", remount},
                                         {"file_handle", file_handle},
                                         {"setuid_file", setuid_file},
                                         {"setuid_open", setuid_open},
                                         {0, 0}};
