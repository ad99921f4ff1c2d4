#include "models/family/xml_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace kintsugi::in_text {

namespace {

/// Returns whether a text begins with "&name;" of an entity that the file would have to declare.
bool is_foreign_reference(std::string_view text) {
  constexpr std::array<std::string_view, 5> kOfXml{"lt", "gt", "amp", "quot", "apos"};
  if (!text.starts_with('&')) return false;
  const std::size_t end = text.find_first_of("; \t\r\n&<>\"'#", 1);
  if (end == std::string_view::npos || text[end] != ';' || end == 1) return false;
  return std::ranges::find(kOfXml, text.substr(1, end - 1)) == kOfXml.end();
}

/// Returns whether a text begins with "&#number;" of a character that no XML may have (XML 1.0, production 2).
bool is_wrong_character(std::string_view text) {
  if (!text.starts_with("&#")) return false;
  text.remove_prefix(2);
  const int base = text.starts_with('x') ? 16 : 10;
  if (base == 16) text.remove_prefix(1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error == std::errc::invalid_argument || end == text.data() + text.size() || *end != ';') return false;
  if (error == std::errc::result_out_of_range) return true;
  if (number < 0x20) return number != 0x9 && number != 0xA && number != 0xD;
  return (number >= 0xD800 && number < 0xE000) || number == 0xFFFE || number == 0xFFFF || number > 0x10FFFF;
}

/// Returns where the first part of a text stands of which `is_that` says that it begins so; nullopt if there is none.
/// Comments, CDATA sections and processing instructions do not count.
template <class Is>
std::optional<std::size_t> find_part(std::string_view xml, Is is_that) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kPassedOver{
      {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}}};
  for (std::size_t at = xml.find_first_of("<&"); at < xml.size(); at = xml.find_first_of("<&", at)) {
    const std::string_view rest = xml.substr(at);
    if (is_that(rest)) return at;
    const auto part = std::ranges::find_if(kPassedOver, [&](const auto& each) { return rest.starts_with(each.first); });
    at = part == kPassedOver.end() ? at + 1 : xml.find(part->second, at + part->first.size());
  }
  return std::nullopt;
}

}  // namespace

XmlText::XmlText(std::string_view text, Mistakes& mistakes, Entities entities, unsigned options)
    : places_(text), mistakes_(mistakes) {
  const auto is_entity = [](std::string_view part) {
    return part.starts_with("<!ENTITY") || is_foreign_reference(part);
  };
  const auto entity = entities == Entities::kRefused ? find_part(text, is_entity) : std::nullopt;
  if (entity) {
    mistakes_.add(places_.at(*entity), "entities are not read; write what they stand for, and leave them out");
    return;
  }
  if (const auto character = find_part(text, is_wrong_character)) {
    mistakes_.add(places_.at(*character), "this number stands for no character of a text; leave it out");
    return;
  }
  const auto parsed = document_.load_buffer(text.data(), text.size(), options, pugi::encoding_utf8);
  if (parsed) return;
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0));
  mistakes_.add(places_.at(offset), std::string("this is no XML: ") + parsed.description());
  document_.reset();
}

}  // namespace kintsugi::in_text
