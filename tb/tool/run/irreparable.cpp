#include "tb/tool/run/irreparable.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "models/network/text.hpp"
#include "models/repair/repair_verifier.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/defect_map.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// The most sets that a text names.
constexpr std::size_t kMostSetsInText = 20;

void verify_rests(const LeastSets& least, const Scenario& scenario, const Setup& setup, const Progress& progress) {
  RepairVerifier verifier(*setup.fabric, setup.network(), scenario.repair);
  for (std::size_t i = 0; i < least.sets.size(); ++i) {
    progress(i, least.sets.size());
    const MapOutcome outcome = verifier.judge(without(setup.defects, least.sets[i]));
    if (outcome == MapOutcome::kRepaired || outcome == MapOutcome::kNotDecided) continue;
    throw std::logic_error("the map without " + to_text(least.sets[i], fault_names(setup)) +
                           " is called repairable, but its repair does not make the wanted network");
  }
}

/// [{"pe": [2, 4]}, {"switch": ["H", 1, 0, 0, "D2"]}]
ordered_json set_json(const Defects& set, const Setup& setup) {
  ordered_json list = ordered_json::array();
  const ordered_json map = defect_map(setup, set);
  for (const auto& [key, addresses] : map.items()) {
    for (const ordered_json& address : addresses) list.push_back({{key, address}});
  }
  return list;
}

/// Says why the search ended before it had all minimal sets.
std::string end_text(const LeastSets& least) {
  switch (least.end) {
    case LeastSets::End::kAll:
      break;
    case LeastSets::End::kSets:
      return counted_are(least.sets.size(), "set") + " listed";
    case LeastSets::End::kTests:
      return "the search took " + counted(least.tests, "test");
    case LeastSets::End::kNotDecided:
      return "the planner did not decide a test";
    case LeastSets::End::kTooMany:
      return "maps with more than " + counted(kMostFaults, "defect") + " are not searched";
  }
  return "";
}

/// "PE [2, 4] and PE [4, 4]"
std::string set_text(const Defects& set, const Setup& setup) {
  const FaultNames names = fault_names(setup);
  return with_and(new_faults({}, set), [&names](const Fault& fault) { return text_of(fault, names); });
}

void add_sets(TextTable& table, const LeastSets& least, const Setup& setup) {
  const std::size_t size = least.sets.front().size();
  table.add({"largest part", "with " + std::to_string(size) + " of the " + counted(setup.defects.size(), "defect") +
                                 " working the other " + std::to_string(setup.defects.size() - size) +
                                 (setup.defects.size() - size == 1 ? " is repaired" : " are repaired")});
  std::string label = "least sets";
  const std::size_t named = std::min(least.sets.size(), kMostSetsInText);
  for (std::size_t i = 0; i < named; ++i) {
    if (i == least.least()) label = "larger minimal sets";
    table.add({std::exchange(label, ""), set_text(least.sets[i], setup)});
  }
  if (named < least.sets.size()) {
    table.add({"", "and " + std::to_string(least.sets.size() - named) + " more, which --json names"});
  }
  const bool is_complete = least.end == LeastSets::End::kAll;
  table.add({"searched", counted(least.tests, "test") + "; " + counted(least.least(), "set") + " with " +
                             counted(size, "defect") + ", " + counted(least.sets.size(), "minimal set") +
                             (is_complete ? " in all" : ": there can be more, since " + end_text(least))});
}

/// Says between which numbers the defects of a least set are.
void add_bounds(TextTable& table, const LeastSets& least, const Setup& setup) {
  if (least.end == LeastSets::End::kAll) {
    table.add({"least sets", "none: the planner finds no repair without defects either"});
    return;
  }
  if (least.end == LeastSets::End::kTooMany) {
    table.add({"least sets", "not searched: " + end_text(least)});
    return;
  }
  table.add({"least sets", "not found: " + end_text(least)});
  table.add({"at least", counted(least.at_least, "defect")});
  if (least.enough) table.add({"enough", to_text(*least.enough, fault_names(setup))});
}

}  // namespace

