// Finds programs on the search path, and the real program behind a version manager's stand-in.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace codecalc::runtimes {

/// A program as it is to be started.
struct Found {
  std::string path;    ///< to start; may be a link that carries the name the program goes by
  std::string real;    ///< `path` with every link resolved
  std::string folder;  ///< the search path's folder that it was found in
};

/// Looks and never starts anything. A stand-in (pyenv, rbenv, mise, asdf, rustup, a script of npm
/// or pip, ccache) is replaced by the program that it would start; one whose program cannot be told
/// is passed over.
class Finder {
 public:
  explicit Finder(std::string_view search_path);

  /// The first program of that name. `native`: see Need.
  std::optional<Found> find(std::string_view name, std::string_view native = {}) const;

  /// The folder or file "prepared/ITEM" beside one of the path's folders.
  std::optional<std::string> prepared(std::string_view item) const;

  const std::vector<std::string>& folders() const { return folders_; }

 private:
  std::vector<std::string> folders_;
};

// Helpers that the home locators share.

bool is_executable_file(const std::string& path);
bool exists(const std::string& path);
/// Empty when there is none.
std::string real_path(const std::string& path);
std::string parent(std::string_view path);
std::string_view base_name(std::string_view path);
/// At most `limit` bytes; empty when unreadable.
std::string read_head(const std::string& path, std::size_t limit);
/// Names in a folder, "." and ".." left out; empty when there is no such folder.
std::vector<std::string> list_folder(const std::string& path);
/// Compares "3.9" and "3.11" by their numbers.
bool version_less(std::string_view a, std::string_view b);
/// The names, newest version first.
std::vector<std::string> newest_first(std::vector<std::string> names);

}  // namespace codecalc::runtimes
