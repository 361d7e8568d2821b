// Field tables, decoding, stamping and schemas, on a tool made for the purpose.
#include "registry/registry.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "registry/schema.h"

namespace codecalc::registry {
namespace {

constexpr std::array<std::string_view, 2> kModes = {"fast", "slow"};

struct Params {
  std::string text;
  std::int64_t times = 2;
  std::int64_t timeout = 10;
  std::optional<std::string> mode;
  std::vector<NumberText> values;
  bool loud = false;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::text>("text", "What to repeat.", {.max_length = 10})),
        field<&Params::times>("times", "How often.", {.min = 0, .max = 5}),
        field<&Params::timeout>("timeout", "Seconds.", {.min = 1, .clamp_max = 120}),
        field<&Params::mode>("mode", "How.", {.one_of = kModes}),
        field<&Params::values>("values", "Numbers.", {.max_length = 3}),
        field<&Params::loud>("loud", "In capitals."),
    };
    return kFields;
  }
};

struct Reply {
  std::string repeated;
  std::int64_t timeout = 0;
  std::vector<NumberText> values;
  Nullable<std::string> mode;
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::repeated>("repeated", "The text.")),
        required(out<&Reply::timeout>("timeout", "")),
        required(out<&Reply::values>("values", "")),
        required(out<&Reply::mode>("mode", "")),
        out<&Reply::note>("note", ""),
    };
    return kFields;
  }
};

Result<Reply> repeat(const Params& params, CallContext&) {
  if (params.text == "throw") throw std::runtime_error("thrown below");
  if (params.text == "refuse") return Error{Code::kPermissionDenied, "refused", "", ""};
  Reply reply;
  for (std::int64_t i = 0; i < params.times; ++i) reply.repeated += params.text;
  reply.timeout = params.timeout;
  reply.values = params.values;
  reply.mode = params.mode;
  return reply;
}

const ToolSpec kRepeat = make_tool<Params, Reply, repeat>(
    {.name = "repeat", .title = "Repeat", .description = "Repeats.", .group = Group::kAdmin});
constexpr const ToolSpec* kTools[] = {&kRepeat};

class NoProgress final : public ProgressSink {
 public:
  bool wanted() const override { return false; }
  void report(double, double, std::string_view) override {}
};

std::string call(std::string_view arguments) {
  constexpr std::array kGroups = {Group::kAdmin};
  const Registry registry(kTools, kGroups);
  CancelToken cancel;
  NoProgress progress;
  // The tool uses no service.
  alignas(16) char unused[1] = {};
  CallContext context{reinterpret_cast<Services&>(unused), cancel, progress, {}};
  const CallReply reply =
      registry.call(*registry.find("repeat"), std::get<Json>(read_json(arguments)), context);
  return (reply.is_error ? "E " : "") + write_json(reply.structured.get());
}

TEST(Registry, DecodesAndStamps) {
  EXPECT_EQ(call(R"({"text":"ab","values":[0.10,"1_0",true]})"),
            R"({"ok":true,"repeated":"abab","timeout":10,"values":[0.10,10,1],"mode":null,)"
            R"("contract_version":"1.6.0"})");
}

TEST(Registry, CoercesAndClamps) {
  for (const char* times : {"3", "3.0", "\"3\"", "30e-1"}) {
    EXPECT_NE(call(R"({"text":"a","times":)" + std::string(times) + "}").find("\"aaa\""),
              std::string::npos)
        << times;
  }
  EXPECT_NE(call(R"({"text":"a","timeout":900})").find("\"timeout\":120"), std::string::npos);
  EXPECT_NE(call(R"({"text":"a","timeout":99999999999999999999})").find("\"timeout\":120"),
            std::string::npos);
}

TEST(Registry, RefusalsNameParameterExpectationAndValue) {
  const std::array<std::pair<const char*, const char*>, 12> kCases = {{
      {R"({})", R"(missing argument \"text\")"},
      {R"({"text":5})", R"(argument \"text\" expected a string, got the number 5)"},
      {R"({"text":"12345678901"})", R"(argument \"text\" has 11 bytes; at most 10 are allowed)"},
      {R"({"text":"a","times":5.5})", "expected an integer, got the number 5.5"},
      {R"({"text":"a","times":6})", "expected a number from 0 to 5, got the number 6"},
      {R"({"text":"a","times":"NaN"})", R"(expected an integer, got the string \"NaN\")"},
      {R"({"text":"a","timeout":0})", "expected a number at least 1, got the number 0"},
      {R"({"text":"a","mode":"quick"})", R"(expected one of fast, slow, got the string \"quick\")"},
      {R"({"text":"a","values":[1,"x"]})", R"(element 1: expected a number, got the string \"x\")"},
      {R"({"text":"a","values":[1,2,3,4]})", "has 4 elements; at most 3 are allowed"},
      {R"({"text":"a","timse":1})", R"(unknown argument \"timse\"; did you mean \"times\"?)"},
      {R"({"text":"a","loud":"maybe"})", R"(expected true or false, got the string \"maybe\")"},
  }};
  for (const auto& [arguments, message] : kCases) {
    const std::string reply = call(arguments);
    EXPECT_NE(reply.find(message), std::string::npos) << arguments << " gave " << reply;
    EXPECT_EQ(reply.rfind(R"(E {"ok":false,"code":"validation","error":)", 0), 0u) << reply;
  }
}

