/// A memory of the user: 20 ns an access. Its cells lie beside the chip, not in a PE, so they keep their contents when
/// the PE dies that it is served through; a memory inside the PE would clear them at TlmNode::moved().
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <tlm>
#include <vector>

constexpr std::uint64_t kBytes = 0x1000;

struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  std::vector<unsigned char> bytes = std::vector<unsigned char>(kBytes);
  explicit Memory(sc_core::sc_module_name) { socket.register_b_transport(this, &Memory::access); }
  void access(tlm::tlm_generic_payload& p, sc_core::sc_time& delay) {
    unsigned char* const here = bytes.data() + p.get_address();
    if (p.is_write()) std::copy_n(p.get_data_ptr(), p.get_data_length(), here);
    if (p.is_read()) std::copy_n(here, p.get_data_length(), p.get_data_ptr());
    delay += sc_core::sc_time(20, sc_core::SC_NS);
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};
