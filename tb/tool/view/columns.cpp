#include "tb/tool/view/columns.hpp"

#include <algorithm>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <boost/endian/conversion.hpp>
#include <stdexcept>
#include <utility>

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kGroup = 3;  // bytes that make four characters

/// Packs each number as a T.
template <class T, class Number>
ordered_json packed(const char* type, const std::vector<Number>& numbers) {
  std::string bytes(numbers.size() * sizeof(T), '\0');
  auto* at = reinterpret_cast<unsigned char*>(bytes.data());
  for (const Number number : numbers) {
    boost::endian::endian_store<T, sizeof(T), boost::endian::order::little>(at, static_cast<T>(number));
    at += sizeof(T);
  }
  return {{"type", type}, {"base64", base64(bytes)}};
}

}  // namespace

template <class Number>
ordered_json column(const std::vector<Number>& numbers) {
  if constexpr (!std::is_unsigned_v<Number>) {
    return packed<Number>(std::is_integral_v<Number> ? "i32" : sizeof(Number) == 4 ? "f32" : "f64", numbers);
  } else {
    const Number most = numbers.empty() ? Number{} : *std::ranges::max_element(numbers);
    if (std::in_range<std::uint8_t>(most)) return packed<std::uint8_t>("u8", numbers);
    if (std::in_range<std::uint16_t>(most)) return packed<std::uint16_t>("u16", numbers);
    if (std::in_range<std::uint32_t>(most)) return packed<std::uint32_t>("u32", numbers);
    throw std::out_of_range("a column of a page cannot hold " + std::to_string(most) + ": it has more than 32 bits");
  }
}

template ordered_json column(const std::vector<std::uint8_t>&);
template ordered_json column(const std::vector<std::uint16_t>&);
template ordered_json column(const std::vector<std::uint32_t>&);
template ordered_json column(const std::vector<std::uint64_t>&);
template ordered_json column(const std::vector<std::int32_t>&);
template ordered_json column(const std::vector<float>&);
template ordered_json column(const std::vector<double>&);

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
