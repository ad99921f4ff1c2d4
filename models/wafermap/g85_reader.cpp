#include "models/wafermap/g85_reader.hpp"

#include "models/wafermap/xml.hpp"

namespace kintsugi::wafermap {

namespace {

using pugi::xml_node;

class G85Reader {
 public:
  G85Reader(std::string_view text, Corner origin, Draft& draft)
      : origin_(origin), draft_(draft), xml_(xml_of_maps(text, draft.mistakes)) {}

  void read() {
    const xml_node root = xml_.root();
    if (!root) return;
    const bool is_map = local_name(root) == "Map";
    const std::vector<xml_node> maps = is_map ? std::vector{root} : children_of(root, "Map");
    if (maps.empty()) xml_.complain(root, "there is no <Map>; a file of SEMI G85 has one, or several in <Maps>");
    if (!is_map) collect_unused(root, {}, {"Map"}, left_out_);
    for (const xml_node map : maps) {
      if (!draft_.mistakes.full()) read_map(map);
    }
    if (!left_out_.empty()) draft_.note("left out: " + left_out_.list());
  }

 private:
  void read_map(xml_node element) {
    const xml_node device = child_of(element, "Device", draft_);
    if (!device) return xml_.complain(element, "the map has no <Device>");
    const auto form = code_form_of(xml_, device);
    if (!form) return;
    collect_unused_names(element, device);
    WaferMap map{.lot = attribute_of(device, "LotId"),
                 .wafer = attribute_of(element, "WaferId"),
                 .device = attribute_of(device, "ProductId"),
                 .dies = {},
                 .bins = {},
                 .notch = notch_turned(attribute_of(device, "Orientation"), xml_.place_of(device), draft_.mistakes),
                 .place = xml_.place_of(element)};
    if (map.wafer.empty()) map.wafer = attribute_of(element, "SubstrateId");
    CodeRows rows(map, *form, null_code_of(device), draft_);
    rows.expect(count_in(xml_, device, "Columns", draft_.mistakes), count_in(xml_, device, "Rows", draft_.mistakes));
    const std::vector<xml_node> bins = children_of(device, "Bin");
    rows.define_bins(xml_, bins, left_out_);
    read_rows(device, rows);
    const std::vector<RowOfBins>& read = rows.finish();
    if (!draft_.mistakes.empty()) return;
    rows.compare_counts(bins);
    draft_.add_rows(map, read, origin_);
  }

  void collect_unused_names(xml_node map, xml_node device) {
    collect_unused(map, {"WaferId", "SubstrateId"}, {"Device"}, left_out_);
    collect_unused(device,
                   {"LotId", "ProductId", "Rows", "Columns", "BinType", "NullBin", "Orientation", "OriginLocation"},
                   {"Bin", "Data"}, left_out_);
    if (!attribute_of(device, "OriginLocation").empty()) {
      draft_.note("OriginLocation is of coordinates: rows are read from the top, unless origin says where they begin");
    }
  }

  void read_rows(xml_node device, CodeRows& rows) {
    const xml_node data = child_of(device, "Data", draft_);
    if (!data) return xml_.complain(device, "the map has no <Data>");
    collect_unused(data, {}, {"Row"}, left_out_);
    for (const xml_node row : children_of(data, "Row")) {
      if (draft_.mistakes.full()) return;
      collect_unused(row, {}, {}, left_out_);
      rows.add(between_tags(text_of(xml_, row, draft_.mistakes)), xml_.place_of(row));
    }
  }

  Corner origin_;
  Draft& draft_;
  XmlText xml_;
  NamesLeftOut left_out_;
};

}  // namespace

void read_g85(std::string_view text, Corner origin, Draft& draft) {
  G85Reader(text, origin, draft).read();
}

}  // namespace kintsugi::wafermap
