// See source_names.h.
#include "runtimes/source_names.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "runtimes/lexer.h"

namespace codecalc::runtimes {
namespace {

using Kind = Token::Kind;

// File systems end at 255 bytes a name; ".java" and inner classes come on top.
constexpr std::size_t kMaxName = 200;

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Reads "a.b.c"; `token` is its first word, and after it the first token behind it.
std::string dotted(Lexer& lexer, Token& token) {
  std::string name(token.text);
  token = lexer.next();
  while (token.is(".")) {
    token = lexer.next();
    if (token.kind != Kind::kWord) break;
    name += "." + std::string(token.text);
    token = lexer.next();
  }
  return name;
}

struct JavaType {
  std::string name;
  bool is_public = false;
  bool static_main = false;
  bool instance_main = false;
};

/// Follows the tokens of a Java source at the level of its types.
class JavaReader {
 public:
  void read(std::string_view source) {
    Lexer lexer(source, kJavaRules);
    for (Token token = lexer.next(); token.kind != Kind::kEnd;) {
      if (braces_ == 0 && parens_ == 0 && token.is("package") && types_.empty()) {
        token = lexer.next();
        package_ = dotted(lexer, token);
        continue;
      }
      take(token);
      before_ = token;
      token = lexer.next();
    }
  }

  JavaNames names() const {
    JavaNames names;
    const JavaType* file = nullptr;
    const JavaType* main = nullptr;
    for (const JavaType& type : types_) {
      if (type.is_public && !file) file = &type;
      if (type.static_main && (!main || !main->static_main)) main = &type;
      if (type.instance_main && !main) main = &type;
    }
    if (file && (file->static_main || (file->instance_main && !(main && main->static_main))))
      main = file;
    if (!file) file = main ? main : (types_.empty() ? nullptr : &types_.front());
    if (!main) main = file;
    if (!main || file->name.size() > kMaxName) return names;
    names.file_class = file->name;
    names.main_class = package_.empty() ? main->name : package_ + "." + main->name;
    return names;
  }

 private:
  void take(const Token& token) {
    if (token.kind == Kind::kString) return;
    if (token.is("(")) {
      if (pending_main_ && parens_ == 0) note_main();
      ++parens_;
    } else if (token.is(")") && parens_ > 0) {
      --parens_;
    } else if (parens_ > 0) {
      return;
    } else if (token.is("{")) {
      ++braces_;
      forget_modifiers();
    } else if (token.is("}")) {
      if (braces_ > 0) --braces_;
      forget_modifiers();
    } else if (token.is(";")) {
      forget_modifiers();
    } else if (token.kind == Kind::kWord) {
      take_word(token.text);
    }
    if (!token.is("main")) pending_main_ = false;
  }

  void take_word(std::string_view word) {
    if (word == "public") public_ = true;
    if (word == "static") static_ = true;
    pending_main_ = word == "main" && before_.is("void");
    if (braces_ != 0) return;
    constexpr std::array<std::string_view, 4> kTypes = {"class", "interface", "enum", "record"};
    if (before_.kind == Kind::kWord && one_of(before_.text, kTypes) && !one_of(word, kTypes)) {
      types_.push_back({.name = std::string(word), .is_public = public_});
    }
  }

  void note_main() {
    if (braces_ != 1 || types_.empty()) return;
    (static_ ? types_.back().static_main : types_.back().instance_main) = true;
  }

  void forget_modifiers() { public_ = static_ = false; }

  std::string package_;
  std::vector<JavaType> types_;
  std::size_t braces_ = 0;
  std::size_t parens_ = 0;
  bool public_ = false;
  bool static_ = false;
  bool pending_main_ = false;
  Token before_;
};

/// Follows the tokens of a Kotlin source; remembers which declaration each brace belongs to.
class KotlinReader {
 public:
  void read(std::string_view source) {
    Lexer lexer(source, kKotlinRules);
    for (Token token = lexer.next(); token.kind != Kind::kEnd;) {
      if (braces_.empty() && token.is("package") && package_.empty()) {
        token = lexer.next();
        package_ = dotted(lexer, token);
        continue;
      }
      if (token.kind == Kind::kString) take_string(token);
      else take(token);
      before_ = token;
      token = lexer.next();
    }
  }

  std::string main_class() const {
    const std::string& name = top_main_ || object_main_.empty() ? file_class_ : object_main_;
    return package_.empty() ? name : package_ + "." + name;
  }

 private:
  static constexpr std::string_view kNone{};
  static constexpr std::string_view kCompanion = "companion";

  void take_string(const Token& token) {
    if (!file_annotation_) return;
    if (token.text.size() <= kMaxName) file_class_ = std::string(token.text);
    file_annotation_ = false;
  }

