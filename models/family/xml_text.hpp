/// A text in XML, as pugixml reads it, with the places of its elements.
///
/// Entities  are never expanded. A text that declares one, or refers to one that XML itself does not have, is refused,
///           or its references stay as they are written
/// Numbers   of characters (&#65;) stand for these; one that XML may not have (0, most control characters, halves of
///           a pair) is refused
/// Errors    become mistakes at their places; then the text has no root
#pragma once

#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "models/family/file_mistakes.hpp"

namespace kintsugi::in_text {

enum class Entities : std::uint8_t { kRefused, kAsWritten };

/// The text and the mistakes must outlive it.
class XmlText {
 public:
  XmlText(std::string_view text, Mistakes& mistakes, Entities entities, unsigned options = pugi::parse_default);
  /// Returns the outermost element, an empty one if the text is refused.
  pugi::xml_node root() const { return document_.document_element(); }
  /// Returns where the name of an element stands.
  Place place_of(pugi::xml_node element) const { return places_.at(static_cast<std::size_t>(element.offset_debug())); }
  /// Adds a mistake at an element.
  template <class... Parts>
  void complain(pugi::xml_node element, const Parts&... parts) const {
    mistakes_.add(place_of(element), parts...);
  }

 private:
  Places places_;
  Mistakes& mistakes_;
  pugi::xml_document document_;
};

}  // namespace kintsugi::in_text
