#include "hw/rtl/rtl_file.hpp"

#include <algorithm>
#include <iterator>

namespace kintsugi {

std::vector<RtlFile> rtl_library(std::initializer_list<std::string_view> names) {
  std::vector<RtlFile> files = rtl_library();
  std::erase_if(files, [&](const RtlFile& file) { return std::ranges::find(names, file.name) == names.end(); });
  return files;
}

void append(std::vector<RtlFile>& files, std::vector<RtlFile> more) {
  std::ranges::move(more, std::back_inserter(files));
}

}  // namespace kintsugi
