#include "models/wafermap/view.hpp"

#include <algorithm>

#include "models/network/text.hpp"

namespace kintsugi::wafermap {

namespace {

constexpr std::size_t kMostWafersNamed = 8;

std::string_view without_leading_zeros(std::string_view id) {
  if (id.empty() || id.find_first_not_of("0123456789") != std::string_view::npos) return id;
  return id.substr(std::min(id.find_first_not_of('0'), id.size() - 1));
}

/// Returns the numbers of the maps that a name means: by its exact ID, else by the same number, else by its place in
/// the file.
std::vector<std::size_t> maps_named(const std::vector<WaferMap>& maps, const std::string& wafer) {
  const auto those = [&](auto is_meant) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < maps.size(); ++i) {
      if (is_meant(i)) found.push_back(i);
    }
    return found;
  };
  auto found = those([&](std::size_t i) { return maps[i].wafer == wafer || name_of(maps[i], i) == wafer; });
  if (!found.empty()) return found;
  found = those([&](std::size_t i) {
    return !maps[i].wafer.empty() && without_leading_zeros(maps[i].wafer) == without_leading_zeros(wafer);
  });
  if (!found.empty()) return found;
  return those([&](std::size_t i) { return std::to_string(i + 1) == wafer; });
}

std::string names_of_maps(const std::vector<WaferMap>& maps) {
  std::size_t number = 0;
  const auto name_of = [&number](const WaferMap& map) {
    ++number;
    return map.wafer.empty() ? std::to_string(number) : map.wafer;
  };
  return with_commas(maps, name_of, kMostWafersNamed);
}

class Viewer {
 public:
  Viewer(const MapFile& file, const ViewOptions& options) : file_(file), options_(options) {}

  std::variant<std::vector<View>, std::vector<OptionMistake>> run() {
    check_bins();
    for (const std::size_t number : chosen()) add_view(number);
    if (!mistakes_.empty()) return std::move(mistakes_);
    return std::move(views_);
  }

 private:
  void check_bins() {
    if (!options_.bins.good.empty() && !options_.bins.bad.empty()) {
      mistakes_.push_back({"bad", "all bins but the good ones are bad already; leave out good, or bad"});
    }
    for (const auto& [option, codes] : {std::pair("good", &options_.bins.good), std::pair("bad", &options_.bins.bad)}) {
      const std::vector<std::string> unknown = unknown_bins(file_.maps, {*codes, {}});
      if (unknown.empty()) continue;
      mistakes_.push_back({option, "no die has bin " + list_of_codes(unknown) + "; there are " + codes_of_file()});
    }
  }

  std::string codes_of_file() const {
    std::vector<std::string> codes;
    for (const WaferMap& map : file_.maps) {
      for (const Bin& bin : map.bins) {
        if (std::ranges::find(codes, bin.code) == codes.end() && codes.size() < kMostBins) codes.push_back(bin.code);
      }
    }
    return list_of_codes(codes);
  }

  std::vector<std::size_t> chosen() {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < file_.maps.size(); ++i) all.push_back(i);
    if (options_.wafer.empty()) return all;
    std::vector<std::size_t> found = maps_named(file_.maps, options_.wafer);
    if (found.empty()) {
      mistakes_.push_back(
          {"wafer", "the file has no wafer '" + options_.wafer + "'; it has " + names_of_maps(file_.maps)});
    }
    return found;
  }

  void add_view(std::size_t number) {
    const WaferMap& map = file_.maps[number];
    const std::string name = name_of(map, number);
    if (options_.notch_down && map.notch == Side::kUnknown) {
      return add_once("rotate",
                      "the file does not say where the notch of " + name + " is; name degrees: 0, 90, 180 or 270");
    }
    const int degrees = options_.notch_down ? degrees_to_notch_down(map) : options_.degrees;
    View view{name, degrees == 0 ? map : rotated(map, degrees), good_bins(map, options_.bins)};
    if (!options_.window) return views_.push_back(std::move(view));
    const Area& window = *options_.window;
    const bool fits = window.columns <= view.map.columns && window.column <= view.map.columns - window.columns &&
                      window.rows <= view.map.rows && window.row <= view.map.rows - window.rows;
    if (!fits || window.columns == 0 || window.rows == 0) {
      return add_once("window", size_text(window.columns, window.rows) + " places from column " +
                                    std::to_string(window.column) + " and row " + std::to_string(window.row) +
                                    " on are not within the " + size_text(view.map.columns, view.map.rows) + " of " +
                                    name);
    }
    views_.push_back(part_of(view, window));
  }

  void add_once(const std::string& option, std::string message) {
    if (std::ranges::find(mistakes_, option, &OptionMistake::option) != mistakes_.end()) return;
    mistakes_.push_back({option, std::move(message)});
  }

  const MapFile& file_;
  const ViewOptions& options_;
  std::vector<View> views_;
  std::vector<OptionMistake> mistakes_;
};

}  // namespace

DieCounts count_dies(const View& view) {
  DieCounts counts;
  for (const BinIndex bin : view.map.dies) {
    if (bin == kNoDie) {
      ++counts.absent;
    } else {
      ++(view.good[bin] ? counts.good : counts.bad);
    }
  }
  return counts;
}

std::variant<std::vector<View>, std::vector<OptionMistake>> views_of(const MapFile& file, const ViewOptions& options) {
  return Viewer(file, options).run();
}

View part_of(const View& view, const Area& area) {
  View part{view.name, view.map, view.good};
  part.map.columns = area.columns;
  part.map.rows = area.rows;
  part.map.dies.clear();
  for (unsigned row = area.row; row < area.row + area.rows; ++row) {
    for (unsigned column = area.column; column < area.column + area.columns; ++column) {
      part.map.dies.push_back(view.map.at(column, row));
    }
  }
  return part;
}

std::vector<std::string> picture_of(const View& view, unsigned most_columns, unsigned most_rows) {
  std::vector<std::string> lines;
  for (unsigned row = 0; row < std::min(view.map.rows, most_rows); ++row) {
    std::string line;
    for (unsigned column = 0; column < std::min(view.map.columns, most_columns); ++column) {
      const Die die = view.at(column, row);
      line += die == Die::kNone ? kNoCharacter : die == Die::kGood ? kGoodCharacter : kBadCharacter;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string size_text(unsigned columns, unsigned rows) {
  return std::to_string(columns) + " x " + std::to_string(rows);
}

std::string dies_text(const View& view) {
  const DieCounts counts = count_dies(view);
  std::string text = size_text(view.map.columns, view.map.rows) + " places, " + counted(counts.good, "good die") +
                     " and " + std::to_string(counts.bad) + " bad";
  if (counts.absent > 0) text += ", " + std::to_string(counts.absent) + " without a die";
  return text;
}

}  // namespace kintsugi::wafermap
