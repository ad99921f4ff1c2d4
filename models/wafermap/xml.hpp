/// What the readers of SEMI G85 and E142 have in common: elements by their local names, and codes of a fixed width.
#pragma once

#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

/// A document and the places of its elements. The text must outlive it.
class XmlText {
 public:
  /// Adds a mistake, and has no root, if the text is no XML.
  XmlText(std::string_view text, Mistakes& mistakes);
  pugi::xml_node root() const { return document_.document_element(); }
  Place place_of(pugi::xml_node element) const { return places_.at(static_cast<std::size_t>(element.offset_debug())); }

 private:
  Places places_;
  pugi::xml_document document_;
};

/// Returns the name of an element without the prefix of its namespace.
std::string_view local_name(pugi::xml_node element);
/// Returns the children of that name, in order.
std::vector<pugi::xml_node> children_of(pugi::xml_node parent, std::string_view name);
/// Returns the first child of that name, an empty node if there is none.
pugi::xml_node child_of(pugi::xml_node parent, std::string_view name);
/// Returns the value of an attribute, whatever its case, without the blanks around it; empty if there is none.
std::string attribute_of(pugi::xml_node element, std::string_view name);
/// Returns an attribute that counts something; nullopt if it is not there, and with a mistake if it is no number.
std::optional<std::size_t> count_in(const XmlText& xml, pugi::xml_node element, std::string_view name,
                                    Mistakes& mistakes);

/// How the codes of a row are written: BinType of both standards.
struct CodeForm {
  std::size_t width = 1;  ///< characters of a code without blanks between codes
  bool is_ascii = true;   ///< a code is any character, a blank too
};
/// Returns nullopt for a name that is none of Ascii, Decimal, HexaDecimal and Integer2; Ascii for an empty one.
std::optional<CodeForm> code_form(std::string_view bin_type);

/// Splits a row into its codes. Those that are not Ascii can have blanks between them. Adds a mistake if the row ends
/// within a code.
std::vector<std::string_view> codes_in(std::string_view row, CodeForm form, Place place, Mistakes& mistakes);

/// Defines the bins of elements with the attributes BinCode, BinQuality and BinDescription.
void define_bins(const XmlText& xml, const std::vector<pugi::xml_node>& elements, BinTable& bins, Mistakes& mistakes);

/// Returns where the notch lies that is turned clockwise by so many degrees from below; adds a mistake if the text is
/// no multiple of 90. An empty text says nothing.
Side notch_turned(const std::string& degrees, Place place, Mistakes& mistakes);

/// Turns rows of codes into bins and compares their number and lengths with what the file says.
class CodeRows {
 public:
  CodeRows(WaferMap& map, CodeForm form, std::string null_code, Mistakes& mistakes)
      : bins(map.bins), map_(map), form_(form), null_code_(std::move(null_code)), mistakes_(mistakes) {}
  void expect(std::optional<std::size_t> columns, std::optional<std::size_t> rows) {
    columns_ = columns;
    row_count_ = rows;
  }
  void add(std::string_view row, Place place);
  /// Returns the rows; adds a mistake if there is another number of them than was expected.
  const std::vector<RowOfBins>& finish();

  BinTable bins;

 private:
  WaferMap& map_;
  CodeForm form_;
  std::string null_code_;
  Mistakes& mistakes_;
  std::optional<std::size_t> columns_;
  std::optional<std::size_t> row_count_;
  std::vector<RowOfBins> rows_;
};

}  // namespace kintsugi::wafermap
