"""The table of tb/mutate: small changes to models and hw, each of which must turn a fast test red.

Each entry has a name, the file, a text that occurs in it once, the text in its place, and the tests that are to notice. The
unit target is that of the house. An entry with `survives` says why no test can notice; it is there to be read.
"""
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutation:
    name: str
    file: str
    old: str
    new: str
    tests: str           # a filter of GoogleTest
    survives: str = ""   # why it cannot be noticed

    @property
    def target(self):
        return "unit_hw" if self.file.startswith("hw/") else "unit_models"


M = Mutation

FABRIC = [
    M("track_states_swapped", "models/fabric/switch_type.cpp",
      "{kEast, kNorth, kWest, kSouth},\n      {kWest, kSouth, kEast, kNorth},",
      "{kWest, kSouth, kEast, kNorth},\n      {kEast, kNorth, kWest, kSouth},", "WaferExtraction.*"),
    M("bunch_taps_swapped", "models/fabric/switch_type.cpp", "return LaneRef{a ? kTapA : kTapB,", "return LaneRef{a ? kTapB : kTapA,",
      "SwitchType.*:WaferExtraction.*"),
    M("bunch_bypass_lane_off_by_one", "models/fabric/switch_type.cpp", "return LaneRef{line, static_cast<Lane>(state - 1)};",
      "return LaneRef{line, static_cast<Lane>(state - 2)};", "SwitchType.*:WaferExtraction.*"),
    M("an_isolated_bunch_passes", "models/fabric/switch_type.cpp", "(axis_ && state == isolated(*axis_))) return std::nullopt;",
      "(axis_ && state > wires_ + 2)) return std::nullopt;", "SwitchType.*:SmallestRing.*"),
    M("extraction_forgets_a_length", "models/fabric/extraction.cpp", "far[cursor.lane] = {cursor.from, cursor.pitches};",
      "far[cursor.lane] = {cursor.from, 0};", "Extraction.*:WaferPitches.*"),
    M("extraction_attaches_every_site", "models/fabric/extraction.cpp",
      "if (end.kind == PortEnd::Kind::kTap && turn(end.at_switch, end.lane, states) != kOpen) return true;",
      "if (end.kind == PortEnd::Kind::kTap) return true;", "Extraction.*"),
    M("two_taps_on_a_lane_are_taken", "models/fabric/extraction.cpp", "if (end.at_switch == Beyond::kTap) throw",
      "if (false) throw", "Extraction.*"),
    M("bits_packed_backwards", "models/fabric/bitstream.cpp", "<< (position % 8));", "<< (7 - position % 8));", "Bitstream.*"),
    M("a_state_too_many_is_valid", "models/fabric/bitstream.cpp", "if (value < field.states) return;",
      "if (value <= field.states) return;", "Bitstream.*"),
    M("checksum_high_byte_first", "models/fabric/bitstream.cpp", "static_cast<std::uint8_t>(number >> 8 * i)",
      "static_cast<std::uint8_t>(number >> 8 * (3 - i))", "Bitstream.*"),
    M("a_dead_pe_may_be_used", "models/repair/repair_verifier.cpp", "if (uses_a_defect(repair, defects)) return MapOutcome::kWrong;",
      "", "RepairVerifying.*"),
]

