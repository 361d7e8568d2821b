// Stamping of results.
#include "registry/contract.h"

#include "base/json.h"

namespace codecalc::registry {

void stamp(Json& result) {
  if (!result.contains("ok")) {
    Json first = {{"ok", true}};
    for (auto& [name, value] : result.items()) first[name] = std::move(value);
    result = std::move(first);
  }
  if (result.contains("code") && !result.contains("remedy")) {
    const std::string code = result["code"].get<std::string>();
    for (int i = 0; i <= static_cast<int>(Code::kInternal); ++i) {
      if (code_name(static_cast<Code>(i)) == code) {
        result["remedy"] = code_remedy(static_cast<Code>(i));
      }
    }
  }
  result["contract_version"] = kContractVersion;
}

Json failure_result(const Error& error) {
  Json result = Json::object();
  result["ok"] = false;
  result["code"] = code_name(error.code);
  result["error"] = error.message;
  result["remedy"] = error.remedy.empty() ? std::string(code_remedy(error.code)) : error.remedy;
  if (!error.parameter.empty()) result["parameter"] = error.parameter;
  stamp(result);
  return result;
}

}  // namespace codecalc::registry
