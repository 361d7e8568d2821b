/* Exact decisions with Calcium. */
#include "calc/certified/exact.h"

/* The library's own headers fill unused parameters and mix signs. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wsign-compare"
#include <calcium/ca.h>
#pragma GCC diagnostic pop

enum {
#define CERTIFIED_OP(name, word, operands) OP_##name,
#include "calc/certified/ops.inc"
#undef CERTIFIED_OP
};

static void read_rational(fmpq_t to, const char* hexadecimal) {
  /* fmpq_set_str takes no value wider than its text; the text comes from the client's printer. */
  fmpq_set_str(to, hexadecimal, 16);
}

static void hyperbolic(int op, ca_t to, const ca_t x, ca_ctx_t ctx) {
  ca_t grow, shrink, sum;
  ca_init(grow, ctx);
  ca_init(shrink, ctx);
  ca_init(sum, ctx);
  ca_exp(grow, x, ctx);
  ca_inv(shrink, grow, ctx);
  ca_add(sum, grow, shrink, ctx);
  ca_sub(to, grow, shrink, ctx);
  if (op == OP_Tanh) {
    ca_div(to, to, sum, ctx);
  } else {
    if (op == OP_Cosh) ca_set(to, sum, ctx);
    ca_div_ui(to, to, 2, ctx);
  }
  ca_clear(grow, ctx);
  ca_clear(shrink, ctx);
  ca_clear(sum, ctx);
}

/* asinh x = log(x + sqrt(x**2 + 1)), acosh x = log(x + sqrt(x**2 - 1)),
 * atanh x = log((1 + x)/(1 - x))/2. */
static void inverse_hyperbolic(int op, ca_t to, const ca_t x, ca_ctx_t ctx) {
  ca_t t, below;
  ca_init(t, ctx);
  ca_init(below, ctx);
  if (op == OP_Atanh) {
    ca_add_ui(t, x, 1, ctx);
    ca_ui_sub(below, 1, x, ctx);
    ca_div(t, t, below, ctx);
    ca_log(to, t, ctx);
    ca_div_ui(to, to, 2, ctx);
  } else {
    ca_mul(t, x, x, ctx);
    if (op == OP_Asinh) ca_add_ui(t, t, 1, ctx);
    else ca_sub_ui(t, t, 1, ctx);
    ca_sqrt(t, t, ctx);
    ca_add(t, t, x, ctx);
    ca_log(to, t, ctx);
  }
  ca_clear(t, ctx);
  ca_clear(below, ctx);
}

/* sin, cos or tan of a rational multiple of pi with a small denominator, as the algebraic number
 * that it is: the general way through exponentials costs fifty times more. Gives 0 for other x. */
static int at_part_of_pi(int op, ca_t to, const ca_t x, ca_ctx_t ctx) {
  int done = 0;
  ca_t turns;
  ca_init(turns, ctx);
  ca_pi(turns, ctx);
  ca_div(turns, x, turns, ctx);
  if (CA_IS_QQ(turns, ctx) && fmpz_cmp_ui(CA_FMPQ_DENREF(turns), 60) <= 0) {
    const ulong q = fmpz_get_ui(CA_FMPQ_DENREF(turns));
    const slong p = (slong)fmpz_fdiv_ui(CA_FMPQ_NUMREF(turns), 2 * q);
    qqbar_t value;
    qqbar_init(value);
    done = 1;
    if (op == OP_Sin) qqbar_sin_pi(value, p, q);
    else if (op == OP_Cos) qqbar_cos_pi(value, p, q);
    else done = qqbar_tan_pi(value, p, q);
    if (done) ca_set_qqbar(to, value, ctx);
    qqbar_clear(value);
  }
  ca_clear(turns, ctx);
  return done;
}

static void function(int op, ca_t to, const ca_t x, ca_ctx_t ctx) {
  switch (op) {
    case OP_Negate: ca_neg(to, x, ctx); return;
    case OP_Sqrt: ca_sqrt(to, x, ctx); return;
    case OP_Exp: ca_exp(to, x, ctx); return;
    case OP_Log: ca_log(to, x, ctx); return;
    case OP_Sin:
      if (!at_part_of_pi(op, to, x, ctx)) ca_sin(to, x, ctx);
      return;
    case OP_Cos:
      if (!at_part_of_pi(op, to, x, ctx)) ca_cos(to, x, ctx);
      return;
    case OP_Tan:
      if (!at_part_of_pi(op, to, x, ctx)) ca_tan(to, x, ctx);
      return;
    case OP_Asin: ca_asin(to, x, ctx); return;
    case OP_Acos: ca_acos(to, x, ctx); return;
    case OP_Atan: ca_atan(to, x, ctx); return;
    case OP_Gamma: ca_gamma(to, x, ctx); return;
    case OP_Erf: ca_erf(to, x, ctx); return;
    case OP_Log1p:
      ca_add_ui(to, x, 1, ctx);
      ca_log(to, to, ctx);
      return;
    case OP_Sinh:
    case OP_Cosh:
    case OP_Tanh: hyperbolic(op, to, x, ctx); return;
    case OP_Asinh:
    case OP_Acosh:
    case OP_Atanh: inverse_hyperbolic(op, to, x, ctx); return;
    default: ca_unknown(to, ctx); return;
  }
}

