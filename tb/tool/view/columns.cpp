#include "tb/tool/view/columns.hpp"

#include <algorithm>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <boost/endian/conversion.hpp>
#include <limits>
#include <stdexcept>

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kGroup = 3;  // bytes that make four characters

/// Packs each number as a T.
template <class T, class Number>
ordered_json packed(const char* type, std::span<const Number> numbers) {
  std::string bytes(numbers.size() * sizeof(T), '\0');
  auto* at = reinterpret_cast<unsigned char*>(bytes.data());
  for (const Number number : numbers) {
    boost::endian::endian_store<T, sizeof(T), boost::endian::order::little>(at, static_cast<T>(number));
    at += sizeof(T);
  }
  return {{"type", type}, {"base64", base64(bytes)}};
}

template <class Number>
ordered_json narrowest(std::span<const Number> numbers) {
  const std::uint64_t most = numbers.empty() ? 0 : *std::ranges::max_element(numbers);
  if (most <= std::numeric_limits<std::uint8_t>::max()) return packed<std::uint8_t>("u8", numbers);
  if (most <= std::numeric_limits<std::uint16_t>::max()) return packed<std::uint16_t>("u16", numbers);
  if (most <= std::numeric_limits<std::uint32_t>::max()) return packed<std::uint32_t>("u32", numbers);
  throw std::out_of_range("a column of a page cannot hold " + std::to_string(most) + ": it has more than 32 bits");
}

}  // namespace

ordered_json column(std::span<const std::uint8_t> numbers) {
  return narrowest(numbers);
}
ordered_json column(std::span<const std::uint16_t> numbers) {
  return narrowest(numbers);
}
ordered_json column(std::span<const std::uint32_t> numbers) {
  return narrowest(numbers);
}
ordered_json column(std::span<const std::uint64_t> numbers) {
  return narrowest(numbers);
}
ordered_json column(std::span<const std::int32_t> numbers) {
  return packed<std::int32_t>("i32", numbers);
}
ordered_json column(std::span<const float> numbers) {
  return packed<float>("f32", numbers);
}
ordered_json column(std::span<const double> numbers) {
  return packed<double>("f64", numbers);
}

std::string base64(std::string_view bytes) {
  using Characters =
      boost::archive::iterators::base64_from_binary<boost::archive::iterators::transform_width<const char*, 6, 8>>;
  // the iterators read whole groups only
  const std::size_t missing = (kGroup - bytes.size() % kGroup) % kGroup;
  std::string whole(bytes);
  whole.append(missing, '\0');
  std::string text(Characters(whole.data()), Characters(whole.data() + whole.size()));
  text.replace(text.size() - missing, missing, missing, '=');
  return text;
}

}  // namespace kintsugi::view
