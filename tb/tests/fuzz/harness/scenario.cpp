#include "tb/tests/fuzz/harness/bounds.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/run/instrument_checks.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::fuzz {

void read_scenario_text(std::string_view text) {
  Diagnostics errors;
  auto document = parse_document(std::string(text), document_name(), errors);
  require(document.has_value() == errors.empty(), "a document is read, or there is a message");
  if (document) {
    bound(*document);
    const ReadScenario read = read_scenario(*document, document_name(), errors);
    const Setup setup = build_setup(read, errors);
    check_instruments(read.scenario, setup, errors);
    require(!errors.empty() || (setup.design && setup.relation), "a right scenario is built");
  }
  check_messages(errors);
}

}  // namespace kintsugi::fuzz