  void take(const Token& token) {
    if (token.is("{")) {
      braces_.push_back(declared_);
      declared_ = kNone;
      jvm_static_ = false;
    } else if (token.is("}")) {
      if (!braces_.empty()) braces_.pop_back();
      declared_ = kNone;
      jvm_static_ = false;
    } else if (token.is("main") && before_.is("fun")) {
      note_main();
    } else if (token.is("JvmStatic")) {
      jvm_static_ = true;
    } else if (token.is("JvmName") && before_.is(":") && file_target_) {
      file_annotation_ = true;
    } else if (token.is("object") && before_.is("companion")) {
      declared_ = kCompanion;
    } else if (token.kind == Kind::kWord && (before_.is("object") || before_.is("class")) &&
               declared_ != kCompanion) {
      declared_ = token.text;
    } else if (token.is("fun") || token.is("=")) {
      declared_ = kNone;
    }
    file_target_ = (token.is("file") && before_.is("@")) || (file_target_ && token.is(":"));
  }

  void note_main() {
    if (braces_.empty()) top_main_ = true;
    if (braces_.empty() || !jvm_static_ || !object_main_.empty()) return;
    std::string name;
    for (const std::string_view part : braces_) {
      if (part == kNone) return;
      if (part == kCompanion) continue;
      name += (name.empty() ? "" : "$") + std::string(part);
    }
    if (name.size() <= kMaxName) object_main_ = name;
  }

  std::string package_;
  std::string file_class_ = "MainKt";
  std::string object_main_;
  bool top_main_ = false;
  bool jvm_static_ = false;
  bool file_target_ = false;
  bool file_annotation_ = false;
  std::string_view declared_ = kNone;
  std::vector<std::string_view> braces_;
  Token before_;
};

/// Follows brackets and functions of a JavaScript source to tell whether code runs at the top.
class ScriptReader {
 public:
  ScriptKind read(std::string_view source) {
    Lexer lexer(source, kJavaScriptRules);
    Token token = lexer.next();
    while (token.kind != Kind::kEnd) {
      const Token after = lexer.next();
      end_arrow_at(token);
      if (token.kind == Kind::kSign) take_sign(token, after);
      if (token.kind == Kind::kWord) take_word(token, after);
      before_ = token;
      token = after;
    }
    kind_.module = kind_.module || kind_.needs_module;
    return kind_;
  }

 private:
  struct Bracket {
    bool function = false;  ///< the body of a function
    bool control = false;   ///< the parenthesis of if, for, while, ...
  };

  /// An arrow function without braces ends with its expression.
  void end_arrow_at(const Token& token) {
    if (arrow_level_ == kNoArrow) return;
    const bool ends_line = token.first_of_line && before_.kind != Kind::kSign;
    if (brackets_.size() < arrow_level_ || token.is(";") ||
        (brackets_.size() == arrow_level_ && (token.is(",") || ends_line))) {
      arrow_level_ = kNoArrow;
    }
  }

  void take_sign(const Token& token, const Token& after) {
    if (token.is("(") || token.is("[")) {
      constexpr std::array<std::string_view, 7> kControl = {"if",    "for",  "while", "switch",
                                                            "catch", "with", "await"};
      brackets_.push_back({.control = token.is("(") && one_of(before_.text, kControl)});
    } else if (token.is("{")) {
      const bool function = before_.is("=>") || (before_.is(")") && !closed_control_);
      functions_ += function ? 1 : 0;
      brackets_.push_back({.function = function});
    } else if (token.is(")") || token.is("]") || token.is("}")) {
      if (brackets_.empty()) return;
      functions_ -= brackets_.back().function ? 1 : 0;
      closed_control_ = token.is(")") && brackets_.back().control;
      brackets_.pop_back();
      if (arrow_level_ != kNoArrow && brackets_.size() < arrow_level_) arrow_level_ = kNoArrow;
    } else if (token.is("=>") && !after.is("{") && arrow_level_ == kNoArrow) {
      arrow_level_ = brackets_.size();
    }
  }

  void take_word(const Token& token, const Token& after) {
    if (before_.is(".")) return;
    const bool statement =
        brackets_.empty() &&
        (token.first_of_line || before_.kind == Kind::kEnd || before_.is(";") || before_.is("}"));
    if (token.is("import")) {
      if (after.is(".")) kind_.needs_module = true;
      if (statement && !after.is("(") && !after.is(".")) kind_.module = true;
    } else if (token.is("export") && statement) {
      constexpr std::array<std::string_view, 8> kAfter = {"default",  "const", "let",   "var",
                                                          "function", "class", "async", "{"};
      if (after.is("*") || one_of(after.text, kAfter)) kind_.module = true;
    } else if (token.is("await") && functions_ == 0 && arrow_level_ == kNoArrow) {
      const bool operand = after.kind == Kind::kWord || after.kind == Kind::kString ||
                           after.is("(") || after.is("[") || after.is("{");
      if (operand) kind_.needs_module = true;
    }
  }