FoundLeastSets find_least_sets(const Scenario& scenario, const Setup& setup, const LeastSetLimits& limits,
                               ProgressLine::Style style, std::ostream& out) {
  FoundLeastSets least;
  const std::unique_ptr<RepairTester> tester = setup.fabric->tester(scenario.repair);
  {
    ProgressLine line("finding the least sets", "test", style, out);
    least.found = least_sets(setup.defects, *tester, limits, line.listener());
  }
  least.exact = has_exact_least_sets(*setup.fabric, scenario.repair, setup.defects);
  ProgressLine line("checking the least sets", "set", style, out);
  verify_rests(least.found, scenario, setup, line.listener());
  return least;
}

ordered_json to_json(const FoundLeastSets& least, const Setup& setup) {
  const LeastSets& found = least.found;
  ordered_json json;
  const auto size = found.sets.empty() ? std::nullopt : std::optional(found.sets.front().size());
  json["size"] = size;
  json["repaired"] = size ? std::optional(setup.defects.size() - *size) : std::nullopt;
  json["complete"] = found.end == LeastSets::End::kAll;
  json["exact"] = least.exact;
  if (found.end != LeastSets::End::kAll) {
    json["ended"] = end_text(found);
    json["at_least"] = found.at_least;
  }
  json["sets"] = json_list(found.sets, [&setup](const Defects& set) { return set_json(set, setup); });
  if (found.enough) json["enough"] = set_json(*found.enough, setup);
  json["tests"] = found.tests;
  return json;
}

std::string to_text(const FoundLeastSets& least, const Setup& setup) {
  TextTable table;
  if (least.found.sets.empty()) {
    add_bounds(table, least.found, setup);
  } else {
    add_sets(table, least.found, setup);
  }
  if (!least.exact) table.add({"note", "the planner can miss repairs of a part of the defects: fewer may suffice"});
  return '\n' + table.text();
}

namespace {

/// A folder of its own for the files that the solver writes.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "kintsugi-refutation-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), "cannot make " + name);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  RefutationFiles files() const { return {(path_ / "formula.cnf").string(), (path_ / "proof.drat").string()}; }

 private:
  std::filesystem::path path_;
};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Refutation refute(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair) {
  Refutation refutation;
  if (repair.repair.repairable) {
    refutation.none_because = "the defects are repaired";
    return refutation;
  }
  const Folder folder;
  const RefutationFiles files = folder.files();
  const Defects& named = repair.repair.irreparable_subset;
  const bool has_set = !named.sites.empty() || !named.links.empty() || !named.elements.empty();
  const auto none = setup.fabric->write_refutation(has_set ? named : setup.defects, scenario.repair, files);
  if (none) {
    refutation.none_because = *none;
    return refutation;
  }
  refutation.formula = text_of(files.formula);
  refutation.proof = text_of(files.proof);
  std::istringstream formula(refutation.formula);
  std::istringstream proof(refutation.proof);
  refutation.check = check_refutation(formula, proof);
  if (refutation.check.mistake) {
    throw std::logic_error("the certificate of an irreparable set does not hold: " + *refutation.check.mistake);
  }
  return refutation;
}

nlohmann::ordered_json to_json(const Refutation& refutation, const std::string& folder) {
  if (!refutation.none_because.empty()) return {{"written", false}, {"reason", refutation.none_because}};
  const RefutationCheck& check = refutation.check;
  return {{"written", true},          {"folder", folder},       {"variables", check.variables},
          {"clauses", check.clauses}, {"lemmas", check.lemmas}, {"checked", true}};
}

std::string to_text(const Refutation& refutation, const std::string& folder) {
  if (!refutation.none_because.empty()) return "no certificate: " + refutation.none_because + '\n';
  return "certificate " + folder + ": " + std::to_string(refutation.check.clauses) + " clauses, refuted by " +
         std::to_string(refutation.check.lemmas) + " lemmas, each checked\n";
}

}  // namespace kintsugi
