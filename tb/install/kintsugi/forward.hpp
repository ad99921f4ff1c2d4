/// Declarations of the classes that programs name most, without a header of SystemC: for headers of your own that have
/// only pointers and references to them.
#pragma once

namespace kintsugi {

class BasicPe;
class Chip;
class ChipConfiguration;
class ChipFaults;
class ChipNodes;
class ClockDomain;
class ConfigurationDriver;
class Design;
class Expectations;
class Family;
class FaultInjector;
class LinkModule;
class LinkRelay;
class MessageNetwork;
class Network;
class OpenRouter;
class PacketDriver;
class PacketMonitor;
class PacketObserver;
class PacketSource;
class Pe;
class ReconfigurableFabric;
class Router;
class RoutingRelation;
class Scoreboard;
class SwitchModule;
class System;
class TlmNetwork;
class TlmNode;
class Watchdog;
struct CheckedRepair;
struct ChipModules;
struct ChipParameters;
struct ChipPlan;
struct Defects;
struct Fabric;
struct Packet;
struct Placement;
struct Repair;

}  // namespace kintsugi
