#include "models/family/family.hpp"

namespace kintsugi {

SearchResult Family::search(std::string_view parameter, const Parameters&, const Progress&) const {
  throw ParameterError(std::string(parameter),
                       "networks of kind " + kind() + " have no search for '" + std::string(parameter) + "'");
}

}  // namespace kintsugi
