#include <algorithm>

#include "models/family/file_mistakes.hpp"
#include "models/network/cells.hpp"
#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "models/workload/placement.hpp"

namespace kintsugi::workload {

namespace {

constexpr std::size_t kLongestShown = 40;  // characters of a wrong word

class PlacementReader {
 public:
  PlacementReader(std::uint32_t ranks, const Network& network)
      : ranks_(ranks), names_(network), line_of_(network.nodes(), 0) {}

  PlacementFile read(std::string_view text) {
    take_lines(text, [this](std::string_view line, int number) {
      line_ = number;
      for (const Cell& word : cells_of(line.substr(0, line.find('#')), Separator::kBlanks).all) take(word);
      return true;
    });
    if (words_ < ranks_) {
      text = without_byte_order_mark(text);
      mistakes_.add(in_text::Places(text).at(text.size()), "the file ends after ", counted(words_, "node"),
                    ", and the program has ", counted(ranks_, "rank"), "; give each rank a node");
    }
    file_.more_mistakes = mistakes_.more();
    file_.mistakes = std::move(mistakes_).sorted();
    return std::move(file_);
  }

 private:
  void take(const Cell& cell) {
    const std::string& word = cell.text;
    if (++words_ > ranks_) {
      if (words_ == ranks_ + 1) {
        complain(cell.column, "the program has ", counted(ranks_, "rank"), ", and here is one node more; leave it out");
      }
      return;
    }
    const auto node = names_.find(word);
    if (!node) {
      return complain(cell.column, "a node must be ", names_.valid(word), ", not '", word.substr(0, kLongestShown),
                      (word.size() > kLongestShown ? "...'" : "'"));
    }
    int& line = line_of_[node->index()];
    if (line != 0) {
      return complain(cell.column, "node ", word, " is there twice, first in line ", line,
                      "; give each rank a node of its own");
    }
    line = line_;
    file_.placement.push_back(*node);
  }

  template <class... Parts>
  void complain(int column, const Parts&... parts) {
    mistakes_.add({line_, column}, parts...);
  }

  std::uint64_t ranks_;
  NodeNames names_;
  std::vector<int> line_of_;  // of each node: where it stands; 0: nowhere yet
  int line_ = 1;
  std::uint64_t words_ = 0;
  in_text::Mistakes mistakes_{kMostPlacementMistakes};
  PlacementFile file_;
};

}  // namespace

PlacementFile read_placement(std::string_view text, std::uint32_t ranks, const Network& network) {
  return PlacementReader(ranks, network).read(text);
}

}  // namespace kintsugi::workload
