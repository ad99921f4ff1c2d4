#include "tb/tool/store/collect.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/store/identity.hpp"
#include "tb/tool/store/store.hpp"

namespace kintsugi::store {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// --- What a result is not of ---

using Differences = std::vector<std::string>;

constexpr std::size_t kMostNamed = 3;
constexpr std::size_t kLongestValue = 60;

constexpr std::size_t kBefore = 15;  // letters before the first difference

/// Returns a part of a text that begins shortly before a place.
std::string short_text(const std::string& text, std::size_t place = 0) {
  if (text.size() <= kLongestValue) return text;
  const std::size_t begin = std::min(place - std::min(place, kBefore), text.size() - kLongestValue);
  return (begin == 0 ? "" : "...") + text.substr(begin, kLongestValue) +
         (begin + kLongestValue < text.size() ? "..." : "");
}

std::string short_text(const ordered_json& value) {
  return short_text(to_line(value));
}

/// Returns what two values are, both from shortly before their first difference on.
std::string both(const ordered_json& stored, const ordered_json& wanted) {
  const std::string is = to_line(stored);
  const std::string here = to_line(wanted);
  const auto place = static_cast<std::size_t>(std::ranges::mismatch(is, here).in1 - is.begin());
  return " is " + short_text(is, place) + ", here " + short_text(here, place);
}

std::string inner_path(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + '.' + key;
}

/// Adds what differs between a stored value and the one that is wanted.
void compare(const ordered_json& stored, const ordered_json& wanted, const std::string& path, Differences& found) {
  if (stored.is_object() && wanted.is_object()) {
    for (const auto& [key, value] : wanted.items()) {
      const std::string inner = inner_path(path, key);
      if (stored.contains(key)) {
        compare(stored[key], value, inner, found);
      } else {
        found.push_back(inner + " is not there, here " + short_text(value));
      }
    }
    for (const auto& [key, value] : stored.items()) {
      if (!wanted.contains(key))
        found.push_back(inner_path(path, key) + " is " + short_text(value) + ", here not given");
    }
  } else if (stored.is_array() && wanted.is_array() && stored.size() == wanted.size()) {
    for (std::size_t i = 0; i < stored.size(); ++i) {
      compare(stored[i], wanted[i], path + '[' + std::to_string(i) + ']', found);
    }
  } else if (to_line(stored) != to_line(wanted)) {
    found.push_back(path + both(stored, wanted));
  }
}

/// Returns the differences from an identity; a stored result has more keys than that.
Differences differences_from(const ordered_json& identity, const ordered_json& stored) {
  ordered_json part = ordered_json::object();
  for (const auto& [key, value] : identity.items()) {
    if (stored.contains(key)) part[key] = stored[key];
  }
  Differences found;
  compare(part, identity, "", found);
  return found;
}

// --- Directories and files ---

[[noreturn]] void refuse_directory(const fs::path& directory, const std::string& why) {
  throw InputError({{{"--collect", 0, 0}, "'" + directory.string() + "' " + why}});
}

/// Throws unless the directory is a store; one without results is a store too, of a shard without units.
void require_store(const fs::path& directory, const Store& store, const std::string& folder) {
  std::error_code none;
  if (fs::is_directory(store.results(), none)) return;
  refuse_directory(directory, "has no results: there is no directory '" + folder +
                                  "' in it; name the DIR that --out of a shard had");
}

/// Throws if the directory has results, but none of this work.
void require_own(const fs::path& directory, const Store& store, const UnitWork& work, std::size_t others) {
  const std::vector<fs::path> files = store.files();
  if (files.empty() || others < files.size()) return;
  const FileText text = read_file(files.front());
  const auto stored = text.text ? parse_ordered(*text.text) : ordered_json();
  refuse_directory(directory, "has results of other work only; in " + files.front().filename().string() + ", " +
                                  difference(stored, work) +
                                  ": collect with the program, input and options of the shards");
}

std::vector<Store> stores_of(const UnitWork& work, std::span<const fs::path> directories) {
  std::vector<Store> stores;
  for (const fs::path& directory : directories) stores.emplace_back(directory, work.layout());
  return stores;
}

/// A file of a store and where it is to be.
struct Copy {
  fs::path from;
  fs::path to;
};

void copy_whole(const Copy& copy) {
  files::MadeDirectories(copy.to.parent_path()).keep();
  files::PartFile file(copy.to);
  const std::string error = read_parts(copy.from, kNoLimit, [&file](std::string_view part) { file.append(part); });
  if (!error.empty()) throw std::runtime_error("cannot read " + copy.from.string() + ": " + error);
  file.commit();
}

/// Whether a file that a report names is in the directory of its unit.
bool is_inside(const fs::path& name) {
  return !name.empty() && name.is_relative() && *name.begin() != "..";
}

/// Returns the files of a result: the other files of its unit, which its report names, then its own.
std::vector<Copy> copies_of(const ordered_json& identity, const Store& from, const Store& to) {
  const fs::path own = fs::path(from.file_of(identity)).filename();
  std::vector<Copy> copies;
  const auto result = from.load(identity);
  if (result && result->report.contains("files")) {
    for (const ordered_json& file : result->report["files"]) {
      const fs::path name = fs::path(file.get<std::string>()).lexically_normal();
      if (!is_inside(name)) continue;
      const fs::path path = from.directory_of(identity) / name;
      std::error_code none;
      if (!fs::is_regular_file(path, none)) {
        throw std::runtime_error("'" + path.string() + "' is missing; remove '" + (from.results() / own).string() +
                                 "' and run its shard again with --resume");
      }
      const fs::path copy = to.directory_of(identity) / name;
      if (const fs::path link = link_between(to.results(), copy); !link.empty()) {
        refuse_directory(link, "is a symbolic link, which no output follows; remove it");
      }
      copies.push_back({path, copy});
    }
  }
  copies.push_back({from.results() / own, to.results() / own});
  return copies;
}

}  // namespace

