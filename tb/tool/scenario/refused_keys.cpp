#include "tb/tool/scenario/refused_keys.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

bool refused_key_is_below(std::string_view path, std::string_view section) {
  return path.size() > section.size() && path.starts_with(section) && path[section.size()] == '.';
}

}  // namespace

void RefusedKeys::add(std::string_view path) {
  paths_.emplace(path);
}

bool RefusedKeys::knows(std::string_view path) const {
  return std::ranges::none_of(paths_, [path](std::string_view refused) {
    return refused == path || refused_key_is_below(refused, path) || refused_key_is_below(path, refused);
  });
}

bool RefusedKeys::knows(std::initializer_list<std::string_view> paths) const {
  return std::ranges::all_of(paths, [this](std::string_view path) { return knows(path); });
}

}  // namespace kintsugi
