/// The counters of detection: what the PEs and the faulty links of a chip count. Every thread has its own; their sum is
/// meaningful.
#pragma once

#include <array>
#include <cstdint>

namespace kintsugi {

struct DetectionCounters {
  /// @name Packets whose source keeps them until they are acknowledged
  /// @{
  std::uint64_t kept = 0;          ///< whose first copy has left the source queue
  std::uint64_t acknowledged = 0;  ///< of which the source has an acknowledgement
  std::uint64_t given_up = 0;      ///< by the source, after the last timeout or because it died
  /// @}
  /// @name Copies of these packets
  /// @{
  std::uint64_t copies = 0;      ///< made, to be sent for the first time or again
  std::uint64_t resent = 0;      ///< of these, those that were sent again
  std::uint64_t ended = 0;       ///< that have arrived, whatever became of them, or were not needed any more
  std::uint64_t duplicates = 0;  ///< discarded: the destination had the packet, or the source had given it up
  std::uint64_t damaged = 0;     ///< dropped: a link had marked a flit
  std::uint64_t found = 0;       ///< dropped: the checksum of the packet did not hold
  std::uint64_t wrong = 0;       ///< delivered with wrong content, because every check held
  /// @}
  /// @name Acknowledgements, packets of one flit
  /// @{
  std::uint64_t receipts = 0;
  std::uint64_t receipts_ended = 0;
  std::uint64_t receipts_lost = 0;  ///< of these, those that were dropped
  /// @}
  /// @name Flits that have crossed a link at fault
  /// @{
  std::uint64_t flits_erased = 0;     ///< nothing of them has arrived: the link was dead
  std::uint64_t flits_corrupted = 0;  ///< with an error
  std::uint64_t flits_found = 0;      ///< of these, those of which the checksum of the flit did not hold
  /// @}

  DetectionCounters& operator+=(const DetectionCounters& other) {
    using Count = std::uint64_t DetectionCounters::*;
    static constexpr std::array<Count, 16> kAll = {
        &DetectionCounters::kept,          &DetectionCounters::acknowledged, &DetectionCounters::given_up,
        &DetectionCounters::copies,        &DetectionCounters::resent,       &DetectionCounters::ended,
        &DetectionCounters::duplicates,    &DetectionCounters::damaged,      &DetectionCounters::found,
        &DetectionCounters::wrong,         &DetectionCounters::receipts,     &DetectionCounters::receipts_ended,
        &DetectionCounters::receipts_lost, &DetectionCounters::flits_erased, &DetectionCounters::flits_corrupted,
        &DetectionCounters::flits_found};
    static_assert(sizeof(DetectionCounters) == kAll.size() * sizeof(std::uint64_t), "every counter is in the list");
    for (const Count count : kAll) this->*count += other.*count;
    return *this;
  }

  /// Returns the slots of the packet table that the protocol holds: packets kept, copies and acknowledgements.
  std::uint64_t live() const { return kept - acknowledged - given_up + copies - ended + receipts - receipts_ended; }
};

}  // namespace kintsugi
