/// Columns: many numbers in the data of a page, packed.
///
/// Form    {"type": "u8", "base64": "..."}; the numbers follow each other, little-endian
/// Types   u8, u16, u32: unsigned, the narrowest that holds all numbers; i32; f32; f64
/// Errors  std::out_of_range for an unsigned number of more than 32 bits
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace kintsugi::view {

/// Of these types: integers without a sign, std::int32_t, float and double.
template <class Number>
nlohmann::ordered_json column(const std::vector<Number>& numbers);

/// Returns the column of what a member or a function returns for each row, in their order.
template <class Row, class Of>
nlohmann::ordered_json column_of(const std::vector<Row>& rows, Of of) {
  std::vector<std::decay_t<std::invoke_result_t<Of&, const Row&>>> numbers;
  for (const Row& row : rows) numbers.push_back(std::invoke(of, row));
  return column(numbers);
}

/// Numbers names in the order in which they come, so that a column can hold the numbers.
class NumberedNames {
 public:
  std::uint32_t number(const std::string& name) {
    const auto [found, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return found->second;
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> names_;
};

/// Returns the bytes in base64 (RFC 4648, section 4), with padding.
std::string base64(std::string_view bytes);

}  // namespace kintsugi::view