WAFER = [
    M("turns_swapped", "models/wafer/switch_rule.cpp", "far > near ? TrackSwitchType::kD1 : TrackSwitchType::kD2",
      "far > near ? TrackSwitchType::kD2 : TrackSwitchType::kD1", "SwitchRule.*"),
    M("second_track_unused", "models/wafer/switch_rule.cpp", "% 2 : 0;", "% 1 : 0;", "SwitchRule.*:WaferExtraction.*"),
    M("last_node_does_not_move", "models/wafer/switch_rule.cpp", "position <= core; ++position", "position < core; ++position",
      "SwitchRule.*:WaferExtraction.*"),
    M("nodes_stay_where_they_are", "models/wafer/switch_rule.cpp", "= grid.site(p + d); });", "= grid.site(p); });", "SwitchRule.*"),
    M("a_spare_at_the_end_of_a_row_passes_its_column", "models/wafer/switch_rule.cpp",
      "at.column == row.down || at.column == row.up ?", "at.column == row.down ?", "SwitchRule.*:WaferIsolation.*"),
    M("the_axis_in_use_is_isolated", "models/srt/wafer.cpp", "== Plane::kV ? Axis::kNs : Axis::kEw",
      "== Plane::kV ? Axis::kEw : Axis::kNs", "SmallestRing.*:WaferIsolation.*"),
    M("an_overlap_of_two_on_one_track", "models/wafer/compensation.cpp", "(rule == ConflictRule::kOneTrackStrict ? 1 : 2)",
      "(rule == ConflictRule::kOneTrackStrict ? 1 : 3)", "Compensation.*"),
    M("overlap_off_by_one", "models/wafer/compensation.cpp", "return along(offset, a) + 1;", "return along(offset, a);", "Compensation.*"),
    M("paths_from_neighbours_meet", "models/wafer/compensation.cpp", "const bool ahead = along(offset, a) >= 0;",
      "const bool ahead = along(offset, a) >= -1;", "Compensation.*:ExactPlannerUnderEveryRule.agrees_with_brute_force_on_n_4"),
    M("crossing_paths_allowed", "models/wafer/compensation.cpp", "return ahead && along(offset, b) <= 0;",
      "return ahead && along(offset, b) < 0;", "Compensation.*:ExactPlannerUnderEveryRule.agrees_with_brute_force_on_n_4"),
    M("a_path_moves_one_more", "models/wafer/compensation.cpp", "return grid.last() - path.defect.column;",
      "return grid.last() - path.defect.column + 1;", "Compensation.*:ExactPlanner*"),
    M("a_shorter_set_is_kept", "models/wafer/exact_planner.cpp", "      if (plan(rest)) {", "      if (!plan(rest)) {",
      "ExactPlanner.*:Certificate*"),
    M("paths_in_force_cost_nothing", "models/wafer/exact_planner.cpp", "+ (changes ? change : 0));", "+ 0 * change);", "ExactPlanner*"),
    M("checker_allows_an_overlap_more", "models/wafer/certificate_check.cpp", "kOneTrackStrict ? 0 : 1);", "kOneTrackStrict ? 1 : 2);",
      "Certificate*"),
    M("a_flow_one_short_is_enough", "models/wafer/bounds.cpp", "const bool all = maximum_flow() == defective_core_pes;",
      "const bool all = maximum_flow() + 1 >= defective_core_pes;", "WaferBounds.*"),
]

