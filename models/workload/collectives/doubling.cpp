#include "models/workload/collectives/doubling.hpp"

#include <bit>

namespace kintsugi::workload {

namespace {

/// Lets the even members of the first pairs add their data to the odd ones; returns the members of the steps.
Members fold(Composer& composer, const Members& members, const Buffer& buffer) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t pairs = p - power_below(p);
  const std::uint32_t tag = composer.take_tags(1);
  Members kept;
  for (std::uint32_t i = 0; i < pairs; ++i) {
    const RankId even = members[2 * i];
    const RankId odd = members[2 * i + 1];
    composer.go_on(even, {composer.send(even, odd, buffer.bytes, tag, buffer.all())});
    composer.go_on(odd, {composer.recv_and_add(odd, even, buffer.bytes, tag, buffer.all())});
    kept.push_back(odd);
  }
  kept.insert(kept.end(), members.begin() + 2 * pairs, members.end());
  return kept;
}

/// Gives the even members of the first pairs the result.
void unfold(Composer& composer, const Members& members, const Buffer& buffer) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t tag = composer.take_tags(1);
  for (std::uint32_t i = 0; i < p - power_below(p); ++i) {
    const RankId even = members[2 * i];
    const RankId odd = members[2 * i + 1];
    composer.go_on(odd, {composer.send(odd, even, buffer.bytes, tag, buffer.all())});
    composer.go_on(even, {composer.recv(even, odd, buffer.bytes, tag, buffer.all())});
  }
}

}  // namespace

std::uint32_t power_below(std::uint32_t number) {
  return std::bit_floor(number);
}

void doubling_all_reduce(Composer& composer, const Members& members, const Buffer& buffer) {
  const Members kept = fold(composer, members, buffer);
  const std::uint32_t tag = composer.take_tags(32);
  for (std::uint32_t bit = 0; 1u << bit < kept.size(); ++bit) {
    for (std::uint32_t i = 0; i < kept.size(); ++i) {
      const RankId other = kept[i ^ 1u << bit];
      const OpId sent = composer.send(kept[i], other, buffer.bytes, tag + bit, buffer.all());
      composer.go_on(kept[i], {composer.recv_and_add(kept[i], other, buffer.bytes, tag + bit, buffer.all(), sent)});
    }
  }
  unfold(composer, members, buffer);
}

void halving_reduce_scatter(Composer& composer, const Members& members, const Buffer& buffer) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t each = buffer.blocks / p;
  const std::uint32_t tag = composer.take_tags(p);
  for (std::uint32_t half = p / 2; half > 0; half /= 2) {
    for (std::uint32_t i = 0; i < p; ++i) {
      const auto kept_by = [&](std::uint32_t member) { return Slice{member / half * half * each, half * each}; };
      const Slice theirs = kept_by(i ^ half);
      const RankId other = members[i ^ half];
      const OpId sent = composer.send(members[i], other, buffer.size(theirs), tag + half, theirs);
      const OpId got = composer.recv_and_add(members[i], other, buffer.size(kept_by(i)), tag + half, kept_by(i));
      composer.go_on(members[i], {sent, got});
    }
  }
}

void doubling_all_gather(Composer& composer, const Members& members, const Buffer& buffer) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t each = buffer.blocks / p;
  const std::uint32_t tag = composer.take_tags(p);
  for (std::uint32_t half = 1; half < p; half *= 2) {
    for (std::uint32_t i = 0; i < p; ++i) {
      const auto known_to = [&](std::uint32_t member) { return Slice{member / half * half * each, half * each}; };
      const RankId other = members[i ^ half];
      const Slice mine = known_to(i);
      const Slice theirs = known_to(i ^ half);
      const OpId sent = composer.send(members[i], other, buffer.size(mine), tag + half, mine);
      const OpId got = composer.recv(members[i], other, buffer.size(theirs), tag + half, theirs);
      composer.go_on(members[i], {sent, got});
    }
  }
}

void rabenseifner_all_reduce(Composer& composer, const Members& members, const Buffer& buffer) {
  const Members kept = fold(composer, members, buffer);
  halving_reduce_scatter(composer, kept, buffer);
  doubling_all_gather(composer, kept, buffer);
  unfold(composer, members, buffer);
}

void dissemination_barrier(Composer& composer, const Members& members) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t tag = composer.take_tags(32);
  for (std::uint32_t bit = 0; (std::uint64_t{1} << bit) < p; ++bit) {
    for (std::uint32_t i = 0; i < p; ++i) {
      const std::uint32_t far = 1u << bit;
      const OpId sent = composer.send(members[i], members[(i + far) % p], 0, tag + bit, {0, 1});
      composer.go_on(members[i],
                     {sent, composer.recv_and_add(members[i], members[(i + p - far) % p], 0, tag + bit, {0, 1})});
    }
  }
}

}  // namespace kintsugi::workload
