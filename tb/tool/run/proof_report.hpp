/// The proof of the routing of a setup, and the report of its result.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "models/routing/proof.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns whether requests and their replies are proved together (models/routing/reply_proof.hpp).
bool proves_replies(const Setup& setup);

/// Proves the routing among the live nodes. Returns nullopt if the program is asked to stop: half a proof has no
/// verdict. Unless it follows all pairs, it proves a routing in stages by its lines (line_proof.hpp), if they have at
/// most 2^24 pairs. Any other routing, one that lines do not confirm, one that routes around faults and multicasts are
/// examined by a sample of destinations, of about 2^23 pairs; run.seed draws them.
std::optional<ProofResult> prove_unless_stopped(const Scenario& scenario, const Setup& setup, bool all_pairs,
                                                const Progress& progress);

/// Returns what a proof that holds says of the pairs: "every pair delivered".
std::string delivery_that_holds(const ProofResult& proof);

/// Returns whether a run may go on with this proof: it holds, or the routing routes around defects, and these or the
/// network itself leave some live nodes no way to each other, but nothing else fails. The run then drops the packets
/// of these.
bool allows_run(const ProofResult& proof, const Setup& setup);

/// Returns what to do about a proof that does not hold. `without` says what the command would do without a proof.
std::string remedy_of(const ProofResult& proof, const Setup& setup, const std::string& without = "run it unproved");

/// Returns "every pair of live nodes delivered", or how many are not, and which is the first.
std::string delivery_among_the_live(std::uint64_t delivered, std::uint64_t pairs, const std::string& first_undelivered);

/// Returns what a proof that allows a run says of pairs and of cycles, in a sentence.
std::string sentence_of(const ProofResult& proof);

/// A proof of which a report tells.
struct ProofView {
  const ProofResult& proof;
  const Setup& setup;
};

/// Returns the rows of its report: `cycle` has its channels, each waiting for the next.
ReportRows<ProofView> proof_rows();

inline nlohmann::ordered_json to_json(const ProofResult& proof, const Setup& setup) {
  return proof_rows().json({proof, setup});
}
/// `without`: as for remedy_of().
std::string to_text(const ProofResult& proof, const Setup& setup, const std::string& without = "run it unproved");

}  // namespace kintsugi
