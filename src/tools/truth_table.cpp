// truth_table: all rows of a boolean formula.
#include "calc/truth.h"

#include <algorithm>

#include "base/json.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

struct Params {
  std::string expression;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::expression>("expression", "Boolean formula.",
                                            {.max_length = calc::kMaxFormulaBytes})),
    };
    return kFields;
  }
};

// Rows that are listed: a table of 16 variables would be 38 MB.
constexpr std::size_t kMostRows = 1024;

struct Reply {
  std::string expression;
  std::vector<std::string> variables;
  std::int64_t row_count = 0;
  JsonBox rows;
  bool satisfiable = false;
  bool tautology = false;
  std::int64_t true_count = 0;
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::expression>("expression", "")),
        required(out<&Reply::variables>("variables", "Sorted.")),
        required(out<&Reply::row_count>("row_count", "2 to the number of variables.")),
        required(out<&Reply::rows>(
            "rows", "Value of each variable, and result; at most 1024 rows.",
            {.schema = R"({"type":"array","items":{"type":"object","required":["result"],)"
                       R"("additionalProperties":{"type":"boolean"}}})"})),
        required(out<&Reply::satisfiable>("satisfiable", "True in some row.")),
        required(out<&Reply::tautology>("tautology", "True in all rows.")),
        required(out<&Reply::true_count>("true_count", "Rows in which it is true.")),
        out<&Reply::note>("note", "When rows are left out."),
    };
    return kFields;
  }
};

Result<Reply> run(const Params& params, CallContext&) {
  TRY_ASSIGN(calc::TruthTable table, calc::truth_table(params.expression));
  const auto& names = table.variables;
  if (std::find(names.begin(), names.end(), "result") != names.end()) {
    return Error{Code::kValidation,
                 "the variable \"result\" has the name of the result column; rename it", "", ""};
  }
  Reply reply;
  reply.expression = params.expression;
  reply.row_count = static_cast<std::int64_t>(table.values.size());
  reply.true_count = std::count(table.values.begin(), table.values.end(), true);
  reply.satisfiable = reply.true_count > 0;
  reply.tautology = reply.true_count == reply.row_count;
  Json& rows = reply.rows.get();
  rows = Json::array();
  const std::size_t listed = std::min(table.values.size(), kMostRows);
  if (listed < table.values.size()) {
    reply.note = "the first " + std::to_string(listed) + " of " +
                 std::to_string(table.values.size()) +
                 " rows are listed; satisfiable, tautology and true_count hold for all of them";
  }
  for (std::size_t i = 0; i < listed; ++i) {
    Json row = Json::object();
    for (std::size_t v = 0; v < names.size(); ++v) {
      row[names[v]] = ((i >> (names.size() - 1 - v)) & 1) != 0;
    }
    row["result"] = static_cast<bool>(table.values[i]);
    rows.push_back(std::move(row));
  }
  reply.variables = std::move(table.variables);
  return reply;
}

}  // namespace

extern const ToolSpec kTool_truth_table;
const ToolSpec kTool_truth_table = make_tool<Params, Reply, run>(
    {.name = "truth_table",
     .title = "Truth Table",
     .description = "All rows of a boolean formula, up to 16 case-sensitive variables. From tight "
                    "to loose: not, and/nand, or/nor, xor, implies (->, to the right), iff (<->); "
                    "the signs ! ~ & | ^ ∧ ∨ ¬ ⊕ → ↔ also work.",
     .group = Group::kCalculator,
     .deadline = std::chrono::seconds(20)});

}  // namespace codecalc::tools
