#include "models/workload/collectives/exchanges.hpp"

namespace kintsugi::workload {

namespace {

Members ranks_from(std::uint32_t first, std::uint32_t count, std::uint32_t step) {
  Members members;
  for (std::uint32_t i = 0; i < count; ++i) members.push_back(RankId{first + i * step});
  return members;
}

/// One iteration of one rank.
class HaloStep {
 public:
  HaloStep(Composer& composer, const Halo& halo, std::uint32_t rank, std::uint32_t tag)
      : composer_(composer), halo_(halo), rank_(rank), tag_(tag) {}

  void make() {
    visit([this](std::uint32_t from, std::uint32_t tag, std::uint64_t bytes, std::uint32_t block) {
      parts_.push_back(composer_.recv(RankId{rank_}, RankId{from}, bytes, tag ^ 1, {block, 1}));
    });
    composer_.go_on(RankId{rank_}, {composer_.calc(RankId{rank_}, halo_.calc_nanoseconds)});
    const auto own = static_cast<std::uint32_t>(2 * halo_.sides.size());
    visit([&](std::uint32_t to, std::uint32_t tag, std::uint64_t bytes, std::uint32_t) {
      parts_.push_back(composer_.send(RankId{rank_}, RankId{to}, bytes, tag, {own, 1}));
    });
    composer_.go_on(RankId{rank_}, parts_);
  }

 private:
  /// Calls each(neighbour, tag, bytes, block) for every face: the tag is that of a message to this neighbour.
  template <class Each>
  void visit(Each each) const {
    std::uint32_t stride = 1;
    for (std::uint32_t d = 0; d < halo_.sides.size(); ++d) {
      const std::uint32_t side = halo_.sides[d];
      const std::uint32_t at = rank_ / stride % side;
      for (const std::uint32_t up : {0u, 1u}) {
        const bool at_edge = at == (up == 1 ? side - 1 : 0);
        if (side == 1 || (at_edge && !halo_.wraps)) continue;
        const std::uint32_t next = (at + (up == 1 ? 1 : side - 1)) % side;
        each(rank_ - at * stride + next * stride, tag_ + 2 * d + up, halo_.face_bytes[d], 2 * d + up);
      }
      stride *= side;
    }
  }

  Composer& composer_;
  const Halo& halo_;
  std::uint32_t rank_;
  std::uint32_t tag_;  // even
  std::vector<OpId> parts_;
};

}  // namespace

void direct_all_to_all(Composer& composer, const Members& members, std::uint64_t bytes) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t tag = composer.take_tags(1);
  for (std::uint32_t i = 0; i < p; ++i) {
    std::vector<OpId> parts;
    for (std::uint32_t s = 1; s < p; ++s) {
      const std::uint32_t from = (i + p - s) % p;
      parts.push_back(composer.recv(members[i], members[from], bytes, tag, {p + from, 1}));
    }
    for (std::uint32_t s = 1; s < p; ++s) {
      const std::uint32_t to = (i + s) % p;
      parts.push_back(composer.send(members[i], members[to], bytes, tag, {to, 1}));
    }
    composer.go_on(members[i], parts);
  }
}

void pairwise_all_to_all(Composer& composer, const Members& members, std::uint64_t bytes) {
  const auto p = static_cast<std::uint32_t>(members.size());
  const std::uint32_t tag = composer.take_tags(1);
  for (std::uint32_t s = 1; s < p; ++s) {
    for (std::uint32_t i = 0; i < p; ++i) {
      const std::uint32_t from = (i + p - s) % p;
      const std::uint32_t to = (i + s) % p;
      const OpId got = composer.recv(members[i], members[from], bytes, tag, {p + from, 1});
      const OpId sent = composer.send(members[i], members[to], bytes, tag, {to, 1});
      composer.go_on(members[i], {sent, got});
    }
  }
}

void halo_exchange(Composer& composer, const Halo& halo) {
  for (std::uint32_t iteration = 0; iteration < halo.iterations; ++iteration) {
    const auto faces = static_cast<std::uint32_t>(2 * halo.sides.size());
    const std::uint32_t tag = (composer.take_tags(faces + 1) + 1) & ~1u;
    for (std::uint32_t rank = 0; rank < composer.ranks(); ++rank) HaloStep(composer, halo, rank, tag).make();
  }
}

void fft_transposes(Composer& composer, std::uint32_t columns, std::uint64_t bytes, std::uint64_t calc_nanoseconds) {
  const std::uint32_t rows = composer.ranks() / columns;
  const auto calculate = [&] {
    for (std::uint32_t rank = 0; rank < composer.ranks(); ++rank) {
      composer.go_on(RankId{rank}, {composer.calc(RankId{rank}, calc_nanoseconds)});
    }
  };
  composer.begin_group("fft_x");
  calculate();
  composer.begin_group("transpose_xy");
  for (std::uint32_t y = 0; y < rows; ++y) {
    direct_all_to_all(composer, ranks_from(y * columns, columns, 1), bytes / columns);
  }
  composer.begin_group("fft_y");
  calculate();
  composer.begin_group("transpose_yz");
  for (std::uint32_t x = 0; x < columns; ++x) direct_all_to_all(composer, ranks_from(x, rows, columns), bytes / rows);
  composer.begin_group("fft_z");
  calculate();
}

}  // namespace kintsugi::workload
