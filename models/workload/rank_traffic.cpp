#include "models/workload/rank_traffic.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace kintsugi::workload {

namespace {

constexpr std::uint64_t kMostFlits = std::uint64_t{1} << 46;

using Partner = RankTraffic::Partner;
using Rows = std::vector<std::vector<Partner>>;

/// Adds up the sends of one rank after the other. `sum` has a place for each rank, which is 0 between ranks.
class RowsOfProgram {
 public:
  RowsOfProgram(const Program& program, const Protocol& protocol)
      : program_(program), protocol_(protocol), sum_(program.ranks(), 0), rows_(program.ranks()) {}

  Rows add_up() {
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) add_rank(RankId{rank});
    return std::move(rows_);
  }

 private:
  void add_rank(RankId rank) {
    reached_.clear();
    for (OpId op = program_.first(rank); op < program_.end(rank); ++op.value) {
      const Operation& operation = program_[op];
      if (operation.kind == OpKind::kSend && operation.peer != rank) add_message(operation);
    }
    std::ranges::sort(reached_);
    for (const RankId to : reached_) rows_[rank.index()].push_back({to, std::exchange(sum_[to.index()], 0), 0});
  }

  void add_message(const Operation& message) {
    const std::uint64_t flits = protocol_.flits(message.size) + (protocol_.is_eager(message.size) ? 0 : 2);
    total_ += flits;
    if (total_ >= kMostFlits) throw std::length_error("the messages of the program have 2^46 flits or more");
    std::uint64_t& sum = sum_[message.peer.index()];
    if (sum == 0) reached_.push_back(message.peer);
    sum += flits;
  }

  const Program& program_;
  const Protocol& protocol_;
  std::vector<std::uint64_t> sum_;  // flits to each rank
  std::vector<RankId> reached_;     // ranks that the rank sends to
  Rows rows_;
  std::uint64_t total_ = 0;
};

/// Returns the rows with what is received added: the k-th row has every rank whose row has k.
Rows both_ways(const Rows& sent) {
  Rows rows(sent.size());
  for (std::size_t from = 0; from < sent.size(); ++from) {
    for (const Partner& partner : sent[from]) {
      rows[from].push_back(partner);
      rows[partner.rank.index()].push_back({RankId::from(from), 0, partner.sent});
    }
  }
  for (std::vector<Partner>& row : rows) {
    std::ranges::sort(row, {}, &Partner::rank);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (kept > 0 && row[kept - 1].rank == row[i].rank) {
        row[kept - 1].sent += row[i].sent;
        row[kept - 1].received += row[i].received;
      } else {
        row[kept++] = row[i];
      }
    }
    row.resize(kept);
  }
  return rows;
}

}  // namespace

RankTraffic::RankTraffic(const Program& program, const Protocol& protocol) {
  protocol.require_valid();
  const Rows rows = both_ways(RowsOfProgram(program, protocol).add_up());
  first_.assign(1, 0);
  for (const std::vector<Partner>& row : rows) {
    partners_.insert(partners_.end(), row.begin(), row.end());
    first_.push_back(partners_.size());
    for (const Partner& partner : row) flits_ += partner.sent;
  }
}

}  // namespace kintsugi::workload
