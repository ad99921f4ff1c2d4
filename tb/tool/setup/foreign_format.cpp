#include "tb/tool/setup/foreign_format.hpp"

#include <algorithm>
#include <utility>

#include "models/traffic/netrace.hpp"

namespace kintsugi {

namespace {

bool is_binary(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < ' ' && c != '\t' && c != '\n' && c != '\r'; });
}

}  // namespace

const ForeignFormat* foreign_format(const std::filesystem::path& path, std::string_view begin) {
  constexpr std::string_view kBzip2 = "BZh";
  std::string_view name;
  if (begin.starts_with(kNetraceBegin) || begin.starts_with(kBzip2)) name = "netrace";
  if (path.extension() == ".et" && is_binary(begin)) name = "chakra";
  if (begin.substr(0, kForeignBegin).find("<traffic_flows") != std::string_view::npos) name = "vtr";
  const auto* const found = std::ranges::find(kForeignFormats, name, &ForeignFormat::name);
  return found == kForeignFormats.end() ? nullptr : found;
}

std::function<void(std::string_view)> keeping_begin(std::string& begin, std::function<void(std::string_view)> take) {
  return [&begin, take = std::move(take)](std::string_view part) {
    if (begin.empty()) begin = part.substr(0, kForeignBegin);
    take(part);
  };
}

bool refuse_foreign(const std::filesystem::path& path, std::string_view begin, Diagnostics& errors) {
  const ForeignFormat* const format = foreign_format(path, begin);
  if (format == nullptr) return false;
  errors.add({path.string(), 0, 0}, "this is a file of another simulator, " + std::string(format->title) +
                                        "; kintsugi convert makes one for " + format->becomes + " of it");
  return true;
}

}  // namespace kintsugi
