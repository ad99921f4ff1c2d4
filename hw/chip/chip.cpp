#include "hw/chip/chip.hpp"

#include <stdexcept>

#include "hw/chip/elaborator.hpp"
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

Chip::Chip(sc_core::sc_module_name name, const ChipPlan& plan, const ChipParameters& parameters,
           PacketObserver& observer)
    : sc_module(name),
      plan_(plan),
      parameters_(parameters),
      packets_(parameters.threads),
      threads_(parameters.threads),
      clock_("clock", parameters.schedule, parameters.threads, parameters.period),
      events_("events", parameters.threads),
      context_(context()),
      modules_(Elaborator(plan_, parameters_, context_, observer, faults_, tree_).run()),
      nodes_(plan_, modules_, clock_),
      heartbeats_(plan_, parameters_, modules_),
      faults_(plan_, modules_, nodes_, threads_, heartbeats_),
      diagnosis_(plan_, parameters_, modules_, clock_),
      paths_(modules_, parameters_.link, [this](SiteId site, PortId port) { return direction_at(site, port); }),
      configuration_(plan_, modules_, nodes_, paths_) {
  parameters_.progress = {};
  for (const auto& module : modules_.switches) module->watch(paths_);
}

ChipContext Chip::context() {
  if (plan_.network == nullptr || plan_.relation == nullptr) {
    throw std::invalid_argument(std::string("the chip plan has no ") +
                                (plan_.network == nullptr ? "network" : "routing relation"));
  }
  if (const std::size_t logs = parameters_.hop_logs.size(); logs != 0 && logs != parameters_.threads) {
    throw std::invalid_argument("hop_logs has " + counted(logs, "log") + ", and the chip " +
                                counted(parameters_.threads, "thread") + ": give a log for each thread, or none");
  }
  for (std::size_t thread = 0; thread < parameters_.hop_logs.size(); ++thread) {
    threads_[thread].hops = &parameters_.hop_logs[thread];
  }
  if (plan_.multicast != nullptr) multicasts_.emplace(*plan_.multicast, plan_.network->nodes());
  return {&clock_,
          &packets_,
          threads_,
          &module_memory_,
          multicasts_ ? &*multicasts_ : nullptr,
          plan_.fault_aware != nullptr,
          parameters_.shown_ports,
          plan_.network,
          parameters_.detection ? &*parameters_.detection : nullptr,
          parameters_.counts_flits,
          parameters_.counts_passages,
          &events_};
}

const std::vector<const Module*>& Chip::all_modules() const {
  if (is_complete_) return all_modules_;
  all_modules_.clear();
  add_modules_below(*this, all_modules_);
  all_modules_.insert(all_modules_.end(), shown_.begin(), shown_.end());
  return all_modules_;
}

sc_core::sc_object& Chip::object_named(std::string_view name) const {
  const std::string own = sc_module::name();
  const std::string given(name);
  const bool is_full = given.starts_with(own + '.');
  sc_core::sc_object* const found = sc_core::sc_find_object((is_full ? given : own + '.' + given).c_str());
  if (found != nullptr && !given.empty()) return *found;
  for (const Module* const module : shown_) {
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
  is_complete_ = true;
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
