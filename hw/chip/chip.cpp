#include "hw/chip/chip.hpp"

#include <memory_resource>
#include <stdexcept>

#include "hw/chip/elaborator.hpp"
#include "hw/chip/module_tree.hpp"
#include "models/network/nearest.hpp"
#include "models/network/node_names.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

void add_modules_below(const sc_core::sc_object& object, std::vector<const Module*>& list) {
  for (const sc_core::sc_object* child : object.get_child_objects()) {
    if (const auto* module = dynamic_cast<const Module*>(child)) list.push_back(module);
    if (dynamic_cast<const sc_core::sc_module*>(child) != nullptr) add_modules_below(*child, list);
  }
}

}  // namespace

/// In the order in which they are made; those further down use those before them.
struct Chip::Parts {
  Parts(const Chip& chip, PacketObserver& observer)
      : plan(chip.plan_),
        parameters(chip.parameters_),
        packets(parameters.threads),
        threads(parameters.threads),
        clock("clock", parameters.schedule, parameters.threads, parameters.period),
        events("events", parameters.threads),
        context(shared_context()),
        modules(Elaborator(plan, parameters, context, observer, faults, tree).run()),
        nodes(plan, modules, clock),
        heartbeats(plan, parameters, modules),
        faults(plan, modules, nodes, threads, heartbeats),
        diagnosis(plan, parameters, modules, clock),
        paths(modules, parameters.link, [&chip](SiteId site, PortId port) { return chip.direction_at(site, port); }),
        configuration(plan, modules, nodes, paths) {}

  ChipContext shared_context();

  const ChipPlan& plan;
  const ChipParameters& parameters;
  PacketTable packets;
  std::vector<ThreadState> threads;
  std::optional<MulticastTable> multicasts;
  std::pmr::monotonic_buffer_resource module_memory;
  ModuleTree tree;
  ClockDomain clock;
  EventLog events;
  ChipContext context;
  ChipModules modules;
  ChipNodes nodes;
  ChipHeartbeats heartbeats;
  ChipFaults faults;
  ChipDiagnosis diagnosis;
  PathTable paths;
  ChipConfiguration configuration;
  std::vector<const Module*> shown;        // by show()
  std::vector<const Module*> all_modules;  // as last searched
  bool is_complete = false;                // no module is added any more
};

Chip::Chip(sc_core::sc_module_name name, const ChipPlan& plan, const ChipParameters& parameters,
           PacketObserver& observer)
    : sc_module(name),
      plan_(plan),
      parameters_(parameters),
      parts_(std::make_unique<Parts>(*this, observer)),
      packets_(parts_->packets),
      clock_(parts_->clock),
      modules_(parts_->modules),
      nodes_(parts_->nodes),
      heartbeats_(parts_->heartbeats),
      faults_(parts_->faults),
      diagnosis_(parts_->diagnosis),
      paths_(parts_->paths),
      configuration_(parts_->configuration) {
  parameters_.progress = {};
  for (const auto& module : modules_.switches) module->watch(paths_);
}

Chip::~Chip() = default;

ChipContext Chip::Parts::shared_context() {
  if (plan.network == nullptr || plan.relation == nullptr) {
    throw std::invalid_argument(std::string("the chip plan has no ") +
                                (plan.network == nullptr ? "network" : "routing relation"));
  }
  if (const std::size_t logs = parameters.hop_logs.size(); logs != 0 && logs != parameters.threads) {
    throw std::invalid_argument("hop_logs has " + counted(logs, "log") + ", and the chip " +
                                counted(parameters.threads, "thread") + ": give a log for each thread, or none");
  }
  for (std::size_t thread = 0; thread < parameters.hop_logs.size(); ++thread) {
    threads[thread].hops = &parameters.hop_logs[thread];
  }
  if (plan.multicast != nullptr) multicasts.emplace(*plan.multicast, plan.network->nodes());
  return {&clock,
          &packets,
          threads,
          &module_memory,
          multicasts ? &*multicasts : nullptr,
          plan.fault_aware != nullptr,
          parameters.shown_ports,
          plan.network,
          parameters.detection ? &*parameters.detection : nullptr,
          parameters.counts_flits,
          parameters.counts_passages,
          &events};
}

const MulticastTable* Chip::multicasts() const {
  return parts_->multicasts ? &*parts_->multicasts : nullptr;
}

FlitCounters Chip::counters() const {
  return sum_of(parts_->threads);
}

DetectionCounters Chip::detection_counters() const {
  return detection_of(parts_->threads);
}

