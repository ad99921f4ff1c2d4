#include "models/wafermap/klarf_reader.hpp"

#include <algorithm>
#include <utility>

#include "models/network/text.hpp"
#include "models/wafermap/klarf18_reader.hpp"
#include "models/wafermap/klarf_lexer.hpp"
#include "models/wafermap/klarf_wafers.hpp"

namespace kintsugi::wafermap {

namespace {

using Words = std::vector<KlarfWord>;

/// Versions 1.1 and 1.2: statements of a keyword and words, up to a semicolon.
class KlarfReader {
 public:
  KlarfReader(std::string_view text, Corner origin, Draft& draft) : lexer_(text), origin_(origin), draft_(draft) {}

  void read() {
    while (read_statement() && !draft_.mistakes.full()) {
    }
    end_wafer();
    if (draft_.maps().empty() && draft_.mistakes.empty()) {
      draft_.mistakes.add({}, "the file has no SampleTestPlan, which says which dies there are");
    }
  }

 private:
  bool read_statement() {
    Words words;
    KlarfWord word = lexer_.next();
    for (; !word.is(";"); word = lexer_.next()) {
      if (word.text.empty() && !word.quoted) {
        draft_.mistakes.add(words.empty() ? word.place : words.front().place,
                            words.empty() ? std::string("there is no EndOfFile; the file is cut")
                                          : "the file ends within " + std::string(words.front().text) + "; it is cut");
        return false;
      }
      words.push_back(word);
    }
    if (words.empty()) return true;
    if (words.front().is("EndOfFile")) return false;
    take(words);
    return true;
  }

  void take(const Words& words) {
    const std::string_view key = words.front().text;
    const std::string_view value = words.size() > 1 ? words[1].text : std::string_view();
    if (key == "LotID") {
      end_wafer();
      wafer_.lot = value;
    } else if (key == "WaferID") {
      if (std::exchange(is_plan_of_lot_, false)) is_open_ = false;
      end_wafer();
      wafer_.has_own_plan = false;
      wafer_.wafer = value;
      wafer_.place = words.front().place;
      is_open_ = true;
    } else if (key == "DeviceID") {
      wafer_.device = value;
    } else if (key == "OrientationMarkLocation") {
      wafer_.notch = mark_location(value, words.back().place, draft_.mistakes);
    } else if (key == "SampleTestPlan") {
      read_plan(words);
    } else if (key == "DefectRecordSpec") {
      read_spec(words);
    } else if (key == "DefectList") {
      read_defects(words);
    }
  }

  void read_plan(const Words& words) {
    if (!is_open_) is_plan_of_lot_ = true;
    open(words.front().place);
    const KlarfWord count = words.size() > 1 ? words[1] : KlarfWord{";", words.front().place};
    const auto number = read_coordinate(count.text);
    if (!number || *number < 0) {
      return draft_.mistakes.add(count.place, "SampleTestPlan must begin with the number of its dies, 0 to 10^6, not '",
                                 count.text, '\'');
    }
    const auto stated = static_cast<std::size_t>(*number);
    if (words.size() != 2 + 2 * stated) {
      return draft_.mistakes.add(words.front().place, "SampleTestPlan says ", counted(stated, "die"), ", but has ",
                                 words.size() - 2, " numbers; each die has two");
    }
    std::vector<DiePlace> dies;
    for (std::size_t i = 2; i < words.size(); i += 2) dies.push_back(die_at(words[i], words[i + 1]));
    wafer_.add_plan(dies);
  }

  DiePlace die_at(const KlarfWord& x, const KlarfWord& y) {
    return {die_coordinate(x.text, x.place, draft_.mistakes), die_coordinate(y.text, y.place, draft_.mistakes)};
  }

  void read_spec(const Words& words) {
    spec_.assign(words.begin() + std::min<std::ptrdiff_t>(2, std::ssize(words)), words.end());
    for (const char* needed : {"XINDEX", "YINDEX"}) {
      if (place_in_spec(needed) < spec_.size()) continue;
      draft_.mistakes.add(words.front().place, "DefectRecordSpec has no ", needed);
    }
  }

  std::size_t place_in_spec(std::string_view name) const {
    return static_cast<std::size_t>(std::ranges::find(spec_, name, &KlarfWord::text) - spec_.begin());
  }

  /// A record has a word for each column of the specification; the list of images has two words for each image.
  void read_defects(const Words& words) {
    is_plan_of_lot_ = false;
    open(words.front().place);
    const std::size_t x = place_in_spec("XINDEX");
    const std::size_t y = place_in_spec("YINDEX");
    const std::size_t images = place_in_spec("IMAGECOUNT");
    const std::size_t list = place_in_spec("IMAGELIST");
    if (x >= spec_.size() || y >= spec_.size()) {
      return draft_.mistakes.add(words.front().place,
                                 "DefectList needs a DefectRecordSpec with XINDEX and YINDEX before it");
    }
    const std::size_t width = spec_.size() - (list < spec_.size() ? 1 : 0);
    for (std::size_t at = 1; at < words.size();) {
      if (words.size() - at < width) {
        return draft_.mistakes.add(words[at].place, "the record of the defect has ", counted(words.size() - at, "word"),
                                   "; DefectRecordSpec has ", width);
      }
      const auto word = [&](std::size_t column) { return words[at + column - (list < column ? 1 : 0)]; };
      wafer_.defects.push_back(die_at(word(x), word(y)));
      std::size_t length = width;
      if (list < spec_.size() && images < spec_.size()) {
        length += 2 * static_cast<std::size_t>(
                          std::max(0, die_coordinate(word(images).text, word(images).place, draft_.mistakes)));
      }
      if (draft_.mistakes.full()) return;
      at += length;
      if (at > words.size()) {
        return draft_.mistakes.add(words.back().place, "the last record of the DefectList lacks images; is it cut?");
      }
    }
  }

  void open(Place place) {
    if (!is_open_) wafer_.place = place;
    is_open_ = true;
  }

  void end_wafer() {
    if (!is_open_) return;
    if (draft_.mistakes.empty()) add_wafer(wafer_, origin_, draft_);
    wafer_.begin_next();
    is_plan_of_lot_ = false;
    is_open_ = false;
  }

  KlarfLexer lexer_;
  Corner origin_;
  Draft& draft_;
  Words spec_;  // names of the columns of a defect
  KlarfWafer wafer_;
  bool is_plan_of_lot_ = false;  // nothing but a plan has come: if a WaferID follows, it is no wafer
  bool is_open_ = false;
};

}  // namespace

void read_klarf(std::string_view text, Corner origin, Draft& draft) {
  if (trimmed(text).starts_with("Record")) return read_klarf18(text, origin, draft);
  KlarfReader(text, origin, draft).read();
}

}  // namespace kintsugi::wafermap
