#include "tb/tool/run/report_numbers.hpp"

#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::need {

std::string traffic(const Scenario& scenario, const Setup&) {
  return unless(scenario.traffic.has_value(), "there is no traffic; add traffic: {}");
}

std::string multicast(const Scenario& scenario, const Setup&) {
  return unless(!scenario.multicast_key().empty(), "there are no multicasts; add traffic: {multicast: {}}");
}

std::string fabric(const Scenario& scenario, const Setup& setup) {
  if (setup.fabric || scenario.fabric || !setup.design) return "";
  return "there is no fabric; " + fabric_remedy(*setup.design);
}

std::string no_fabric(const Scenario&, const Setup& setup) {
  return unless(!setup.fabric, "only networks without a fabric have this number; leave it out");
}

std::string proof(const Scenario& scenario, const Setup&) {
  return unless(wants_proof(scenario), "run.proof is skip; leave one of them out");
}

std::string proof_of_all_pairs(const Scenario& scenario, const Setup& setup) {
  if (!setup.design || proves_all_pairs(scenario, setup.network().nodes())) return "";
  if (!wants_proof(scenario)) return proof(scenario, setup);
  return "the pairs of more than 4096 nodes are not proved; set run.proof: full";
}

std::string adaptive_routing(const Scenario&, const Setup& setup) {
  return unless(!setup.relation || setup.relation->is_adaptive(),
                "the routing is not adaptive; leave it out, or choose another routing");
}

std::string tables(const Scenario&, const Setup& setup) {
  return unless(!setup.relation || setup.relation->table_bits(NodeId{0}) != 0,
                "the routing has no tables; leave it out, or choose updown, nue or around");
}

std::string details(const Scenario& scenario, const Setup&) {
  return unless(scenario.run.details, "only a run with details reports it; set run.details: true");
}

std::string faults(const Scenario& scenario, const Setup&) {
  return unless(!scenario.faults.empty() || (scenario.positions.contains("faults") && !scenario.only_corrupts()),
                "no PE or link dies in this run; add faults");
}

std::string reconfigurations(const Scenario& scenario, const Setup& setup) {
  return scenario.positions.contains("reconfigurations") ? "" : faults(scenario, setup);
}

std::string notice(const Scenario& scenario, const Setup& setup) {
  return unless(!scenario.diagnosis.is_told() || setup.has_heartbeats,
                "the chip is told of faults; set repair.diagnosis to observer or exchange on an array, or "
                "detection.heartbeat where there is no fabric");
}

std::string diagnosis(const Scenario& scenario, const Setup&) {
  return unless(!scenario.diagnosis.is_told(),
                "the chip is told of faults; set repair.diagnosis to observer or exchange");
}

std::string observer(const Scenario& scenario, const Setup&) {
  return unless(scenario.diagnosis.method == DiagnosisSection::Method::kObserver,
                "there is no observer; set repair.diagnosis: observer");
}

std::string exchange(const Scenario& scenario, const Setup&) {
  return unless(scenario.diagnosis.method == DiagnosisSection::Method::kExchange,
                "the PEs exchange no numbers; set repair.diagnosis: exchange");
}

std::string load(const Scenario& scenario, const Setup&) {
  return unless(scenario.diagnosis.is_told(), "the PEs set their own selectors; set repair.diagnosis: told");
}

std::string paths(const Scenario&, const Setup& setup) {
  return unless(!setup.fabric || !setup.fabric->info().directions.empty(),
                "this fabric is not repaired by compensation paths; leave it out");
}

std::string failure(const Scenario&, const Setup&) {
  return "only a run of which a check has failed reports it; leave it out";
}

std::string timing(const Scenario&, const Setup&) {
  return "it is not the same from run to run; leave it out";
}

}  // namespace kintsugi::need
