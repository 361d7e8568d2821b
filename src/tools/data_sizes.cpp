// data_sizes: a number of bytes in binary and decimal units.
#include "calc/arithmetic.h"
#include "calc/rounding.h"
#include "registry/tool.h"

namespace codecalc::tools {
namespace {

using namespace registry;

struct Params {
  IntegerText n;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(field<&Params::n>("n", "Bytes.", {.min = 0})),
    };
    return kFields;
  }
};

struct Binary {
  NumberText kib, mib, gib, tib, pib, eib;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Binary::kib>("KiB", "")), required(out<&Binary::mib>("MiB", "")),
        required(out<&Binary::gib>("GiB", "")), required(out<&Binary::tib>("TiB", "")),
        required(out<&Binary::pib>("PiB", "")), required(out<&Binary::eib>("EiB", "")),
    };
    return kFields;
  }
};

struct Decimals {
  NumberText kb, mb, gb, tb, pb, eb;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Decimals::kb>("KB", "")), required(out<&Decimals::mb>("MB", "")),
        required(out<&Decimals::gb>("GB", "")), required(out<&Decimals::tb>("TB", "")),
        required(out<&Decimals::pb>("PB", "")), required(out<&Decimals::eb>("EB", "")),
    };
    return kFields;
  }
};

struct Reply {
  IntegerText bytes;
  Binary binary;
  Decimals decimal;
  std::string human;
  static std::span<const Field> fields() {
    static constexpr std::array kFields = {
        required(out<&Reply::bytes>("bytes", "")),
        required(out<&Reply::binary>("binary", "Powers of 1024.")),
        required(out<&Reply::decimal>("decimal", "Powers of 1000.")),
        required(out<&Reply::human>("human", "Both ways, three decimals.")),
    };
    return kFields;
  }
};

/// The largest unit of which there is at least one, e.g. "1.5 KiB".
std::string human(const calc::Rational& bytes, long step, std::span<const std::string_view> names) {
  calc::Rational size = bytes;
  std::size_t unit = 0;
  while (unit + 1 < names.size() && !(size < calc::Rational(step))) {
    size = size / calc::Rational(step);
    ++unit;
  }
  return calc::round_places(size, 3).text + " " + std::string(names[unit]);
}

Result<Reply> run(const Params& params, CallContext&) {
  constexpr std::string_view kBinaryNames[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  constexpr std::string_view kDecimalNames[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  const auto n = calc::Integer::from_digits(params.n.digits);
  if (!n) return Error{Code::kValidation, "n is no whole number", "", ""};
  const calc::Rational bytes(*n);
  const auto in = [&](long step, long power) {
    return NumberText{calc::shown(bytes / calc::raised(calc::Rational(step), power)).text};
  };
  Reply reply;
  reply.bytes.digits = n->text();
  reply.binary = {in(1024, 1), in(1024, 2), in(1024, 3), in(1024, 4), in(1024, 5), in(1024, 6)};
  reply.decimal = {in(1000, 1), in(1000, 2), in(1000, 3), in(1000, 4), in(1000, 5), in(1000, 6)};
  reply.human = human(bytes, 1024, kBinaryNames) + " = " + human(bytes, 1000, kDecimalNames);
  return reply;
}

}  // namespace

extern const ToolSpec kTool_data_sizes;
const ToolSpec kTool_data_sizes = make_tool<Params, Reply, run>(
    {.name = "data_sizes",
     .title = "Data Sizes",
     .description = "N bytes in KiB, MiB, GiB... (1024) and in KB, MB, GB... (1000), exact to the "
                    "last digit shown. For other data units use convert_units.",
     .group = Group::kCalculator});

}  // namespace codecalc::tools
