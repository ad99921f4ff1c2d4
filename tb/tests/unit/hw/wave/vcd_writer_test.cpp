#include "hw/wave/vcd_writer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <set>

#include "tb/tests/unit/hw/wave/stimulus.hpp"
#include "tb/tests/unit/hw/wave/temporary_folder.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

namespace kintsugi::wave {
namespace {

using sc_core::SC_NS;
using sc_core::sc_start;
using sc_core::sc_time;
using test::read_vcd;
using test::Stimulus;
using test::TemporaryFolder;
using test::text_of;
using test::VcdChanges;

Reader step_of(const Stimulus& stimulus) {
  return reader<[](const Stimulus& s, std::uint64_t) { return s.step; }>(stimulus);
}

Reader step_modulo(const Stimulus& stimulus, std::uint64_t modulus) {
  return reader<[](const Stimulus& s, std::uint64_t m) { return s.step % m; }>(stimulus, modulus);
}

NameTable names(std::vector<std::string> list) {
  return std::make_shared<const std::vector<std::string>>(list);
}

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// The library dumps an sc_time as 0 at first, whatever it holds, and corrects that in the next step; and it declares
/// a real with width 1. Both are mistakes of the library; the test compares all else.
VcdChanges after_the_first_two(VcdChanges changes) {
  std::erase_if(changes, [](const auto& change) { return change.first < 2; });
  return changes;
}

TEST(VcdWriter, gives_the_same_changes_as_the_library_for_every_type) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  auto* library = sc_core::sc_create_vcd_trace_file((folder / "library").c_str());
  library->set_time_unit(1, SC_NS);
  stimulus.trace_in(library);
  VcdWriter writer({.path = folder / "ours.vcd"});
  stimulus.trace_in(&writer);
  sc_start(300, SC_NS);
  writer.close();
  sc_core::sc_close_vcd_trace_file(library);

  const auto ours = read_vcd(folder / "ours.vcd");
  const auto theirs = read_vcd(folder / "library.vcd");
  EXPECT_EQ(ours.variables.size(), 29U);
  for (const auto& [name, variable] : ours.variables) {
    const auto& reference = theirs.variables.at("SystemC." + name);
    const bool is_time = variable.type == "time";
    EXPECT_EQ(variable.type, reference.type) << name;
    EXPECT_EQ(variable.width, variable.type == "real" ? 64 : reference.width) << name;
    EXPECT_EQ(is_time ? after_the_first_two(variable.changes) : variable.changes,
              is_time ? after_the_first_two(reference.changes) : reference.changes)
        << name;
    EXPECT_EQ(variable.repeated, 0U) << name;
    EXPECT_GT(variable.changes.size(), 40U) << name << " hardly changes, so the comparison says little";
  }
}

std::uint64_t ulong_shifted(const void* stimulus, std::uint64_t shift) {
  return static_cast<const Stimulus*>(stimulus)->a_ulong >> shift;
}

TEST(VcdWriter, a_sampled_value_gives_the_same_changes_as_the_variable_it_reads) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  sc_trace(&writer, stimulus.a_ulong, "traced");
  for (unsigned shift = 0; shift < 60; ++shift) {
    writer.add("scanned.by" + std::to_string(shift), 64,
               reader<[](const Stimulus& s, std::uint64_t by) { return (s.a_ulong >> by); }>(stimulus, shift));
    writer.add("called.by" + std::to_string(shift), 64, Reader{ulong_shifted, &stimulus, shift});
  }
  sc_start(100, SC_NS);
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.changes("scanned.by0"), dump.changes("traced"));
  for (unsigned shift = 0; shift < 60; ++shift) {
    const auto by = "by" + std::to_string(shift);
    EXPECT_EQ(dump.changes("scanned." + by), dump.changes("called." + by)) << by;
    EXPECT_EQ(dump.variables.at("scanned." + by).repeated, 0U) << by;
  }
  EXPECT_LT(dump.changes("scanned.by52").size(), dump.changes("traced").size()) << "all change always: a weak test";
}

TEST(VcdWriter, nests_scopes_once_each_in_the_order_first_seen) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  for (const auto* name : {"wafer.r3.c4.router.vc0", "wafer.r2.valid", "wafer.r3.c4.pe", "clock", "wafer.r3.up"}) {
    writer.add(name, 8, step_of(stimulus));
  }
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.scopes,
            (std::vector<std::string>{"wafer", "wafer.r3", "wafer.r3.c4", "wafer.r3.c4.router", "wafer.r2"}));
  EXPECT_EQ(dump.order, (std::vector<std::string>{"wafer.r3.c4.router.vc0", "wafer.r3.c4.pe", "wafer.r3.up",
                                                  "wafer.r2.valid", "clock"}));
  EXPECT_EQ(dump.variables.at("clock").range, "[7:0]");
}

