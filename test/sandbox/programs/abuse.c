// Finds the case by its name and runs it.
#define _GNU_SOURCE
#include "abuse.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int report(long result) {
  if (result >= 0) {
    puts("done");
  } else {
    const char* name = strerrorname_np(errno);
    printf("refused %s\n", name != NULL ? name : "?");
  }
  fflush(stdout);
  return 0;
}

void only_inside(void) {
  if (getpid() < 64) return;
  fprintf(stderr, "abuse: this case runs in a sandbox alone\n");
  exit(2);
}

int main(int argc, char** argv) {
  const struct abuse_entry* tables[] = {file_cases, process_cases, kernel_cases, network_cases,
                                        limit_cases};
  if (argc < 2) {
    fprintf(stderr, "usage: abuse CASE [ARGUMENT...]\n");
    return 2;
  }
  for (unsigned i = 0; i < sizeof tables / sizeof *tables; ++i) {
    for (const struct abuse_entry* entry = tables[i]; entry->name != NULL; ++entry) {
      if (strcmp(entry->name, argv[1]) == 0) return entry->run(argc - 2, argv + 2);
    }
  }
  fprintf(stderr, "abuse: no case %s\n", argv[1]);
  return 2;
}
