// One processor writes to one memory over a 4 x 4 mesh, reads back and compares.
#include <algorithm>
#include <iostream>

#include "hw/tlm/tlm_node.hpp"
#include "models/registry/families.hpp"

struct Processor : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  explicit Processor(sc_core::sc_module_name) { SC_THREAD(run); }
  void run() {
    unsigned char out[] = "64 bit", in[8] = {};
    access(tlm::TLM_WRITE_COMMAND, 0x120, out);
    access(tlm::TLM_READ_COMMAND, 0x120, in);
    std::cout << in << " at " << sc_core::sc_time_stamp() << '\n';
  }
  void access(tlm::tlm_command command, std::uint64_t address, unsigned char* data) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command), payload.set_address(address), payload.set_data_ptr(data);
    payload.set_data_length(7), payload.set_streaming_width(7);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    if (payload.is_response_error()) std::cerr << payload.get_response_string() << '\n';
  }
};

struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  unsigned char bytes[0x1000] = {};
  explicit Memory(sc_core::sc_module_name) { socket.register_b_transport(this, &Memory::access); }
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    unsigned char* const here = bytes + payload.get_address();
    if (payload.is_write()) std::copy_n(payload.get_data_ptr(), payload.get_data_length(), here);
    if (payload.is_read()) std::copy_n(here, payload.get_data_length(), payload.get_data_ptr());
    delay += sc_core::sc_time(20, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

int sc_main(int, char*[]) {
  using namespace kintsugi;  // NOLINT: a program, not a header
  const auto design = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{4, 4}}});
  const auto routing = design->routing("dimension-order", 1);
  AddressMap map;
  map.add(NodeId{15}, 0, 0x1000);
  TlmNetwork network(map);
  Chip chip("net", {&design->network(), routing.get()}, {}, network);
  network.attach(chip);
  TlmNode processor_side("node0", network, NodeId{0}), memory_side("node15", network, NodeId{15});
  Processor processor("processor");
  Memory memory("memory");
  processor.socket.bind(processor_side.from_pe);
  memory_side.to_pe.bind(memory.socket);
  sc_core::sc_start(1, sc_core::SC_US);
}
