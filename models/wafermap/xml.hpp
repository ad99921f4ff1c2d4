/// What the readers of SEMI G85 and E142 have in common: elements by their local names, and codes of a fixed width.
#pragma once

#include <initializer_list>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "models/family/xml_text.hpp"
#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

using in_text::XmlText;

/// Reads the text of a file of maps, in which a row can be all blanks.
inline XmlText xml_of_maps(std::string_view text, Mistakes& mistakes) {
  return {text, mistakes, in_text::Entities::kRefused, pugi::parse_default | pugi::parse_ws_pcdata_single};
}

/// Returns the name of an element without the prefix of its namespace.
std::string_view local_name(pugi::xml_node element);
/// Returns the children of that name, in order.
std::vector<pugi::xml_node> children_of(pugi::xml_node parent, std::string_view name);
/// Returns the first child of that name, an empty node if there is none. A note says so if there are more.
pugi::xml_node child_of(pugi::xml_node parent, std::string_view name, Draft& draft);
/// Returns the value of an attribute, whatever its case, without the blanks around it; empty if there is none.
std::string attribute_of(pugi::xml_node element, std::string_view name);
/// Returns NullBin, the code for no die, with its blanks, for a blank can be that code; empty if there is none.
std::string null_code_of(pugi::xml_node element);
/// Returns an attribute that counts something; nullopt if it is not there, and with a mistake if it is no number.
std::optional<std::size_t> count_in(const XmlText& xml, pugi::xml_node element, std::string_view name,
                                    Mistakes& mistakes);
/// Returns all text and CDATA sections of an element as one text. Each element inside is a mistake.
std::string text_of(const XmlText& xml, pugi::xml_node element, Mistakes& mistakes);
/// Returns a text without the blanks between its first line break and a tag before it, and between its last one and a
/// tag behind it; these line breaks too.
std::string_view between_tags(std::string_view text);
/// Adds the names of the attributes and children of an element that are none of these. Attributes of XML itself,
/// xmlns, xml: and xsi:, do not count.
void collect_unused(pugi::xml_node element, std::initializer_list<std::string_view> attributes,
                    std::initializer_list<std::string_view> children, NamesLeftOut& left_out);

/// How the codes of a row are written: BinType of both standards.
struct CodeForm {
  std::size_t width = 1;  ///< characters of a code without blanks between codes
  bool is_ascii = true;   ///< a code is any character, a blank too; else it is a number
};
/// Returns the form that the BinType of an element names, Ascii if it has none; nullopt, and adds a mistake, for a name
/// that is none of Ascii, Decimal, HexaDecimal and Integer2.
std::optional<CodeForm> code_form_of(const XmlText& xml, pugi::xml_node element);

/// Splits a row into its codes. Those that are not Ascii can have blanks between them. Adds a mistake if the row ends
/// within a code, and if a row in Ascii has line breaks.
std::vector<std::string_view> codes_in(std::string_view row, CodeForm form, Place place, Mistakes& mistakes);

/// Returns where the notch lies that is turned clockwise by so many degrees from below; adds a mistake if the text is
/// no multiple of 90. An empty text says nothing.
Side notch_turned(const std::string& degrees, Place place, Mistakes& mistakes);

/// Turns rows of codes into bins and compares their number and lengths with what the file says. Codes that are not
/// Ascii are numbers: 1 is 001, and 0a is 0A.
class CodeRows {
 public:
  CodeRows(WaferMap& map, CodeForm form, std::string_view null_code, Draft& draft);
  void expect(std::optional<std::size_t> columns, std::optional<std::size_t> rows) {
    columns_ = columns;
    row_count_ = rows;
  }
  /// Defines the bins of elements with the attributes BinCode, BinQuality and BinDescription.
  void define_bins(const XmlText& xml, const std::vector<pugi::xml_node>& elements, NamesLeftOut& left_out);
  void add(std::string_view row, Place place);
  /// Returns the rows; adds a mistake if there is another number of them than was expected.
  const std::vector<RowOfBins>& finish();
  /// Notes each BinCount of the elements that is not the number of dies in the rows.
  void compare_counts(const std::vector<pugi::xml_node>& elements) const;

 private:
  bool is_null(std::string_view code) const { return compared_code(code, kind_) == null_code_; }

  WaferMap& map_;
  CodeForm form_;
  CodeKind kind_;
  std::string null_code_;  // as compared_code() writes it
  Draft& draft_;
  BinTable bins_;
  std::optional<std::size_t> columns_;
  std::optional<std::size_t> row_count_;
  std::vector<RowOfBins> rows_;
};

}  // namespace kintsugi::wafermap
