#include "tb/tool/setup/foreign_format.hpp"

#include <algorithm>

#include "models/traffic/netrace.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kForeignBegin = 4096;  // bytes that show the format

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

bool read_named_file(const NamedFile& file, const FileLimit& limit, const std::function<void(std::string_view)>& take,
                     const BeginPart& progress, Diagnostics& errors, const std::string& message,
                     const std::string& remedy) {
  std::string begin;
  const auto keep_begin_and_take = [&](std::string_view part) {
    if (begin.empty()) begin = part.substr(0, kForeignBegin);
    take(part);
  };
  const std::string error =
      read_parts(file.path, limit, keep_begin_and_take, begin_part(progress, joined("reading ", file.what), "byte"));
  const std::string path = file.path.string();
  if (!error.empty()) {
    errors.add(file.where, message, path, ": ", error, remedy);
    return false;
  }
  const ForeignFormat* const format = foreign_format(file.path, begin);
  if (format == nullptr) return true;
  errors.add({path, 0, 0}, "this is a file of another simulator, ", format->title, "; kintsugi convert makes one for ",
             format->becomes, " of it");
  return false;
}

}  // namespace kintsugi