SRT = [
    M("ring_without_wrap", "models/srt/topology.cpp", "    network.connect({node, ports.ahead}, {torus.ahead(node, axis, 1), ports.behind}, kind_of(0));",
      "    if (torus.coordinate(node, axis) + 1 < torus.size()) network.connect({node, ports.ahead}, {torus.ahead(node, axis, 1), ports.behind}, kind_of(0));",
      "SrtTopology.*"),
    M("bypass_of_the_next_level", "models/srt/topology.cpp", "{torus.ahead(node, axis, 1u << level), ports.bypass_behind}", "{torus.ahead(node, axis, 2u << level), ports.bypass_behind}",
      "SrtTopology.*"),
    M("variants_swapped", "models/srt/geometry.cpp", "variant == Variant::kLong ? 2 : 3", "variant == Variant::kLong ? 3 : 2", "SrtGeometry.*"),
    M("uniform_shift_rounded_up", "models/srt/geometry.cpp", "(T - 1 + dimensions - 1) / dimensions;", "(T + dimensions - 1) / dimensions;", "SrtGeometry.*"),
    M("wrap_keeps_the_channel", "models/srt/routing.cpp", "(arrived_by_wrap(place) ? 1 : 0)", "(arrived_by_wrap(place) ? 0 : 0)", "SrtRouting.*"),
    M("wrap_ends_one_node_late", "models/srt/routing.cpp", "place.at + length >= ring.size()", "place.at + length > ring.size()", "SrtRouting.*"),
    M("half_turn_port_at_the_middle", "models/srt/routing.cpp", "return place.physical_at < ring.size() / 2 ?",
      "return place.physical_at <= ring.size() / 2 ?", "SrtRouting.*"),
    M("line_without_its_offset", "models/srt/routing.cpp", "const unsigned offset = place.at - place.physical_at;",
      "const unsigned offset = 0 * (place.at - place.physical_at);", "SrtRouting.*"),
    M("ride_one_node_shorter", "models/srt/ring_route.cpp", "if (first + (1u << level) <= span)", "if (first + (1u << level) < span)",
      "RecursiveRoute.*:SrtRouting.recursive_has_its_known_hop_counts"),
    M("median_level_off_by_one", "models/srt/ring_route.cpp", "return l - c;", "return l - c + 1;",
      "RecursiveRoute.*:SrtRouting.recursive_has_its_known_hop_counts"),
    M("ring_link_among_equals", "models/srt/ring_route.cpp", "hops[span - length] <= hops[span - 1]", "hops[span - length] < hops[span - 1]",
      "MonotoneRoute.*"),
    M("a_wire_too_few", "models/srt/bundle.cpp", "? torus.T + 3 : torus.n", "? torus.T + 2 : torus.n", "Bundle.*"),
    M("escape_returns_at_any_rank", "models/srt/minimal.cpp", "return escape(next, query.destination).rank >= query.state;",
      "return escape(next, query.destination).rank + 1 >= query.state;", "SrtMinimal.*"),
    M("escape_channel_on_the_wrap", "models/srt/minimal.cpp", ".ahead ? at != torus_.size() - 1 : at != 0;",
      ".ahead ? true : at != 0;", "SrtMinimal.*"),
]

RDT = [
    M("beta_ranks_exchanged", "models/rdt/geometry.hpp", "kBetaRanks{2, 1, 4, 3, 1, 2, 1, 2}", "kBetaRanks{2, 1, 4, 3, 2, 1, 2, 1}",
      "RdtTopology.*"),
    M("alpha_ranks_exchanged", "models/rdt/geometry.hpp", "kAlphaRanks{2, 1, 4, 3, 4, 3, 2, 1}", "kAlphaRanks{2, 1, 4, 3, 4, 3, 1, 2}",
      "RdtTopology.*"),
    M("rdt_wrap_off_by_one", "models/rdt/geometry.cpp", "after >= static_cast<int>(side())", "after > static_cast<int>(side())", "RdtRouting.*"),
    M("rdt_links_of_a_wrong_rank", "models/rdt/topology.cpp", "network.connect(from, to, KindId{static_cast<std::uint8_t>(rank)});",
      "network.connect(from, to, KindId{static_cast<std::uint8_t>(rank / 2)});", "RdtTopology.*"),
    M("ties_away_from_zero", "models/rdt/vector.cpp", "(std::abs(value) + n - 1) / (2 * n))", "(std::abs(value) + n) / (2 * n))", "RdtVector.*"),
    M("a_hop_adds_to_its_rank", "models/rdt/vector.cpp", "upper(state, rank) - unit(way)", "upper(state, rank) + unit(way)", "RdtVector.*"),
    M("dateline_needs_both", "models/rdt/routing.cpp", "(arrived_on & pair.past) != 0 || rdt().wraps(", "(arrived_on & pair.past) != 0 && rdt().wraps(",
      "RdtRouting.*"),
    M("moves_on_the_channels_of_the_base", "models/rdt/routing.cpp", "base_hop(query.at, move.first, state, moves_[rank])",
      "base_hop(query.at, move.first, state, base_.before)", "RdtRouting.*"),
    M("floating_best_takes_the_highest_rank", "models/rdt/routing.cpp", "if (hops < best.hops) best = {rank, hops};",
      "if (best.rank == 0) best = {rank, hops};", "RdtRouting.*"),
    M("a_rank_without_nodes_is_lost", "models/rdt/vector.cpp", "plan[rank - 1] = plan[rank - 1] + one_rank_down(plan[rank], n_);",
      "plan[rank - 1] = plan[rank - 1] + plan[rank];", "RdtVector.*"),
    M("mirrors_are_not_alike", "models/rdt/assignment_search.cpp", "if (turn >= 4) at.h = -at.h;", "if (turn >= 4) at.h = at.h;",
      "RdtAssignmentSearch.*"),
    M("subtree_of_half_a_step", "models/rdt/tree.cpp", "const int sum = value + n;", "const int sum = value + n - 1;", "RdtSubtrees.*"),
]

