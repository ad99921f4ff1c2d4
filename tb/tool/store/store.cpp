#include "tb/tool/store/store.hpp"

#include <algorithm>
#include <regex>

#include "models/files/made_directories.hpp"
#include "models/files/temporary_file.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/store/identity.hpp"

namespace kintsugi::store {

namespace {

using nlohmann::ordered_json;

const std::string kExtension = ".json";
constexpr FileLimit kResultLimit{std::uint64_t{256} << 20U, "256 MiB, the most that a result may have"};

/// Returns what is stored under this name, or a value that is no object. A FIFO would wait for its writer.
ordered_json read_result(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return {};
  const FileText file = read_file(path, kResultLimit);
  return file.text ? parse_ordered(*file.text) : ordered_json();
}

/// Returns the hash of a result without its seal. A result that was changed since it was stored has another one.
std::string seal_of(ordered_json result) {
  result.erase("seal");
  return hash_of_text(to_line(result));
}

/// Whether the result is as Store::save() has written it.
bool is_result(const ordered_json& result) {
  if (!result.is_object() || !result.contains("status") || !result.contains("report")) return false;
  const ordered_json& status = result["status"];
  const bool is_exit_status = status.is_number_integer() && status.get<std::uint64_t>() <= 255;  // no negative one
  if (!is_exit_status || !result["report"].is_object()) return false;
  return result.contains("seal") && result["seal"] == seal_of(result);
}

/// Removes partial files that earlier writers have left; the expression is that of the files that a command writes.
void remove_left_over(const std::filesystem::path& directory, const std::string& expression) {
  const std::regex ours(expression);
  std::vector<std::filesystem::path> left_over;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const auto name = files::left_unfinished(entry.path().filename().string());
    if (name && std::regex_match(*name, ours)) left_over.push_back(entry.path());
  }
  for (const auto& path : left_over) std::filesystem::remove(path);
}

/// Refuses results elsewhere: a symbolic link in place of their directory, or in it.
void require_no_links(const std::filesystem::path& results) {
  Diagnostics errors;
  const auto check = [&errors](const std::filesystem::path& path) {
    std::error_code missing;
    if (!std::filesystem::is_symlink(path, missing)) return;
    errors.add({"--out", 0, 0},
               "'" + printable(path.string()) +
                   "' is a symbolic link, which no output follows; remove it, or name another directory");
  };
  check(results);
  errors.raise();
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(results, missing)) check(entry.path());
  errors.raise();
}

}  // namespace

Store::Store(std::filesystem::path directory, StoreLayout layout)
    : results_(std::filesystem::absolute(directory) / layout.folder), layout_(std::move(layout)) {}

void Store::open() const {
  require_no_links(results_);
  files::MadeDirectories(results_).keep();
  remove_left_over(results_, "[0-9a-f]{16}\\.json");
  remove_left_over(results_.parent_path(), layout_.others);
}

std::string Store::file_of(const ordered_json& identity) const {
  return layout_.folder + '/' + name_of(identity) + kExtension;
}

std::filesystem::path Store::directory_of(const ordered_json& identity) const {
  return results_ / name_of(identity);
}

void Store::clean_directory_of(const ordered_json& identity) const {
  std::error_code none;
  if (std::filesystem::is_directory(directory_of(identity), none)) remove_left_over(directory_of(identity), ".*");
}

std::optional<UnitResult> Store::load(const ordered_json& identity) const {
  ordered_json result = read_result(results_ / (name_of(identity) + kExtension));
  if (!is_result(result)) return std::nullopt;
  for (const auto& [key, value] : identity.items()) {
    if (!result.contains(key) || to_line(result[key]) != to_line(value)) return std::nullopt;
  }
  return UnitResult{result["status"].get<int>(), std::move(result["report"])};
}

bool Store::has_file(const ordered_json& identity) const {
  std::error_code none;
  return std::filesystem::exists(results_ / (name_of(identity) + kExtension), none);
}

void Store::save(const ordered_json& identity, const UnitResult& result) const {
  ordered_json file = identity;
  file["status"] = result.status;
  file["report"] = result.report;
  file["seal"] = seal_of(file);
  OutputDirectory directory(results_);
  directory.write(name_of(identity) + kExtension,
                  file.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n');
  directory.commit();
}

std::vector<std::filesystem::path> Store::files() const {
  std::vector<std::filesystem::path> files;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(results_, none)) {
    if (entry.path().extension() == kExtension) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::size_t Store::others(const ResultNames& names) const {
  std::size_t others = 0;
  for (const std::filesystem::path& file : files()) others += names.contains(file.stem().string()) ? 0 : 1;
  return others;
}

ResultNames names_of(const UnitWork& work) {
  ResultNames names;
  for (std::size_t unit = 0; unit < work.units(); ++unit) names.insert(name_of(work.identity(unit)));
  return names;
}

}  // namespace kintsugi::store
