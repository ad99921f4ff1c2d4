#include "models/srt/paper_figure.hpp"

#include "models/network/metrics.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

struct Sizes {
  unsigned smallest;  ///< n of the first network
  unsigned largest;
  unsigned dimensions;

  unsigned count() const { return largest - smallest + 1; }
};

/// One curve: a kind of network that exists for each n.
struct Kind {
  std::string name;
  std::function<Network(unsigned n)> make;
};

Kind rings(const std::string& name, Variant variant) {
  return {name, [variant](unsigned n) { return make_network(Ring{n, period_exponent(variant, n)}); }};
}

Kind tori(const std::string& name, Variant variant, bool uniform) {
  return {name, [variant, uniform](unsigned n) {
            const unsigned T = period_exponent(variant, n);
            return make_network(Torus{n, T, uniform ? uniform_shift(n, T) : 1});
          }};
}

PaperFigure draw(const std::string& title, const std::string& number, const Sizes& sizes,
                 const std::vector<Kind>& kinds, const Progress& progress) {
  PaperFigure figure{
      title, "Inoguchi and Horiguchi 1996, figure " + number, {"nodes", "", true}, {"average distance", "hops"}, {},
      {}};
  for (unsigned n = sizes.smallest; n <= sizes.largest; ++n) figure.x.push_back(double(1u << n * sizes.dimensions));
  std::size_t done = 0;
  for (const Kind& kind : kinds) {
    PaperFigure::Mean curve{{kind.name, {}}};
    for (unsigned n = sizes.smallest; n <= sizes.largest; ++n) {
      curve.y.push_back(measure(kind.make(n)).average_distance);
      if (progress) progress(++done, kinds.size() * sizes.count());
    }
    figure.curves.push_back(std::move(curve));
  }
  return figure;
}

}  // namespace

PaperFigure ring_figure(const Progress& progress) {
  return draw("1D-SRT: average distance by number of nodes", "7", {4, 14, 1},
              {rings("standard", Variant::kStandard), rings("long", Variant::kLong), rings("short", Variant::kShort)},
              progress);
}

PaperFigure torus_figure(const Progress& progress) {
  return draw(
      "2D-SRT: average distance by number of nodes", "8", {3, 8, 2},
      {tori("standard, 1-shift", Variant::kStandard, false), tori("standard, uniform", Variant::kStandard, true),
       tori("long, 1-shift", Variant::kLong, false), tori("long, uniform", Variant::kLong, true),
       tori("short, 1-shift", Variant::kShort, false), tori("short, uniform", Variant::kShort, true)},
      progress);
}

}  // namespace kintsugi::srt
