#include "tb/tool/console/levels.hpp"

namespace kintsugi {

JsonOutline outline_of(std::string_view json) {
  JsonOutline outline;
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
      if (++level <= kMostLevels) continue;
      outline.too_deep = at;
      return outline;
    } else if (sign == ']' || sign == '}') {
      --level;
    } else if (sign == ':') {
      ++outline.keys;
    }
  }
  return outline;
}

}  // namespace kintsugi