NodeId Chip::node(std::string_view name) const {
  return plan_.network->node(name);
}

std::size_t Chip::sites() const {
  return modules_.routers.size();
}

Router& Chip::router(SiteId site) {
  return modules_.own_router(site);
}

const Router& Chip::router(SiteId site) const {
  return modules_.own_router(site);
}

const SiteRouter& Chip::site_router(SiteId site) const {
  return *modules_.routers[site.value];
}

Pe& Chip::pe(SiteId site) {
  return *modules_.pes[site.value];
}

const Pe& Chip::pe(SiteId site) const {
  return *modules_.pes[site.value];
}

void Chip::show(const Module& module) {
  parts_->shown.push_back(&module);
}

const std::vector<const Module*>& Chip::all_modules() const {
  std::vector<const Module*>& all = parts_->all_modules;
  if (parts_->is_complete) return all;
  all.clear();
  add_modules_below(*this, all);
  all.insert(all.end(), parts_->shown.begin(), parts_->shown.end());
  return all;
}

sc_core::sc_object& Chip::object_named(std::string_view name) const {
  const std::string own = sc_module::name();
  const std::string given(name);
  const bool is_full = given.starts_with(own + '.');
  sc_core::sc_object* const found = sc_core::sc_find_object((is_full ? given : own + '.' + given).c_str());
  if (found != nullptr && !given.empty()) return *found;
  for (const Module* const module : parts_->shown) {
    if (given == module->name()) return *sc_core::sc_find_object(module->name());
  }
  const std::vector<const Module*>& all = all_modules();
  const auto name_of = [&](std::size_t i) {
    const std::string_view full = all[i]->name();
    return !is_full && full.starts_with(own + '.') ? full.substr(own.size() + 1) : full;
  };
  std::string text = own + " has no module " + shown_word(name);
  if (const auto nearest = nearest_of(name, all.size(), name_of)) {
    text += "; did you mean '" + std::string(name_of(*nearest)) + "'?";
  } else {
    text += "; valid is a name such as " + std::string(name_of(0));
  }
  throw std::invalid_argument(text);
}

void Chip::refuse_type(const sc_core::sc_object& object, const char* wanted) const {
  const std::string kind = object.kind();
  throw std::invalid_argument(
      std::string(object.name()) + " is a " + kind +
      (kind == wanted ? " of another type than the one asked for" : std::string(", not a ") + wanted));
}

SiteId Chip::site(std::string_view site_or_node) const {
  if (plan_.fabric == nullptr) return SiteId{node(site_or_node).value};
  if (const SiteId found = plan_.fabric->site_named(site_or_node); found != kNoSite) return found;
  const Network& network = *plan_.network;
  if (const auto placed = NodeNames(network).find(site_or_node)) {
    const std::vector<SiteId>& sites = nodes_.placement().site_of;
    if (placed->index() < sites.size() && sites[placed->index()] != kNoSite) return sites[placed->index()];
    throw std::logic_error("node " + network.node_name(*placed) + " has no site" +
                           (sites.empty() ? ": no configuration of " + std::string(name()) + " is in force" : ""));
  }
  const std::vector<Site>& sites = plan_.fabric->sites;
  const auto name_of = [&](std::size_t i) -> std::string_view {
    return i < sites.size() ? sites[i].name : network.node_name(NodeId::from(i - sites.size()));
  };
  std::string text = std::string(name()) + " has no site or node " + shown_word(site_or_node);
  if (const auto nearest = nearest_of(site_or_node, sites.size() + network.nodes(), name_of)) {
    text += "; did you mean '" + std::string(name_of(*nearest)) + "'?";
  } else {
    text += "; valid is a site such as " + sites.front().name + ", or a node such as " + network.node_name(NodeId{0});
  }
  throw std::invalid_argument(text);
}

void Chip::start_of_simulation() {
  all_modules();
  parts_->is_complete = true;
  for (std::size_t site = 0; site < modules_.routers.size(); ++site) {
    SiteRouter& router = *modules_.routers[site];
    router.connect(router.local_port(), modules_.pes[site]->path_end().endpoint(), 1);
    modules_.pes[site]->connect(router.endpoint(router.local_port()), 1);
  }
  if (plan_.fabric == nullptr) nodes_.place_in_order();
  paths_.resolve_all();
}

std::optional<LinkDirection> Chip::direction_at(SiteId site, PortId port) const {
  const NodeId node = modules_.routers[site.value]->node();
  return node == kNoNode ? std::nullopt : plan_.network->direction_at({node, port});
}

}  // namespace kintsugi
