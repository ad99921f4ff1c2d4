/// What happened in one cycle of a run at a router or at a switch, or to one packet up to it: what `kintsugi explain`
/// says.
///
/// Cycle     what is said holds at the end of the cycle; flits that are said to have left have left in it
/// Channels  "w vc 0" is virtual channel 0 of port w. An input channel has the flits that came in by it, an output
///           channel belongs to one packet from its head's allocation until its tail has left
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "hw/link/packet_table.hpp"
#include "models/network/types.hpp"

namespace kintsugi::explain {

struct ChannelText {
  std::string port;
  unsigned channel = 0;
};
/// Returns "w vc 0".
std::string in_words(const ChannelText& channel);

/// A packet, as it is known for good.
struct PacketText {
  std::string text;    ///< "packet 5 of x1.y0 to x3.y2", "multicast 5 of x1.y0"
  std::string source;  ///< the name of the node
  std::uint32_t number = 0;
  std::optional<std::string> destination;  ///< nullopt: a multicast
};

/// Why what is at the front of an input channel has not left.
enum class Wait : std::uint8_t {
  kNone,      ///< the channel is empty
  kTurn,      ///< a flit of this channel has left in this cycle; an input port sends one a cycle
  kInput,     ///< the input port has sent, or offered, a flit of another channel
  kOutput,    ///< the output port has taken a flit of another input port
  kCredit,    ///< the buffer behind the output channel is full
  kChannel,   ///< no output channel that the routing allows could be had
  kRouting,   ///< the head has come to the front in this cycle, and is routed in the next one
  kBranches,  ///< a copy of a multicast: not all its branches have sent the flit
  kOpenEnd,   ///< the port leads nowhere
  kBehind,    ///< of the head of a packet: it is behind another packet in the buffer
  kNoWay,     ///< the routing has no way from here
};
/// Returns "credit" ...
const char* name_of(Wait wait);

/// An output channel that the routing allows to a head.
struct Choice {
  enum class State : std::uint8_t {
    kFree,       ///< it could be had; the head has asked for the first free one in order of preference only
    kTaken,      ///< by another packet, before this cycle
    kLost,       ///< to another packet, in this cycle
    kReleased,   ///< in this cycle, so that it is free from the next one on
    kNotEmpty,   ///< free and adaptive, but the buffer behind it is not empty
    kDeferred,   ///< free, but only for a head that has waited longer
    kOpenEnd,    ///< leads nowhere
    kGiven,      ///< to this head
    kOutOfTurn,  ///< free and requested, but the allocator has chosen other heads
  };
  ChannelText to;
  State state = State::kFree;
  std::optional<PacketText> by;  ///< that has it; nullopt: none has, or it is not known
};
const char* name_of(Choice::State state);

struct InputMoment {
  ChannelText at;
  unsigned flits = 0;                ///< in the buffer
  std::optional<PacketText> packet;  ///< at the front
  std::uint16_t flit = 0;            ///< number of the flit at the front
  bool is_head = false;
  std::optional<PacketText> sent;     ///< whose flit has left this channel in this cycle
  std::optional<ChannelText> output;  ///< the output channel that the packet at the front holds
  std::vector<Choice> choices;        ///< of a head that waits for an output channel, in order of preference
  Wait wait = Wait::kNone;
  std::string why = {};  ///< a sentence without its subject
};

/// A flit on the way to an input channel: on the link, or in the pipeline of the router.
struct Arrival {
  ChannelText at;
  PacketText packet;
  std::uint16_t flit = 0;
  Cycle eligible = 0;  ///< the first cycle in which it can leave
};

struct OutputMoment {
  struct Sent {
    PacketText packet;
    std::uint16_t flit = 0;
    unsigned channel = 0;
    ChannelText from;
  };
  struct Rival {
    ChannelText from;
    PacketText packet;
  };
  struct Channel {
    unsigned channel = 0;
    std::optional<unsigned> credits;  ///< nullopt: the PE takes all flits
    bool is_free = true;
    std::optional<PacketText> holder;  ///< nullopt: none, or it is not known
    bool is_new = false;               ///< the holder has got it in this cycle
  };
  std::string port;
  std::string to;             ///< the router and the port at the far end, "" if the port is open
  std::optional<Sent> sent;   ///< in this cycle
  std::vector<Rival> rivals;  ///< that offered a flit for it, and lost
  std::vector<Channel> channels;
};

struct RouterMoment {
  std::string router;
  std::optional<std::string> node;
  std::vector<InputMoment> inputs;  ///< those with flits, and those of which a flit has left
  std::vector<Arrival> arrivals;
  std::vector<OutputMoment> outputs;
};

struct SwitchMoment {
  struct Join {
    std::string from;
    std::string to;
  };
  /// A router port whose path passes the switch, and its far end.
  struct Path {
    std::string from;
    std::optional<std::string> from_node;
    std::string to;  ///< "" if the path ends open
    std::optional<std::string> to_node;
    bool carries = false;  ///< a flit has been sent in this cycle, in either direction
  };
  std::string name;
  std::string type;
  unsigned state = 0;
  std::string state_name;
  Cycle since = 0;  ///< the first cycle at whose end it had this state; 0: since power-up, or the first cycle
  std::string shadow;
  std::vector<Join> joins;
  std::vector<Path> paths;
};

/// A router on the way of a packet.
struct Stop {
  std::string router;
  std::optional<std::string> node;
  ChannelText in;
  Cycle eligible = 0;              ///< the first cycle in which its head could leave
  std::optional<Cycle> granted;    ///< in which it got its output channel
  std::optional<Cycle> left;       ///< in which its head has left
  std::optional<ChannelText> out;  ///< by which it leaves
  std::vector<Choice> choices;     ///< in the cycle in which it was granted one, or now
  /// What the head has waited for.
  struct Waiting {
    Cycle from = 0;
    Cycle to = 0;  ///< the last cycle
    Wait wait = Wait::kNone;
    std::string why;
  };
  std::vector<Waiting> waits;
};

/// The way of a copy of a packet; a packet of a run without detection has one.
using CopyWay = std::vector<Stop>;

struct PacketMoment {
  PacketText packet;
  std::optional<Cycle> created;
  std::optional<Cycle> injected;
  std::optional<Cycle> delivered;
  std::optional<std::pair<Cycle, std::string>> dropped;  ///< the cycle and the reason; of several copies the last
  std::optional<Cycle> given_up;                         ///< with detection: its source sends no further copy
  bool is_multicast = false;
  std::vector<CopyWay> copies;
};

/// The phases of the configuration in the cycle.
struct ConfigurationMoment {
  std::string chain;
  std::optional<std::string> controller;  ///< nullopt: there is none
};

struct Explanation {
  Cycle cycle = 0;     ///< that is explained; of a packet the last one that was run
  bool found = false;  ///< whether the run came to it
  Cycle cycles = 0;    ///< that the run has had
  bool simulated = false;
  std::optional<RouterMoment> router;
  std::optional<SwitchMoment> of_switch;
  std::optional<PacketMoment> packet;
  std::optional<ConfigurationMoment> configuration;  ///< nullopt: the network is wired directly
};

/// The report of an explanation that has been found.
nlohmann::ordered_json to_json(const Explanation& explanation);
std::string to_text(const Explanation& explanation);

/// What is asked for: a router, a switch or a packet. It is a feature of RunOptions.
struct Request {
  std::optional<Cycle> cycle;  ///< nullopt: of a packet, until it has ended
  std::optional<SiteId> site;  ///< a router by its site,
  std::optional<NodeId> node;  ///< or by its node, wherever it is in that cycle
  std::optional<SwitchId> of_switch;
  std::optional<PacketName> packet;
  std::shared_ptr<Explanation> answer;  ///< filled in by the run
};

}  // namespace kintsugi::explain
