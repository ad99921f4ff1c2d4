#include "tb/tool/console/levels.hpp"

namespace kintsugi {

std::optional<std::size_t> too_deep_at(std::string_view json) {
  int level = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char sign = json[at];
    if (in_string) {
      if (sign == '\\') ++at;
      if (sign == '"') in_string = false;
    } else if (sign == '"') {
      in_string = true;
    } else if (sign == '[' || sign == '{') {
      if (++level > kMostLevels) return at;
    } else if (sign == ']' || sign == '}') {
      --level;
    }
  }
  return std::nullopt;
}

}  // namespace kintsugi
