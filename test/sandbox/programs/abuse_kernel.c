// Cases that call into the kernel where programs have no business.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "abuse.h"

// call NUMBER [ARGUMENT...]: whether the call reaches the kernel's own checks. Bad arguments are
// given on purpose: EFAULT or EINVAL is the kernel's answer, EPERM and ENOSYS a wall's.
static int call(int argc, char** argv) {
  if (argc < 1) return 2;
  long arguments[6] = {0, 0, 0, 0, 0, 0};
  for (int i = 1; i < argc && i <= 6; ++i) arguments[i - 1] = (long)strtoull(argv[i], NULL, 0);
  const long result = syscall(strtol(argv[0], NULL, 0), arguments[0], arguments[1], arguments[2],
                              arguments[3], arguments[4], arguments[5]);
  if (result < 0 && errno != EPERM && errno != ENOSYS && errno != EACCES) {
    puts("reached");
    return 0;
  }
  if (result >= 0) {
    puts("reached");
    return 0;
  }
  return report(result);
}

// keyring: adds a key of one's own and reads it back.
static int keyring(int argc, char** argv) {
  (void)argc;
  (void)argv;
  return report(syscall(SYS_add_key, "user", "codecalc-abuse", "x", 1, -2 /* process */));
}

// find_key NAME: a key of the user, which belongs to no namespace.
static int find_key(int argc, char** argv) {
  if (argc != 1) return 2;
  return report(syscall(SYS_keyctl, 10 /* search */, -4 /* user keyring */, "user", argv[0], 0));
}

// ring: an io_uring instance.
static int ring(int argc, char** argv) {
  (void)argc;
  (void)argv;
  char parameters[256];
  memset(parameters, 0, sizeof parameters);
  return report(syscall(SYS_io_uring_setup, 1, parameters));
}

// load_program: the smallest eBPF program.
static int load_program(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const struct bpf_insn code[] = {{.code = 0xb7}, {.code = 0x95}};
  union bpf_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.prog_type = BPF_PROG_TYPE_SOCKET_FILTER;
  attr.insn_cnt = 2;
  attr.insns = (uint64_t)(uintptr_t)code;
  attr.license = (uint64_t)(uintptr_t)"GPL";
  return report(syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof attr));
}

static int perf_event(int argc, char** argv) {
  (void)argc;
  (void)argv;
  struct perf_event_attr attr;
  memset(&attr, 0, sizeof attr);
  attr.size = sizeof attr;
  attr.type = PERF_TYPE_SOFTWARE;
  attr.config = PERF_COUNT_SW_TASK_CLOCK;
  attr.exclude_kernel = 1;
  return report(syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0));
}

static int weak_personality(int argc, char** argv) {
  (void)argc;
  (void)argv;
  return report(personality(READ_IMPLIES_EXEC));
}

// old_call: a 32-bit system call from a 64-bit program (getpid).
static int old_call(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const pid_t child = fork();
  if (child == 0) {
    long result = 20;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    _exit(result > 0 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  puts(status == 0 ? "done" : "killed");
  return 0;
}

// x32_call: a call of the x32 table (getpid).
static int x32_call(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const pid_t child = fork();
  if (child == 0) {
    // Absent on most kernels (ENOSYS); a filter that forgets it shows there only.
    const long result = syscall(0x40000000 + SYS_getpid);
    _exit(result < 0 && errno != ENOSYS ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  puts(status == 0 ? "done" : "killed");
  return 0;
}

// push_terminal_input: TIOCSTI with and without the upper half of the request set.
static int push_terminal_input(int argc, char** argv) {
  char byte = 'x';
  const unsigned long request = argc > 0 && strcmp(argv[0], "high") == 0 ? 0x100005412ul : TIOCSTI;
  const long result = syscall(SYS_ioctl, 0, request, &byte);
  if (result < 0 && (errno == ENOTTY || errno == EIO || errno == EINVAL)) {
    puts("reached");
    return 0;
  }
  return report(result);
}

// host_name
static int host_name(int argc, char** argv) {
  (void)argc;
  (void)argv;
  char name[256] = "";
  gethostname(name, sizeof name);
  puts(name);
  return 0;
}

// cgroups: whether the process is told of a group other than the root of what it sees.
static int cgroups(int argc, char** argv) {
  (void)argc;
  (void)argv;
  FILE* in = fopen("/proc/self/cgroup", "r");
  if (in == NULL) return report(-1);
  char line[4096];
  int shown = 0;
  while (fgets(line, sizeof line, in) != NULL) {
    const char* path = strrchr(line, ':');
    if (path != NULL && strcmp(path, ":/\n") != 0) shown = 1;
  }
  fclose(in);
  puts(shown ? "cgroups shown" : "cgroups own");
  return 0;
}

// shared_memory KEY: a SysV segment that someone else made.
static int shared_memory(int argc, char** argv) {
  if (argc != 1) return 2;
  return report(shmget((key_t)strtol(argv[0], NULL, 0), 1, 0));
}

// message_queue KEY
static int message_queue(int argc, char** argv) {
  if (argc != 1) return 2;
  return report(msgget((key_t)strtol(argv[0], NULL, 0), 0));
}

// leave_ipc KEY: makes SysV objects and leaves them.
static int leave_ipc(int argc, char** argv) {
  if (argc != 1) return 2;
  const key_t key = (key_t)strtol(argv[0], NULL, 0);
  const int segment = shmget(key, 4096, IPC_CREAT | 0666);
  const int queue = msgget(key, IPC_CREAT | 0666);
  return report(segment >= 0 && queue >= 0 ? 0 : -1);
}

const struct abuse_entry kernel_cases[] = {{"call", call},
                                           {"keyring", keyring},
                                           {"find_key", find_key},
                                           {"ring", ring},
                                           {"load_program", load_program},
                                           {"perf_event", perf_event},
                                           {"weak_personality", weak_personality},
                                           {"old_call", old_call},
                                           {"x32_call", x32_call},
                                           {"push_terminal_input", push_terminal_input},
                                           {"host_name", host_name},
                                           {"cgroups", cgroups},
                                           {"shared_memory", shared_memory},
                                           {"message_queue", message_queue},
                                           {"leave_ipc", leave_ipc},
                                           {0, 0}};
