// Cases that reach for other processes and for privileges.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abuse.h"

static pid_t pid_argument(int argc, char** argv) { return argc > 0 ? atoi(argv[0]) : 0; }

// signal PID: whether the process can be reached at all.
static int send_signal(int argc, char** argv) { return report(kill(pid_argument(argc, argv), 0)); }

// thread_signal PID
static int thread_signal(int argc, char** argv) {
  return report(syscall(SYS_tkill, pid_argument(argc, argv), 0));
}

// trace PID: attaches and lets go.
static int trace(int argc, char** argv) {
  const pid_t pid = pid_argument(argc, argv);
  const long result = ptrace(PTRACE_SEIZE, pid, NULL, NULL);
  report(result);
  return 0;
}

// trace_child: the same with a process of one's own, which the filter alone refuses.
static int trace_child(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  report(ptrace(PTRACE_SEIZE, child, NULL, NULL));
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return 0;
}

// read_memory PID
static int read_memory(int argc, char** argv) {
  char byte;
  // Any mapped address of this program is one of the other, which is the same program or refuses.
  struct iovec local = {&byte, 1};
  struct iovec remote = {(void*)&pid_argument, 1};
  const ssize_t n = process_vm_readv(pid_argument(argc, argv), &local, 1, &remote, 1, 0);
  if (n < 0 && errno == EFAULT) return report(0);  // allowed; the address just was not mapped
  return report(n);
}

// priority PID: makes it nicer by nothing.
static int priority(int argc, char** argv) {
  const pid_t pid = pid_argument(argc, argv);
  errno = 0;
  const int now = getpriority(PRIO_PROCESS, (id_t)pid);
  if (errno != 0) return report(-1);
  return report(setpriority(PRIO_PROCESS, (id_t)pid, now));
}

// process_descriptor PID
static int process_descriptor(int argc, char** argv) {
  return report(syscall(SYS_pidfd_open, pid_argument(argc, argv), 0));
}

// affinity PID
static int affinity(int argc, char** argv) {
  cpu_set_t set;
  return report(sched_getaffinity(pid_argument(argc, argv), sizeof set, &set));
}

// visible: how many processes /proc shows.
static int visible(int argc, char** argv) {
  (void)argc;
  (void)argv;
  DIR* proc = opendir("/proc");
  if (proc == NULL) return report(-1);
  int count = 0;
  for (const struct dirent* entry = readdir(proc); entry != NULL; entry = readdir(proc))
    count += atoi(entry->d_name) > 0;
  printf("processes %s\n", count <= 2 ? "own" : "others");
  return 0;
}

// kill_all: sends a harmless signal to every process that can be reached but this one.
static int kill_all(int argc, char** argv) {
  (void)argc;
  (void)argv;
  return report(kill(-1, 0));
}

// kill_init: the init must live on to report this line.
static int kill_init(int argc, char** argv) {
  (void)argc;
  (void)argv;
  only_inside();
  for (int signal = 1; signal < 32; ++signal) kill(1, signal);
  usleep(50000);
  puts("alive");
  return 0;
}

static int set_uid(int argc, char** argv) {
  (void)argc;
  (void)argv;
  return report(setresuid(0, 0, 0));
}

static int set_groups(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const gid_t group = 0;
  return report(setgroups(1, &group));
}

// user: root or not.
static int user(int argc, char** argv) {
  (void)argc;
  (void)argv;
  printf("user %s\n", getuid() == 0 || geteuid() == 0 ? "root"
                      : getuid() >= 64000             ? "sandbox"
                                                      : "other");
  return 0;
}

// status FIELD: a line of /proc/self/status.
static int status(int argc, char** argv) {
  if (argc != 1) return 2;
  FILE* in = fopen("/proc/self/status", "r");
  if (in == NULL) return report(-1);
  char line[512];
  const size_t size = strlen(argv[0]);
  while (fgets(line, sizeof line, in) != NULL) {
    if (strncmp(line, argv[0], size) == 0 && line[size] == ':')
      printf("%s", line + size + 1 + strspn(line + size + 1, " \t"));
  }
  fclose(in);
  return 0;
}

static int in_child(int flags) {
  // Not with fork(): a fresh process whose namespaces nobody else shares.
  const pid_t child = fork();
  if (child == 0) {
    report(unshare(flags));
    _exit(0);
  }
  waitpid(child, NULL, 0);
  return 0;
}

static int new_user_namespace(int argc, char** argv) {
  (void)argc;
  (void)argv;
  return in_child(CLONE_NEWUSER);
}

static int new_mount_namespace(int argc, char** argv) {
  (void)argc;
  (void)argv;
  return in_child(CLONE_NEWNS);
}

static int clone_user_namespace(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  report(child);
  if (child > 0) waitpid((pid_t)child, NULL, 0);
  return 0;
}

static int real_time(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const pid_t child = fork();
  if (child == 0) {
    const struct sched_param param = {.sched_priority = 1};
    report(sched_setscheduler(0, SCHED_FIFO, &param));
    _exit(0);
  }
  waitpid(child, NULL, 0);
  return 0;
}

static int negative_nice(int argc, char** argv) {
  (void)argc;
  (void)argv;
  return report(setpriority(PRIO_PROCESS, 0, -5));
}

static int lock_memory(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const size_t size = 32u << 20;
  void* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return report(mlock(memory, size));
}

static int ambient_capability(int argc, char** argv) {
  (void)argc;
  (void)argv;
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2];
  memset(data, 0, sizeof data);
  data[0].effective = data[0].permitted = data[0].inheritable = 1u << CAP_NET_RAW;
  return report(syscall(SYS_capset, &header, data));
}

const struct abuse_entry process_cases[] = {{"signal", send_signal},
                                            {"thread_signal", thread_signal},
                                            {"trace", trace},
                                            {"trace_child", trace_child},
                                            {"read_memory", read_memory},
                                            {"priority", priority},
                                            {"process_descriptor", process_descriptor},
                                            {"affinity", affinity},
                                            {"visible", visible},
                                            {"kill_all", kill_all},
                                            {"kill_init", kill_init},
                                            {"set_uid", set_uid},
                                            {"set_groups", set_groups},
                                            {"user", user},
                                            {"status", status},
                                            {"new_user_namespace", new_user_namespace},
                                            {"new_mount_namespace", new_mount_namespace},
                                            {"clone_user_namespace", clone_user_namespace},
                                            {"real_time", real_time},
                                            {"negative_nice", negative_nice},
                                            {"lock_memory", lock_memory},
                                            {"ambient_capability", ambient_capability},
                                            {0, 0}};