TEST(VcdWriter, refuses_names_that_clash) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  writer.add("wafer.r3.valid", 1, step_of(stimulus));
  EXPECT_EQ(message_of([&] { writer.add("wafer.r3.valid", 1, step_of(stimulus)); }),
            "signal 'wafer.r3.valid' cannot be traced: a signal of this name exists already");
  EXPECT_EQ(message_of([&] { writer.add("wafer.r3", 1, step_of(stimulus)); }),
            "signal 'wafer.r3' cannot be traced: a scope has this name");
  EXPECT_EQ(message_of([&] { sc_trace(&writer, stimulus.a_bool, "wafer.r3.valid.bit"); }),
            "signal 'wafer.r3.valid.bit' cannot be traced: 'wafer.r3.valid' is a signal, not a scope");
  EXPECT_EQ(writer.signals().size(), 1U);
}

TEST(VcdWriter, refuses_widths_it_cannot_write) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  EXPECT_EQ(message_of([&] { writer.add("a", 0, step_of(stimulus)); }),
            "signal 'a' cannot be traced: a width of 0 is not in 1 to 64");
  EXPECT_EQ(message_of([&] { writer.add("a", 65, step_of(stimulus)); }),
            "signal 'a' cannot be traced: a width of 65 is not in 1 to 64");
  EXPECT_EQ(message_of([&] { sc_trace(&writer, stimulus.an_int, "a", -1); }),
            "signal 'a' cannot be traced: a width of -1 is not in 1 to 64");
  EXPECT_TRUE(writer.signals().empty());
}

TEST(VcdWriter, refuses_delta_cycles_instead_of_losing_them) {
  TemporaryFolder folder;
  VcdWriter writer({.path = folder / "run.vcd"});
  EXPECT_EQ(message_of([&] { sc_trace_delta_cycles(&writer, true); }),
            "delta cycles cannot be traced: waveforms show the end of each time step");
  sc_trace_delta_cycles(&writer, false);
}

TEST(VcdWriter, refuses_signals_once_the_window_is_open) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd", .from = sc_time(2, SC_NS)});
  sc_start(1, SC_NS);
  writer.add("early", 8, step_of(stimulus));
  sc_start(5, SC_NS);
  EXPECT_THROW(writer.add("late", 8, step_of(stimulus)), std::logic_error);
}

TEST(VcdWriter, writes_and_reads_nothing_outside_its_window) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  struct Probe {
    const Stimulus& stimulus;
    mutable std::set<std::uint64_t> read_at;
  } probe{stimulus, {}};
  VcdWriter writer({.path = folder / "run.vcd", .from = sc_time(10, SC_NS), .to = sc_time(14, SC_NS)});
  writer.add("step", 16, reader<[](const Probe& p, std::uint64_t) {
               p.read_at.insert(p.stimulus.step);
               return p.stimulus.step;
             }>(probe));
  sc_start(100, SC_NS);
  writer.close();
  EXPECT_EQ(probe.read_at, (std::set<std::uint64_t>{10, 11, 12, 13, 14}));
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.times, (std::vector<std::uint64_t>{10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(dump.changes("step").front(), (VcdChanges::value_type{10, "0000000000001010"}));
  EXPECT_EQ(dump.changes("step").size(), 5U);
}

TEST(VcdWriter, writes_the_window_to_which_its_ends_are_moved_in_the_run) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter moved({.path = folder / "moved.vcd", .from = sc_core::sc_max_time()});
  VcdWriter fixed({.path = folder / "fixed.vcd", .from = sc_time(10, SC_NS), .to = sc_time(14, SC_NS)});
  for (auto* writer : {&moved, &fixed}) writer->add("step", 16, step_of(stimulus));
  sc_start(5, SC_NS);
  moved.open_at(sc_time(10, SC_NS));
  sc_start(7, SC_NS);
  moved.close_after(sc_time(100, SC_NS));
  moved.close_after(sc_time(14, SC_NS));
  sc_start(20, SC_NS);
  for (auto* writer : {&moved, &fixed}) writer->close();
  EXPECT_EQ(text_of(folder / "moved.vcd"), text_of(folder / "fixed.vcd"));
  EXPECT_EQ(read_vcd(folder / "moved.vcd").changes("step").size(), 5U);
}