/* x**y is exp(y*log(x)) where x is above 0. For an irrational y Calcium is given just that: it knows
 * what exponentials make of logarithms, and nothing of such powers. */
static void power(ca_t to, const ca_t x, const ca_t y, ca_ctx_t ctx) {
  ca_t zero;
  ca_init(zero, ctx);
  if (CA_IS_QQ(y, ctx) || ca_check_gt(x, zero, ctx) != T_TRUE) {
    ca_pow(to, x, y, ctx);
  } else {
    ca_log(to, x, ctx);
    ca_mul(to, to, y, ctx);
    ca_exp(to, to, ctx);
  }
  ca_clear(zero, ctx);
}

/* The real root: Calcium's power is the principal, complex one for a negative base. */
static void root(ca_t to, const ca_t x, const ca_t n, ca_ctx_t ctx) {
  const truth_t negative = ca_check_is_negative_real(x, ctx);
  ca_t exponent;
  ca_init(exponent, ctx);
  ca_inv(exponent, n, ctx);
  if (negative == T_FALSE) {
    ca_pow(to, x, exponent, ctx);
  } else if (negative == T_TRUE) {
    ca_neg(to, x, ctx);
    ca_pow(to, to, exponent, ctx);
    ca_neg(to, to, ctx);
  } else {
    ca_unknown(to, ctx);
  }
  ca_clear(exponent, ctx);
}

/* atan2(y, x) by the signs of its arguments; open when they are. */
static void atan2_of(ca_t to, const ca_t y, const ca_t x, ca_ctx_t ctx) {
  truth_t right, left, above;
  ca_t zero, pi;
  ca_init(zero, ctx);
  ca_init(pi, ctx);
  right = ca_check_gt(x, zero, ctx);
  left = ca_check_lt(x, zero, ctx);
  above = ca_check_ge(y, zero, ctx);
  if (right == T_TRUE || (left == T_TRUE && above != T_UNKNOWN)) {
    ca_div(to, y, x, ctx);
    ca_atan(to, to, ctx);
    ca_pi(pi, ctx);
    if (right != T_TRUE && above == T_TRUE) ca_add(to, to, pi, ctx);
    if (right != T_TRUE && above != T_TRUE) ca_sub(to, to, pi, ctx);
  } else {
    ca_unknown(to, ctx);
  }
  ca_clear(zero, ctx);
  ca_clear(pi, ctx);
}

static void evaluate(const struct certified_step* step, ca_struct* values, ca_t to, ca_ctx_t ctx) {
  const ca_struct* x = values + step->left;
  const ca_struct* y = values + step->right;
  fmpq_t q;
  switch (step->op) {
    case OP_Number:
      fmpq_init(q);
      read_rational(q, step->number);
      ca_set_fmpq(to, q, ctx);
      fmpq_clear(q);
      return;
    case OP_Pi: ca_pi(to, ctx); return;
    case OP_E:
      ca_one(to, ctx);
      ca_exp(to, to, ctx);
      return;
    case OP_Add: ca_add(to, x, y, ctx); return;
    case OP_Subtract: ca_sub(to, x, y, ctx); return;
    case OP_Multiply: ca_mul(to, x, y, ctx); return;
    case OP_Divide: ca_div(to, x, y, ctx); return;
    case OP_Power: power(to, x, y, ctx); return;
    case OP_Root: root(to, x, y, ctx); return;
    case OP_Atan2: atan2_of(to, x, y, ctx); return;
    default: function(step->op, to, x, ctx); return;
  }
}

int certified_prove(const struct certified_step* steps, size_t count,
                    void (*rational)(void* context, size_t step, const char* hexadecimal),
                    void* context) {
  ca_ctx_t ctx;
  ca_struct* values = flint_malloc(count * sizeof(ca_struct));
  truth_t zero;
  int pole = 0;
  size_t i;
  ca_ctx_init(ctx);
  for (i = 0; i < count; ++i) ca_init(values + i, ctx);
  for (i = 0; i < count; ++i) {
    ca_struct* value = values + i;
    fmpq_t q;
    evaluate(steps + i, values, value, ctx);
    pole = pole || (steps[i].op == OP_Tan && CA_IS_UNSIGNED_INF(value));
    if (steps[i].op == OP_Number || CA_IS_SPECIAL(value)) continue;
    if (ca_check_is_rational(value, ctx) != T_TRUE) continue;
    fmpq_init(q);
    if (ca_get_fmpq(q, value, ctx)) {
      char* text = fmpq_get_str(NULL, 16, q);
      rational(context, i, text);
      flint_free(text);
    }
    fmpq_clear(q);
  }
  zero = ca_check_is_zero(values + count - 1, ctx);
  for (i = 0; i < count; ++i) ca_clear(values + i, ctx);
  flint_free(values);
  ca_ctx_clear(ctx);
  if (pole) return CERTIFIED_POLE;
  return zero == T_TRUE ? 1 : zero == T_FALSE ? 0 : -1;
}
