#include "models/routing/escape_order.hpp"

#include <algorithm>

namespace kintsugi {

EscapeOrder::Requests& EscapeOrder::in(RoutingState state) {
  if (current_requests_ == nullptr || current_ != state) {
    current_requests_ = &states_[state];  // keeps its address when states are added
    current_ = state;
  }
  return *current_requests_;
}

void EscapeOrder::add_request(RoutingState state, std::uint32_t channel, RoutingState next) {
  Requests& requests = in(state);
  if (channel >= requests.latest.size()) requests.latest.resize(channel + 1);
  if (requests.latest[channel] == std::uint64_t{next} + 1) return;
  requests.latest[channel] = std::uint64_t{next} + 1;
  requests.channels.insert(channel);
  after_[channel].insert(next);
}

void EscapeOrder::add_adaptive_hop(RoutingState state, RoutingState next) {
  if (state != next) in(state).states.insert(next);
}

void EscapeOrder::add(const EscapeOrder& other) {
  for (const auto& [state, requests] : other.states_) {
    Requests& mine = in(state);
    mine.channels.insert(requests.channels.begin(), requests.channels.end());
    mine.states.insert(requests.states.begin(), requests.states.end());
  }
  for (const auto& [channel, states] : other.after_) after_[channel].insert(states.begin(), states.end());
}

std::uint64_t EscapeOrder::size() const {
  std::uint64_t edges = 0;
  for (const auto& [state, requests] : states_) edges += requests.channels.size() + requests.states.size();
  for (const auto& [channel, states] : after_) edges += states.size();
  return edges;
}

/// Returns the graph with its nodes numbered: first the channels, which `channels` then lists, after them the states.
std::vector<std::vector<std::uint32_t>> EscapeOrder::numbered(std::vector<std::uint32_t>& channels) const {
  std::map<RoutingState, std::uint32_t> state_numbers;
  std::map<std::uint32_t, std::uint32_t> channel_numbers;
  for (const auto& [channel, states] : after_) {
    channel_numbers[channel] = static_cast<std::uint32_t>(channels.size());
    channels.push_back(channel);
    for (const RoutingState state : states) state_numbers[state] = 0;
  }
  for (const auto& [state, requests] : states_) {
    state_numbers[state] = 0;
    for (const RoutingState next : requests.states) state_numbers[next] = 0;
  }
  auto number = static_cast<std::uint32_t>(channels.size());
  for (auto& [state, its_number] : state_numbers) its_number = number++;
  std::vector<std::vector<std::uint32_t>> follow(number);
  for (const auto& [channel, states] : after_) {
    for (const RoutingState state : states) follow[channel_numbers[channel]].push_back(state_numbers[state]);
  }
  for (const auto& [state, requests] : states_) {
    std::vector<std::uint32_t>& of_state = follow[state_numbers[state]];
    for (const std::uint32_t channel : requests.channels) of_state.push_back(channel_numbers[channel]);
    for (const RoutingState next : requests.states) of_state.push_back(state_numbers[next]);
  }
  return follow;
}

namespace {

/// Returns the nodes from which a path never has to end: those that remain after nodes without successor have been
/// removed until there are none.
std::vector<bool> never_ending(const std::vector<std::vector<std::uint32_t>>& follow) {
  std::vector<std::vector<std::uint32_t>> before(follow.size());
  std::vector<std::size_t> left(follow.size());
  std::vector<std::uint32_t> ends;
  for (std::uint32_t node = 0; node < follow.size(); ++node) {
    left[node] = follow[node].size();
    if (left[node] == 0) ends.push_back(node);
    for (const std::uint32_t next : follow[node]) before[next].push_back(node);
  }
  std::vector<bool> remains(follow.size(), true);
  while (!ends.empty()) {
    const std::uint32_t node = ends.back();
    ends.pop_back();
    remains[node] = false;
    for (const std::uint32_t earlier : before[node]) {
      if (--left[earlier] == 0) ends.push_back(earlier);
    }
  }
  return remains;
}

}  // namespace

bool EscapeOrder::has_cycle() const {
  std::vector<std::uint32_t> channels;
  const std::vector<bool> remains = never_ending(numbered(channels));
  return std::ranges::find(remains, true) != remains.end();
}

/// Starts at any node from which a path never has to end and always follows the first such successor, until a node
/// comes again.
std::vector<std::uint32_t> EscapeOrder::find_cycle() const {
  std::vector<std::uint32_t> channels;
  const std::vector<std::vector<std::uint32_t>> follow = numbered(channels);
  const std::vector<bool> remains = never_ending(follow);
  const auto start = std::ranges::find(remains, true);
  if (start == remains.end()) return {};
  std::vector<std::uint32_t> path{static_cast<std::uint32_t>(start - remains.begin())};
  while (true) {
    const auto next = *std::ranges::find_if(follow[path.back()], [&](std::uint32_t node) { return remains[node]; });
    const auto first = std::ranges::find(path, next);
    if (first != path.end()) {
      path.erase(path.begin(), first);
      break;
    }
    path.push_back(next);
  }
  std::erase_if(path, [&](std::uint32_t node) { return node >= channels.size(); });
  std::ranges::transform(path, path.begin(), [&](std::uint32_t node) { return channels[node]; });
  return path;
}

}  // namespace kintsugi
