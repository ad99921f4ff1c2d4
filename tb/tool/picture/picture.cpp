#include "tb/tool/picture/picture.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/picture/legend.hpp"
#include "tb/tool/picture/panel.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::picture {

namespace {

Setting setting_of(const Fabric& fabric, const Repair& repair) {
  return {repair.placement, switch_states(fabric, repair.configuration)};
}

/// "16 x 16 nodes", or "64 nodes".
std::string nodes_of(const Network& network) {
  const std::string sides =
      with_between(" x ", network.grid().sides, [](unsigned side) { return std::to_string(side); });
  return sides.empty() ? counted(network.nodes(), "node") : sides + " nodes";
}

std::string what_it_is(const Setup& setup) {
  const Fabric& fabric = setup.built_fabric();
  return fabric.name + " with " + nodes_of(setup.network()) + " on " + counted(fabric.sites.size(), "PE") + ", " +
         std::to_string(fabric.switches.size()) + " switches";
}

std::string outcome(const CheckedRepair& checked) {
  if (!checked.repair.repairable) return "not repaired";
  std::string words = "repaired: " + counted(checked.repair.moved, "node") + " moved";
  if (!checked.repair.isolated.empty()) words += ", out of use " + checked.repair.isolated;
  words += ", extracted: the network is the one wanted, CRC-32 " + hex32(checked.crc32);
  return checked.rings.empty() ? words : words + "; " + counted(checked.rings.size(), "closed ring");
}

std::string how(const RepairOptions& options) {
  return "planner " + options.planner + ", rule " + options.rule + ", objective " + options.objective +
         (options.longest != RepairOptions{}.longest ? ' ' + std::to_string(options.longest) : "");
}

class Sheet {
 public:
  explicit Sheet(const Subject& subject)
      : subject_(subject), scene_(subject), glyphs_(scene_, document_.definitions()) {
    Element hatching = document_.definitions().pattern("hatch", 6);  // of given-up PEs
    hatching.path(PathData().segment({0, 6}, {6, 0}), "hatch");
  }

  std::string draw() {
    document_.root().paper();
    top_ = draw_titles(document_.root(), subject_.title, subject_.facts) + kMargin;
    if (subject_.repaired) {
      panel("Before: as it would be without a defect", {"before", &subject_.plain, nullptr, false});
      panel("After the repair", {"after", &*subject_.repaired, &subject_.plain, false});
    } else {
      panel("Not repaired", {"before", &subject_.plain, nullptr, true});
    }
    const double right = kMargin + (is_wide() ? 1 : panels_) * (scene_.panel().width + kMargin);
    const double legend = draw_legend(document_.root(), scene_, glyphs_, {right, top_});
    const double bottom = top_ + (is_wide() ? panels_ : 1) * panel_height();
    document_.set_size({right + kLegendWidth, std::max(bottom, legend) + kMargin});
    return document_.text();
  }

 private:
  /// Returns whether panels of this shape are put one below the other.
  bool is_wide() const { return scene_.panel().width > 2 * scene_.panel().height; }
  double panel_height() const { return kHeading + kMargin + scene_.panel().height; }

  void panel(const std::string& heading, const PanelView& view) {
    const Point step = is_wide() ? Point{0, panel_height()} : Point{scene_.panel().width + kMargin, 0};
    const Point corner = Point{kMargin, top_} + step * panels_;
    document_.root().text(corner + Point{0, kHeading}, heading, "heading");
    const Point drawing = corner + Point{0, kHeading + kMargin / 2};
    Element group = document_.root().group("panel").set("id", view.id);
    group.move(drawing);
    draw_panel(group, scene_, glyphs_, view);
    ++panels_;
  }

  const Subject& subject_;
  Scene scene_;
  Document document_;
  GlyphStore glyphs_;
  double top_ = 0;  // of the panels
  int panels_ = 0;
};

}  // namespace

Subject subject_of(const Scenario& scenario, const Setup& setup, const CheckedRepair& checked) {
  const Fabric& fabric = setup.built_fabric();
  Subject subject;
  subject.network = &setup.network();
  subject.fabric = &fabric;
  subject.defects = &setup.defects;
  subject.title = setup.network().name() + ": " + counted(setup.defects.size(), "defect");
  subject.facts = {what_it_is(setup) + "; " + how(scenario.repair), outcome(checked)};
  subject.plain = setting_of(fabric, setup.fabric->repair({}, scenario.repair));
  if (checked.repair.repairable) subject.repaired = setting_of(fabric, checked.repair);
  subject.irreparable = checked.repair.irreparable_subset;
  subject.irreparable_by = checked.repair.irreparable_by;
  subject.blocked = checked.repair.blocked;
  subject.reason = checked.repair.reason;
  return subject;
}

void require_drawable(const Network& network) {
  if (network.nodes() <= kMostDrawnNodes) return;
  throw std::length_error("a network of " + std::to_string(network.nodes()) +
                          " nodes cannot be drawn; valid: at most " + std::to_string(kMostDrawnNodes) + " nodes");
}

std::string to_svg(const Subject& subject) {
  return Sheet(subject).draw();
}

}  // namespace kintsugi::picture