MANDALA = [
    M("corner_of_a_wrong_level", "models/mandala/geometry.cpp", "unsigned level = 2;", "unsigned level = 3;", "MandalaTopology.*"),
    M("far_corner_of_the_own_cluster", "models/mandala/geometry.cpp", "there[i] = other;", "there[i] = own;", "MandalaTopology.*"),
    M("links_all_of_level_one", "models/mandala/topology.cpp", "kinds[mandala.link_level(near.node, near.port.value) - 1]",
      "kinds[0 * mandala.link_level(near.node, near.port.value)]", "MandalaTopology.*"),
    M("rsim_in_the_lowest_class", "models/mandala/routing.cpp", "offer(to[level], level, query.state, out);", "offer(to[level], 1, query.state, out);",
      "MandalaRouting.*"),
    M("a_link_between_corners_is_free", "models/mandala/routing.cpp", "(1u << below) + 1 +", "(1u << below) +", "MandalaRouting.*"),
    M("redirected_more_than_once", "models/mandala/routing.cpp", "if ((state & kRedirected) != 0) return;", "", "MandalaRouting.*"),
    M("hdr_goes_over_a_dead_crossing", "models/mandala/hdr.cpp", "if (!next) return std::nullopt;\n    wanted = *next;",
      "if (next) wanted = *next;", "MandalaHdr.*"),
    M("one_node_knows_of_a_fault", "models/mandala/hdr.cpp", "std::min((crossing.cluster + 1) * size, mandala().nodes())",
      "std::min(crossing.cluster * size + 1, mandala().nodes())", "MandalaHdr.*"),
    M("fault_messages_name_another_level", "models/mandala/hdr.cpp", "static_cast<unsigned>(word >> 8 & 0xff)",
      "static_cast<unsigned>(word >> 9 & 0xff)", "MandalaFaultFlooding.*"),
]

SSE = [
    M("class_does_not_change", "models/sse/routing.cpp", "state += 1u << kClassShift;", "state += 0u << kClassShift;", "SseRouting.*"),
    M("lowest_bit_first", "models/sse/routing.cpp", "(sse().n - 1 - (state & kRounds)) & 1u", "(state & kRounds) & 1u", "SseRouting.*"),
    M("shuffles_the_other_way", "models/sse/topology.cpp", "{sse.shuffle(node), kShuffleIn}", "{sse.unshuffle(node), kShuffleIn}",
      "SseTopology.*"),
    M("one_spare_module_less", "models/sse/isolation.cpp", "if (dropped.size() > sse.spare_modules())", "if (dropped.size() >= sse.spare_modules())",
      "SseReconfigure.*"),
    M("one_spare_unit_less", "models/sse/isolation.cpp", "if (faulty[module].size() > tolerated)", "if (faulty[module].size() >= tolerated)",
      "SseReconfigure.*"),
    M("link_isolates_its_other_end", "models/sse/isolation.cpp", "if (array.has_shuffle(link.a, link.b)) return link.a;",
      "if (array.has_shuffle(link.a, link.b)) return link.b;", "SseReconfigure.*"),
    M("lockstep_counts_local_units", "models/sse/reconfigure.cpp", "if (!contains(isolation_.lockstep, counted++))",
      "if (!contains(isolation_.lockstep, position + 0 * counted++))", "SseReconfigure.*"),
    M("irreparable_set_not_minimal", "models/sse/reconfigure.cpp", "while (high - low > 1)", "while (high - low > 2)",
      "SseReconfigure.*"),
    M("in_selector_takes_the_out_link", "models/sse/reconfigure.cpp", "site_of(sse.unshuffle(node))", "site_of(sse.shuffle(node))", "SseReconfigure.*"),
]

