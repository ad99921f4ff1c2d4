#include "tb/tool/sweep/key_list.hpp"

#include "tb/tool/sweep/reader.hpp"

namespace kintsugi::sweep {

namespace {

/// A sweep with every section, and an axis of each form.
constexpr const char* kAllSections = "{base: {}, axes: {KEY: {}, NAME: [{set: {}}]}, plot: {}}";

}  // namespace

KeySpecs keys_of_sweep() {
  Diagnostics errors;  // the mistakes of a sweep that is empty otherwise
  KeySpecs specs;
  read_sweep(*parse_document(kAllSections, "all sections", errors), "all sections", {}, errors, &specs);
  take_what_is_said(specs);
  return specs;
}

}  // namespace kintsugi::sweep
