// Extensions of payloads: the target sees those of the initiator, and each is freed once.
#include <set>

#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"

namespace kintsugi::test {
namespace {

/// An extension that counts its objects. `Index` makes several kinds of it.
template <int Index>
struct Counted final : tlm::tlm_extension<Counted<Index>> {
  Counted() { ++alive; }
  Counted(const Counted& other) : tlm::tlm_extension<Counted>(other), accesses(other.accesses) { ++alive; }
  ~Counted() override { --alive; }
  tlm::tlm_extension_base* clone() const override { return new Counted(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    accesses = static_cast<const Counted&>(other).accesses;
  }
  unsigned accesses = 0;  ///< that targets have seen it in
  static inline int alive = 0;
};
using OfInitiator = Counted<0>;
using OfTarget = Counted<1>;

/// A target that looks at the extensions of a payload, and leaves one of its own there.
class Looking final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Looking> socket;
  explicit Looking(sc_core::sc_module_name name) : sc_module(name), socket("socket") {
    socket.register_b_transport(this, &Looking::b_transport);
    socket.register_transport_dbg(this, &Looking::transport_dbg);
  }
  std::set<const OfInitiator*> seen;
  std::set<const TlmPacket*> ways;

 private:
  void b_transport(tlm_generic_payload& payload, sc_time&) {
    look(payload);
    payload.set_extension(new OfTarget);
  }
  unsigned transport_dbg(tlm_generic_payload& payload) {
    look(payload);
    return payload.get_data_length();
  }
  void look(tlm_generic_payload& payload) {
    auto* const extension = payload.get_extension<OfInitiator>();
    if (extension != nullptr) ++extension->accesses;
    seen.insert(extension);
    ways.insert(payload.get_extension<TlmPacket>());
    EXPECT_EQ(payload.get_extension<OfTarget>(), nullptr) << "each piece has a payload of its own";
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

/// A memory manager of one payload.
struct Manager final : tlm::tlm_mm_interface {
  void free(tlm_generic_payload* payload) override {
    payload->reset();
    delete payload;
    ++freed;
  }
  unsigned freed = 0;
};

/// An initiator and its target, which gets a write of 32 bytes in four pieces.
class ExtensionRig {
 public:
  ExtensionRig() : target("target") { rig.at(NodeId{3}).to_pe.bind(target.socket); }
  void initiate(std::function<void(Initiator&)> thread) {
    rig.initiate(NodeId{0}, [this, thread](Initiator& self) {
      thread(self);
      done = true;
    });
  }
  /// Runs, and checks that no extension is left.
  void run() {
    rig.run(500);
    EXPECT_TRUE(done);
    EXPECT_EQ(OfInitiator::alive, 0);
    EXPECT_EQ(OfTarget::alive, 0) << "what the target leaves is freed with the piece";
  }
  void prepare(tlm_generic_payload& payload) {
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(0x3000);
    payload.set_data_ptr(data.data());
    payload.set_data_length(32);
    payload.set_streaming_width(32);
  }

  std::vector<unsigned char> data = bytes_of(32);
  TlmRig rig{"mesh", mesh_of(2), "dimension-order", {}, {}, {.packet_bytes = 8}, {}, false, {NodeId{3}}};
  Looking target;
  bool done = false;
};

TEST(TlmExtensions, the_target_sees_the_objects_of_the_initiator_in_every_piece) {
  ExtensionRig test;
  test.initiate([&](Initiator& self) {
    TlmPacket way;
    OfInitiator extension;
    tlm_generic_payload payload;
    test.prepare(payload);
    payload.set_extension(&way);
    payload.set_extension(&extension);
    sc_time delay;
    self.socket->b_transport(payload, delay);
    EXPECT_TRUE(payload.is_response_ok());
    EXPECT_EQ(payload.get_extension<OfInitiator>(), &extension);
    EXPECT_EQ(payload.get_extension<OfTarget>(), nullptr) << "is not carried back";
    EXPECT_EQ(extension.accesses, 4u);
    EXPECT_EQ(test.target.seen, std::set<const OfInitiator*>{&extension});
    EXPECT_EQ(test.target.ways, std::set<const TlmPacket*>{&way});
    EXPECT_EQ(way.pieces, 4u);
    EXPECT_EQ(self.socket->transport_dbg(payload), 32u);
    EXPECT_EQ(extension.accesses, 8u);
    payload.clear_extension(&way);
    payload.clear_extension(&extension);
  });
  test.run();
}

TEST(TlmExtensions, a_payload_without_a_memory_manager_frees_its_own_once) {
  ExtensionRig test;
  test.initiate([&](Initiator& self) {
    {
      tlm_generic_payload payload;
      test.prepare(payload);
      payload.set_extension(new OfInitiator);
      sc_time delay;
      self.socket->b_transport(payload, delay);
      EXPECT_EQ(OfInitiator::alive, 1);
    }
    EXPECT_EQ(OfInitiator::alive, 0);
  });
  test.run();
}

TEST(TlmExtensions, a_memory_manager_frees_those_of_its_payload_once) {
  ExtensionRig test;
  Manager manager;
  test.initiate([&](Initiator& self) {
    auto* const payload = new tlm_generic_payload(&manager);
    payload->acquire();
    test.prepare(*payload);
    payload->set_auto_extension(new OfInitiator);
    sc_time delay;
    self.socket->b_transport(*payload, delay);
    EXPECT_EQ(OfInitiator::alive, 1);
    payload->release();
  });
  test.run();
  EXPECT_EQ(manager.freed, 1u);
}

}  // namespace
}  // namespace kintsugi::test