GRID_AND_ROUTING = [
    M("torus_without_wraps", "models/grid/topology.cpp", "if (last && (wrap == nullptr || side == 2)) continue;", "if (last) continue;",
      "GridTopology.*"),
    M("tie_goes_back", "models/grid/routing.cpp", "return 2 * hops_ahead <= offset.side;", "return 2 * hops_ahead < offset.side;", "GridRouting.*"),
    M("datelines_exchanged", "models/grid/routing.cpp", "went_ahead ? offset.from == 0 : offset.from == offset.side - 1",
      "went_ahead ? offset.from == offset.side - 1 : offset.from == 0", "GridRouting.*"),
    M("highest_dimension_first", "models/grid/routing.cpp", "std::countr_zero(query.at.value ^ query.destination.value)",
      "31 - std::countl_zero(query.at.value ^ query.destination.value)", "GridRouting.*"),
    M("a_dependency_is_missing", "models/routing/dead_ends.cpp", "dependencies_->add(held_, candidate.port, hop.vcs);",
      "dependencies_->add(held_, candidate.port, hop.vcs & (~hop.vcs + 1));", "Proof.*:Dependencies.*"),
    M("only_the_first_channel_is_followed", "models/routing/dead_ends.cpp", "for (VcSet left = hop.vcs; left != 0; left &= left - 1)",
      "for (VcSet left = hop.vcs; left != 0; left = 0)", "Proof.*"),
    M("only_the_first_source_is_asked", "models/routing/dead_ends.cpp", "first < numbers_->nodes(); first += at_once", "first < 1; first += at_once",
      "Proof.*:DeadEnds.*"),
    M("a_closed_path_is_no_cycle", "models/routing/dependencies.cpp", "marks_[*wanted] == Mark::kOpen", "marks_[*wanted] == Mark::kDone",
      "Proof.*:Dependencies.*"),
    M("channel_numbers_off_by_one_port", "models/routing/dependencies.cpp", "std::upper_bound(first_port_", "std::lower_bound(first_port_",
      "Proof.*:Dependencies.*:GridRouting.*"),
    M("escape_states_are_forgotten", "models/routing/escape_order.cpp", "for (const auto& [channel, states] : other.after_) after_[channel].insert(states.begin(), states.end());",
      "", "EscapeOrder.*:Proof.*:SrtMinimal.*"),
    M("adaptive_hops_are_forgotten", "models/routing/escape_order.cpp", "if (state != next) in(state).states.insert(next);", "",
      "EscapeOrder.*:Proof.*"),
    M("a_member_keeps_its_state", "models/routing/multicast.cpp", "member.state = next->state;", "", "TreeOfRoutes.*"),
    M("members_are_not_sorted_by_branch", "models/routing/multicast.cpp", "std::tuple(member.branch, member.node)",
      "std::tuple(member.node, member.branch)", "TreeOfRoutes.*"),
]

TRAFFIC = [
    M("source_and_destination_exchanged", "models/traffic/trace_file.cpp", "NodeId{static_cast<std::uint32_t>(numbers[1])}",
      "NodeId{static_cast<std::uint32_t>(numbers[2])}", "TraceFile.*"),
    M("packets_at_the_end_are_sent", "models/traffic/trace_file.cpp", "if (cycle < end) lists", "if (cycle <= end) lists", "Replay.*"),
    M("tornado_goes_half_the_ring", "models/traffic/permutation.cpp", "(side + 1) / 2 - 1) % side", "(side + 1) / 2) % side", "Permutations.*"),
    M("bits_reversed_into_one_less", "models/traffic/permutation.cpp", "<< (bits - 1 - bit);", "<< (bits - bit);", "Permutations.*"),
]

