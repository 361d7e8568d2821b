// Cases that open sockets.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "abuse.h"

// socket FAMILY TYPE PROTOCOL
static int make_socket(int argc, char** argv) {
  if (argc != 3) return 2;
  return report(socket(atoi(argv[0]), atoi(argv[1]), atoi(argv[2])));
}

// high_socket FAMILY: the family in the lower half of a register whose upper half is set.
static int high_socket(int argc, char** argv) {
  if (argc != 1) return 2;
  return report(syscall(41 /* socket */, 0x700000000l | atoi(argv[0]), SOCK_STREAM, 0));
}

// connect PORT: to the loopback address.
static int connect_to(int argc, char** argv) {
  if (argc != 1) return 2;
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return report(fd);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)atoi(argv[0])),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
  return report(connect(fd, (const struct sockaddr*)&address, sizeof address));
}

// unix_path PATH: to a socket in the file system.
static int unix_path(int argc, char** argv) {
  if (argc != 1) return 2;
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) return report(fd);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, argv[0], sizeof address.sun_path - 1);
  return report(connect(fd, (const struct sockaddr*)&address, sizeof address));
}

// unix_abstract NAME
static int unix_abstract(int argc, char** argv) {
  if (argc != 1) return 2;
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0) return report(fd);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path + 1, argv[0], sizeof address.sun_path - 2);
  const socklen_t length =
      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(argv[0]));
  return report(connect(fd, (const struct sockaddr*)&address, length));
}

// unix_pair: sends a byte to itself through AF_UNIX, which must always work.
static int unix_pair(int argc, char** argv) {
  (void)argc;
  (void)argv;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return report(-1);
  char byte = 'x';
  if (write(ends[0], &byte, 1) != 1) return report(-1);
  return report(read(ends[1], &byte, 1) == 1 ? 0 : -1);
}

// unix_server: listens in the current folder and connects to itself.
static int unix_server(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "server.sock"};
  if (bind(server, (const struct sockaddr*)&address, sizeof address) != 0 || listen(server, 1) != 0)
    return report(-1);
  const int client = socket(AF_UNIX, SOCK_STREAM, 0);
  report(connect(client, (const struct sockaddr*)&address, sizeof address));
  unlink("server.sock");
  return 0;
}

// network NAME: whether the network namespace is the one of that name.
static int network(int argc, char** argv) {
  if (argc != 1) return 2;
  char name[256] = "";
  if (readlink("/proc/self/ns/net", name, sizeof name - 1) < 0) return report(-1);
  puts(strcmp(name, argv[0]) == 0 ? "the host's" : "own");
  return 0;
}

// routes: whether a packet could go anywhere.
static int routes(int argc, char** argv) {
  (void)argc;
  (void)argv;
  FILE* in = fopen("/proc/net/route", "r");
  if (in == NULL) return report(-1);
  char line[512];
  int lines = 0;
  while (fgets(line, sizeof line, in) != NULL) ++lines;
  fclose(in);
  printf("routes %s\n", lines <= 1 ? "none" : "some");
  return 0;
}

// listen: a server of one's own on the loopback.
static int listen_on(int argc, char** argv) {
  (void)argc;
  (void)argv;
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return report(fd);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  if (bind(fd, (const struct sockaddr*)&address, sizeof address) != 0) return report(-1);
  return report(listen(fd, 1));
}

const struct abuse_entry network_cases[] = {{"socket", make_socket},
                                            {"high_socket", high_socket},
                                            {"connect", connect_to},
                                            {"unix_path", unix_path},
                                            {"unix_abstract", unix_abstract},
                                            {"unix_pair", unix_pair},
                                            {"unix_server", unix_server},
                                            {"network", network},
                                            {"routes", routes},
                                            {"listen", listen_on},
                                            {0, 0}};
