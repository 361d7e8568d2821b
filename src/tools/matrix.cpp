// matrix: det, inverse, eigenvalues, transpose, rank, trace of exact matrices.
#include "base/json.h"
#include "registry/tool.h"
#include "tools/algebra.h"
#include "tools/services.h"

namespace codecalc::tools {
namespace {

using namespace registry;

constexpr std::string_view kOps[] = {"det", "inverse", "eigenvalues", "transpose", "rank", "trace"};
constexpr std::size_t kMaxSide = 50;
constexpr std::size_t kMaxEntryBytes = 2'000;

struct Params {
  JsonBox rows;
  std::string op;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::rows>(
            "rows", "Rows of numbers or expressions, e.g. [[1, \"1/3\"], [\"x\", \"sqrt(2)\"]].",
            {.schema = R"({"type":"array","items":{"type":"array","items":)"
                       R"({"type":["integer","number","string"]}}})"})),
        required(field<&Params::op>("op", "What to find.", {.one_of = kOps})),
    };
    return kFields;
  }
};

struct Reply {
  std::string op;
  std::vector<std::int64_t> shape;
  std::optional<std::string> value;
  std::optional<JsonBox> matrix;
  std::optional<JsonBox> eigenvalues;
  std::optional<JsonBox> numeric;
  bool checked = false;
  std::optional<std::string> check;
  std::optional<std::string> reason;
  std::optional<std::vector<std::string>> assumptions;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::op>("op", "What was found.")),
        required(out<&Reply::shape>("shape", "Rows and columns of the result's matrix.")),
        out<&Reply::value>("value", "det, rank, trace: exact."),
        out<&Reply::matrix>("matrix", "inverse, transpose: rows of exact entries.",
                            {.schema = R"({"type":"array"})"}),
        out<&Reply::eigenvalues>("eigenvalues", "Exact value to multiplicity.",
                                 {.schema = R"({"type":"object"})"}),
        out<&Reply::numeric>("numeric", "15 digits of each eigenvalue that is not rational.",
                             {.schema = R"({"type":"object"})"}),
        CODECALC_TRUST_ROWS(Reply),
    };
    return kFields;
  }
};

using Rows = std::vector<std::vector<std::string>>;

Error refused(std::string message) {
  return Error{Code::kValidation, "argument \"rows\": " + std::move(message), "rows", {}};
}

std::string place(std::size_t row, std::size_t column) {
  return "row " + std::to_string(row + 1) + ", column " + std::to_string(column + 1);
}

/// The entries as expression texts; numbers keep every digit.
Result<Rows> read_rows(const Json& json) {
  if (!json.is_array() || json.empty()) return refused("expected at least one row");
  if (json.size() > kMaxSide) return refused("at most 50 rows");
  Rows out;
  for (const Json& row : json) {
    if (!row.is_array()) {
      return refused("row " + std::to_string(out.size() + 1) + " is no array");
    }
    auto& entries = out.emplace_back();
    for (const Json& entry : row) {
      if (is_number(entry)) {
        entries.push_back(number_text(entry));
      } else if (entry.is_string()) {
        entries.push_back(entry.get<std::string>());
      } else {
        return refused(place(out.size() - 1, entries.size()) +
                       ": expected a number or an expression in a string");
      }
      if (entries.back().size() > kMaxEntryBytes) {
        return refused(place(out.size() - 1, entries.size() - 1) + ": longer than 2000 characters");
      }
    }
    if (entries.empty()) return refused("row " + std::to_string(out.size()) + " is empty");
    if (entries.size() > kMaxSide) return refused("at most 50 columns");
    if (entries.size() != out.front().size()) {
      return refused("row " + std::to_string(out.size()) + " has " +
                     std::to_string(entries.size()) + " entries, row 1 has " +
                     std::to_string(out.front().size()));
    }
  }
  return out;
}

JsonBox object_of(const auto& pairs) {
  Json out = Json::object();
  for (const auto& [key, value] : pairs) out[key] = value;
  return JsonBox(std::move(out));
}

Result<Reply> run(const Params& params, CallContext& context) {
  TRY_ASSIGN(const Rows rows, read_rows(params.rows.get()));
  const AlgebraCall algebra(context);
  auto result = context.services.cas().matrix(params.op, rows, algebra.get());
  if (!result.ok()) {
    Error error = std::move(result).error();
    if (error.code == Code::kValidation && error.parameter.empty()) error.parameter = "rows";
    return error;
  }
  Reply reply;
  reply.op = params.op;
  reply.shape = {static_cast<std::int64_t>(rows.size()),
                 static_cast<std::int64_t>(rows.front().size())};
  if (params.op == "transpose") std::swap(reply.shape[0], reply.shape[1]);
  reply.value = std::move(result->value);
  if (result->matrix) reply.matrix = JsonBox(Json(*result->matrix));
  if (!result->eigenvalues.empty()) reply.eigenvalues = object_of(result->eigenvalues);
  if (!result->numeric.empty()) reply.numeric = object_of(result->numeric);
  take_trust(reply, std::move(result->trust));
  return reply;
}

}  // namespace

extern const ToolSpec kTool_matrix;
const ToolSpec kTool_matrix = make_tool<Params, Reply, run>({
    .name = "matrix",
    .title = "Matrix",
    .description = "Exact linear algebra on rational and symbolic entries, at most 50 by 50: det, "
                   "inverse, eigenvalues (with multiplicity and digits), transpose, rank, trace.",
    .group = Group::kCalculator,
    .deadline = kAlgebraDeadline,
});

}  // namespace codecalc::tools
