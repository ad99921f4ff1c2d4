/// A processor of the user: writes to each of four memories in turn, reads back and compares.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <systemc>
#include <tlm>
#include <vector>

#include "memory.hpp"

struct Processor : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  std::uint64_t base;  // of what it uses of each memory
  unsigned good = 0, errors = 0, wrong = 0;
  SC_HAS_PROCESS(Processor);
  Processor(sc_core::sc_module_name, std::uint64_t own_base) : base(own_base) { SC_THREAD(run); }
  void run() {
    wait(1, sc_core::SC_US);  // the wafer is being configured
    for (unsigned i = 0; i < 100; ++i) {
      std::vector<unsigned char> data(64, static_cast<unsigned char>(i + base)), back(64);
      const bool written = access(tlm::TLM_WRITE_COMMAND, i % 4 * kBytes + base, data);
      if (access(tlm::TLM_READ_COMMAND, i % 4 * kBytes + base, back) && written) wrong += back != data;
    }
  }
  bool access(tlm::tlm_command command, std::uint64_t address, std::vector<unsigned char>& data) {
    tlm::tlm_generic_payload p;
    p.set_command(command), p.set_address(address), p.set_data_ptr(data.data());
    p.set_data_length(64), p.set_streaming_width(64);
    sc_core::sc_time delay;
    socket->b_transport(p, delay);
    ++(p.is_response_ok() ? good : errors);
    return p.is_response_ok();
  }
};
