// Reader of SMT-LIB 2 text; grammar: SMT-LIB 2.7, section 3.1.
#include "smt/reader.h"

#include <algorithm>

namespace codecalc::smt {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool ends_word(char c) {
  return is_space(c) || c == '(' || c == ')' || c == '"' || c == '|' || c == ';';
}

/// Other control characters have no place outside strings, and a NUL would end the text early for
/// a solver that reads C strings.
bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

std::size_t skip_blank(std::string_view text, std::size_t i) {
  while (i < text.size()) {
    if (is_space(text[i])) {
      ++i;
    } else if (text[i] == ';') {
      while (i < text.size() && text[i] != '\n') ++i;
    } else {
      break;
    }
  }
  return i;
}

Token fault(std::size_t begin, std::size_t end, const char* why) {
  return {TokenKind::kFault, begin, end, why};
}

/// "..." with "" for a quotation mark.
Token string_token(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\0') return fault(i, i + 1, "a NUL byte stands in a string");
    if (text[i] != '"') continue;
    if (i + 1 < text.size() && text[i + 1] == '"') {
      ++i;
      continue;
    }
    return {TokenKind::kString, begin, i + 1, nullptr};
  }
  return fault(begin, text.size(), "this string has no end: its closing \" is missing");
}

Token quoted_token(std::string_view text, std::size_t begin) {
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '\\' || text[i] == '\0') {
      return fault(i, i + 1, "a quoted symbol cannot contain this character");
    }
    if (text[i] == '|') return {TokenKind::kQuotedSymbol, begin, i + 1, nullptr};
  }
  return fault(begin, text.size(), "this quoted symbol has no end: its closing | is missing");
}

}  // namespace

Position position_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t last = before.rfind('\n');
  return {lines + 1, before.size() - (last == std::string_view::npos ? 0 : last + 1) + 1};
}

Position Positions::at(std::size_t offset) {
  for (; seen_ < offset; ++seen_) {
    if (text_[seen_] != '\n') continue;
    ++line_;
    line_start_ = seen_ + 1;
  }
  return {line_, offset - line_start_ + 1};
}

Token next_token(std::string_view text, std::size_t from) {
  const std::size_t begin = skip_blank(text, from);
  if (begin >= text.size()) return {TokenKind::kEnd, text.size(), text.size(), nullptr};
  switch (text[begin]) {
    case '(': return {TokenKind::kOpen, begin, begin + 1, nullptr};
    case ')': return {TokenKind::kClose, begin, begin + 1, nullptr};
    case '"': return string_token(text, begin);
    case '|': return quoted_token(text, begin);
    default: break;
  }
  std::size_t end = begin;
  for (; end < text.size() && !ends_word(text[end]); ++end) {
    if (is_control(text[end])) return fault(end, end + 1, "a control character stands here");
  }
  return {TokenKind::kWord, begin, end, nullptr};
}

Forms read_forms(std::string_view text, const ReadLimits& limits) {
  Forms out;
  std::vector<std::size_t> open;
  const auto fail = [&out](std::size_t offset, std::string message, bool too_large = false) {
    out.fault = ReadFault{offset, std::move(message), too_large};
    return std::move(out);
  };
  for (std::size_t at = 0;;) {
    const Token token = next_token(text, at);
    at = token.end;
    std::size_t begin = token.begin;
    switch (token.kind) {
      case TokenKind::kFault: return fail(begin, token.fault);
      case TokenKind::kEnd:
        if (open.empty()) return out;
        return fail(open.back(), "this parenthesis is never closed");
      case TokenKind::kOpen:
        if (open.size() >= limits.max_depth) {
          return fail(begin, "parentheses nest deeper than " + std::to_string(limits.max_depth),
                      true);
        }
        open.push_back(begin);
        continue;
      case TokenKind::kClose:
        if (open.empty()) return fail(begin, "this parenthesis closes nothing");
        begin = open.back();
        open.pop_back();
        break;
      default: break;
    }
    if (!open.empty()) continue;
    if (out.forms.size() >= limits.max_forms) {
      return fail(begin, "more than " + std::to_string(limits.max_forms) + " commands", true);
    }
    out.forms.push_back({begin, token.end});
  }
}

std::optional<std::vector<std::string_view>> members(std::string_view form) {
  const Token first = next_token(form, 0);
  if (first.kind != TokenKind::kOpen) return std::nullopt;
  std::vector<std::string_view> out;
  std::size_t depth = 1;
  std::size_t begin = 0;
  for (std::size_t at = first.end;;) {
    const Token token = next_token(form, at);
    at = token.end;
    if (token.kind == TokenKind::kEnd || token.kind == TokenKind::kFault) return std::nullopt;
    if (token.kind == TokenKind::kOpen) {
      if (depth++ == 1) begin = token.begin;
      continue;
    }
    if (token.kind == TokenKind::kClose) {
      if (--depth == 0) break;
      if (depth == 1) out.push_back(form.substr(begin, token.end - begin));
      continue;
    }
    if (depth == 1) out.push_back(form.substr(token.begin, token.end - token.begin));
  }
  return out;
}

std::string on_one_line(std::string_view form) {
  std::string out;
  bool space = false;
  for (std::size_t at = 0;;) {
    const Token token = next_token(form, at);
    at = token.end;
    if (token.kind == TokenKind::kEnd || token.kind == TokenKind::kFault) return out;
    if (space && token.kind != TokenKind::kClose) out += ' ';
    out.append(form, token.begin, token.end - token.begin);
    space = token.kind != TokenKind::kOpen;
  }
}

std::string without_attributes(std::string_view form) {
  // One entry per open list: whether it is `(! ...)`, and how many members it has had.
  struct List {
    bool annotated = false;
    std::size_t members = 0;
  };
  std::string out;
  std::vector<List> open;
  std::size_t hidden = 0;  // depth inside an attribute's value
  const auto skipped = [&open] {
    return !open.empty() && open.back().annotated && open.back().members >= 1;
  };
  for (std::size_t at = 0;;) {
    const Token token = next_token(form, at);
    at = token.end;
    if (token.kind == TokenKind::kEnd || token.kind == TokenKind::kFault) return out;
    if (token.kind == TokenKind::kClose) {
      if (hidden > 0) {
        --hidden;
        continue;
      }
      if (open.empty()) return out;
      if (!open.back().annotated) out += ") ";
      open.pop_back();
      if (!open.empty()) ++open.back().members;
      continue;
    }
    if (hidden > 0 || skipped()) {
      if (token.kind == TokenKind::kOpen) ++hidden;
      continue;
    }
    if (token.kind == TokenKind::kOpen) {
      const Token head = next_token(form, at);
      const bool annotated =
          head.kind == TokenKind::kWord && form.substr(head.begin, head.end - head.begin) == "!";
      if (annotated) at = head.end;
      else out += '(';
      open.push_back({annotated, 0});
      continue;
    }
    out.append(form, token.begin, token.end - token.begin);
    out += ' ';
    if (!open.empty()) ++open.back().members;
  }
}

std::string_view bare_symbol(std::string_view symbol) {
  if (symbol.size() >= 2 && symbol.front() == '|' && symbol.back() == '|') {
    return symbol.substr(1, symbol.size() - 2);
  }
  return symbol;
}

}  // namespace codecalc::smt
