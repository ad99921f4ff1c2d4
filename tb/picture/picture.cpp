#include "tb/picture/picture.hpp"

#include <algorithm>

#include "tb/picture/key.hpp"
#include "tb/picture/panel.hpp"

namespace kintsugi::picture {

namespace {

/// Lines as a pattern, for PEs that are given up.
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
    titles();
    if (subject_.repaired) {
      panel("Before: as it would be without a defect", {"before", &subject_.plain, nullptr, false});
      panel("After the repair", {"after", &*subject_.repaired, &subject_.plain, false});
    } else {
      panel("Not repaired", {"before", &subject_.plain, nullptr, true});
    }
    const double key = draw_key(document_.root(), scene_, glyphs_, {right_, down_});
    const double panels = down_ + kHeading + kMargin / 2 + scene_.panel().height;
    document_.set_size({right_ + kKeyWidth, std::max(panels, key) + kMargin});
    return document_.text();
  }

 private:
  void titles() {
    down_ += kHeading;
    document_.root().text({kMargin, down_}, subject_.title, "heading");
    for (const std::string& fact : subject_.facts) {
      down_ += kNoteLine;
      document_.root().text({kMargin, down_ + 3}, fact, "fact");
    }
    down_ += kMargin;
  }

  void panel(const std::string& heading, const PanelView& view) {
    document_.root().text({right_, down_ + kHeading}, heading, "heading");
    Element group = document_.root().group("panel").set("id", view.id);
    group.set("transform", "translate(" + number(right_) + ' ' + number(down_ + kHeading + kMargin / 2) + ')');
    draw_panel(group, scene_, glyphs_, view);
    right_ += scene_.panel().width + kMargin;
  }

  const Subject& subject_;
  Scene scene_;
  Document document_;
  GlyphStore glyphs_;
  double right_ = kMargin;
  double down_ = kMargin;
};

}  // namespace

std::string to_svg(const Subject& subject) {
  return Sheet(subject).draw();
}

}  // namespace kintsugi::picture
