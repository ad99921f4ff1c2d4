#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/tests/fuzz/harness/bounds.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/diff/compare.hpp"

namespace kintsugi::fuzz {

namespace {

/// A regular file in memory, with a name by which it can be opened.
class FileInMemory {
 public:
  explicit FileInMemory(std::string_view bytes) : number_(memfd_create("case", MFD_CLOEXEC)) {
    while (number_ >= 0 && !bytes.empty()) {
      const ssize_t written = write(number_, bytes.data(), bytes.size());
      if (written <= 0) throw std::runtime_error("no memory for a file");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  ~FileInMemory() { close(number_); }
  FileInMemory(const FileInMemory&) = delete;
  FileInMemory& operator=(const FileInMemory&) = delete;
  std::string name() const { return "/proc/self/fd/" + std::to_string(number_); }

 private:
  int number_;
};

/// Returns the number of differences; nullopt if the files are refused.
std::optional<std::uint64_t> differences_of(diff::Request request) {
  try {
    const diff::ComparedFiles compared = diff::compare_files(request);
    const diff::Comparison& comparison = compared.comparison;
    std::uint64_t counted = 0;
    for (const auto& [kind, number] : comparison.by_kind) counted += number;
    require(counted == comparison.differences, "every difference has a kind");
    require(comparison.list.size() == std::min<std::uint64_t>(request.most_listed, comparison.differences),
            "the first differences are listed");
    require(diff::to_json(request, compared).at("equal") == (comparison.differences == 0), "equal is without one");
    require(!diff::to_text(request, compared).empty(), "a comparison has a report");
    return comparison.differences;
  } catch (const InputError& error) {
    Diagnostics errors;
    for (const Diagnostic& each : error.diagnostics()) errors.add(each.where, each.message);
    check_messages(errors);
    return std::nullopt;
  }
}

}  // namespace

void compare_two_files(std::string_view bytes) {
  if (bytes.empty()) return;
  constexpr std::string_view kBorder = "\n====\n";
  const auto choice = static_cast<unsigned char>(bytes.front());
  const std::string_view both = bytes.substr(1);
  const std::size_t border = both.find(kBorder);
  const FileInMemory a(both.substr(0, border));
  const FileInMemory b(border == std::string_view::npos ? both : both.substr(border + kBorder.size()));
  diff::Request request{.a = a.name(), .b = b.name(), .most_listed = 3};
  const std::size_t forms = diff::form_names().size();
  if (choice % (forms + 1) != 0) request.as = static_cast<diff::Form>(choice % (forms + 1) - 1);
  const auto found = differences_of(request);
  std::swap(request.a, request.b);
  require(differences_of(request) == found, "the order of the files does not count");
  request.b = request.a;
  const auto same = differences_of(request);
  require(!same || *same == 0, "a file is equal to itself");
}

}  // namespace kintsugi::fuzz
