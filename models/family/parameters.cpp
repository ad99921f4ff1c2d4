#include "models/family/parameters.hpp"

namespace kintsugi {

unsigned read_in_range(const Parameters& parameters, const std::string& name, unsigned low, unsigned high,
                       const std::string& meaning, std::optional<unsigned> otherwise) {
  const auto found = parameters.find(name);
  if (found == parameters.end()) {
    if (otherwise) return *otherwise;
    throw ParameterError(name, name + " is missing: " + meaning);
  }
  const std::int64_t value = std::get<std::int64_t>(found->second);
  if (value >= low && value <= high) return static_cast<unsigned>(value);
  throw ParameterError(name, name + " is " + std::to_string(value) + "; valid is " + std::to_string(low) + " to " +
                                 std::to_string(high) + " (" + meaning + ")");
}

}  // namespace kintsugi
