// Decoding of arguments and the guard around a tool's function.
#include "registry/tool.h"

#include <exception>
#include <new>
#include <vector>

#include "base/json.h"
#include "base/text.h"

namespace codecalc::registry::detail {
namespace {

const Field* find_field(std::span<const Field> fields, std::string_view name) {
  for (const Field& f : fields) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

Error unknown_argument(const std::string& name, std::span<const Field> fields) {
  std::vector<std::string_view> names;
  std::string all;
  for (const Field& f : fields) {
    names.push_back(f.name);
    all += (all.empty() ? "" : ", ") + std::string(f.name);
  }
  Error error{Code::kValidation, "unknown argument \"" + shorten(name, 64) + "\"",
              shorten(name, 64), ""};
  if (const auto near = nearest(name, names); !near.empty()) {
    error.message += "; did you mean \"" + std::string(near) + "\"?";
  } else if (all.empty()) {
    error.message += "; this tool takes none";
  } else {
    error.message += "; known: " + all;
  }
  return error;
}

}  // namespace

Status read_arguments(const Json& arguments, void* object, std::span<const Field> fields) {
  for (const auto& [name, value] : arguments.items()) {
    if (find_field(fields, name) == nullptr) return unknown_argument(name, fields);
  }
  for (const Field& f : fields) {
    const std::string name(f.name);
    const auto it = arguments.find(name);
    if (it == arguments.end()) {
      if (!f.required) continue;
      return Error{Code::kValidation, "missing argument \"" + name + "\"", name, ""};
    }
    // null for a parameter that has a default means "not given", as several clients send it.
    if (it->is_null() && !f.required) continue;
    if (auto refusal = f.read(*it, object, f.limits)) {
      return Error{Code::kValidation, "argument \"" + name + "\" " + *refusal, name, ""};
    }
  }
  return Unit{};
}

JsonBox reply_json(const void* object, std::span<const Field> fields) {
  JsonBox box;
  write_object(box.get(), object, fields);
  return box;
}

Result<RawReply> guarded(Result<RawReply> (*body)(const void* params, CallContext&),
                         const void* params, CallContext& context) {
  try {
    return body(params, context);
  } catch (const std::bad_alloc&) {
    return Error{Code::kResourceExhausted, "not enough memory for this call", "", ""};
  } catch (const std::exception& e) {
    return Error{Code::kInternal, e.what(), "", ""};
  }
}

}  // namespace codecalc::registry::detail
