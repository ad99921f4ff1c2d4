#include "models/workload/collectives/trees.hpp"

#include <bit>

namespace kintsugi::workload {

namespace {

/// Returns the distance to the parent, which those to the children are below; for the root a power of two from p on.
std::uint32_t reach_of(std::uint32_t member, std::uint32_t p) {
  return member == 0 ? std::bit_ceil(p) : member & (~member + 1);
}

}  // namespace

void tree_broadcast(Composer& composer, const Members& members, const Buffer& buffer) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t tag = composer.take_tags(1);
  for (std::uint32_t i = 0; i < p; ++i) {
    const std::uint32_t reach = reach_of(i, p);
    if (i != 0) {
      composer.go_on(members[i], {composer.recv(members[i], members[i - reach], buffer.bytes, tag, buffer.all())});
    }
    std::vector<OpId> sent;
    for (std::uint32_t far = reach / 2; far > 0; far /= 2) {
      if (i + far < p) sent.push_back(composer.send(members[i], members[i + far], buffer.bytes, tag, buffer.all()));
    }
    composer.go_on(members[i], sent);
  }
}

void tree_reduce(Composer& composer, const Members& members, const Buffer& buffer) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t tag = composer.take_tags(1);
  for (std::uint32_t i = 0; i < p; ++i) {
    const std::uint32_t reach = reach_of(i, p);
    for (std::uint32_t far = 1; far < reach && i + far < p; far *= 2) {
      composer.go_on(members[i],
                     {composer.recv_and_add(members[i], members[i + far], buffer.bytes, tag, buffer.all())});
    }
    if (i != 0) {
      composer.go_on(members[i], {composer.send(members[i], members[i - reach], buffer.bytes, tag, buffer.all())});
    }
  }
}

void tree_all_reduce(Composer& composer, const Members& members, const Buffer& buffer) {
  tree_reduce(composer, members, buffer);
  tree_broadcast(composer, members, buffer);
}

void multicast_broadcast(Composer& composer, const Members& members, const Buffer& buffer) {
  const std::uint32_t tag = composer.take_tags(1);
  const std::span<const RankId> others = std::span(members).subspan(1);
  composer.go_on(members[0], composer.multicast(members[0], others, buffer.bytes, tag, buffer.all()));
  for (const RankId member : others) {
    composer.go_on(member, {composer.recv(member, members[0], buffer.bytes, tag, buffer.all())});
  }
}

void multicast_all_reduce(Composer& composer, const Members& members, const Buffer& buffer) {
  tree_reduce(composer, members, buffer);
  multicast_broadcast(composer, members, buffer);
}

}  // namespace kintsugi::workload
