/// `kintsugi list`: prints every name that a scenario can use.
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/scenario/listing.hpp"

namespace kintsugi::cli {

namespace {

const char* const kSizes =
    "\nsizes      up to 2^20 nodes for a network. A run needs memory for each: 8 kB on a mesh of two dimensions with "
    "the\n"
    "           default router, so 2 GiB for 2^18 nodes, the largest run that was measured. What a run needs is\n"
    "           estimated before it begins; more than there is is refused.\n";

int list_command(const CommonOptions& options) {
  NameList listing = list_names();
  add_terms("numbers", "numbers of a run (expect)", expectable_numbers(), listing);
  return print({std::move(listing.json), std::move(listing.text) + kSizes}, options);
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  auto [command, options] = add_command<CommonOptions>(
      app, action, "list",
      "list networks, routings, fabrics, planners, patterns and workloads, with their parameters, and the numbers of a "
      "run",
      list_command);
  add_report_options(command, options);
  describe_end(command, {.examples = {"kintsugi list", "kintsugi list --json"},
                         .pages = "tb/tool/scenario/README.md says which key takes which name"});
}

}  // namespace kintsugi::cli
