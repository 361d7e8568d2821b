// Cases that use too much: processes, memory, disk, descriptors, output, time.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "abuse.h"

static long number(int argc, char** argv, int index, long otherwise) {
  return argc > index ? strtol(argv[index], NULL, 0) : otherwise;
}

static void touch(char* memory, size_t size) {
  for (size_t at = 0; at < size; at += 4096) memory[at] = 1;
}

static void burn_ms(long ms) {
  struct timespec now;
  do {
    for (volatile int i = 0; i < 10000; ++i) {
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < ms);
}

// forks N: how many processes there can be at once beside this one, at most N.
static int forks(int argc, char** argv) {
  const long want = number(argc, argv, 0, 100);
  pid_t* children = calloc((size_t)want, sizeof *children);
  long made = 0;
  while (children != NULL && made < want) {
    const pid_t child = fork();
    if (child < 0) break;
    if (child == 0) {
      pause();
      _exit(0);
    }
    children[made++] = child;
  }
  printf("forks %ld\n", made);
  fflush(stdout);
  for (long i = 0; i < made; ++i) kill(children[i], SIGKILL);
  while (wait(NULL) > 0) {
  }
  free(children);
  return 0;
}

static void* sleeper(void* unused) {
  (void)unused;
  sleep(60);
  return NULL;
}

// threads N: the same with threads.
static int threads(int argc, char** argv) {
  const long want = number(argc, argv, 0, 100);
  long made = 0;
  pthread_t thread;
  while (made < want && pthread_create(&thread, NULL, sleeper, NULL) == 0) ++made;
  printf("threads %ld\n", made);
  fflush(stdout);
  _exit(0);
}

// fork_bomb: forks for ever, in every process.
static int fork_bomb(int argc, char** argv) {
  (void)argc;
  (void)argv;
  only_inside();
  while (1) fork();
  return 0;
}

// thread_bomb
static int thread_bomb(int argc, char** argv) {
  (void)argc;
  (void)argv;
  only_inside();
  pthread_t thread;
  while (1) {
    if (pthread_create(&thread, NULL, sleeper, NULL) != 0) usleep(1000);
  }
  return 0;
}

// restless: forks a copy and exits, for ever; no process lives long enough to be found.
static int restless(int argc, char** argv) {
  (void)argc;
  (void)argv;
  only_inside();
  if (fork() != 0) {
    sleep(60);
    return 0;
  }
  setsid();
  while (1) {
    const pid_t child = fork();
    if (child > 0) _exit(0);
    if (child < 0) usleep(100);
  }
  return 0;
}

// daemon SECONDS: leaves a process in a session of its own that holds the output open.
static int leave_daemon(int argc, char** argv) {
  const long seconds = number(argc, argv, 0, 60);
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      sleep((unsigned)seconds);
      puts("late");
      fflush(stdout);
    }
    _exit(0);
  }
  wait(NULL);
  puts("left");
  return 0;
}

// sibling SECONDS: the same with a child of its own parent, which gets no signal when it ends.
static int leave_sibling(int argc, char** argv) {
  const long seconds = number(argc, argv, 0, 60);
  if (syscall(SYS_clone, CLONE_PARENT, 0, 0, 0, 0) == 0) {
    sleep((unsigned)seconds);
    puts("late");
    fflush(stdout);
    _exit(0);
  }
  puts("left");
  return 0;
}

// stubborn: ignores every signal that can be ignored, and waits.
static int stubborn(int argc, char** argv) {
  (void)argc;
  (void)argv;
  for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
  while (1) pause();
  return 0;
}

// stopped: stops itself and a child.
static int stopped(int argc, char** argv) {
  (void)argc;
  (void)argv;
  if (fork() == 0) {
    raise(SIGSTOP);
    _exit(0);
  }
  raise(SIGSTOP);
  return 0;
}

// spin: one busy process. spin_all N: N of them.
static int spin_all(int argc, char** argv) {
  for (long i = number(argc, argv, 0, 1); i > 1; --i) {
    if (fork() == 0) break;
  }
  while (1) {
  }
  return 0;
}

// hold MB: touches so much memory, says so and exits.
static int hold(int argc, char** argv) {
  const size_t size = (size_t)number(argc, argv, 0, 64) << 20;
  char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return report(-1);
  touch(memory, size);
  usleep(60000);
  return report(0);
}

