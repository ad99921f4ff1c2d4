#include "tb/tests/system/page_data.hpp"

#include <stdexcept>

namespace kintsugi::test {

using nlohmann::json;

json data_of_page(const std::string& html) {
  const std::string opening = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = html.find(opening);
  if (begin == std::string::npos) throw std::runtime_error("the page has no data");
  const std::size_t end = html.find("</script>", begin);
  return json::parse(html.substr(begin + opening.size(), end - begin - opening.size()));
}

std::vector<std::int64_t> unpacked(const json& column) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : column.at("base64").get<std::string>()) {
    if (c == '=') break;
    bits = bits << 6U | static_cast<std::uint32_t>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<std::uint8_t>(bits >> count));
  }
  const std::string type = column.at("type").get<std::string>();
  const std::size_t width = type == "u8" ? 1 : type == "u16" ? 2 : 4;
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i + width <= bytes.size(); i += width) {
    std::uint32_t number = 0;
    for (std::size_t byte = width; byte-- > 0;) number = number << 8U | bytes[i + byte];
    numbers.push_back(type == "i32" ? std::int64_t{static_cast<std::int32_t>(number)} : std::int64_t{number});
  }
  return numbers;
}

}  // namespace kintsugi::test
