/* The C interface between codecalc and its certified-reals plugin, codecalc-certified.so. The
 * plugin alone links FLINT, Arb and Calcium, so that the server loads none of them until it needs
 * one. */
#ifndef CODECALC_CERTIFIED_ABI_H
#define CODECALC_CERTIFIED_ABI_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is asked of a real number. */
enum codecalc_certified_question {
  CODECALC_CERTIFIED_DIGITS, /* "q N/D" when it is rational, else "d [-]DIGITS EXPONENT":
                                DIGITS * 10**EXPONENT, rounded to nearest; decimal */
  CODECALC_CERTIFIED_SIGN,   /* "-1", "0" or "1" */
  CODECALC_CERTIFIED_FLOOR   /* an integer in decimal */
};

enum codecalc_certified_status {
  CODECALC_CERTIFIED_OK,
  CODECALC_CERTIFIED_DOMAIN,    /* not a real number; text says why */
  CODECALC_CERTIFIED_UNDECIDED, /* not settled at the highest precision; text says which */
  CODECALC_CERTIFIED_LIMIT,     /* time, memory or size bound; text says which */
  CODECALC_CERTIFIED_CANCELLED,
  CODECALC_CERTIFIED_MALFORMED
};

struct codecalc_certified_request {
  /* Reverse Polish, separated by single spaces. Numbers are hexadecimal after "#": "#2", "#-1/a".
   * Words: pi e | neg sqrt exp log log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh
   * atanh gamma erf | add sub mul div pow root atan2 where "x n root" is the real n-th root, n a
   * positive integer, x >= 0 or n odd. */
  const char* program;
  enum codecalc_certified_question question;
  unsigned digits; /* for DIGITS: how many, 1 to 10000 */
  double seconds;
  size_t bytes;                    /* memory that may be held at once */
  int (*cancelled)(void* context); /* may be NULL; called from another thread than the caller's */
  void* context;
};

struct codecalc_certified_reply {
  enum codecalc_certified_status status;
  char* text; /* freed with codecalc_certified_free */
};

/* Thread-safe. */
struct codecalc_certified_reply codecalc_certified_ask(
    const struct codecalc_certified_request* request);
void codecalc_certified_free(char* text);

/* Changes with the interface. */
#define CODECALC_CERTIFIED_VERSION 1
int codecalc_certified_version(void);

#ifdef __cplusplus
}
#endif
#endif
