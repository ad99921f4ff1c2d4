// Where libFuzzer enters: `kintsugi_fuzz --harness=NAME` runs one harness, `kintsugi_fuzz --dictionary` prints the
// names of the input language for it, `kintsugi_fuzz --list` the harnesses and the rooms that they are for.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/scenario/listing.hpp"
#include "tb/tool/scenario/reader.hpp"

namespace {

using kintsugi::fuzz::Harness;

const Harness* chosen = nullptr;

void collect_names(const nlohmann::ordered_json& json, std::set<std::string>& names) {
  if (json.is_string() && json.get<std::string>().find(' ') == std::string::npos) names.insert(json.get<std::string>());
  if (!json.is_structured()) return;
  for (const auto& inner : json) collect_names(inner, names);
}

/// Adds the keys that the readers know for each kind of network.
void collect_keys(std::set<std::string>& names) {
  for (const kintsugi::Family* family : kintsugi::families()) {
    kintsugi::Diagnostics errors;
    const auto document = kintsugi::parse_document("{network: {kind: " + family->kind() +
                                                       "}, fabric: {}, defects: {}, repair: {}, router: {}, link: {}, "
                                                       "traffic: {multicast: {}}, run: {}, energy: {}, waves: {}, "
                                                       "faults: [{}], expect: {single_packets: [{}]}}",
                                                   "dictionary", errors);
    for (const std::string& key : kintsugi::read_scenario(*document, "dictionary", errors).known_keys) {
      names.insert(key);
      names.insert(key.substr(key.rfind('.') + 1));
    }
  }
}

/// Adds the commands and options that the pages of --help show.
void collect_options(std::set<std::string>& names) {
  for (const std::string command : {"demo",    "run",     "topo",     "route", "prove", "repair",   "map",
                                    "convert", "check",   "export",   "yield", "sweep", "saturate", "packets",
                                    "diff",    "explain", "coverage", "list",  "new",   "workload", "help"}) {
    names.insert(command);
    const std::string page = kintsugi::fuzz::help_page(command);
    static const std::regex kOption("--[a-z][a-z-]*");
    for (std::sregex_iterator found(page.begin(), page.end(), kOption), end; found != end; ++found) {
      names.insert(found->str());
    }
  }
}

/// What gives YAML, numbers and traces their form; as libFuzzer writes bytes.
const char* const kForms[] = {"{",     "}",       "[",        "]",
                              ", ",    ": ",      "- ",       "=",
                              "\\x0a", "\\x0a  ", "#",        "'",
                              "&a ",   "*a",      "!! ",      "<<: ",
                              "|",     ">",       "---\\x0a", "...",
                              "nan",   "-inf",    "1e999",    "\\xef\\xbb\\xbf",
                              "-1",    "0.5",     "true",     "9223372036854775808"};

/// What gives the traffic of other simulators its form.
const char* const kForeignForms[] = {"<traffic_flows>",
                                     "</traffic_flows>",
                                     "<single_flow ",
                                     "src=\\\".*",
                                     "dst=\\\"",
                                     "bandwidth=\\\"",
                                     "/>",
                                     "% ",
                                     "UTJH",
                                     "\\x00\\x00\\x80?",
                                     "comm_size",
                                     "comm_src",
                                     "comm_dst",
                                     "comm_tag",
                                     "comm_type",
                                     "pg_name",
                                     "involved_dim",
                                     "is_cpu_op",
                                     "\\x18\\x05",
                                     "\\x18\\x07"};

int print_dictionary() {
  std::set<std::string> names = {"base",   "axes",   "plot", "title", "panels", "over", "x_scale", "y_scale",
                                 "y_high", "linear", "log",  "name",  "set",    "step", "from",    "to"};
  collect_names(kintsugi::list_names().json, names);
  collect_keys(names);
  collect_options(names);
  for (const std::string& name : names) std::printf("\"%s\"\n", name.c_str());
  for (const char* form : kForms) std::printf("\"%s\"\n", form);
  for (const char* form : kForeignForms) std::printf("\"%s\"\n", form);
  return EXIT_SUCCESS;
}

int print_harnesses() {
  for (const Harness& harness : kintsugi::fuzz::harnesses()) std::printf("%s %s\n", harness.name, harness.rooms);
  return EXIT_SUCCESS;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr const char* kOption = "--harness=";
  for (int i = 1; i < *argc; ++i) {
    const char* word = (*argv)[i];
    if (std::strcmp(word, "--dictionary") == 0) std::exit(print_dictionary());
    if (std::strcmp(word, "--list") == 0) std::exit(print_harnesses());
    if (std::strncmp(word, kOption, std::strlen(kOption)) == 0) {
      chosen = kintsugi::fuzz::find_harness(word + std::strlen(kOption));
    }
  }
  if (chosen != nullptr) return 0;
  std::fprintf(stderr, "name a harness: --harness=scenario; --list prints all\n");
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run({reinterpret_cast<const char*>(data), size});
  return 0;
}

// libsystemc has a main of its own, which asks for this; libFuzzer's is the one that is linked.
extern "C" int sc_main(int, char**) {
  return 2;
}
