#include "tb/tool/picture/picture.hpp"

#include <algorithm>

#include "tb/tool/picture/legend.hpp"
#include "tb/tool/picture/panel.hpp"

namespace kintsugi::picture {

namespace {

/// Defines the hatching of given-up PEs.
void define_hatch(Element definitions) {
  Element pattern = definitions.pattern("hatch", 6);
  pattern.path(PathData().segment({0, 6}, {6, 0}), "hatch");
}

class Sheet {
 public:
  explicit Sheet(const Subject& subject)
      : subject_(subject), scene_(subject), glyphs_(scene_, document_.definitions()) {
    define_hatch(document_.definitions());
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
    group.set("transform", "translate(" + number(drawing.x) + ' ' + number(drawing.y) + ')');
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

std::string to_svg(const Subject& subject) {
  return Sheet(subject).draw();
}

}  // namespace kintsugi::picture
