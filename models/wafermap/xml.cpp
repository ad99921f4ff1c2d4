#include "models/wafermap/xml.hpp"

#include <algorithm>

#include "models/network/text.hpp"

namespace kintsugi::wafermap {

using pugi::xml_node;

XmlText::XmlText(std::string_view text, Mistakes& mistakes) : places_(text) {
  const auto parsed = document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (parsed) return;
  const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0));
  mistakes.add(places_.at(offset), std::string("this is no XML: ") + parsed.description());
  document_.reset();
}

std::string_view local_name(xml_node element) {
  const std::string_view name = element.name();
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::vector<xml_node> children_of(xml_node parent, std::string_view name) {
  std::vector<xml_node> found;
  for (const xml_node child : parent.children()) {
    if (local_name(child) == name) found.push_back(child);
  }
  return found;
}

xml_node child_of(xml_node parent, std::string_view name) {
  for (const xml_node child : parent.children()) {
    if (local_name(child) == name) return child;
  }
  return {};
}

std::string attribute_of(xml_node element, std::string_view name) {
  const std::string wanted = plain_name(name);
  for (const pugi::xml_attribute attribute : element.attributes()) {
    std::string_view own = attribute.name();
    if (const std::size_t colon = own.find(':'); colon != std::string_view::npos) own.remove_prefix(colon + 1);
    if (plain_name(own) == wanted) return std::string(trimmed(attribute.value()));
  }
  return {};
}

std::optional<std::size_t> count_in(const XmlText& xml, xml_node element, std::string_view name, Mistakes& mistakes) {
  const std::string value = attribute_of(element, name);
  if (value.empty()) return std::nullopt;
  const auto number = read_coordinate(value);
  if (number && *number > 0 && static_cast<std::size_t>(*number) <= kMostSide) {
    return static_cast<std::size_t>(*number);
  }
  mistakes.add(xml.place_of(element),
               std::string(name) + " must be 1 to " + std::to_string(kMostSide) + ", not '" + value + '\'');
  return std::nullopt;
}

std::optional<CodeForm> code_form(std::string_view bin_type) {
  const std::string name = plain_name(bin_type);
  if (name.empty() || name == "ascii") return CodeForm{1, true};
  if (name == "decimal") return CodeForm{3, false};
  if (name == "hexadecimal") return CodeForm{2, false};
  if (name == "integer2") return CodeForm{4, false};
  return std::nullopt;
}

std::vector<std::string_view> codes_in(std::string_view row, CodeForm form, Place place, Mistakes& mistakes) {
  std::vector<std::string_view> codes;
  if (form.is_ascii) {
    for (std::size_t i = 0; i < row.size(); ++i) codes.push_back(row.substr(i, 1));
    return codes;
  }
  for (std::size_t begin = 0; begin < row.size();) {
    const std::size_t first = row.find_first_not_of(" \t", begin);
    if (first == std::string_view::npos) break;
    const std::size_t end = std::min(row.find_first_of(" \t", first), row.size());
    const std::string_view word = row.substr(first, end - first);
    begin = end;
    if (word.size() < form.width) {
      codes.push_back(word);  // with blanks between the codes one may be shorter
      continue;
    }
    for (std::size_t i = 0; i < word.size(); i += form.width) codes.push_back(word.substr(i, form.width));
    if (word.size() % form.width != 0) {
      mistakes.add(place, "the row ends within a code; each has " + counted(form.width, "character"));
    }
  }
  return codes;
}

void define_bins(const XmlText& xml, const std::vector<xml_node>& elements, BinTable& bins, Mistakes& mistakes) {
  for (const xml_node element : elements) {
    const std::string code = attribute_of(element, "BinCode");
    if (code.empty()) {
      mistakes.add(xml.place_of(element), "the bin has no BinCode");
      continue;
    }
    if (bins.is_full()) return mistakes.add(xml.place_of(element), "more than " + std::to_string(kMostBins) + " bins");
    Bin& bin = bins.define(code);
    const std::string quality = plain_name(attribute_of(element, "BinQuality"));
    if (!quality.empty() && bin.quality == Quality::kNotSaid) {
      bin.quality = quality == "pass" || quality == "good" ? Quality::kPass : Quality::kFail;
    }
    if (bin.description.empty()) bin.description = attribute_of(element, "BinDescription");
  }
}

Side notch_turned(const std::string& degrees, Place place, Mistakes& mistakes) {
  if (degrees.empty()) return Side::kUnknown;
  const auto angle = read_coordinate(degrees);
  const Side side = angle ? side_at(*angle % 360, Side::kDown) : Side::kUnknown;
  if (side == Side::kUnknown) {
    mistakes.add(place, "Orientation must be 0, 90, 180 or 270 degrees, not '" + degrees + '\'');
  }
  return side;
}

void CodeRows::add(std::string_view row, Place place) {
  RowOfBins read{{}, place};
  for (const std::string_view code : codes_in(row, form_, place, mistakes_)) {
    read.bins.push_back(code == null_code_ ? kNoDie : bins.number_of(code, place, mistakes_));
  }
  const std::size_t wanted = columns_ ? *columns_ : rows_.empty() ? read.bins.size() : rows_.front().bins.size();
  if (read.bins.size() != wanted) {
    mistakes_.add(place, "the row has " + counted(read.bins.size(), "die") + "; " +
                             (columns_ ? "the file says " : "the first row has ") + std::to_string(wanted));
  }
  rows_.push_back(std::move(read));
}

const std::vector<RowOfBins>& CodeRows::finish() {
  if (row_count_ && *row_count_ != rows_.size()) {
    mistakes_.add(map_.place,
                  "the map has " + counted(rows_.size(), "row") + "; the file says " + std::to_string(*row_count_));
  }
  return rows_;
}

}  // namespace kintsugi::wafermap
