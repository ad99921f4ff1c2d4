#include "tb/tool/picture/rings.hpp"

#include "models/network/text.hpp"
#include "tb/tool/picture/wiring.hpp"

namespace kintsugi::picture {

namespace {

constexpr double kAround = 2.5;  ///< from a switch to the box around it

std::string title_of(const Fabric& fabric, const ClosedRing& ring) {
  std::string words = "closed ring with no router on it, " + counted(ring.lanes.size(), "lane") + ": ";
  for (const std::string& name : element_names(fabric, ring)) words += name + " - ";
  return words + "back";
}

class RingPainter {
 public:
  RingPainter(Element group, const Scene& scene) : group_(group), scene_(scene) {}

  void paint(const ClosedRing& ring) {
    for (const RingPassage& passage : ring.passages) {
      if (scene_.is_grid()) pass(passage);
      const TerminalRef out{passage.switch_id, passage.out};
      if (const auto next = scene_.wires().far_end(out)) add_wire(lines_, scene_, {out, *next, 0, 0});
    }
    group_.path(lines_, "");
  }

 private:
  void pass(const RingPassage& passage) {
    const Glyph glyph = scene_.glyph(passage.switch_id);
    const Point middle = scene_.middle(passage.switch_id);
    if (scene_.owner(passage.switch_id) == kNoSite) {
      glyph.add_line(lines_, middle, passage.in, passage.out);
      return;
    }
    const Size size{glyph.size().width + 2 * kAround, glyph.size().height + 2 * kAround};
    group_.rect(middle - Point{size.width / 2, size.height / 2}, size, "", 3);
  }

  Element group_;
  const Scene& scene_;
  PathData lines_;
};

}  // namespace

void draw_rings(Element panel, const Scene& scene, const Setting& setting, const std::string& panel_id) {
  std::size_t number = 0;
  for (const ClosedRing& ring : closed_rings(scene.fabric(), setting.states)) {
    Element group = panel.group("ring").set("id", panel_id + ".ring." + std::to_string(++number));
    group.set("data-lanes", std::to_string(ring.lanes.size()));
    group.title(title_of(scene.fabric(), ring));
    RingPainter(group, scene).paint(ring);
  }
}

void draw_ring_sample(Element parent, Point middle) {
  const Point half{kRingSample.width, kRingSample.height};
  parent.group("ring").rect(middle - half, {2 * half.x, 2 * half.y}, "", 3);
}

}  // namespace kintsugi::picture