ROUTER = [
    M("output_arbiter_does_not_move", "hw/router/router.cpp", "  to.last_in = byte_of(in_port);\n", "", "Allocation.*"),
    M("input_arbiter_does_not_move", "hw/router/router.cpp", "  from.last_vc = in_vc;\n", "", "Allocation.*"),
    M("channel_arbiter_does_not_move", "hw/router/allocation.cpp",
      "  ports_[port.index()].last_channel = narrow<std::uint16_t>(channel(request.in_port, request.in_vc));\n", "", "Allocation.*"),
    M("a_credit_too_many", "hw/router/router.cpp", "port == local_port() ? kUnlimited : depth_);", "port == local_port() ? kUnlimited : depth_ + 1);",
      "RouterDepth.*:RouterTiming.*:ConservationCheck.*"),
    M("a_credit_too_few", "hw/router/router.cpp", "port == local_port() ? kUnlimited : depth_);", "port == local_port() ? kUnlimited : depth_ - 1);",
      "RouterDepth.*:RouterTiming.*:ConservationCheck.*"),
    M("passes_without_a_credit", "hw/router/router.cpp", "return in.has_output() && in.empty() && credits_[in.out_channel] != 0;",
      "return in.has_output() && in.empty();", "RouterDepth.*:Allocation.*:Traffic.*"),
    M("last_credit_is_spent_twice", "hw/router/router.cpp", "(credits_[in.out_channel] == 1) | flit.tail()", "(credits_[in.out_channel] == 0) | flit.tail()",
      "RouterDepth.*:Allocation.*:Traffic.*"),
    M("a_freed_channel_wakes_nobody", "hw/router/router.cpp", "  allocation_due_ = Due::kNow;\n  in.out_port = kNone;", "  in.out_port = kNone;",
      "Allocation.*:Traffic.*"),
    M("channel_is_not_freed", "hw/router/router.cpp", "  sets_[in.out_port.index()].free |= vc_bit(LinkReceiver::vc_of(in.out_mark));\n", "",
      "Allocation.*"),
    M("returning_credit_revives_nobody", "hw/router/router.cpp", "if (!input(in_port, out.owner_vc).empty()) set_sendable(in_port, out.owner_vc);",
      "", "RouterDepth.*:Sleep.*:Traffic.*"),
    M("two_arrivals_to_one_output_pass", "hw/router/router.cpp", "taken |= port_bit(port_of(in.out_port));", "taken |= 0 * port_bit(port_of(in.out_port));",
      "Allocation.*:Traffic.*"),
    M("full_buffers_are_not_noticed", "hw/router/router.cpp", "if (count >= depth_) fail(", "if (count > depth_) fail(", "RouterErrors.*"),
    M("channel_with_fewest_credits", "hw/router/allocation.cpp", "if (credits(port, vc) > credits(port, best)) best = vc;",
      "if (credits(port, vc) < credits(port, best)) best = vc;", "Allocation.*"),
    M("adaptive_channel_before_it_is_empty", "hw/router/allocation.cpp", "if (credits(candidate.port, vc) >= depth_) continue;",
      "if (credits(candidate.port, vc) >= 1) continue;", "Adaptive.*"),
    M("hops_to_the_own_pe_count", "hw/router/allocation.cpp", "packet.hops += port != local_port();", "packet.hops += 1;", "ZeroLoad.mesh*"),
    M("unroutable_packets_stay", "hw/router/allocation.cpp", "if (candidates.empty() && chip_.drops_unroutable) drop_unroutable(", "if (false) drop_unroutable(",
      "RouteAround.*"),
    M("buffered_flits_miscounted", "hw/router/router.cpp", "counters_->buffered += taken - sent;", "counters_->buffered += taken;", "ConservationCheck.*"),
    M("flits_on_wires_miscounted", "hw/router/router.cpp", "counters_->on_wires += sent - taken;", "counters_->on_wires += sent;", "ConservationCheck.*"),
    M("copies_miscounted", "hw/router/fork.cpp", "counters_->copied += sent - left;", "counters_->copied += sent;", "Multicast.*"),
    M("a_branch_begins_with_one_credit", "hw/router/fork.cpp", "credits(branch.candidate.port, branch.vc) >= packet.flits;",
      "credits(branch.candidate.port, branch.vc) >= 1;", "Multicast.*"),
    M("acknowledgements_of_two_branches_unawaited", "hw/router/fork.cpp", "if (ways > 1) part.fork = table.await(", "if (ways > 2) part.fork = table.await(",
      "Multicast.*"),
    M("fork_leaves_its_credit", "hw/router/fork.cpp", "  ports_[in_port.index()].link.return_credit(now, in_vc);\n", "", "Multicast.*"),
]

