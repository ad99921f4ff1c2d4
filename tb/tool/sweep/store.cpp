#include "tb/tool/sweep/store.hpp"

#include <regex>
#include <set>
#include <stdexcept>

#include "models/files/made_directories.hpp"
#include "models/files/temporary_file.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/sweep/document.hpp"

namespace kintsugi::sweep {

namespace {

using nlohmann::ordered_json;

const std::string kFolder = "points";
const std::string kExtension = ".json";
constexpr FileLimit kResultLimit{std::uint64_t{256} << 20U, "256 MiB, the most that a result may have"};

/// Returns what is stored under this name, or a value that is no object. A FIFO would wait for its writer.
ordered_json read_result(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return {};
  const FileText file = read_file(path, kResultLimit);
  return file.text ? ordered_json::parse(*file.text, nullptr, false) : ordered_json();
}

bool is_exit_status(const ordered_json& json) {
  return json.is_number_integer() && json.get<std::uint64_t>() <= 255;  // a negative one is larger
}

/// Returns the hash by which a result that was changed since it was stored is known.
std::string seal_of(const ordered_json& report) {
  return hash_of_text(to_text(report));
}

/// Whether the result is as Store::save() has written it.
bool is_result(const ordered_json& result) {
  if (!result.is_object() || !result.contains("status") || !result.contains("report")) return false;
  if (!is_exit_status(result["status"]) || !result["report"].is_object()) return false;
  return result.contains("seal") && result["seal"] == seal_of(result["report"]);
}

/// Removes partial files that earlier writers have left; the expression is that of the files that a sweep writes.
void remove_left_over(const std::filesystem::path& directory, const std::string& expression) {
  const std::regex ours(expression);
  std::vector<std::filesystem::path> left_over;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    const auto name = wave::left_unfinished(entry.path().filename().string());
    if (name && std::regex_match(*name, ours)) left_over.push_back(entry.path());
  }
  for (const auto& path : left_over) std::filesystem::remove(path);
}

}  // namespace

std::string identity_of_program(const std::string& version, const std::filesystem::path& executable) {
  const FileText file = read_file(executable);
  if (!file.text) throw std::runtime_error("cannot read the program " + executable.string() + ": " + file.error);
  return version + ", build " + hash_of_text(*file.text);
}

Store::Store(std::filesystem::path directory, std::string program)
    : points_(std::filesystem::absolute(directory) / kFolder), program_(std::move(program)) {}

void Store::open() const {
  wave::MadeDirectories(points_).keep();
  remove_left_over(points_, "[0-9a-f]{16}\\.json");
  remove_left_over(points_.parent_path(), "sweep\\.json|points\\.csv|plot[^/]*\\.svg");
}

ordered_json Store::identity_of(const Point& point) const {
  ordered_json inputs = ordered_json::object();
  for (const auto& [key, path] : point.files) inputs[key] = hashes_.of(path);
  return {{"program", program_}, {"scenario", point.scenario}, {"inputs", std::move(inputs)}};
}

std::string Store::hash_of(const Point& point) const {
  return hash_of_text(to_text(identity_of(point)));
}

std::string Store::file_of(const Point& point) const {
  return kFolder + '/' + hash_of(point) + kExtension;
}

std::filesystem::path Store::directory_of(const Point& point) const {
  return points_ / hash_of(point);
}

std::optional<ordered_json> Store::load(const Point& point) const {
  const ordered_json identity = identity_of(point);
  ordered_json result = read_result(points_ / (hash_of_text(to_text(identity)) + kExtension));
  if (!is_result(result)) return std::nullopt;
  for (const auto& [key, value] : identity.items()) {
    if (!result.contains(key) || to_text(result[key]) != to_text(value)) return std::nullopt;
  }
  return result;
}

void Store::save(const Point& point, int status, const ordered_json& report) const {
  ordered_json result = identity_of(point);
  result["status"] = status;
  result["report"] = report;
  result["seal"] = seal_of(report);
  OutputDirectory directory(points_);
  directory.write(hash_of(point) + kExtension,
                  result.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n');
  directory.commit();
}

std::size_t Store::others(const std::vector<Point>& points) const {
  std::set<std::string> own;
  for (const Point& point : points) own.insert(hash_of(point) + kExtension);
  std::size_t others = 0;
  for (const auto& entry : std::filesystem::directory_iterator(points_)) {
    const bool result = entry.path().extension() == kExtension;
    if (result && !own.contains(entry.path().filename().string())) ++others;
  }
  return others;
}

}  // namespace kintsugi::sweep
