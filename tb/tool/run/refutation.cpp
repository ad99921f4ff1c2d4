#include "tb/tool/run/refutation.hpp"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <system_error>

namespace kintsugi {

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
