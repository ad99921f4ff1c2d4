#include "models/wafermap/g85_reader.hpp"

#include "models/wafermap/xml.hpp"

namespace kintsugi::wafermap {

namespace {

using pugi::xml_node;

class G85Reader {
 public:
  G85Reader(std::string_view text, Corner origin, Draft& draft)
      : origin_(origin), draft_(draft), xml_(text, draft.mistakes) {}

  void read() {
    const xml_node root = xml_.root();
    if (!root) return;
    const std::vector<xml_node> maps = local_name(root) == "Map" ? std::vector{root} : children_of(root, "Map");
    if (maps.empty()) complain(root, "there is no <Map>; a file of SEMI G85 has one, or several in <Maps>");
    for (const xml_node map : maps) {
      if (!draft_.mistakes.full()) read_map(map);
    }
  }

 private:
  void complain(xml_node element, std::string message) {
    draft_.mistakes.add(xml_.place_of(element), std::move(message));
  }

  void read_map(xml_node element) {
    const xml_node device = child_of(element, "Device");
    if (!device) return complain(element, "the map has no <Device>");
    const auto form = code_form(attribute_of(device, "BinType"));
    if (!form) {
      return complain(device, "BinType must be Ascii, Decimal, HexaDecimal or Integer2, not '" +
                                  attribute_of(device, "BinType") + '\'');
    }
    WaferMap map{.lot = attribute_of(device, "LotId"),
                 .wafer = attribute_of(element, "WaferId"),
                 .device = attribute_of(device, "ProductId"),
                 .dies = {},
                 .bins = {},
                 .notch = notch_turned(attribute_of(device, "Orientation"), xml_.place_of(device), draft_.mistakes),
                 .place = xml_.place_of(element)};
    if (map.wafer.empty()) map.wafer = attribute_of(element, "SubstrateId");
    CodeRows rows(map, *form, null_code(device), draft_.mistakes);
    rows.expect(count_in(xml_, device, "Columns", draft_.mistakes), count_in(xml_, device, "Rows", draft_.mistakes));
    const std::vector<xml_node> bins = children_of(device, "Bin");
    define_bins(xml_, bins, rows.bins, draft_.mistakes);
    read_rows(device, rows);
    if (!attribute_of(device, "OriginLocation").empty()) {
      draft_.note("OriginLocation is of coordinates: rows are read from the top, unless origin says where they begin");
    }
    const std::vector<RowOfBins>& read = rows.finish();
    if (!draft_.mistakes.empty()) return;
    draft_.add_rows(map, read, origin_);
    if (draft_.mistakes.empty()) compare_counts(bins);
  }

  /// A blank can be the code for no die, which attribute_of() would cut off.
  static std::string null_code(xml_node device) {
    for (const pugi::xml_attribute attribute : device.attributes()) {
      if (plain_name(attribute.name()) == "nullbin") return attribute.value();
    }
    return {};
  }

  void read_rows(xml_node device, CodeRows& rows) {
    const std::vector<xml_node> data = children_of(device, "Data");
    if (data.empty()) return complain(device, "the map has no <Data>");
    if (data.size() > 1) draft_.note("a map has more than one <Data>; only the first is read");
    for (const xml_node row : children_of(data.front(), "Row")) {
      if (!draft_.mistakes.full()) rows.add(row.text().get(), xml_.place_of(row));
    }
  }

  void compare_counts(const std::vector<xml_node>& bins) {
    const WaferMap& map = draft_.maps().back();
    const std::vector<std::uint64_t> counts = dies_by_bin(map);
    for (const xml_node element : bins) {
      const std::string stated = attribute_of(element, "BinCount");
      const std::string code = attribute_of(element, "BinCode");
      for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        if (map.bins[bin].code != code || stated.empty() || stated == std::to_string(counts[bin])) continue;
        draft_.note("bin " + code + " has " + std::to_string(counts[bin]) + " dies, but its BinCount is " + stated);
      }
    }
  }

  Corner origin_;
  Draft& draft_;
  XmlText xml_;
};

}  // namespace

void read_g85(std::string_view text, Corner origin, Draft& draft) {
  G85Reader(text, origin, draft).read();
}

}  // namespace kintsugi::wafermap
