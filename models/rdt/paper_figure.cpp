#include "models/rdt/paper_figure.hpp"

#include <array>
#include <string>

#include "models/rdt/area.hpp"

namespace kintsugi::rdt {

namespace {

/// The areas k at which the curves are computed, nearly equally spaced on a logarithmic axis.
constexpr std::array<unsigned, 23> kAreas{2,  3,  4,  5,  6,  7,  8,  10, 12, 14,  16, 20,
                                          24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128};

PaperFigure::Mean mean_of_classes(const std::string& name, Assignment assignment, const Progress& progress) {
  PaperFigure::Mean mean{{name + ", mean", std::vector<double>(kAreas.size())}, {}, name + ", each class"};
  for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
    mean.of.push_back(
        {class_name(Rdt(kSmallest, assignment), node_class), area_averages(assignment, node_class, kAreas)});
    for (std::size_t i = 0; i < kAreas.size(); ++i) mean.y[i] += mean.of.back().y[i] / kClasses;
    if (progress) progress(node_class + 1, kClasses);
  }
  return mean;
}

struct Routed {
  std::string name;
  RankChoice choice;
};

const std::array<Routed, 2>& routed() {
  static const std::array<Routed, 2> kRouted{
      {{"floating-best", RankChoice::kBest}, {"floating-base", RankChoice::kFewestBaseHops}}};
  return kRouted;
}

constexpr std::size_t kCurves = 2 * (kClasses + 2);  // alpha and beta: each class, each routing

}  // namespace

PaperFigure figure_4(const Progress& progress) {
  const auto progress_from = [&progress](std::size_t before) -> Progress {
    if (!progress) return {};
    return [&progress, before](std::size_t done, std::size_t) { progress(before + done, kCurves); };
  };
  PaperFigure figure{"RDT(2,4,1): average distance to the nodes of a k x k area",
                     "Fan, Yang, Funahashi and Amano, figure 4",
                     {"side k of the area", "nodes", true},
                     {"average distance", "hops"},
                     {kAreas.begin(), kAreas.end()},
                     {}};
  figure.curves.push_back(mean_of_classes("alpha", Assignment::kAlpha, progress_from(0)));
  figure.curves.push_back(mean_of_classes("beta", Assignment::kBeta, progress_from(kClasses)));
  std::size_t done = 2 * kClasses;
  for (const Routed& each : routed()) {
    for (const Assignment assignment : {Assignment::kAlpha, Assignment::kBeta}) {
      const std::string name = assignment == Assignment::kAlpha ? "alpha" : "beta";
      figure.curves.push_back({{name + ", hops of " + each.name, area_hops(assignment, each.choice, kAreas)}});
      if (progress) progress(++done, kCurves);
    }
  }
  return figure;
}

}  // namespace kintsugi::rdt
