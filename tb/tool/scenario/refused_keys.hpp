/// The keys of a document whose values were refused. A default takes the place of such a value, so what depends on it
/// is not judged: the message would be about another document than the one that was given.
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

namespace kintsugi {

class RefusedKeys {
 public:
  /// Adds a key by its path: "traffic.among".
  void add(std::string_view path);
  bool empty() const { return paths_.empty(); }
  /// Returns whether neither the key, nor a section that it is in, nor a key below it has been refused.
  bool knows(std::string_view path) const;
  /// The same of several keys.
  bool knows(std::initializer_list<std::string_view> paths) const;

 private:
  std::set<std::string, std::less<>> paths_;
};

}  // namespace kintsugi
