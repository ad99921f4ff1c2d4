#include "tb/tool/plot/plot.hpp"

#include "models/files/part_file.hpp"
#include "tb/tool/plot/gnuplot.hpp"
#include "tb/tool/plot/script.hpp"

namespace kintsugi::plot {

std::string to_svg(const Plot& plot) {
  std::string svg = run_gnuplot(script_of(plot));
  // Every picture of gnuplot begins the same, so this line tells a plot of kintsugi from a picture of the user.
  return svg.insert(svg.find('\n') + 1, "<!-- Written by kintsugi -->\n");
}

void write_svg(const Plot& plot, const std::filesystem::path& path) {
  files::PartFile file(path);
  file.append(to_svg(plot));
  file.commit();
}

}  // namespace kintsugi::plot
