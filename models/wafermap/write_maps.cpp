#include "models/wafermap/write_maps.hpp"

#include <algorithm>
#include <set>

#include "models/wafermap/grid_reader.hpp"

namespace kintsugi::wafermap {

namespace {

/// What the names of the maps must be so that those of a file can be told apart.
struct Names {
  std::string wafer;
  std::string lot;
  friend auto operator<=>(const Names&, const Names&) = default;
};

class MapWriter {
 public:
  explicit MapWriter(std::span<const View> views) : views_(views) {}

  std::variant<WrittenMaps, std::string> write(Format format) {
    name_maps();
    if (views_.empty() || no_dies()) refuse("there are no dies to write");
    if (refusal_.empty() && format == Format::kCsv) write_csv();
    if (refusal_.empty() && format == Format::kGrid) write_grid();
    if (refusal_.empty() && format == Format::kSinf) write_sinf();
    if (!refusal_.empty()) return refusal_;
    return WrittenMaps{std::move(text_), std::move(notes_)};
  }

 private:
  bool no_dies() const {
    return std::ranges::any_of(views_, [](const View& view) { return area_of_dies(view.map).columns == 0; });
  }

  void name_maps() {
    std::set<Names> seen;
    for (std::size_t i = 0; i < views_.size(); ++i) {
      Names names{views_[i].map.wafer, views_[i].map.lot};
      if (names.wafer.empty() && views_.size() > 1) names.wafer = std::to_string(i + 1);
      if (!seen.insert(names).second)
        refuse("two maps are called " + views_[i].name + "; write one of them: --wafer N");
      names_.push_back(std::move(names));
    }
  }

  bool any_named() const {
    return std::ranges::any_of(names_, [](const Names& names) { return !names.wafer.empty() || !names.lot.empty(); });
  }

  /// Returns a name or code, which a line must be able to have.
  const std::string& line_of(const std::string& name) {
    if (name.find_first_of("\r\n") != std::string::npos) refuse("a name or the code of a bin has a line break");
    return name;
  }

  // --- CSV -----------------------------------------------------------------------------------------------------------

  static std::string quoted(const std::string& cell) {
    const bool blank_ends = !cell.empty() && (cell.front() == ' ' || cell.back() == ' ');
    if (!blank_ends && cell.find_first_of(",;\"#\t\r\n") == std::string::npos) return cell;
    std::string text = "\"";
    for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
  }

  void write_csv() {
    const bool named = any_named();
    for (const View& view : views_) {
      for (const Bin& bin : view.map.bins) line_of(bin.code);
    }
    text_ = std::string("x,y,bin,good") + (named ? ",wafer,lot" : "") + '\n';
    for (std::size_t i = 0; i < views_.size(); ++i) {
      const View& view = views_[i];
      const std::string end =
          named ? ',' + quoted(line_of(names_[i].wafer)) + ',' + quoted(line_of(names_[i].lot)) + '\n' : "\n";
      std::vector<std::string> bins;
      for (std::size_t bin = 0; bin < view.map.bins.size(); ++bin) {
        bins.push_back(',' + quoted(view.map.bins[bin].code) + (view.good[bin] ? ",1" : ",0") + end);
      }
      for (unsigned row = 0; row < view.map.rows; ++row) {
        for (unsigned column = 0; column < view.map.columns; ++column) {
          const BinIndex bin = view.map.at(column, row);
          if (bin != kNoDie) text_ += std::to_string(column) + ',' + std::to_string(row) + bins[bin];
        }
      }
    }
    note_bins(Format::kCsv);
    note_notch(Format::kCsv);
    if (std::ranges::any_of(views_, has_rim)) note("rows and columns without a die at the rim are not in CSV");
  }

  static bool has_rim(const View& view) {
    return area_of_dies(view.map) != Area{0, 0, view.map.columns, view.map.rows};
  }

  // --- Grid ----------------------------------------------------------------------------------------------------------

  /// Whether the codes can be the characters of a grid, whose reader finds the same dies and the same good bins.
  static bool has_characters(const View& view) {
    return std::ranges::all_of(view.map.bins, [](const Bin& bin) {
      const auto c = bin.code.size() == 1 ? static_cast<unsigned char>(bin.code[0]) : 0;
      return c > ' ' && c < 0x7F && std::string_view("-_~.#,;:{}[]&%\"'!").find(bin.code) == std::string_view::npos;
    });
  }