std::string difference(const ordered_json& stored, const UnitWork& work) {
  if (!stored.is_object()) return "it is no result";
  std::optional<Differences> fewest;
  for (std::size_t unit = 0; unit < work.units(); ++unit) {
    Differences found = differences_from(work.identity(unit), stored);
    if (!fewest || found.size() < fewest->size()) fewest = std::move(found);
  }
  if (!fewest) return "there is nothing to do here";
  std::string text;
  for (std::size_t i = 0; i < std::min(fewest->size(), kMostNamed); ++i) text += (i == 0 ? "" : "; ") + (*fewest)[i];
  return fewest->size() <= kMostNamed ? text : text + "; and " + std::to_string(fewest->size() - kMostNamed) + " more";
}

Collected collect_units(const UnitWork& work, std::span<const fs::path> directories, const UnitDone& take) {
  const std::vector<Store> stores = stores_of(work, directories);
  const ResultNames names = names_of(work);
  Collected collected;
  for (std::size_t i = 0; i < stores.size(); ++i) {
    require_store(directories[i], stores[i], work.layout().folder);
    const std::size_t others = stores[i].others(names);
    require_own(directories[i], stores[i], work, others);
    collected.others += others;
  }
  for (std::size_t unit = 0; unit < work.units(); ++unit) {
    const ordered_json identity = work.identity(unit);
    std::optional<std::size_t>& source = collected.source.emplace_back();
    for (std::size_t i = 0; i < stores.size() && !source; ++i) {
      const auto result = stores[i].load(identity);
      if (!result && stores[i].has_file(identity)) {
        collected.changed.push_back(directories[i] / stores[i].file_of(identity));
      }
      if (!result) continue;
      source = i;
      take(unit, *result);
    }
    if (!source) collected.missing.push_back(unit);
  }
  return collected;
}

void copy_results(const UnitWork& work, std::span<const fs::path> directories, const Collected& collected,
                  const fs::path& out) {
  const std::vector<Store> stores = stores_of(work, directories);
  const Store to(out, work.layout());
  std::vector<Copy> copies;
  for (std::size_t unit = 0; unit < work.units(); ++unit) {
    const Store& from = stores[*collected.source[unit]];
    std::error_code none;
    if (fs::equivalent(from.results(), to.results(), none)) continue;
    for (Copy& copy : copies_of(work.identity(unit), from, to)) copies.push_back(std::move(copy));
  }
  to.open();
  for (const Copy& copy : copies) copy_whole(copy);
}

}  // namespace kintsugi::store
