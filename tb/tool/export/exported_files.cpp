#include "tb/tool/export/exported_files.hpp"

#include <algorithm>
#include <boost/crc.hpp>
#include <sstream>
#include <system_error>

#include "tb/tool/console/files.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

namespace {

const char* const kList = "exported.txt";
const std::string kHeading =
    "# Written by kintsugi export: its files and their CRC-32. An export replaces those that have not been changed.\n";

std::string checksum(const std::string& text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return hex32(crc.checksum());
}

/// Returns the text of a regular file; empty if there is none. A FIFO would wait for its writer.
std::string text_of(const std::filesystem::path& file) {
  std::error_code none;
  return std::filesystem::is_regular_file(file, none) ? read_file(file).text.value_or("") : "";
}

bool is_there(const std::filesystem::path& file) {
  std::error_code none;
  return std::filesystem::exists(file, none);
}

/// An empty file has nothing that could be lost.
bool is_empty_file(const std::filesystem::path& file) {
  std::error_code none;
  return std::filesystem::is_regular_file(file, none) && std::filesystem::file_size(file, none) == 0;
}

}  // namespace

ExportedFiles::ExportedFiles(const std::optional<std::filesystem::path>& directory)
    : directory_(directory.value_or("")) {
  if (!directory) return;
  const std::string list = text_of(directory_ / kList);
  has_list_ = list.starts_with(kHeading);
  if (!has_list_) return;
  std::istringstream lines(list.substr(kHeading.size()));
  for (std::string crc, name; lines >> crc && std::getline(lines >> std::ws, name);) checksums_[name] = crc;
}

std::vector<RtlFile> ExportedFiles::with_list(std::vector<RtlFile> files) const {
  if (files.empty()) return files;
  std::map<std::string, std::string> checksums = checksums_;
  for (const RtlFile& file : files) checksums[file.name] = checksum(file.text);
  std::string list = kHeading;
  for (const auto& [name, crc] : checksums) list += crc + ' ' + name + '\n';
  files.push_back({kList, std::move(list)});
  std::ranges::sort(files, {}, &RtlFile::name);
  return files;
}

std::vector<std::string> ExportedFiles::of_the_user(const std::vector<RtlFile>& files) const {
  std::vector<std::string> names;
  for (const RtlFile& file : files) {
    const bool is_ours = file.name == kList ? has_list_ : is_as_written(file.name);
    const std::filesystem::path path = directory_ / file.name;
    if (!is_ours && is_there(path) && !is_empty_file(path) && text_of(path) != file.text) names.push_back(file.name);
  }
  return names;
}

std::vector<std::string> ExportedFiles::left_over(const std::vector<RtlFile>& files) const {
  std::vector<std::string> names;
  for (const auto& [name, crc] : checksums_) {
    const bool is_new = std::ranges::find(files, name, &RtlFile::name) != files.end();
    if (!is_new && is_as_written(name)) names.push_back(name);
  }
  return names;
}

bool ExportedFiles::is_as_written(const std::string& name) const {
  const auto listed = checksums_.find(name);
  return listed != checksums_.end() && is_there(directory_ / name) &&
         listed->second == checksum(text_of(directory_ / name));
}

}  // namespace kintsugi