PE_AND_CONTROL = [
    M("pe_begins_with_a_credit_less", "hw/pe/traffic_pe.cpp", "narrow<std::uint8_t>(parameters.buffer));", "narrow<std::uint8_t>(parameters.buffer - 1));",
      "Pe.*:ConservationCheck.*"),
    M("pe_keeps_its_channel", "hw/pe/traffic_pe.cpp", "turn_ = Vc::from((vc.value + 1) % vcs_);", "turn_ = vc;", "Pe.*"),
    M("pe_needs_two_credits", "hw/pe/traffic_pe.cpp", "if (credits(vc) < room) continue;", "if (credits(vc) <= room) continue;", "Pe.*"),
    M("acknowledgements_first", "hw/pe/traffic_pe.cpp", "acknowledges_next_ = !acknowledges;", "acknowledges_next_ = true;", "Multicast.*"),
    M("multicast_acknowledged_by_the_first_branch", "hw/pe/traffic_pe.cpp", "if (!table.acknowledge(id)) return;", "table.acknowledge(id);", "Multicast.*"),
    M("dropped_flits_uncounted", "hw/pe/traffic_pe.cpp", "  ++chip_.own->counters.dropped;\n", "", "RunTimeFaults.*:RouteAround.*"),
    M("a_dead_pe_goes_on_sending", "hw/pe/traffic_pe.cpp", "  dead_ = true;\n  may_begin_ = false;", "  dead_ = true;", "Pe.*:RunTimeFaults.*"),
    M("flit_order_unchecked", "hw/pe/traffic_pe.cpp", "if (packet.destination != takes_ || flit.sequence != packet.arrived) return drop(flit, now);",
      "if (packet.destination != takes_) return drop(flit, now);", "Pe.*"),
    M("a_fault_while_draining_is_not_listed", "hw/control/reconfiguration.cpp",
      "    if (phase_ == Phase::kDrain) done_.back().faults.push_back(faults_[next_]);\n", "", "Reconfiguration.*"),
    M("planning_takes_a_cycle_more", "hw/control/reconfiguration.cpp", "return spent >= plan_cycles_;", "return spent > plan_cycles_;", "Reconfiguration.*"),
    M("later_faults_are_forgotten", "hw/control/reconfiguration.cpp", "  if (!waiting_.empty()) return begin(now);\n", "", "Reconfiguration.*"),
    M("fault_messages_take_no_time", "hw/control/fault_flooding.cpp", "(*to_[port])->receive(message, now + 1);", "(*to_[port])->receive(message, now + 2);",
      "RouteAround.*"),
    M("known_faults_are_forwarded_again", "hw/control/fault_flooding.cpp", "if (!dead_ && relation_->learn(node_, message)) forward(message, now);",
      "if (!dead_ && (relation_->learn(node_, message), true)) forward(message, now);", "RouteAround.*"),
]

