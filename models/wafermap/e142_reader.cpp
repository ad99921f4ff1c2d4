#include "models/wafermap/e142_reader.hpp"

#include "models/network/cells.hpp"
#include "models/wafermap/xml.hpp"

namespace kintsugi::wafermap {

namespace {

using pugi::xml_node;

class E142Reader {
 public:
  E142Reader(std::string_view text, std::optional<Corner> origin, Draft& draft)
      : origin_(origin), draft_(draft), xml_(xml_of_maps(text, draft.mistakes)) {}

  void read() {
    const xml_node root = xml_.root();
    if (!root) return;
    if (local_name(root) != "MapData") {
      return xml_.complain(root, "the file has <", local_name(root), ">; a file of SEMI E142 has <MapData>");
    }
    collect_unused(root, {}, {"Layouts", "Substrates", "SubstrateMaps"}, left_out_);
    layouts_ = parts_of(root, "Layouts", "Layout");
    substrates_ = parts_of(root, "Substrates", "Substrate");
    for (const xml_node layout : layouts_) collect_unused(layout, {"LayoutId"}, {"Dimension", "ProductId"}, left_out_);
    for (const xml_node each : substrates_) collect_unused(each, {"SubstrateId"}, {"LotId"}, left_out_);
    const std::vector<xml_node> maps = parts_of(root, "SubstrateMaps", "SubstrateMap");
    if (maps.empty()) xml_.complain(root, "there is no <SubstrateMap> in <SubstrateMaps>");
    for (const xml_node map : maps) {
      if (!draft_.mistakes.full()) read_map(map);
    }
    if (!left_out_.empty()) draft_.note("left out: " + left_out_.list());
  }

 private:
  /// Returns the parts in the list of a parent; names what else is in that list.
  std::vector<xml_node> parts_of(xml_node parent, std::string_view list, std::string_view part) {
    const xml_node all = child_of(parent, list, draft_);
    collect_unused(all, {}, {part}, left_out_);
    return children_of(all, part);
  }

  void read_map(xml_node element) {
    const xml_node codes = bin_code_map(element);
    if (!codes) return xml_.complain(element, "the map has no <Overlay> with a <BinCodeMap>");
    const std::string type = attribute_of(codes, "MapType");
    if (!type.empty() && plain_name(type) != "2darray") {
      return xml_.complain(codes, "MapType must be 2DArray, not '", type, "'; write the map with it");
    }
    const auto form = code_form_of(xml_, codes);
    if (!form) return;
    collect_unused_names(element, codes);
    WaferMap map{.lot = {},
                 .wafer = attribute_of(element, "SubstrateId"),
                 .device = {},
                 .dies = {},
                 .bins = {},
                 .notch = notch_turned(attribute_of(element, "Orientation"), xml_.place_of(element), draft_.mistakes),
                 .place = xml_.place_of(element)};
    map.lot = lot_of(map.wafer);
    CodeRows rows(map, *form, null_code_of(codes), draft_);
    expect_dimension(element, map, rows);
    const std::vector<xml_node> bins = parts_of(codes, "BinDefinitions", "BinDefinition");
    rows.define_bins(xml_, bins, left_out_);
    for (const xml_node code : children_of(codes, "BinCode")) read_code(code, *form, rows);
    const std::vector<RowOfBins>& read = rows.finish();
    const Corner corner = corner_of_rows(element);
    if (!draft_.mistakes.empty()) return;
    rows.compare_counts(bins);
    draft_.add_rows(map, read, corner);
  }

  void collect_unused_names(xml_node map, xml_node codes) {
    collect_unused(map, {"SubstrateId", "LayoutSpecifier", "Orientation", "OriginLocation", "AxisDirection"},
                   {"Overlay"}, left_out_);
    for (const xml_node overlay : children_of(map, "Overlay")) collect_unused(overlay, {}, {"BinCodeMap"}, left_out_);
    collect_unused(codes, {"BinType", "NullBin", "MapType"}, {"BinDefinitions", "BinCode"}, left_out_);
  }

  xml_node bin_code_map(xml_node element) {
    xml_node found;
    for (const xml_node overlay : children_of(element, "Overlay")) {
      const xml_node codes = child_of(overlay, "BinCodeMap", draft_);
      if (found && codes) draft_.note("a map has more than one <Overlay> of bins; only the first is read");
      if (!found) found = codes;
    }
    return found;
  }

  std::string lot_of(const std::string& substrate) {
    for (const xml_node each : substrates_) {
      if (attribute_of(each, "SubstrateId") == substrate) return text_in(each, "LotId");
    }
    return {};
  }

  /// Returns the text of the first child of that name, without the blanks around it.
  std::string text_in(xml_node parent, std::string_view name) {
    return std::string(trimmed(text_of(xml_, child_of(parent, name, draft_), draft_.mistakes)));
  }

  void expect_dimension(xml_node element, WaferMap& map, CodeRows& rows) {
    std::string name = attribute_of(element, "LayoutSpecifier");
    name = name.substr(name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1);
    for (const xml_node layout : layouts_) {
      if (attribute_of(layout, "LayoutId") != name) continue;
      map.device = text_in(layout, "ProductId");
      const xml_node dimension = child_of(layout, "Dimension", draft_);
      if (!dimension) return;
      collect_unused(dimension, {"X", "Y"}, {}, left_out_);
      rows.expect(count_in(xml_, dimension, "X", draft_.mistakes), count_in(xml_, dimension, "Y", draft_.mistakes));
    }
  }

  /// A line of a text with several rows has the place of its element.
  void read_code(xml_node element, CodeForm form, CodeRows& rows) {
    collect_unused(element, {}, {}, left_out_);
    const std::string text = text_of(xml_, element, draft_.mistakes);
    if (text.find('\n') == std::string::npos) return rows.add(text, xml_.place_of(element));
    take_lines(between_tags(text), [&](std::string_view line, int) {
      if (!form.is_ascii) line = trimmed(line);
      if (!line.empty()) rows.add(line, xml_.place_of(element));
      return !draft_.mistakes.full();
    });
  }

  Corner corner_of_rows(xml_node element) {
    if (origin_) return *origin_;
    const std::string axes = plain_name(attribute_of(element, "AxisDirection"));
    const std::string origin = plain_name(attribute_of(element, "OriginLocation"));
    if (axes == "downright" || axes == "downleft" || axes == "upright" || axes == "upleft") {
      return corner_of(axes.starts_with("up"), axes.ends_with("left"));
    }
    if (origin == "upperleft" || origin == "upperright" || origin == "lowerleft" || origin == "lowerright") {
      return corner_of(origin.starts_with("lower"), origin.ends_with("right"));
    }
    if (!axes.empty() || (!origin.empty() && origin != "center")) {
      xml_.complain(element,
                    "AxisDirection must be DownRight, DownLeft, UpRight or UpLeft, and OriginLocation UpperLeft, "
                    "UpperRight, LowerLeft, LowerRight or Center");
    }
    return Corner::kLowerLeft;
  }

  std::optional<Corner> origin_;
  Draft& draft_;
  XmlText xml_;
  std::vector<xml_node> layouts_;
  std::vector<xml_node> substrates_;
  NamesLeftOut left_out_;
};

}  // namespace

void read_e142(std::string_view text, std::optional<Corner> origin, Draft& draft) {
  E142Reader(text, origin, draft).read();
}

}  // namespace kintsugi::wafermap
