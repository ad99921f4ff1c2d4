// One processor and one memory on a mesh of 4 x 4 nodes: the processor writes a number and reads it back.
#include <algorithm>
#include <kintsugi/models.hpp>
#include <kintsugi/tlm.hpp>

struct Processor : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  SC_CTOR(Processor) { SC_THREAD(run); }
  void run() {
    unsigned char data = 42;
    sc_core::sc_time delay;
    tlm::tlm_generic_payload p;
    p.set_address(0x120), p.set_data_ptr(&data), p.set_data_length(1), p.set_streaming_width(1);
    p.set_write(), socket->b_transport(p, delay);
    data = 0, p.set_read(), socket->b_transport(p, delay);
    SC_REPORT_INFO("processor", p.is_response_ok() && data == 42 ? "reads what it wrote" : "reads something else");
  }
};

struct Memory : sc_core::sc_module {
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  unsigned char bytes[0x1000] = {};
  SC_CTOR(Memory) { socket.register_b_transport(this, &Memory::access); }
  void access(tlm::tlm_generic_payload& p, sc_core::sc_time&) {
    if (p.is_write()) std::copy_n(p.get_data_ptr(), p.get_data_length(), bytes + p.get_address());
    if (p.is_read()) std::copy_n(bytes + p.get_address(), p.get_data_length(), p.get_data_ptr());
    p.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

int sc_main(int, char*[]) {
  const auto design = kintsugi::find_family("mesh")->build({{"sides", {4, 4}}});
  const auto routing = design->routing("dimension-order", 1);
  kintsugi::TlmNetwork network(kintsugi::AddressMap().add("x3.y3", 0x0, 0x1000));
  kintsugi::Chip chip("net", {&design->network(), routing.get()}, {}, network);
  network.attach(chip);
  kintsugi::TlmNode first("first", network, "x0.y0"), last("last", network, "x3.y3");
  Processor processor("processor");
  processor.socket.bind(first.from_pe);
  Memory memory("memory");
  last.to_pe.bind(memory.socket);
  sc_core::sc_start(1, sc_core::SC_US);
  return 0;
}
