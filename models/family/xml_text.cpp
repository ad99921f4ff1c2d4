#include "models/family/xml_text.hpp"

#include <algorithm>
#include <array>
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

/// Returns where a text first declares an entity, or refers to one that XML itself does not have; nullopt if it has
/// none. Comments, CDATA sections and processing instructions do not count.
std::optional<std::size_t> find_entity(std::string_view xml) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kPassedOver{
      {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}}};
  for (std::size_t at = xml.find_first_of("<&"); at < xml.size(); at = xml.find_first_of("<&", at)) {
    const std::string_view rest = xml.substr(at);
    if (rest.starts_with("<!ENTITY") || is_foreign_reference(rest)) return at;
    const auto part = std::ranges::find_if(kPassedOver, [&](const auto& each) { return rest.starts_with(each.first); });
    at = part == kPassedOver.end() ? at + 1 : xml.find(part->second, at + part->first.size());
  }
  return std::nullopt;
}

}  // namespace

XmlText::XmlText(std::string_view text, Mistakes& mistakes, Entities entities, unsigned options)
    : places_(text), mistakes_(mistakes) {
  const auto entity = entities == Entities::kRefused ? find_entity(text) : std::nullopt;
  if (entity) {
    mistakes_.add(places_.at(*entity), "entities are not read; write what they stand for, and leave them out");
    return;
  }
  const auto parsed = document_.load_buffer(text.data(), text.size(), options, pugi::encoding_utf8);
  if (parsed) return;
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0));
  mistakes_.add(places_.at(offset), std::string("this is no XML: ") + parsed.description());
  document_.reset();
}

}  // namespace kintsugi::in_text
