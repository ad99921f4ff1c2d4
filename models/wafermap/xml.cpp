#include "models/wafermap/xml.hpp"

#include <algorithm>
#include <utility>

#include "models/network/text.hpp"
#include "models/wafermap/good_bins.hpp"

namespace kintsugi::wafermap {

using pugi::xml_node;

namespace {

std::string_view without_prefix(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// Returns whether an attribute is of XML itself, and says nothing of a map.
bool is_of_xml(std::string_view name) {
  return name == "xmlns" || name.starts_with("xmlns:") || name.starts_with("xml:") || name.starts_with("xsi:");
}

pugi::xml_attribute find_attribute(xml_node element, std::string_view name) {
  const std::string wanted = plain_name(name);
  for (const pugi::xml_attribute attribute : element.attributes()) {
    if (plain_name(without_prefix(attribute.name())) == wanted) return attribute;
  }
  return {};
}

}  // namespace

std::string_view local_name(xml_node element) {
  return without_prefix(element.name());
}

std::vector<xml_node> children_of(xml_node parent, std::string_view name) {
  std::vector<xml_node> found;
  for (const xml_node child : parent.children()) {
    if (local_name(child) == name) found.push_back(child);
  }
  return found;
}

xml_node child_of(xml_node parent, std::string_view name, Draft& draft) {
  const std::vector<xml_node> all = children_of(parent, name);
  if (all.size() > 1) {
    draft.note("more than one <" + std::string(name) + "> in <" + std::string(local_name(parent)) +
               ">; only the first is read");
  }
  return all.empty() ? xml_node() : all.front();
}

std::string attribute_of(xml_node element, std::string_view name) {
  return std::string(trimmed(find_attribute(element, name).value()));
}

std::string null_code_of(xml_node element) {
  return find_attribute(element, "NullBin").value();
}

std::optional<std::size_t> count_in(const XmlText& xml, xml_node element, std::string_view name, Mistakes& mistakes) {
  const std::string value = attribute_of(element, name);
  if (value.empty()) return std::nullopt;
  const auto number = read_coordinate(value);
  if (number && *number > 0 && static_cast<std::size_t>(*number) <= kMostSide) {
    return static_cast<std::size_t>(*number);
  }
  mistakes.add(xml.place_of(element), name, " must be 1 to ", kMostSide, ", not '", value, '\'');
  return std::nullopt;
}

std::string text_of(const XmlText& xml, xml_node element, Mistakes& mistakes) {
  std::string text;
  for (const xml_node child : element.children()) {
    if (child.type() == pugi::node_element) {
      mistakes.add(xml.place_of(child), "<", local_name(child), "> inside <", local_name(element),
                   ">; write only text there");
    }
    text += child.value();
  }
  return text;
}

std::string_view between_tags(std::string_view text) {
  const std::size_t first = text.find('\n');
  const std::size_t last = text.rfind('\n');
  if (first == std::string_view::npos) return text;
  if (trimmed(text.substr(last)).empty()) text = text.substr(0, last);
  if (trimmed(text.substr(0, first)).empty()) text.remove_prefix(std::min(first + 1, text.size()));
  return text;
}

void collect_unused(xml_node element, std::initializer_list<std::string_view> attributes,
                    std::initializer_list<std::string_view> children, NamesLeftOut& left_out) {
  for (const pugi::xml_attribute attribute : element.attributes()) {
    const std::string_view name = without_prefix(attribute.name());
    const auto is_that = [own = plain_name(name)](std::string_view known) { return plain_name(known) == own; };
    if (!is_of_xml(attribute.name()) && std::ranges::none_of(attributes, is_that)) left_out.add(name);
  }
  for (const xml_node child : element.children()) {
    const std::string_view name = local_name(child);
    if (!name.empty() && std::ranges::find(children, name) == children.end()) left_out.add(name);
  }
}

std::optional<CodeForm> code_form_of(const XmlText& xml, xml_node element) {
  const std::string bin_type = attribute_of(element, "BinType");
  const std::string name = plain_name(bin_type);
  if (name.empty() || name == "ascii") return CodeForm{1, true};
  if (name == "decimal") return CodeForm{3, false};
  if (name == "hexadecimal") return CodeForm{2, false};
  if (name == "integer2") return CodeForm{4, false};
  xml.complain(element, "BinType must be Ascii, Decimal, HexaDecimal or Integer2, not '", bin_type, '\'');
  return std::nullopt;
}

std::vector<std::string_view> codes_in(std::string_view row, CodeForm form, Place place, Mistakes& mistakes) {
  if (form.is_ascii) {
    if (row.find('\n') != std::string_view::npos) mistakes.add(place, "the row has line breaks; write it in one line");
    return characters_of(row);
  }
  constexpr std::string_view kBlanks = " \t\n";
  std::vector<std::string_view> codes;
  for (std::size_t begin = 0; begin < row.size();) {
    const std::size_t first = row.find_first_not_of(kBlanks, begin);
    if (first == std::string_view::npos) break;
    const std::size_t end = std::min(row.find_first_of(kBlanks, first), row.size());
    const std::string_view word = row.substr(first, end - first);
    begin = end;
    const std::vector<std::string_view> characters = characters_of(word);
    if (characters.size() < form.width) {
      codes.push_back(word);  // with blanks between the codes one may be shorter
      continue;
    }
    for (std::size_t i = 0; i < characters.size(); i += form.width) {
      const std::string_view last = characters[std::min(i + form.width, characters.size()) - 1];
      codes.emplace_back(characters[i].data(), last.data() + last.size());
    }
    if (characters.size() % form.width != 0) {
      mistakes.add(place, "the row ends within a code; each has ", counted(form.width, "character"));
    }
  }
  return codes;
}

Side notch_turned(const std::string& degrees, Place place, Mistakes& mistakes) {
  if (degrees.empty()) return Side::kUnknown;
  const auto angle = read_coordinate(degrees);
  const Side side = angle ? side_at(*angle % 360, Side::kDown) : Side::kUnknown;
  if (side == Side::kUnknown) {
    mistakes.add(place, "Orientation must be 0, 90, 180 or 270 degrees, not '", degrees, '\'');
  }
  return side;
}

CodeRows::CodeRows(WaferMap& map, CodeForm form, std::string_view null_code, Draft& draft)
    : map_(map),
      form_(form),
      kind_(form.is_ascii ? CodeKind::kText : CodeKind::kNumber),
      null_code_(compared_code(form.is_ascii ? null_code : trimmed(null_code), kind_)),
      draft_(draft),
      bins_(map.bins, kind_) {}

void CodeRows::define_bins(const XmlText& xml, const std::vector<xml_node>& elements, NamesLeftOut& left_out) {
  for (const xml_node element : elements) {
    collect_unused(element, {"BinCode", "BinQuality", "BinCount", "BinDescription"}, {}, left_out);
    const std::string code = attribute_of(element, "BinCode");
    if (code.empty()) {
      draft_.mistakes.add(xml.place_of(element), "the bin has no BinCode");
      continue;
    }
    if (bins_.is_full()) {
      return draft_.mistakes.add(xml.place_of(element), "more than ", kMostBins, " bins");
    }
    Bin& bin = bins_.define(code);
    const std::string quality = plain_name(attribute_of(element, "BinQuality"));
    if (!quality.empty() && bin.quality == Quality::kNotSaid) {
      bin.quality = quality == "pass" || quality == "good" ? Quality::kPass : Quality::kFail;
    }
    if (bin.description.empty()) bin.description = attribute_of(element, "BinDescription");
  }
}

void CodeRows::add(std::string_view row, Place place) {
  RowOfBins read{{}, place};
  for (const std::string_view code : codes_in(row, form_, place, draft_.mistakes)) {
    read.bins.push_back(is_null(code) ? kNoDie : bins_.number_of(code, place, draft_.mistakes));
  }
  const std::size_t wanted = columns_ ? *columns_ : rows_.empty() ? read.bins.size() : rows_.front().bins.size();
  if (read.bins.size() != wanted) {
    draft_.mistakes.add(place, "the row has ", counted(read.bins.size(), "die"), "; ",
                        (columns_ ? "the file says " : "the first row has "), wanted);
  }
  rows_.push_back(std::move(read));
}

const std::vector<RowOfBins>& CodeRows::finish() {
  if (row_count_ && *row_count_ != rows_.size()) {
    draft_.mistakes.add(map_.place, "the map has ", counted(rows_.size(), "row"), "; the file says ", *row_count_);
  }
  return rows_;
}

void CodeRows::compare_counts(const std::vector<xml_node>& elements) const {
  std::vector<std::uint64_t> counts(map_.bins.size(), 0);
  for (const RowOfBins& row : rows_) {
    for (const BinIndex bin : row.bins) {
      if (bin != kNoDie) ++counts[bin];
    }
  }
  for (const xml_node element : elements) {
    const std::string stated = attribute_of(element, "BinCount");
    const std::string code = attribute_of(element, "BinCode");
    const auto bin = bins_.find(code);
    if (!bin || is_null(code) || stated.empty() || same_code(stated, std::to_string(counts[*bin]))) continue;
    draft_.note("bin " + code + " has " + counted(counts[*bin], "die") + ", but its BinCount is " + stated);
  }
}

}  // namespace kintsugi::wafermap
