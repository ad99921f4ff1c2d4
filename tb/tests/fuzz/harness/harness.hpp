/// Feeds arbitrary bytes to one reader of the program: what a fuzzer does ten thousand times a second, and what a test
/// does once with every case that a fuzzer has found.
///
/// A harness returns, whatever the bytes are: it takes the errors that the reader reports, and throws std::logic_error
/// if the reader breaks a promise. Networks are made small and files are read only from traces/, so that an execution
/// is short.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kintsugi::fuzz {

struct Harness {
  const char* name;
  void (*run)(std::string_view bytes);
  const char* rooms;  ///< whose coverage counts, by a part of the path: "tb/tool/scenario/ tb/tool/setup/"
};

std::span<const Harness> harnesses();

/// Returns the harness of that name, or nullptr.
const Harness* find_harness(std::string_view name);

void read_scenario_text(std::string_view text);
void read_sweep_text(std::string_view text);
void read_defect_map(std::string_view text);
void read_trace(std::string_view text);
void read_flow_text(std::string_view text);
/// Reads the bytes as a routing table, which is proved, written and read back.
void read_route_table(std::string_view text);
/// Reads the bytes as GOAL text, whole and in parts; a program is written and read back.
void read_goal_text(std::string_view text);
void read_placement_text(std::string_view text);
/// Reads the bytes as a graph in every format; what is a network is exported and read back.
void read_user_graph(std::string_view text);
/// Reads the bytes as wafer maps, by their content and in a format that their length chooses; what is read is written
/// and read back.
void read_wafer_map(std::string_view text);
/// Reads the bytes as flows of VPR, a table of Noxim, a trace of Netrace; what is read is written and read back, or
/// read again in parts.
void read_vtr_text(std::string_view text);
void read_noxim_text(std::string_view text);
void read_netrace_bytes(std::string_view bytes);
/// The first byte says how many ranks there are and how the others are divided among their Chakra traces.
void read_chakra_bytes(std::string_view bytes);
/// The first byte chooses an RDT, the others are the file of its assignment.
void read_assignment(std::string_view text);
/// Applies a line as an override to a scenario, then the next one to what that made.
void apply_overrides(std::string_view lines);
/// The first byte chooses a fabric and a length, the others are the configuration.
void read_bitstream(std::string_view bytes);
/// The first byte chooses a fabric, the others are a list of states; those without a mistake are checked.
void read_state_list(std::string_view text);
/// The first byte chooses a fabric, the others are a plan; one without a mistake is completed and checked.
void read_given_plan(std::string_view text);
/// Reads the bytes as a packet log; one without a mistake is reported and drawn as a time line.
void read_packet_log(std::string_view text);
/// The first byte chooses the form, or none; the others are two files, with a line ==== between, that are compared.
void compare_two_files(std::string_view bytes);
/// Each line is a word of the command line. The command is not performed.
void read_command_line(std::string_view lines);

/// Returns what `kintsugi COMMAND --help` prints.
std::string help_page(const std::string& command);

/// Throws std::logic_error, which no harness takes, if a promise is broken.
void require(bool holds, const char* promise);

}  // namespace kintsugi::fuzz