TEST(VcdWriter, writes_nothing_of_a_window_that_ends_before_it_is_opened) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd", .from = sc_core::sc_max_time()});
  writer.add("step", 16, step_of(stimulus));
  sc_start(5, SC_NS);
  writer.close_after(sc_time(6, SC_NS));
  sc_start(5, SC_NS);
  writer.open_at(sc_time(12, SC_NS));
  sc_start(10, SC_NS);
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.order, std::vector<std::string>{"step"});
  EXPECT_TRUE(dump.times.empty());
}

TEST(VcdWriter, refuses_to_move_an_end_of_its_window_that_is_past) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd", .from = sc_time(2, SC_NS)});
  writer.add("step", 16, step_of(stimulus));
  sc_start(5, SC_NS);
  EXPECT_THROW(writer.open_at(sc_time(8, SC_NS)), std::logic_error) << "it is open";
  EXPECT_THROW(writer.close_after(sc_time(1, SC_NS)), std::logic_error);
  writer.close_after(sc_core::sc_time_stamp());
  sc_start(5, SC_NS);
  EXPECT_THROW(writer.close_after(sc_time(20, SC_NS)), std::logic_error) << "it is closed";
}

TEST(VcdWriter, dumps_all_values_at_the_start_of_the_window) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd", .from = sc_time(20, SC_NS), .to = sc_time(20, SC_NS)});
  stimulus.trace_in(&writer);
  sc_start(30, SC_NS);
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  for (const auto& [name, variable] : dump.variables) {
    EXPECT_EQ(variable.changes.size(), variable.type == "event" ? 0U : 1U) << name;
  }
  EXPECT_EQ(dump.times, (std::vector<std::uint64_t>{20, 21}));
}

TEST(VcdWriter, refuses_a_window_that_ends_before_it_begins) {
  TemporaryFolder folder;
  EXPECT_EQ(
      message_of([&] { VcdWriter({.path = folder / "run.vcd", .from = sc_time(2, SC_NS), .to = sc_time(1, SC_NS)}); }),
      "the waveform window ends before it begins: from 2 ns to 1 ns");
  EXPECT_TRUE(folder.files().empty());
}

TEST(VcdWriter, is_well_formed_when_the_simulation_ends_within_the_window) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd", .to = sc_time(1000, SC_NS)});
  writer.add("step", 16, step_of(stimulus));
  sc_start(10, SC_NS);
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.changes("step").size(), 10U);
  EXPECT_EQ(dump.times.back(), 10U);
}

TEST(VcdWriter, is_well_formed_when_the_simulation_ends_before_the_window) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd", .from = sc_time(1000, SC_NS)});
  writer.add("step", 16, step_of(stimulus));
  sc_start(10, SC_NS);
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.order, std::vector<std::string>{"step"});
  EXPECT_TRUE(dump.times.empty());
}

TEST(VcdWriter, writes_only_changes_and_no_time_without_one) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  writer.add("tens", 8, reader<[](const Stimulus& s, std::uint64_t) { return s.step / 10; }>(stimulus));
  sc_start(35, SC_NS);
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.changes("tens"), (VcdChanges{{0, "00000000"}, {10, "00000001"}, {20, "00000010"}, {30, "00000011"}}));
  EXPECT_EQ(dump.times, (std::vector<std::uint64_t>{0, 10, 20, 30, 35}));
}

TEST(VcdWriter, keeps_time_advancing_when_the_simulation_is_resumed) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  writer.add("step", 16, step_of(stimulus));
  for (int i = 0; i < 5; ++i) {
    sc_start(2, SC_NS);
    sc_start(sc_core::SC_ZERO_TIME);
  }
  writer.close();
  EXPECT_EQ(read_vcd(folder / "run.vcd").changes("step").size(), 10U);
}

TEST(VcdWriter, counts_time_in_ticks_of_its_timescale) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter fine({.path = folder / "fine.vcd", .timescale = sc_time(100, sc_core::SC_PS)});
  VcdWriter coarse({.path = folder / "coarse.vcd"});
  coarse.set_time_unit(10, SC_NS);
  fine.add("step", 16, step_of(stimulus));
  coarse.add("step", 16, step_of(stimulus));
  sc_start(25, SC_NS);
  fine.close();
  coarse.close();
  const auto fine_dump = read_vcd(folder / "fine.vcd");
  EXPECT_EQ(fine_dump.timescale, "100ps");
  EXPECT_EQ(fine_dump.times.at(3), 30U);
  const auto coarse_dump = read_vcd(folder / "coarse.vcd");
  EXPECT_EQ(coarse_dump.timescale, "10ns");
  EXPECT_EQ(coarse_dump.changes("step"),
            (VcdChanges{{0, "0000000000001001"}, {1, "0000000000010011"}, {2, "0000000000011000"}}));
}