TEST(Registry, FailuresOfTheToolAreCoded) {
  EXPECT_EQ(call(R"({"text":"refuse"})"),
            R"({"ok":false,"code":"permission_denied","error":"refused","remedy":"This is refused )"
            R"(by design or by the operator's policy.","contract_version":"1.6.0"})");
  EXPECT_NE(call(R"({"text":"throw"})").find(R"("code":"internal","error":"thrown below")"),
            std::string::npos);
}

TEST(Registry, InputSchemaIsDerived) {
  EXPECT_EQ(
      write_json(input_schema(kRepeat)),
      R"({"type":"object","properties":{"text":{"type":"string","maxLength":10,"description":"What to repeat."},)"
      R"("times":{"type":"integer","minimum":0,"maximum":5,"default":2,"description":"How often."},)"
      R"("timeout":{"type":"integer","minimum":1,"default":10,"description":"Seconds."},)"
      R"("mode":{"type":["string","null"],"enum":["fast","slow",null],"description":"How."},)"
      R"("values":{"type":"array","items":{"type":"number"},"maxItems":3,"description":"Numbers."},)"
      R"("loud":{"type":"boolean","default":false,"description":"In capitals."}},"required":["text"],)"
      R"("additionalProperties":false})");
}

TEST(Registry, ToolSelection) {
  const auto groups = [](std::string_view text) {
    std::string names;
    auto parsed = parse_tool_selection(text);
    if (!parsed.ok()) return parsed.error().message + " " + parsed.error().remedy;
    for (const Group g : *parsed) names += std::string(group_name(g)) + " ";
    return names;
  };
  EXPECT_EQ(groups(""), "calculator verification execution sessions analysis admin ");
  EXPECT_EQ(groups(" , "), "calculator verification execution sessions analysis admin ");
  EXPECT_EQ(groups("core, admin,core"), "calculator admin ");
  EXPECT_EQ(groups("dev"), "calculator execution verification analysis ");
  EXPECT_EQ(groups("calc"),
            "CODECALC_TOOLS names \"calc\", which is no group or preset Known: calculator, "
            "verification, execution, sessions, analysis, admin, core, dev, full.");
}

TEST(Registry, SaysWhyAToolIsAbsent) {
  constexpr std::array kGroups = {Group::kAdmin};
  constexpr std::array kOther = {Group::kCalculator};
  const Registry registry(kTools, kGroups);
  const Registry without(kTools, kOther);
  EXPECT_EQ(registry.why_absent("repaet"), "unknown tool \"repaet\"; did you mean \"repeat\"?");
  EXPECT_EQ(registry.why_absent("bitop"), "tool \"bitop\" was retired; call bits with mode=\"op\"");
  EXPECT_EQ(without.find("repeat"), nullptr);
  EXPECT_EQ(without.list_json(), "[]");
  EXPECT_EQ(without.why_absent("repeat"),
            "tool \"repeat\" is in the group admin, which CODECALC_TOOLS left out");
}

struct Ran {
  static constexpr std::string_view kFamily = "ran";
  static constexpr std::array<std::string_view, 1> kAbsent = {"events"};
  std::string verdict = "OK";
  std::optional<std::string> note;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Ran::verdict>("verdict", "How it ended.")),
        out<&Ran::note>("note", ""),
    };
    return kFields;
  }
};

struct Refused {
  static constexpr std::string_view kFamily = "refused";
  static constexpr std::array<std::string_view, 1> kAbsent = {"verdict"};
  bool ok = false;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {required(out<&Refused::ok>("ok", ""))};
    return kFields;
  }
};

Result<OneOf<Ran, Refused>> either(const Params& params, CallContext&) {
  if (params.text == "no") return OneOf<Ran, Refused>(Refused{});
  return OneOf<Ran, Refused>(Ran{});
}

const ToolSpec kEither = make_tool<Params, OneOf<Ran, Refused>, either>(
    {.name = "either", .title = "Either", .description = "One of two.", .group = Group::kAdmin});
constexpr const ToolSpec* kBoth[] = {&kRepeat, &kEither};

TEST(Registry, AReplyMayTakeOneOfSeveralForms) {
  constexpr std::array kGroups = {Group::kAdmin};
  const Registry registry(kBoth, kGroups);
  CancelToken cancel;
  NoProgress progress;
  alignas(16) char unused[1] = {};
  CallContext context{reinterpret_cast<Services&>(unused), cancel, progress, {}};
  const auto result = [&](const char* text) {
    return write_json(registry.call(kEither, {{"text", text}}, context).structured.get());
  };
  EXPECT_EQ(result("no"), R"({"ok":false,"contract_version":"1.6.0"})");
  EXPECT_EQ(result("yes"), R"({"ok":true,"verdict":"OK","contract_version":"1.6.0"})");
}

TEST(Schema, FamiliesComeFromTheFormsOfAllTools) {
  const Json schema = result_schema(kBoth);
  ASSERT_EQ(schema["$defs"].size(), 2u);
  EXPECT_EQ(write_json(schema["oneOf"]), R"([{"$ref":"#/$defs/ran"},{"$ref":"#/$defs/refused"}])");
  EXPECT_EQ(write_json(schema["$defs"]["ran"]),
            R"({"type":"object","properties":{"verdict":{"type":"string","description":)"
            R"("How it ended."},"note":{"type":"string"}},"required":["verdict"],)"
            R"("not":{"anyOf":[{"required":["events"]}]}})");
  // Two forms and the failure that every tool may answer.
  EXPECT_EQ(full_output_schema(kEither)["anyOf"].size(), 3u);
}

}  // namespace
}  // namespace codecalc::registry
