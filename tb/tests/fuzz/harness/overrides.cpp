#include "tb/tool/scenario/overrides.hpp"

#include "tb/tests/fuzz/harness/bounds.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"

namespace kintsugi::fuzz {

namespace {

const Value& scenario() {
  static const Value kScenario = [] {
    Diagnostics errors;
    return *parse_document("{network: {kind: mesh, sides: [4, 4]}, traffic: {rate: 0.1}, faults: [{cycle: 9, pe: 1}]}",
                           "scenario", errors);
  }();
  return kScenario;
}

}  // namespace

void apply_overrides(std::string_view lines) {
  Diagnostics errors;
  Value document = scenario();
  for (std::size_t begin = 0; begin <= lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::size_t before = errors.size();
    apply_override(std::string(lines.substr(begin, end - begin)), document, errors);
    require(document.type == Value::Type::kMap || errors.size() > before, "an override leaves a mapping");
    begin = end + 1;
  }
  check_messages(errors);
}

}  // namespace kintsugi::fuzz
