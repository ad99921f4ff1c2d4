#include "tb/tool/plot/plot.hpp"

#include "models/files/part_file.hpp"
#include "tb/tool/plot/gnuplot.hpp"
#include "tb/tool/plot/script.hpp"

namespace kintsugi::plot {

std::string to_svg(const Plot& plot) {
  std::string svg = run_gnuplot(script_of(plot));
  // gnuplot begins its picture as it does for everybody: an own one of the user must not be taken for one of these
  return svg.insert(svg.find('\n') + 1, "<!-- Written by kintsugi -->\n");
}

void write_svg(const Plot& plot, const std::filesystem::path& path) {
  files::PartFile file(path);
  file.append(to_svg(plot));
  file.commit();
}

}  // namespace kintsugi::plot
