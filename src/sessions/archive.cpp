// The client side of the plugin codecalc-archive: libarchive with what it needs would cost
// milliseconds at every start of the server, and snapshots are rare.
#include "sessions/archive.h"

#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>

#include "sessions/archive_plugin.h"

namespace codecalc::sessions {
namespace {

constexpr std::string_view kFile = "codecalc-archive.so";

std::string plugin_path() {
  char path[PATH_MAX];
  const ssize_t length = ::readlink("/proc/self/exe", path, sizeof path);
  const std::string_view text(path, length > 0 ? static_cast<std::size_t>(length) : 0);
  const std::string root = std::string(text.substr(0, text.rfind('/'))) + "/../lib/";
  const std::string installed = root + "codecalc/" + std::string(kFile);
  return ::access(installed.c_str(), R_OK) == 0 ? installed : root + std::string(kFile);
}

/// A function of the plugin. Loading it again is quick: it is never unloaded.
template <class Function>
Result<Function*> find(const char* name) {
  const std::string path = plugin_path();
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    return Error{Code::kDependencyMissing,
                 "snapshots need the plugin " + std::string(kFile) +
                     ", which cannot be loaded: " + ::dlerror(),
                 "", "Build or install codecalc whole, with the package libarchive13."};
  const auto version = reinterpret_cast<decltype(&codecalc_archive_version)>(
      ::dlsym(library, "codecalc_archive_version"));
  auto* function = reinterpret_cast<Function*>(::dlsym(library, name));
  if (version == nullptr || std::string_view(version()) != CODECALC_VERSION || function == nullptr)
    return Error{Code::kDependencyMissing, path + " belongs to another version of codecalc", "",
                 "Build or install codecalc whole."};
  return function;
}

}  // namespace

Result<ArchiveSummary> pack(int root, int out, const ArchiveLimits& limits) {
  TRY_ASSIGN(auto* const function, find<decltype(codecalc_archive_pack)>("codecalc_archive_pack"));
  ArchivePackCall call{.root = root, .out = out, .limits = limits};
  if (!function(&call)) return std::move(call.error);
  return std::move(call.summary);
}

Result<ArchiveSummary> unpack(int in, int root, const std::string& sha256,
                              const ArchiveLimits& limits) {
  TRY_ASSIGN(auto* const function,
             find<decltype(codecalc_archive_unpack)>("codecalc_archive_unpack"));
  ArchiveUnpackCall call{.in = in, .root = root, .sha256 = sha256, .limits = limits};
  if (!function(&call)) return std::move(call.error);
  return std::move(call.summary);
}

}  // namespace codecalc::sessions
