/// The values of the sections that features add to a scenario: at most one of each type.
#pragma once

#include <any>
#include <map>
#include <typeindex>
#include <utility>

namespace kintsugi {

class FeatureValues {
 public:
  /// Puts a new value in the place of the former one, and returns it.
  template <class T>
  T& emplace() {
    return values_[typeid(T)].emplace<T>();
  }
  /// Returns nullptr if there is no value of this type.
  template <class T>
  const T* find() const {
    const auto found = values_.find(typeid(T));
    return found == values_.end() ? nullptr : std::any_cast<T>(&found->second);
  }
  template <class T>
  T* find() {
    return const_cast<T*>(std::as_const(*this).find<T>());
  }
  void clear() { values_.clear(); }

 private:
  std::map<std::type_index, std::any> values_;
};

}  // namespace kintsugi
