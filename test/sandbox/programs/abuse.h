// Hostile programs for the sandbox's tests: one executable, a table of cases by name. A case tries
// one thing and says on one line what came of it; it exits 0 unless it was misused.
#ifndef CODECALC_TEST_ABUSE_H
#define CODECALC_TEST_ABUSE_H

// "done" for a result that is not negative, else "refused <name of errno>".
int report(long result);

// Ends the program unless it runs in a pid namespace of its own: what follows would hurt the
// machine.
void only_inside(void);

typedef int (*abuse_case)(int argc, char** argv);

struct abuse_entry {
  const char* name;
  abuse_case run;
};

// Each table ends with a null name.
extern const struct abuse_entry file_cases[];
extern const struct abuse_entry process_cases[];
extern const struct abuse_entry kernel_cases[];
extern const struct abuse_entry network_cases[];
extern const struct abuse_entry limit_cases[];

#endif
