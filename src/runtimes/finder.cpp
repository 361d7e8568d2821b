// See finder.h.
#include "runtimes/finder.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "base/fd.h"
#include "base/text.h"

namespace codecalc::runtimes {
namespace {

constexpr std::size_t kHeadBytes = 4096;

bool is_elf(std::string_view head) {
  return head.starts_with(
      "\x7f"
      "ELF");
}

/// `path`'s last link, from the one given to the real file, that still carries `name`.
std::string deepest_link_named(std::string path, std::string_view name) {
  std::string best = path;
  for (int hops = 0; hops < 16; ++hops) {
    std::array<char, PATH_MAX> target{};
    const ssize_t length = ::readlink(path.c_str(), target.data(), target.size() - 1);
    if (length <= 0) break;
    const std::string next(target.data(), static_cast<std::size_t>(length));
    path = next.starts_with('/') ? next : parent(path) + "/" + next;
    if (base_name(path) == name) best = path;
  }
  const std::string folder = real_path(parent(best));
  return folder.empty() ? best : folder + "/" + std::string(name);
}

std::optional<std::string> program_in(const std::string& folder, std::string_view name) {
  std::string path = folder + "/" + std::string(name);
  if (is_executable_file(path)) return path;
  return std::nullopt;
}

/// The folder versions/WORD of pyenv and its kin: the file `version` names them, else the newest.
std::optional<std::string> from_versions(const std::string& root, std::string_view name) {
  const std::vector<std::string> versions = newest_first(list_folder(root + "/versions"));
  const std::string chosen = read_head(root + "/version", kHeadBytes);
  std::size_t at = 0;
  bool named = false;
  while (at < chosen.size()) {
    const std::size_t end = std::min(chosen.find_first_of(" :\t\r\n", at), chosen.size());
    const std::string word = chosen.substr(at, end - at);
    at = end + 1;
    if (word.empty() || word.find('/') != std::string::npos) continue;
    named = true;
    for (const std::string& version : versions) {
      if (version != word && !version.starts_with(word + ".")) continue;
      if (auto path = program_in(root + "/versions/" + version + "/bin", name)) return path;
    }
  }
  if (named) return std::nullopt;
  for (const std::string& version : versions) {
    if (auto path = program_in(root + "/versions/" + version + "/bin", name)) return path;
  }
  return std::nullopt;
}

/// The folder installs/TOOL/VERSION of mise and asdf: the newest version that has the program.
std::optional<std::string> from_installs(const std::string& root, std::string_view name) {
  for (const std::string& tool : list_folder(root + "/installs")) {
    const std::string folder = root + "/installs/" + tool;
    for (const std::string& version : newest_first(list_folder(folder))) {
      if (auto path = program_in(folder + "/" + version + "/bin", name)) return path;
      if (auto path = program_in(folder + "/" + version, name)) return path;
    }
  }
  return std::nullopt;
}

std::optional<std::string> behind_shim(const std::string& folder, std::string_view name) {
  const std::string root = parent(folder);
  if (auto path = from_versions(root, name)) return path;
  return from_installs(root, name);
}

/// The toolchain that rustup's proxy in `folder` (CARGO_HOME/bin) would start.
std::optional<std::string> behind_rustup(const std::string& folder, std::string_view name) {
  const std::string outer = parent(parent(folder));
  for (const std::string& home : {outer + "/.rustup", outer + "/rustup"}) {
    const std::vector<std::string> toolchains = newest_first(list_folder(home + "/toolchains"));
    if (toolchains.empty()) continue;
    const std::string settings = read_head(home + "/settings.toml", kHeadBytes);
    std::string chosen;
    const std::size_t key = settings.find("default_toolchain");
    if (key != std::string::npos) {
      const std::size_t open = settings.find('"', key);
      const std::size_t close = settings.find('"', open == std::string::npos ? open : open + 1);
      if (close != std::string::npos) chosen = settings.substr(open + 1, close - open - 1);
    }
    for (const std::string& toolchain : toolchains) {
      if (!chosen.empty() && toolchain != chosen && !toolchain.starts_with(chosen + "-")) continue;
      if (auto path = program_in(home + "/toolchains/" + toolchain + "/bin", name)) return path;
    }
  }
  return std::nullopt;
}

/// The native program of an npm or pip package whose script is at `real`.
std::optional<std::string> native_program(const std::string& real, std::string_view native) {
  for (std::string at = parent(real); at.size() > 1; at = parent(at)) {
    for (const char* modules : {"/", "/node_modules/"}) {
      const std::string path = at + modules + std::string(native);
      if (is_executable_file(path) && real_path(path) != real) return path;
    }
    for (const std::string& python : list_folder(at + "/lib")) {
      if (!python.starts_with("python")) continue;
      const std::string path = at + "/lib/" + python + "/site-packages/" + std::string(native);
      if (is_executable_file(path)) return path;
    }
  }
  return std::nullopt;
}

/// The program that a short script hands over to: a line `exec /path/NAME ...`.
std::optional<std::string> behind_exec(std::string_view script, std::string_view name) {
  if (script.size() >= kHeadBytes) return std::nullopt;
  std::size_t at = 0;
  while ((at = script.find("exec ", at)) != std::string_view::npos) {
    const bool line_start = at == 0 || script[at - 1] == '\n';
    at += 5;
    if (!line_start) continue;
    std::string_view rest = script.substr(at, script.find('\n', at) - at);
    if (rest.starts_with('"')) rest.remove_prefix(1);
    const std::string path(rest.substr(0, rest.find_first_of("\" \t")));
    if (!path.starts_with('/') || path.find('$') != std::string::npos) continue;
    if (base_name(path).starts_with(name) && is_executable_file(path)) return path;
  }
  return std::nullopt;
}

/// The program to start for `candidate`, nothing when it is a stand-in that leads nowhere.
std::optional<std::string> see_through(const std::string& candidate, std::string_view name,
                                       std::string_view native) {
  const std::string real = real_path(candidate);
  const std::string_view base = base_name(real);
  const std::string folder = parent(candidate);
  if (base == "rustup") return behind_rustup(folder, name);
  if (base == "ccache" || base == "sccache" || base == "distcc") return std::nullopt;
  if (base == "mise" || base == "asdf" || base == "volta-shim" || base_name(folder) == "shims") {
    return behind_shim(folder, name);
  }
  const std::string head = read_head(real, kHeadBytes);
  if (is_elf(head)) return candidate;
  if (!native.empty()) {
    if (auto path = native_program(real, native)) return path;
  }
  if (auto path = behind_exec(head, name)) return path;
  return candidate;
}

}  // namespace

Finder::Finder(std::string_view search_path) {
  while (!search_path.empty()) {
    const std::size_t colon = std::min(search_path.find(':'), search_path.size());
    std::string folder(search_path.substr(0, colon));
    search_path.remove_prefix(std::min(colon + 1, search_path.size()));
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    // A relative folder would mean whatever the server's own folder holds.
    if (!folder.starts_with('/')) continue;
    if (std::find(folders_.begin(), folders_.end(), folder) == folders_.end()) {
      folders_.push_back(std::move(folder));
    }
  }
}

std::optional<Found> Finder::find(std::string_view name, std::string_view native) const {
  for (const std::string& folder : folders_) {
    const auto candidate = program_in(folder, name);
    if (!candidate) continue;
    const auto target = see_through(*candidate, name, native);
    if (!target) continue;
    Found found{.path = {}, .real = real_path(*target), .folder = folder};
    if (found.real.empty()) continue;
    // Some programs act by the name that they are started under.
    const bool by_name =
        base_name(found.real).find(name) == std::string_view::npos && base_name(*target) == name;
    found.path = by_name ? deepest_link_named(*target, name) : found.real;
    return found;
  }
  return std::nullopt;
}

std::optional<std::string> Finder::prepared(std::string_view item) const {
  for (const std::string& folder : folders_) {
    std::string path = parent(folder) + "/prepared/" + std::string(item);
    if (exists(path)) return path;
  }
  return std::nullopt;
}

bool is_executable_file(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : std::string();
}

std::string parent(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string read_head(const std::string& path, std::size_t limit) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) return {};
  std::string text(limit, '\0');
  std::size_t have = 0;
  while (have < limit) {
    const ssize_t got = ::read(file.get(), text.data() + have, limit - have);
    if (got <= 0) break;
    have += static_cast<std::size_t>(got);
  }
  text.resize(have);
  return text;
}

std::vector<std::string> list_folder(const std::string& path) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), &::closedir);
  if (!folder) return names;
  while (const dirent* entry = ::readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool version_less(std::string_view a, std::string_view b) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  while (!a.empty() && !b.empty()) {
    if (digit(a[0]) && digit(b[0])) {
      const auto take = [&](std::string_view& s) {
        while (s.size() > 1 && s[0] == '0' && digit(s[1])) s.remove_prefix(1);
        std::size_t n = 0;
        while (n < s.size() && digit(s[n])) ++n;
        const std::string_view number = s.substr(0, n);
        s.remove_prefix(n);
        return number;
      };
      const std::string_view x = take(a), y = take(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    // "3.13-dev" and "latest" stand behind plain numbers.
    if (digit(a[0]) != digit(b[0])) return digit(b[0]);
    if (a[0] != b[0]) return a[0] < b[0];
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() < b.size();
}

std::vector<std::string> newest_first(std::vector<std::string> names) {
  std::sort(names.begin(), names.end(),
            [](const std::string& a, const std::string& b) { return version_less(b, a); });
  return names;
}

}  // namespace codecalc::runtimes