// hold_many N MB: in N processes at once, all of which have it before the first lets go.
static int hold_many(int argc, char** argv) {
  const long count = number(argc, argv, 0, 4);
  const size_t size = (size_t)number(argc, argv, 1, 16) << 20;
  int ready[2];
  int go[2];
  if (pipe(ready) != 0 || pipe(go) != 0) return report(-1);
  for (long i = 0; i < count; ++i) {
    if (fork() == 0) {
      char* memory = malloc(size);
      touch(memory, size);
      close(go[1]);
      char byte = 'r';
      if (write(ready[1], &byte, 1) != 1) _exit(1);
      _exit(read(go[0], &byte, 1) == 0 ? 0 : 1);
    }
  }
  char byte;
  for (long i = 0; i < count; ++i) {
    if (read(ready[0], &byte, 1) != 1) return report(-1);
  }
  usleep(200000);
  close(go[1]);
  while (wait(NULL) > 0) {
  }
  return report(0);
}

// share_forks N MB: memory that N children share with this process counts once.
static int share_forks(int argc, char** argv) {
  const long count = number(argc, argv, 0, 4);
  const size_t size = (size_t)number(argc, argv, 1, 16) << 20;
  char* memory = malloc(size);
  touch(memory, size);
  for (long i = 0; i < count; ++i) {
    if (fork() == 0) {
      usleep(200000);
      _exit(memory[0] == 1 ? 0 : 1);
    }
  }
  while (wait(NULL) > 0) {
  }
  return report(0);
}

// shared MB: a shared anonymous mapping.
static int shared(int argc, char** argv) {
  const size_t size = (size_t)number(argc, argv, 0, 64) << 20;
  char* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return report(-1);
  touch(memory, size);
  usleep(60000);
  return report(0);
}

// reserve GB: address space that is never touched.
static int reserve(int argc, char** argv) {
  const size_t size = (size_t)number(argc, argv, 0, 64) << 30;
  void* memory = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return report(memory == MAP_FAILED ? -1 : 0);
}

static int fill(int fd, long mb) {
  static char piece[1 << 20];
  memset(piece, 'x', sizeof piece);
  for (long i = 0; i < mb; ++i) {
    for (size_t at = 0; at < sizeof piece;) {
      const ssize_t n = write(fd, piece + at, sizeof piece - at);
      if (n < 0) return report(n);
      at += (size_t)n;
    }
  }
  usleep(60000);
  return report(0);
}

// memory_file MB
static int memory_file(int argc, char** argv) {
  const int fd = memfd_create("abuse", 0);
  if (fd < 0) return report(fd);
  for (long left = number(argc, argv, 0, 64); left > 0; left -= 128) {
    const int next = memfd_create("abuse", 0);
    if (fill(next, left > 128 ? 128 : left) != 0) return 0;
  }
  return 0;
}

// segment MB: SysV shared memory.
static int segment(int argc, char** argv) {
  const size_t size = (size_t)number(argc, argv, 0, 64) << 20;
  const int id = shmget(IPC_PRIVATE, size, IPC_CREAT | 0600);
  if (id < 0) return report(id);
  char* memory = shmat(id, NULL, 0);
  shmctl(id, IPC_RMID, NULL);
  if (memory == (void*)-1) return report(-1);
  touch(memory, size);
  usleep(60000);
  return report(0);
}

// file FOLDER MB [FILES]: writes so much to each of so many files there.
static int write_file(int argc, char** argv) {
  if (argc < 2) return 2;
  const long files = number(argc, argv, 2, 1);
  int result = 0;
  for (long i = 0; i < files; ++i) {
    char path[4096];
    snprintf(path, sizeof path, "%s/.codecalc-abuse-%d-%ld", argv[0], getpid(), i);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd < 0) return report(fd);
    result = fill(fd, number(argc, argv, 1, 1));
    close(fd);
    if (getenv("CODECALC_ABUSE_KEEP") == NULL) unlink(path);
  }
  return result;
}

// many_files FOLDER N: how many empty files can be made, at most N.
static int many_files(int argc, char** argv) {
  if (argc < 2) return 2;
  const long want = number(argc, argv, 1, 10);
  long made = 0;
  char path[4096];
  for (; made < want; ++made) {
    snprintf(path, sizeof path, "%s/.codecalc-abuse-%ld", argv[0], made);
    const int fd = open(path, O_WRONLY | O_CREAT, 0600);
    if (fd < 0) break;
    close(fd);
  }
  printf("files %s\n", made == want ? "all" : "limited");
  for (long i = 0; i < made; ++i) {
    snprintf(path, sizeof path, "%s/.codecalc-abuse-%ld", argv[0], i);
    unlink(path);
  }
  return 0;
}

// sparse MB: one file of that length without content.
static int sparse(int argc, char** argv) {
  const int fd = open("sparse", O_WRONLY | O_CREAT, 0600);
  signal(SIGXFSZ, SIG_IGN);
  report(ftruncate(fd, (off_t)number(argc, argv, 0, 1) << 20));
  unlink("sparse");
  return 0;
}