TEST(VcdWriter, refuses_a_timescale_that_vcd_cannot_name) {
  TemporaryFolder folder;
  VcdWriter writer({.path = folder / "run.vcd"});
  EXPECT_EQ(message_of([&] { writer.set_time_unit(3, SC_NS); }),
            "a waveform's timescale is 1, 10 or 100 of a unit from fs to s, not 3 ns");
}

TEST(VcdWriter, shows_values_that_do_not_fit_as_unknown) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  writer.add("narrow", 2, step_of(stimulus));
  writer.add("bit", 1, step_of(stimulus));
  sc_start(8, SC_NS);
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.changes("narrow"), (VcdChanges{{0, "00"}, {1, "01"}, {2, "10"}, {3, "11"}, {4, "xx"}}));
  EXPECT_EQ(dump.changes("bit"), (VcdChanges{{0, "0"}, {1, "1"}, {2, "x"}}));
}

TEST(VcdWriter, writes_states_by_name) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  const auto table = names({"cross", "connect"});
  writer.add_name("bunch", step_modulo(stimulus, 3), table);
  writer.add_name("other", step_modulo(stimulus, 2), table);
  sc_start(4, SC_NS);
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.variables.at("bunch").type, "string");
  EXPECT_EQ(dump.changes("bunch"), (VcdChanges{{0, "cross"}, {1, "connect"}, {2, "<2>"}, {3, "cross"}}));
  EXPECT_EQ(dump.changes("other"), (VcdChanges{{0, "cross"}, {1, "connect"}, {2, "cross"}, {3, "connect"}}));
}

/// The text is asked for when the value has changed, and not for an unknown value.
TEST(VcdWriter, writes_texts_when_their_values_change) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd", .from = sc_time(1, SC_NS)});
  const Reader half =
      reader<[](const Stimulus& s, std::uint64_t unknown) { return s.step / 2 == unknown ? kUnknown : s.step / 2; }>(
          stimulus, 2);
  writer.add_text("words", half, [](const void* object, std::uint64_t unknown) {
    const std::uint64_t step = static_cast<const Stimulus*>(object)->step;
    if (step / 2 == unknown) ADD_FAILURE() << "there is no text of an unknown value";
    return "step " + std::to_string(step) + "\\";
  });
  sc_start(8, SC_NS);
  writer.close();
  const auto dump = read_vcd(folder / "run.vcd");
  EXPECT_EQ(dump.variables.at("words").type, "string");
  EXPECT_EQ(dump.changes("words"), (VcdChanges{{1, "step 1\\"}, {2, "step 2\\"}, {4, "-"}, {6, "step 6\\"}}));
  EXPECT_EQ(dump.variables.at("words").repeated, 0U);
}

TEST(VcdWriter, escapes_odd_characters_of_state_names) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  const auto table = names({"two words", "tab\there", "back\\slash", "$end", "\xc3\xa9t\xc3\xa9", "#1", "\x01\x7f"});
  VcdWriter writer({.path = folder / "run.vcd"});
  writer.add_name("state", step_modulo(stimulus, table->size()), table);
  sc_start(static_cast<int>(table->size()), SC_NS);
  writer.close();
  VcdChanges expected;
  for (std::size_t i = 0; i < table->size(); ++i) expected.emplace_back(i, table->at(i));
  EXPECT_EQ(read_vcd(folder / "run.vcd").changes("state"), expected);
  EXPECT_TRUE(
      std::ranges::all_of(text_of(folder / "run.vcd"), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

TEST(VcdWriter, refuses_a_table_with_an_empty_name) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  const std::string message = "signal 'a' cannot be traced: its table of names has none or an empty one";
  EXPECT_EQ(message_of([&] { writer.add_name("a", step_of(stimulus), names({"x", ""})); }), message);
  EXPECT_EQ(message_of([&] { writer.add_name("a", step_of(stimulus), names({})); }), message);
  EXPECT_EQ(message_of([&] { writer.add_name("a", step_of(stimulus), nullptr); }), message);
}

TEST(VcdWriter, writes_traced_enumerations_by_their_literals) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  const unsigned state = 1;
  const char* literals[] = {"open", "X", nullptr};
  VcdWriter writer({.path = folder / "run.vcd"});
  sc_trace(&writer, state, "track", literals);
  sc_start(4, SC_NS);
  writer.close();
  EXPECT_EQ(read_vcd(folder / "run.vcd").changes("track"), (VcdChanges{{0, "X"}}));
}

