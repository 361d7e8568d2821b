// The client side of the certified-reals plugin.
#include "calc/certified.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <climits>

#include "calc/decimal.h"

namespace codecalc::calc {
namespace {

constexpr double kSeconds = 2;
constexpr std::size_t kBytes = 256u << 20;
constexpr std::string_view kFile = "codecalc-certified.so";

std::string program_folder() {
  char path[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  const std::string_view text(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  return std::string(text.substr(0, text.rfind('/')));
}

Code code_of(codecalc_certified_status status) {
  switch (status) {
    case CODECALC_CERTIFIED_DOMAIN: return Code::kValidation;
    case CODECALC_CERTIFIED_UNDECIDED:
    case CODECALC_CERTIFIED_LIMIT: return Code::kResourceExhausted;
    case CODECALC_CERTIFIED_CANCELLED: return Code::kTimeout;
    default: return Code::kInternal;
  }
}

Error garbled(const std::string& text) {
  return Error{Code::kInternal,
               "unreadable answer of the certified-reals plugin: " + text.substr(0, 60), "", ""};
}

}  // namespace

std::string Certified::plugin_path() {
  const std::string root = program_folder() + "/../lib/";
  // Beside the build's programs, or in the package's own folder where it is installed.
  const std::string installed = root + "codecalc/" + std::string(kFile);
  return ::access(installed.c_str(), R_OK) == 0 ? installed : root + std::string(kFile);
}

Result<Certified::Plugin> Certified::plugin() {
  const std::lock_guard lock(mutex_);
  if (plugin_) return *plugin_;
  const std::string path = plugin_path();
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{
        Code::kDependencyMissing,
        "irrational values need the plugin " + std::string(kFile) +
            ", which cannot be loaded: " + ::dlerror(),
        "", "Build or install codecalc whole, with the packages libflint-arb2 and libcalcium0."};
  }
  Plugin found;
  const auto version = reinterpret_cast<decltype(&codecalc_certified_version)>(
      ::dlsym(library, "codecalc_certified_version"));
  found.ask = reinterpret_cast<decltype(found.ask)>(::dlsym(library, "codecalc_certified_ask"));
  found.free = reinterpret_cast<decltype(found.free)>(::dlsym(library, "codecalc_certified_free"));
  if (version == nullptr || version() != CODECALC_CERTIFIED_VERSION || found.ask == nullptr ||
      found.free == nullptr) {
    ::dlclose(library);
    return Error{Code::kDependencyMissing, path + " belongs to another version of codecalc", "",
                 "Build or install codecalc whole."};
  }
  // Never unloaded: FLINT keeps thread-local caches whose destructors live in it.
  plugin_ = found;
  return found;
}

Status Certified::available() {
  TRY(plugin());
  return Unit{};
}

Result<std::string> Certified::ask(const Real& r, codecalc_certified_question question,
                                   unsigned digits, Meter* meter) {
  TRY_ASSIGN(const Plugin loaded, plugin());
  const std::string program = real_program(r);
  codecalc_certified_request request{};
  request.program = program.c_str();
  request.question = question;
  request.digits = digits;
  request.seconds = kSeconds;
  request.bytes = kBytes;
  if (meter != nullptr) {
    request.seconds = std::min(kSeconds, meter->real_seconds());
    if (request.seconds <= 0) {
      return Error{Code::kResourceExhausted,
                   "the irrational parts of the calculation take too long together", "", ""};
    }
    request.cancelled = [](void* m) { return static_cast<Meter*>(m)->cancelled() ? 1 : 0; };
    request.context = meter;
  }
  const auto start = std::chrono::steady_clock::now();
  const codecalc_certified_reply reply = loaded.ask(&request);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  if (meter != nullptr) meter->spend_real_seconds(spent.count());
  std::string text = reply.text != nullptr ? reply.text : "";
  loaded.free(reply.text);
  if (reply.status != CODECALC_CERTIFIED_OK) return Error{code_of(reply.status), text, "", ""};
  return text;
}

Result<Certified::Digits> Certified::digits(const Real& r, unsigned digits, Meter* meter) {
  TRY_ASSIGN(const std::string text, ask(r, CODECALC_CERTIFIED_DIGITS, digits, meter));
  if (text.size() < 3) return garbled(text);
  Digits answer;
  std::string body = text.substr(2);
  if (text[0] == 'q') {
    const std::size_t slash = body.find('/');
    const auto num = Integer::from_digits(body.substr(0, slash));
    const auto den =
        slash == std::string::npos ? Integer(1) : Integer::from_digits(body.substr(slash + 1));
    if (!num || !den || den->sign() == 0) return garbled(text);
    answer.rational = Rational(*num, *den);
    return answer;
  }
  const std::size_t space = body.find(' ');
  long exponent = 0;
  if (space == std::string::npos ||
      std::from_chars(body.data() + space + 1, body.data() + body.size(), exponent).ec !=
          std::errc()) {
    return garbled(text);
  }
  const bool negative = body[0] == '-';
  answer.text = place_point(body.substr(negative ? 1 : 0, space - (negative ? 1 : 0)), exponent,
                            negative, digits);
  return answer;
}

Result<int> Certified::sign(const Real& r, Meter* meter) {
  const auto answer = ask(r, CODECALC_CERTIFIED_SIGN, 1, meter);
  if (!answer.ok()) return answer.error();
  int value = 2;
  std::from_chars(answer->data(), answer->data() + answer->size(), value);
  if (value < -1 || value > 1) return garbled(*answer);
  return value;
}

Result<Integer> Certified::floor(const Real& r, Meter* meter) {
  TRY_ASSIGN(const std::string text, ask(r, CODECALC_CERTIFIED_FLOOR, 1, meter));
  if (auto value = Integer::from_digits(text)) return *std::move(value);
  return garbled(text);
}

}  // namespace codecalc::calc