  static constexpr std::size_t kNoArrow = static_cast<std::size_t>(-1);
  ScriptKind kind_;
  std::vector<Bracket> brackets_;
  std::size_t functions_ = 0;
  std::size_t arrow_level_ = kNoArrow;
  bool closed_control_ = false;
  Token before_;
};

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Libraries that Ruby finds in its own folders without the gem system.
constexpr std::array<std::string_view, 40> kRubyLibraries = {
    "English",     "abbrev",     "base64",       "benchmark", "bigdecimal", "bigdecimal/util",
    "cgi",         "coverage",   "csv",          "date",      "delegate",   "digest",
    "erb",         "etc",        "fcntl",        "fiddle",    "fileutils",  "find",
    "forwardable", "getoptlong", "io/console",   "io/wait",   "json",       "logger",
    "monitor",     "objspace",   "observer",     "open3",     "optparse",   "ostruct",
    "pathname",    "pp",         "securerandom", "set",       "shellwords", "singleton",
    "socket",      "stringio",   "strscan",      "tempfile"};
constexpr std::array<std::string_view, 16> kMoreRubyLibraries = {
    "time",       "timeout",     "tmpdir",      "tsort",   "uri",    "weakref",
    "yaml",       "zlib",        "psych",       "thread",  "ripper", "random/formatter",
    "digest/md5", "digest/sha1", "digest/sha2", "rbconfig"};

}  // namespace

JavaNames java_names(std::string_view source) {
  JavaReader reader;
  reader.read(source);
  return reader.names();
}

std::string kotlin_main_class(std::string_view source) {
  KotlinReader reader;
  reader.read(source);
  return reader.main_class();
}

NamePlace erlang_module(std::string_view source) {
  Lexer lexer(source, kErlangRules);
  Token last{.kind = Kind::kSign, .text = "."};
  for (Token token = lexer.next(); token.kind != Kind::kEnd; last = token, token = lexer.next()) {
    if (!token.is("-") || !last.is(".")) continue;
    if (token = lexer.next(); !token.is("module")) continue;
    if (token = lexer.next(); !token.is("(")) continue;
    token = lexer.next();
    const bool quoted = token.kind == Kind::kString;
    if (token.text.empty() || (!quoted && token.kind != Kind::kWord)) return {};
    const std::size_t quotes = quoted ? 1 : 0;
    return {token.text, token.offset - quotes, token.text.size() + 2 * quotes};
  }
  return {};
}

NamePlace go_package(std::string_view source) {
  Lexer lexer(source, kGoRules);
  if (!lexer.next().is("package")) return {};
  const Token name = lexer.next();
  if (name.kind != Kind::kWord) return {};
  return {name.text, name.offset, name.text.size()};
}

std::string haskell_main_module(std::string_view source) {
  Lexer lexer(source, kHaskellRules);
  if (!lexer.next().is("module")) return {};
  Token token = lexer.next();
  if (token.kind != Kind::kWord) return {};
  std::string name = dotted(lexer, token);
  return name == "Main" || name.size() > kMaxName ? std::string() : name;
}

ScriptKind script_kind(std::string_view source) { return ScriptReader().read(source); }

bool jq_reads_input(std::string_view source) {
  Lexer lexer(source, kJqRules);
  Token before;
  for (Token token = lexer.next(); token.kind != Kind::kEnd; token = lexer.next()) {
    if ((token.is("input") || token.is("inputs")) && !before.is(".")) return true;
    before = token;
  }
  return false;
}

bool ruby_needs_gems(std::string_view source) {
  if (has_call(source, "Gem", "") || has_line_start(source, "gem ")) return true;
  for (std::size_t at = 0; (at = source.find("require", at)) != std::string_view::npos;) {
    const bool begins = at == 0 || !is_word_char(source[at - 1]);
    at += 7;
    std::string_view rest = source.substr(at, source.find('\n', at) - at);
    if (!begins || rest.starts_with("_relative")) continue;
    while (!rest.empty() && (rest[0] == ' ' || rest[0] == '(')) rest.remove_prefix(1);
    if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return true;
    const std::string_view name = rest.substr(1, rest.find(rest[0], 1) - 1);
    if (!one_of(name, kRubyLibraries) && !one_of(name, kMoreRubyLibraries)) return true;
  }
  return false;
}

bool has_call(std::string_view source, std::string_view word, std::string_view after) {
  for (std::size_t at = 0; (at = source.find(word, at)) != std::string_view::npos;) {
    const bool begins = at == 0 || !is_word_char(source[at - 1]);
    at += word.size();
    const bool ends = !after.empty() || at >= source.size() || !is_word_char(source[at]);
    if (begins && ends && source.substr(at).starts_with(after)) return true;
  }
  return false;
}

bool has_line_start(std::string_view source, std::string_view word) {
  for (std::size_t at = 0; (at = source.find(word, at)) != std::string_view::npos; ++at) {
    std::size_t start = at;
    while (start > 0 && (source[start - 1] == ' ' || source[start - 1] == '\t')) --start;
    if (start == 0 || source[start - 1] == '\n') return true;
  }
  return false;
}

}  // namespace codecalc::runtimes