TEST(VcdWriter, two_writers_of_one_run_write_the_same_bytes) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter first({.path = folder / "first.vcd"});
  VcdWriter second({.path = folder / "second.vcd"});
  for (auto* writer : {&first, &second}) {
    stimulus.trace_in(writer);
    writer->add_name("state", step_modulo(stimulus, 2), names({"a", "b"}));
    sc_write_comment(writer, "a comment");
  }
  sc_start(50, SC_NS);
  first.close();
  second.close();
  EXPECT_EQ(text_of(folder / "first.vcd"), text_of(folder / "second.vcd"));
  EXPECT_NE(text_of(folder / "first.vcd").find("$comment a comment $end\n"), std::string::npos);
}

TEST(VcdWriter, a_small_dump_is_exactly_this) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd", .to = sc_time(2, SC_NS)});
  writer.add("wafer.r3.occupancy", 4, step_of(stimulus));
  writer.add_name("wafer.r3.bunch", step_modulo(stimulus, 2), names({"cross", "connect"}));
  writer.add("wafer.valid", 1, step_modulo(stimulus, 2));
  sc_start(9, SC_NS);
  writer.close();
  EXPECT_EQ(text_of(folder / "run.vcd"),
            "$timescale 1 ns $end\n"
            "$scope module wafer $end\n"
            "$scope module r3 $end\n"
            "$var wire 4 ! occupancy [3:0] $end\n"
            "$var string 1 \" bunch $end\n"
            "$upscope $end\n"
            "$var wire 1 # valid $end\n"
            "$upscope $end\n"
            "$enddefinitions $end\n"
            "#0\n$dumpvars\nb0 !\nscross \"\n0#\n$end\n"
            "#1\nb1 !\nsconnect \"\n1#\n"
            "#2\nb10 !\nscross \"\n0#\n"
            "#3\n");
}

TEST(VcdWriter, refuses_a_comment_that_would_close_itself) {
  TemporaryFolder folder;
  VcdWriter writer({.path = folder / "run.vcd"});
  EXPECT_EQ(message_of([&] { writer.write_comment("a $end b"); }),
            "a waveform comment must not contain $end, which would close it");
}

TEST(VcdWriter, leaves_nothing_when_it_is_not_closed) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  {
    VcdWriter writer({.path = folder / "run.vcd"});
    stimulus.trace_in(&writer);
    sc_start(5, SC_NS);
    ASSERT_EQ(folder.files().size(), 1U);
    EXPECT_TRUE(folder.files().front().starts_with("run.vcd.part"));
  }
  EXPECT_TRUE(folder.files().empty());
  sc_start(5, SC_NS);  // the kernel must have forgotten the writer
}

TEST(VcdWriter, keeps_the_old_dump_until_the_new_one_is_complete) {
  TemporaryFolder folder;
  std::ofstream(folder / "run.vcd") << "old";
  VcdWriter writer({.path = folder / "run.vcd"});
  sc_start(5, SC_NS);
  EXPECT_EQ(text_of(folder / "run.vcd"), "old");
  writer.close();
  writer.close();
  EXPECT_NE(text_of(folder / "run.vcd"), "old");
  EXPECT_EQ(folder.files().size(), 1U);
}

TEST(VcdWriter, stops_the_run_and_leaves_nothing_when_the_disk_is_full) {
  TemporaryFolder folder;
  Stimulus stimulus("stimulus");
  VcdWriter writer({.path = folder / "run.vcd"});
  for (int i = 0; i < 20000; ++i) writer.add("s" + std::to_string(i), 64, step_of(stimulus));
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100000, RLIM_INFINITY};  // a file may not grow further: as a full disk does
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  try {
    sc_start(100, SC_NS);
    ADD_FAILURE() << "the failure went unnoticed";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find((folder / "run.vcd").string()), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("free some space"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(folder.files().empty());
  EXPECT_THROW(writer.close(), std::system_error);
  EXPECT_TRUE(folder.files().empty());
}

}  // namespace
}  // namespace kintsugi::wave
