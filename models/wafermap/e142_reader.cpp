#include "models/wafermap/e142_reader.hpp"

#include "models/network/cells.hpp"
#include "models/wafermap/xml.hpp"

namespace kintsugi::wafermap {

namespace {

using pugi::xml_node;

class E142Reader {
 public:
  E142Reader(std::string_view text, std::optional<Corner> origin, Draft& draft)
      : origin_(origin), draft_(draft), xml_(text, draft.mistakes) {}

  void read() {
    const xml_node root = xml_.root();
    if (!root) return;
    if (local_name(root) != "MapData") {
      return complain(root, "the file has <" + std::string(local_name(root)) + ">; a file of SEMI E142 has <MapData>");
    }
    layouts_ = children_of(child_of(root, "Layouts"), "Layout");
    substrates_ = children_of(child_of(root, "Substrates"), "Substrate");
    const std::vector<xml_node> maps = children_of(child_of(root, "SubstrateMaps"), "SubstrateMap");
    if (maps.empty()) complain(root, "there is no <SubstrateMap> in <SubstrateMaps>");
    for (const xml_node map : maps) {
      if (!draft_.mistakes.full()) read_map(map);
    }
  }

 private:
  void complain(xml_node element, std::string message) {
    draft_.mistakes.add(xml_.place_of(element), std::move(message));
  }

  void read_map(xml_node element) {
    const xml_node codes = bin_code_map(element);
    if (!codes) return complain(element, "the map has no <Overlay> with a <BinCodeMap>");
    const std::string type = attribute_of(codes, "MapType");
    if (!type.empty() && plain_name(type) != "2darray") {
      return complain(codes, "MapType must be 2DArray, not '" + type + "'; write the map with it");
    }
    const auto form = code_form(attribute_of(codes, "BinType"));
    if (!form) {
      return complain(codes, "BinType must be Ascii, Decimal, HexaDecimal or Integer2, not '" +
                                 attribute_of(codes, "BinType") + '\'');
    }
    WaferMap map{.lot = {},
                 .wafer = attribute_of(element, "SubstrateId"),
                 .device = {},
                 .dies = {},
                 .bins = {},
                 .notch = notch_turned(attribute_of(element, "Orientation"), xml_.place_of(element), draft_.mistakes),
                 .place = xml_.place_of(element)};
    map.lot = lot_of(map.wafer);
    CodeRows rows(map, *form, null_code(codes), draft_.mistakes);
    expect_dimension(element, map, rows);
    define_bins(xml_, children_of(child_of(codes, "BinDefinitions"), "BinDefinition"), rows.bins, draft_.mistakes);
    for (const xml_node code : children_of(codes, "BinCode")) read_code(code, *form, rows);
    const std::vector<RowOfBins>& read = rows.finish();
    const Corner corner = corner_of_rows(element);
    if (draft_.mistakes.empty()) draft_.add_rows(map, read, corner);
  }

  xml_node bin_code_map(xml_node element) {
    xml_node found;
    for (const xml_node overlay : children_of(element, "Overlay")) {
      const xml_node codes = child_of(overlay, "BinCodeMap");
      if (found && codes) draft_.note("a map has more than one <Overlay> of bins; only the first is read");
      if (!found) found = codes;
    }
    return found;
  }

  static std::string null_code(xml_node codes) {
    for (const pugi::xml_attribute attribute : codes.attributes()) {
      if (plain_name(attribute.name()) == "nullbin") return attribute.value();
    }
    return {};
  }

  std::string lot_of(const std::string& substrate) const {
    for (const xml_node each : substrates_) {
      if (attribute_of(each, "SubstrateId") == substrate) {
        return std::string(trimmed(child_of(each, "LotId").text().get()));
      }
    }
    return {};
  }

  void expect_dimension(xml_node element, WaferMap& map, CodeRows& rows) {
    std::string name = attribute_of(element, "LayoutSpecifier");
    name = name.substr(name.rfind('/') == std::string::npos ? 0 : name.rfind('/') + 1);
    for (const xml_node layout : layouts_) {
      if (attribute_of(layout, "LayoutId") != name) continue;
      map.device = trimmed(child_of(layout, "ProductId").text().get());
      const xml_node dimension = child_of(layout, "Dimension");
      if (!dimension) return;
      rows.expect(count_in(xml_, dimension, "X", draft_.mistakes), count_in(xml_, dimension, "Y", draft_.mistakes));
    }
  }

  /// A line of a text with several rows has the place of its element.
  void read_code(xml_node element, CodeForm form, CodeRows& rows) {
    const std::string_view text = element.text().get();
    const bool has_lines = text.find('\n') != std::string_view::npos;
    take_lines(text, [&](std::string_view line, int) {
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      if (has_lines && (trimmed(line).empty() || !form.is_ascii)) line = trimmed(line);
      if (!line.empty() || !has_lines) rows.add(line, xml_.place_of(element));
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
      complain(element,
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
};

}  // namespace

void read_e142(std::string_view text, std::optional<Corner> origin, Draft& draft) {
  E142Reader(text, origin, draft).read();
}

}  // namespace kintsugi::wafermap