// descriptors N: how many can be open at once, at most N.
static int descriptors(int argc, char** argv) {
  const long want = number(argc, argv, 0, 100);
  long made = 3;
  while (made < want && open("/dev/null", O_RDONLY) >= 0) ++made;
  printf("descriptors %ld\n", made);
  return 0;
}

// dump: crashes; says whether the limit would allow a core file.
static int dump(int argc, char** argv) {
  (void)argc;
  (void)argv;
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  puts(limit.rlim_max == 0 ? "no core" : "core");
  fflush(stdout);
  abort();
}

// hostile_tree: folders that a plain removal cannot enter, and names that it cannot print.
static int hostile_tree(int argc, char** argv) {
  (void)argc;
  (void)argv;
  for (int i = 0; i < 200; ++i) {
    if (mkdir("deep", 0700) != 0 || chdir("deep") != 0) break;
  }
  const int fd = open("\xff\n\x1b[31m", O_WRONLY | O_CREAT, 0);
  if (fd >= 0) close(fd);
  mkdir("closed", 0);
  return report(chmod("..", 0));
}

// output BYTES [err]: writes so many bytes and reports a write error by its exit status.
static int output(int argc, char** argv) {
  long left = number(argc, argv, 0, 1);
  const int fd = argc > 1 && strcmp(argv[1], "err") == 0 ? 2 : 1;
  static char piece[65536];
  memset(piece, 'o', sizeof piece);
  while (left > 0) {
    const ssize_t n = write(fd, piece, left < (long)sizeof piece ? (size_t)left : sizeof piece);
    if (n < 0) return 9;
    left -= n;
  }
  return 0;
}

// flood [err]: writes for ever.
static int flood(int argc, char** argv) {
  const int fd = argc > 0 && strcmp(argv[0], "err") == 0 ? 2 : 1;
  static char piece[65536];
  while (write(fd, piece, sizeof piece) > 0) {
  }
  return 9;
}

// close_output: closes its streams and works on.
static int close_output(int argc, char** argv) {
  puts("before");
  fflush(stdout);
  close(1);
  close(2);
  burn_ms(number(argc, argv, 0, 50));
  return 3;
}

// burn MS: so much CPU time. burn_child MS: in a child that is waited for. burn_orphan MS: in a
// process that nobody waits for.
static int burn(int argc, char** argv) {
  burn_ms(number(argc, argv, 0, 100));
  return report(0);
}

static int burn_child(int argc, char** argv) {
  if (fork() == 0) {
    burn_ms(number(argc, argv, 0, 100));
    _exit(0);
  }
  wait(NULL);
  return report(0);
}

static int burn_orphan(int argc, char** argv) {
  int ends[2];
  if (pipe(ends) != 0) return report(-1);
  if (fork() == 0) {
    if (fork() == 0) {
      setsid();
      burn_ms(number(argc, argv, 0, 100));
      if (write(ends[1], "x", 1) != 1) _exit(1);
      pause();
    }
    _exit(0);
  }
  wait(NULL);
  char byte;
  return report(read(ends[0], &byte, 1) == 1 ? 0 : -1);
}

// signal_self N
static int signal_self(int argc, char** argv) {
  kill(getpid(), (int)number(argc, argv, 0, SIGKILL));
  sleep(1);
  return 0;
}

// leave N: exits with the status.
static int leave(int argc, char** argv) { return (int)number(argc, argv, 0, 0); }

// nap MS
static int nap(int argc, char** argv) {
  usleep((useconds_t)number(argc, argv, 0, 1) * 1000);
  return 0;
}

const struct abuse_entry limit_cases[] = {{"forks", forks},
                                          {"threads", threads},
                                          {"fork_bomb", fork_bomb},
                                          {"thread_bomb", thread_bomb},
                                          {"restless", restless},
                                          {"daemon", leave_daemon},
                                          {"sibling", leave_sibling},
                                          {"stubborn", stubborn},
                                          {"stopped", stopped},
                                          {"spin", spin_all},
                                          {"hold", hold},
                                          {"hold_many", hold_many},
                                          {"share_forks", share_forks},
                                          {"shared", shared},
                                          {"reserve", reserve},
                                          {"memory_file", memory_file},
                                          {"segment", segment},
                                          {"file", write_file},
                                          {"many_files", many_files},
                                          {"sparse", sparse},
                                          {"descriptors", descriptors},
                                          {"dump", dump},
                                          {"hostile_tree", hostile_tree},
                                          {"output", output},
                                          {"flood", flood},
                                          {"close_output", close_output},
                                          {"burn", burn},
                                          {"burn_child", burn_child},
                                          {"burn_orphan", burn_orphan},
                                          {"signal_self", signal_self},
                                          {"leave", leave},
                                          {"nap", nap},
                                          {0, 0}};