  void write_grid() {
    const bool named = any_named();
    text_ = std::string(kGridHead) + '\n';
    const bool by_code = std::ranges::all_of(views_, has_characters);
    for (std::size_t i = 0; i < views_.size(); ++i) {
      const View& view = views_[i];
      if (named) text_ += "lot: " + line_of(names_[i].lot) + "\nwafer: " + line_of(names_[i].wafer) + '\n';
      if (!named && i > 0) text_ += '\n';
      if (!by_code) {
        for (const std::string& line : picture_of(view, view.map.columns, view.map.rows)) text_ += line + '\n';
        continue;
      }
      for (unsigned row = 0; row < view.map.rows; ++row) {
        for (unsigned column = 0; column < view.map.columns; ++column) {
          const BinIndex bin = view.map.at(column, row);
          text_ += bin == kNoDie ? kNoCharacter : view.map.bins[bin].code[0];
        }
        text_ += '\n';
      }
    }
    if (by_code) note_bins(Format::kGrid);
    if (!by_code) note("the codes of the bins are not written, for not each is one character: . is good, X is bad");
    note_notch(Format::kGrid);
  }

  // --- SINF ----------------------------------------------------------------------------------------------------------

  void write_sinf() {
    for (std::size_t i = 0; i < views_.size(); ++i) {
      const View& view = views_[i];
      std::size_t width = 2;
      std::string good;
      for (std::size_t bin = 0; bin < view.map.bins.size(); ++bin) {
        const std::string& code = view.map.bins[bin].code;
        check_code(code);
        width = std::max(width, code.size());
        if (view.good[bin]) good += (good.empty() ? "" : " ") + code;
      }
      text_ += "DEVICE:" + line_of(view.map.device) + '\n';
      text_ += "SOURCE:kintsugi map\n";
      text_ += "LOT:" + line_of(names_[i].lot) + "\nWAFER:" + line_of(names_[i].wafer) + '\n';
      text_ += "FNLOC:" + notch_text(view.map.notch) + "\nROWCT:" + std::to_string(view.map.rows) +
               "\nCOLCT:" + std::to_string(view.map.columns) + "\nBCEQU:" + good + '\n';
      if (good.empty()) note("no bin is good, which BCEQU cannot say");
      const std::string none(width, '_');
      for (unsigned row = 0; row < view.map.rows; ++row) {
        text_ += "RowData:";
        for (unsigned column = 0; column < view.map.columns; ++column) {
          const BinIndex bin = view.map.at(column, row);
          if (column > 0) text_ += ' ';
          text_ += bin == kNoDie ? none : view.map.bins[bin].code;
        }
        text_ += '\n';
      }
    }
  }

  void check_code(const std::string& code) {
    if (code.find_first_of(" \t\r\n,#") == std::string::npos && code.find_first_not_of('_') != std::string::npos)
      return;
    refuse("the code of bin '" + code +
           "' has blanks, commas or a #, or is an underscore, which SINF cannot have; write csv");
  }

  static std::string notch_text(Side notch) {
    if (notch == Side::kUnknown) return "";
    for (const int degrees : {0, 90, 180, 270}) {
      if (side_at(degrees, Side::kUp) == notch) return std::to_string(degrees);
    }
    return "";
  }

  // --- Notes ---------------------------------------------------------------------------------------------------------

  /// A reader that knows the codes alone may take other bins for good.
  void note_bins(Format format) {
    std::vector<std::string> good;
    bool differs = false;
    for (const View& view : views_) {
      for (std::size_t bin = 0; bin < view.map.bins.size(); ++bin) {
        const std::string& code = view.map.bins[bin].code;
        differs = differs || means_good(code) != view.good[bin];
        if (view.good[bin] && std::ranges::find(good, code) == good.end()) good.push_back(code);
      }
    }
    if (!differs) return;
    note(std::string(kFormats[static_cast<std::size_t>(format)]) +
         " does not say which bins are good; read the file with good bins " + list_of_codes(good));
  }

  void note_notch(Format format) {
    const auto has_notch = [](const View& view) { return view.map.notch != Side::kUnknown; };
    if (std::ranges::none_of(views_, has_notch)) return;
    note(std::string(kFormats[static_cast<std::size_t>(format)]) + " has no place for the notch");
  }

  void note(std::string text) {
    if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(std::move(text));
  }
  void refuse(std::string why) {
    if (refusal_.empty()) refusal_ = std::move(why);
  }

  std::span<const View> views_;
  std::vector<Names> names_;
  std::string text_;
  std::vector<std::string> notes_;
  std::string refusal_;
};

}  // namespace

std::variant<WrittenMaps, std::string> write_maps(Format format, std::span<const View> views) {
  return MapWriter(views).write(format);
}

}  // namespace kintsugi::wafermap
