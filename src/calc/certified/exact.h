/* What Calcium can prove of a program's steps. In C, as Calcium's headers are no C++. */
#ifndef CODECALC_CERTIFIED_EXACT_H
#define CODECALC_CERTIFIED_EXACT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A step of program.h; `op` is its Op. */
struct certified_step {
  int op;
  const char* number; /* for numbers: "-1/a", hexadecimal */
  unsigned left;
  unsigned right;
};

/* Walks the program in Calcium's field of numbers: algebraic numbers with their exponentials,
 * logarithms, trigonometric functions and inverses, pi. Calls `rational` for every step, numbers
 * aside, that it proves rational, with the value in hexadecimal. Gives 1 when the result is proved
 * to be 0, 0 when proved not to be, -1 when open, CERTIFIED_POLE when a tangent is taken where it
 * has no value. May run long, and may be left by Stop: call under a guard. Values that are not real
 * are no concern of it. */
#define CERTIFIED_POLE 2
int certified_prove(const struct certified_step* steps, size_t count,
                    void (*rational)(void* context, size_t step, const char* hexadecimal),
                    void* context);

#ifdef __cplusplus
}
#endif
#endif
