/// An initiator of the base protocol for tests: runs a function as its thread, and writes the phases down.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"

namespace kintsugi::test {

class PhasedInitiator final : public sc_core::sc_module {
 public:
  struct Access {
    tlm_generic_payload payload;
    std::vector<unsigned char> data;
    std::size_t number;
  };

  tlm_utils::simple_initiator_socket<PhasedInitiator> socket;
  PhasedInitiator(sc_core::sc_module_name name, TlmNode& node, std::function<void(PhasedInitiator&)> thread)
      : sc_module(name), socket("socket") {
    socket.bind(node.from_pe);
    socket.register_nb_transport_bw(this, &PhasedInitiator::nb_transport_bw);
    sc_core::sc_spawn([this, thread = std::move(thread)] { thread(*this); }, "thread");
  }

  std::vector<std::string> log;  ///< "<number of the access> <phase> <time in ns>"
  std::deque<Access> accesses;
  unsigned ended = 0;  ///< accesses whose response has begun
  /// What to do with BEGIN_RESP. It may set the phase, and call back.
  std::function<tlm::tlm_sync_enum(Access&, tlm::tlm_phase&)> respond = [](Access&, tlm::tlm_phase&) {
    return tlm::TLM_COMPLETED;
  };

  Access& prepare(tlm::tlm_command command, std::uint64_t address, std::vector<unsigned char> data) {
    Access& access = accesses.emplace_back();
    access.number = accesses.size() - 1;
    access.data = std::move(data);
    numbers_.emplace(&access.payload, access.number);
    access.payload.set_command(command);
    access.payload.set_address(address);
    access.payload.set_data_ptr(access.data.data());
    access.payload.set_data_length(static_cast<unsigned>(access.data.size()));
    access.payload.set_streaming_width(static_cast<unsigned>(access.data.size()));
    return access;
  }
  Access& prepare_write(std::uint64_t address, std::size_t bytes) {
    return prepare(tlm::TLM_WRITE_COMMAND, address, bytes_of(bytes));
  }
  tlm::tlm_sync_enum begin(Access& access) { return call(access, tlm::BEGIN_REQ, "BEGIN_REQ"); }
  tlm::tlm_sync_enum end(Access& access) { return call(access, tlm::END_RESP, "END_RESP"); }
  /// Begins an access, and waits until the next one may begin.
  void begin_and_wait(Access& access) {
    if (begin(access) == tlm::TLM_ACCEPTED) sc_core::wait(may_begin_);
  }
  /// Returns the time of a phase, in ns; fails if there is not exactly one.
  std::uint64_t at(const std::string& phase) const {
    std::vector<std::uint64_t> times;
    for (const std::string& line : log) {
      if (line.starts_with(phase + ' ')) times.push_back(std::stoull(line.substr(phase.size() + 1)));
    }
    EXPECT_EQ(times.size(), 1u) << phase;
    return times.empty() ? 0 : times.front();
  }
  unsigned count(const std::string& phase) const {
    return static_cast<unsigned>(std::ranges::count_if(
        log, [&](const std::string& line) { return line.find(' ' + phase + ' ') != std::string::npos; }));
  }
  /// Checks the order of the phases of every access, and that requests and responses exclude each other.
  void expect_base_protocol() const;

 private:
  tlm::tlm_sync_enum call(Access& access, tlm::tlm_phase phase, const char* name) {
    note(access.number, name);
    sc_time none;
    return socket->nb_transport_fw(access.payload, phase, none);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    Access& access = accesses.at(numbers_.at(&payload));
    note(access.number, phase == tlm::END_REQ ? "END_REQ" : "BEGIN_RESP");
    if (requested_ == access.number) may_begin_.notify(sc_core::SC_ZERO_TIME);
    if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
    ++ended;
    const auto result = respond(access, phase);
    if (result != tlm::TLM_ACCEPTED) note(access.number, "END_RESP");
    return result;
  }
  void note(std::size_t number, const std::string& phase) {
    if (phase == "BEGIN_REQ") requested_ = number;
    log.push_back(std::to_string(number) + ' ' + phase + ' ' + std::to_string(sc_core::sc_time_stamp().value() / 1000));
  }
  std::map<const tlm_generic_payload*, std::size_t> numbers_;
  std::size_t requested_ = 0;
  sc_core::sc_event may_begin_;
};

inline void PhasedInitiator::expect_base_protocol() const {
  std::map<std::string, std::string> last;  // phase, by access
  std::string requesting, responding;
  for (const std::string& line : log) {
    const std::string access = line.substr(0, line.find(' '));
    const std::string phase = line.substr(access.size() + 1, line.rfind(' ') - access.size() - 1);
    std::string& before = last[access];
    if (phase == "BEGIN_REQ") {
      EXPECT_TRUE(before.empty() && requesting.empty()) << line;
      requesting = access;
    } else if (requesting == access) {
      requesting.clear();
    }
    if (phase == "END_REQ") {
      EXPECT_EQ(before, "BEGIN_REQ") << line;
    }
    if (phase == "BEGIN_RESP") {
      EXPECT_TRUE(before == "BEGIN_REQ" || before == "END_REQ") << line;
      EXPECT_EQ(responding, "") << line;
      responding = access;
    }
    if (phase == "END_RESP") {
      EXPECT_EQ(responding, access) << line;
      responding.clear();
    }
    before = phase;
  }
  for (const auto& [access, phase] : last) EXPECT_EQ(phase, "END_RESP") << access;
}

}  // namespace kintsugi::test
