#include <algorithm>

#include "models/network/cells.hpp"
#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "models/workload/placement.hpp"

namespace kintsugi::workload {

namespace {

constexpr std::size_t kLongestShown = 40;  // characters of a wrong word

class PlacementReader {
 public:
  PlacementReader(std::string_view text, std::uint32_t ranks, const Network& network)
      : text_(without_byte_order_mark(text)), ranks_(ranks), names_(network), line_of_(network.nodes(), 0) {}

  PlacementFile read() {
    while (find_word()) {
      const std::size_t begin = next_;
      while (next_ < text_.size() && !ends_word(text_[next_])) ++next_;
      take(text_.substr(begin, next_ - begin), static_cast<int>(begin - line_begin_) + 1);
    }
    if (words_ < ranks_) {
      complain(column(), "the file ends after " + counted(words_, "node") + ", and the program has " +
                             counted(ranks_, "rank") + "; give each rank a node");
    }
    return std::move(file_);
  }

 private:
  static bool ends_word(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '#'; }
  int column() const { return static_cast<int>(next_ - line_begin_) + 1; }

  /// Goes on to the next word; returns whether there is one.
  bool find_word() {
    while (next_ < text_.size() && ends_word(text_[next_])) {
      if (text_[next_] == '#') {
        next_ = std::min(text_.find('\n', next_), text_.size());
      } else if (text_[next_++] == '\n') {
        ++line_;
        line_begin_ = next_;
      }
    }
    return next_ < text_.size();
  }

  void take(std::string_view word, int column) {
    if (++words_ > ranks_) {
      if (words_ == ranks_ + 1) {
        complain(column, "the program has " + counted(ranks_, "rank") + ", and here is one node more; leave it out");
      }
      return;
    }
    const auto node = names_.find(word);
    if (!node) {
      return complain(column, "a node must be " + names_.valid(word) + ", not '" +
                                  std::string(word.substr(0, kLongestShown)) +
                                  (word.size() > kLongestShown ? "...'" : "'"));
    }
    int& line = line_of_[node->index()];
    if (line != 0) {
      return complain(column, "node " + std::string(word) + " is there twice, first in line " + std::to_string(line) +
                                  "; give each rank a node of its own");
    }
    line = line_;
    file_.placement.push_back(*node);
  }

  void complain(int column, std::string message) {
    if (file_.mistakes.size() < kMostPlacementMistakes) {
      file_.mistakes.push_back({line_, column, std::move(message)});
    } else {
      ++file_.more_mistakes;
    }
  }

  std::string_view text_;
  std::uint64_t ranks_;
  NodeNames names_;
  std::vector<int> line_of_;  // of each node: where it stands; 0: nowhere yet
  std::size_t next_ = 0;      // offset
  std::size_t line_begin_ = 0;
  int line_ = 1;
  std::uint64_t words_ = 0;
  PlacementFile file_;
};

}  // namespace

PlacementFile read_placement(std::string_view text, std::uint32_t ranks, const Network& network) {
  return PlacementReader(text, ranks, network).read();
}

}  // namespace kintsugi::workload