CHIP = [
    M("checksum_misses_the_last_byte", "hw/fabric/config_chain.cpp", "position_ % 8 == 0 && position_ <= payload_bits_",
      "position_ % 8 == 0 && position_ < payload_bits_", "Chain*:ChipConfiguration.*"),
    M("a_wrong_checksum_is_taken", "hw/fabric/config_chain.cpp", "if (received_crc_ != crc_.value())", "if (false)", "Refusal.*"),
    M("the_chain_takes_an_unknown_state", "hw/fabric/config_chain.cpp", "if (field_value_ < field.states) {", "if (field_value_ <= field.states) {",
      "ChainRefusal.*"),
    M("a_refused_stream_stays_in_the_shadow", "hw/fabric/config_chain.cpp", "  for (SwitchModule* module : switches_) module->discard_shadow();\n", "",
      "Refusal.*:ChipConfiguration.*:Chain*"),
    M("every_switch_reports_a_change", "hw/fabric/switch_module.cpp", "const bool changed = state_ != shadow_;", "const bool changed = true;", "Chain.*"),
    M("paths_forget_the_switches_they_pass", "hw/fabric/switch_module.cpp", "  cursor.passed.push_back(id());\n", "", "PathTable.*"),
    M("latency_of_one_pitch", "hw/chip/path_table.cpp", "timing_.latency(kind_of_(site, port(path)), paths_[path].pitches);",
      "timing_.latency(kind_of_(site, port(path)), 1);", "PathTable.*"),
    M("old_paths_are_watched_on", "hw/chip/path_table.cpp",
      "  for (const SwitchId id : paths_[path].passed) std::erase(watchers_[id.value], path);\n", "", "PathTable.*"),
    M("check_forgets_returning_credits", "hw/link/conservation_check.cpp", "sender.credits + buffer.flits + on_wire + returning == sender.depth",
      "sender.credits + buffer.flits + on_wire == sender.depth", "ConservationCheck.*"),
    M("check_forgets_the_balance", "hw/link/conservation_check.cpp", "if (!counters_.balanced()) return", "if (false) return",
      "ConservationCheck.*"),
    M("check_forgets_open_ports", "hw/link/conservation_check.cpp", "if (buffer.flits + on_wire == 0) return", "if (true) return", "ConservationCheck.*"),
    M("alarms_ring_a_cycle_late", "hw/clock/clock_domain.cpp", "share.alarms.top().at <= now)", "share.alarms.top().at < now)", "Clock.*"),
    M("marks_are_not_cleared", "hw/clock/clock_domain.cpp", "  if (active != 0) std::memset(marks, 0, kBlock);\n", "", "Clock.*"),
    M("the_monitor_sees_a_cycle_twice", "hw/clock/clock_domain.cpp", "    checked_ = next_;\n", "", "Clock.*"),
]

WAVE = [
    M("unknown_values_are_written_again", "hw/wave/vcd_writer.cpp", "if (before == now || still_x) return;", "if (before == now) return;", "VcdWriter.*"),
    M("a_time_for_every_change", "hw/wave/vcd_writer.cpp", "  if (time == stamped_) return;\n", "", "VcdWriter.*"),
    M("the_window_ends_a_tick_early", "hw/wave/vcd_writer.cpp", "return close_window(tick(options_.to) + 1);", "return close_window(tick(options_.to));", "VcdWriter.*"),
    M("ranges_one_bit_wider", "hw/wave/vcd_writer.cpp", "std::to_string(width - 1)", "std::to_string(width)", "VcdWriter.*"),
    M("x_and_z_exchanged", "hw/wave/vcd_writer.cpp", '"01zx"', '"01xz"', "VcdWriter.*"),
    M("states_by_number", "hw/wave/vcd_writer.cpp", 'file_.append(state < names.size() ? names[state] :', 'file_.append(state + 1 < names.size() ? names[state] :',
      "VcdWriter.*"),
]

MUTATIONS = FABRIC + WAFER + SRT + RDT + MANDALA + SSE + GRID_AND_ROUTING + TRAFFIC + ROUTER + PE_AND_CONTROL + CHIP + WAVE
