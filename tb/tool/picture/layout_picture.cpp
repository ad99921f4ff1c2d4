#include <algorithm>

#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "tb/tool/picture/legend.hpp"
#include "tb/tool/picture/picture.hpp"
#include "tb/tool/picture/style.hpp"
#include "tb/tool/picture/svg.hpp"

namespace kintsugi::picture {

namespace {

constexpr double kTrack = 9;         // pixels from a track to the next
constexpr double kPin = 5;           // pixels from a wire that comes down to the next
constexpr double kLeastNode = 22;    // side of a node, wide enough for four digits
constexpr double kBetween = 8;       // pixels between nodes
constexpr double kAboveNodes = 14;   // from the nodes to the first track
constexpr double kSampleWidth = 30;  // of a line in the legend

/// The columns at which the wires of each node come down.
class Pins {
 public:
  explicit Pins(const LayoutSubject& subject) : wires_(subject.layout->wires.size()) {
    const std::vector<LineWire>& wires = subject.layout->wires;
    std::vector<std::size_t> order(wires.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    // The nearest track stands outermost, so that no wire passes the bend of another.
    std::ranges::stable_sort(order, {}, [&](std::size_t wire) { return wires[wire].track; });
    std::vector<unsigned> to_left(subject.network->nodes());
    std::vector<unsigned> to_right(subject.network->nodes());
    for (const std::size_t wire : order) {
      wires_[wire] = {to_right[wires[wire].left.index()]++, to_left[wires[wire].right.index()]++};
    }
    unsigned most = 1;
    for (const auto* side : {&to_left, &to_right}) most = std::max(most, *std::ranges::max_element(*side));
    half_ = std::max(kLeastNode / 2, kPin * (most + 0.5));
  }

  double side() const { return 2 * half_; }
  double pitch() const { return side() + kBetween; }
  /// Return the x of the ends of a wire.
  double left_end(const LineWire& wire, std::size_t number) const {
    return wire.left.value * pitch() + half_ - kPin * (wires_[number].at_left + 0.5);
  }
  double right_end(const LineWire& wire, std::size_t number) const {
    return wire.right.value * pitch() - half_ + kPin * (wires_[number].at_right + 0.5);
  }

 private:
  struct Ends {
    unsigned at_left = 0;   ///< number of the pin in the right half of the left node, from outside
    unsigned at_right = 0;  ///< in the left half of the right node
  };
  std::vector<Ends> wires_;
  double half_ = 0;
};

class LayoutSheet {
 public:
  explicit LayoutSheet(const LayoutSubject& subject) : subject_(subject), names_(*subject.network), pins_(subject) {}

  std::string draw() {
    document_.root().paper();
    const double top = draw_titles(document_.root(), subject_.title, subject_.facts);
    const double below_legend = draw_kinds(top + 2 * kNoteLine);
    const double row = below_legend + kNoteLine + kTrack * subject_.layout->tracks + kAboveNodes;
    Element drawing = document_.root().group("layout");
    drawing.move({kMargin + pins_.side() / 2, row});
    draw_wires(drawing);
    for (const NodeId node : ids<NodeId>(subject_.network->nodes())) draw_node(drawing, node);
    const double width = pins_.pitch() * static_cast<double>(subject_.network->nodes()) + 2 * kMargin;
    document_.set_size({std::max(width, titles_width(subject_.title, subject_.facts)), row + pins_.side() + kMargin});
    return document_.text();
  }

 private:
  std::size_t kind_of(const LineWire& wire) const { return subject_.network->links()[wire.link].kind.index(); }

  std::string class_of(std::size_t kind) const { return "wire kind-" + std::to_string(kind % kLineColours); }

  /// Draws a line for each kind that has wires; returns the y below them.
  double draw_kinds(double y) {
    Element legend = document_.root().group("legend");
    const std::vector<WireSums> sums = sum_wires(*subject_.network, *subject_.layout);
    for (std::size_t kind = 0; kind < subject_.network->kinds().size(); ++kind) {
      if (sums[kind].lengths.links == 0) continue;
      legend.path(PathData().segment({kMargin, y - 4}, {kMargin + kSampleWidth, y - 4}), class_of(kind));
      legend.text({kMargin + kSampleWidth + 10, y},
                  subject_.network->kinds()[kind] + ": " + counted(sums[kind].lengths.links, "link") + " on " +
                      counted(sums[kind].tracks, "track"),
                  "note");
      y += kNoteLine;
    }
    return y;
  }

  void draw_wires(Element drawing) const {
    std::vector<PathData> paths(subject_.network->kinds().size());
    const std::vector<LineWire>& wires = subject_.layout->wires;
    for (std::size_t i = 0; i < wires.size(); ++i) {
      const double y = -kAboveNodes - kTrack * wires[i].track;
      const double left = pins_.left_end(wires[i], i);
      const double right = pins_.right_end(wires[i], i);
      paths[kind_of(wires[i])].move({left, 0}).line({left, y}).line({right, y}).line({right, 0});
    }
    for (std::size_t kind = 0; kind < paths.size(); ++kind) drawing.path_if_any(paths[kind], class_of(kind));
  }

  void draw_node(Element drawing, NodeId node) const {
    const double middle = node.value * pins_.pitch();
    Element group = drawing.group("placed");
    group.title(subject_.network->node_name(node));
    group.rect({middle - pins_.side() / 2, 0}, {pins_.side(), pins_.side()}, "");
    group.text({middle, pins_.side() / 2 + 3}, names_.label(node), "node");
  }

  const LayoutSubject& subject_;
  NodeNames names_;
  Pins pins_;
  Document document_;
};

}  // namespace

std::string to_svg(const LayoutSubject& subject) {
  require_drawable(*subject.network);
  return LayoutSheet(subject).draw();
}

}  // namespace kintsugi::picture
