# Quick tests that no sanitizer runs, as filters of GoogleTest; the preset release runs all of them. Whatever is not here is
# run by the preset asan.
set(unsanitized_tests
  # What is exported is compiled and simulated by other programs; the writers themselves are run by tests of their own.
  "*/RtlTools.*" "RtlTools*.*" "*/RtlFabric.*" "RtlChip.*" "RtlChipMutants.*" "RtlMutants.*" "*/RouteLogic.*" "RouteLogic*.*"
  "ExportChip.*" "ExportRouters.*" "GrammarFuzzer.*" "Bench.*" "Mpi.*" "Mpi/*"
  # The texts of the project are read, by code of the test.
  "Rooms.*" "RoomMap.*"
  # The same run again, on another schedule or number of threads.
  "*has_the_same_bytes_on_every_schedule*" "*does_not_depend_on_the_number_of_threads" "*do_not_depend_on_the_number_of_threads"
  "Yield.does_not_depend_on_isolation" "Run.the_number_of_threads_can_be_left_to_the_tool"
  # Many runs or long ones, each by a path through the code that a shorter test takes too.
  "PacketsCommand.reads_what_runs_of_every_kind_have_logged" "PacketLog.is_in_the_order_of_creation_and_fits_its_schema"
  "PacketLog.adds_up_to_the_report" "PageOfARun.adds_up_to_the_report" "PageOfARun.counts_what_the_packet_log_says_in_every_cycle"
  "Sweep.a_plot_can_show_every_number_that_reports_have" "Options.that_take_a_value_refuse_hostile_ones_by_name"
  "Options.that_are_flags_refuse_values" "Completion.offers_all_options_of_every_command"
  "Expect.each_line_of_the_shipped_scenario_fails_it_when_another_value_is_expected"
  "Expect.every_number_is_met_by_what_the_run_reports_and_not_by_another_value"
  "DirectFaultRuns.of_generated_scenarios_are_conserved_and_name_every_loss"
  "DirectFaultRuns.without_stopping_no_packet_waits_for_a_drain_and_none_is_lost"
  "Topo.the_reference_networks_of_the_comparison_are_the_published_ones"
  "NewScenario.takes_each_key_out_of_its_comment_unless_the_text_above_it_says_what_it_needs"
  "Sweep.takes_no_results_of_a_rebuilt_program_of_the_same_version" "ArrayRuns.*of_64_is_the_plain_network_in_every_figure"
  "ProgramRuns.the_report_is_the_same_on_every_schedule_and_number_of_threads" "ProgramRuns.annealed_ranks_have_*"
  "ProgramRuns.packets_that_a_dying_pe_takes_along_*" "ProgramRuns.a_pe_that_dies_in_an_all_reduce_*" "DemoFiles.*"
  "ProgramRuns.a_long_plan_*" "ProgramRuns.a_node_that_dies_for_good_*" "ProgramRuns.long_messages_and_additions_*"
  "ProgramRuns.of_a_network_of_more_than_4096_nodes_*" "Patience.changes_no_byte_of_a_run_*" "Run.output_is_the_same_under_*"
  "Expect.one_number_that_is_not_met_fails_the_run" "Yield.rules_and_tracks_differ"
  "Yield.looks_at_a_repair_section_with_and_without_the_key_fabric" "Repair.names_all_switches_of_a_long_ring_only_in_json"
  # Arithmetic of the models over all cases of a size; smaller sizes of the same are run.
  "SrtMinimal.is_proved_for_every_pattern_and_several_shifts" "SrtAdaptive.is_proved_on_rings_of_up_to_256_nodes_for_every_t"
  "SrtAdaptive.is_proved_on_tori_of_16x16_for_every_t" "SrtThreeDimensions.every_routing_is_proved_on_8x8x8"
  "Annealing.finds_the_optimum_of_small_programs_whatever_the_seed" "MandalaTopology.every_size_up_to_262144_nodes_*"
  "MandalaFamily.equations_are_met_and_the_figures_of_table_1_are_orders_of_magnitude"
  "GridFamily.the_papers_diameters_and_degrees_are_reproduced" "ExactCounts.six_faults_of_n_4"
  "ExactCounts.any_four_faults_of_n_8_can_be_repaired" "Collectives.alone_they_take_the_cycles_of_their_closed_forms"
  "WaferElementDefects.every_defective_element_with_every_dead_pe_is_repaired_or_has_no_plan"
  "DefectComparison.agrees_with_extraction_for_every_defect_and_every_two"
  "ScatteredDefects.each_field_has_a_density_of_its_own" "WaferFlips.every_kind_of_wrong_state_is_caught_*"
  "ClosedRings.are_those_of_a_flood_under_random_states" "GridWafer.every_map_of_three_dead_pes_of_four_by_four_is_repaired"
  "GridWafer.with_isolation_no_plan_of_two_paths_closes_a_ring" "GridWafer.other_planners_rules_and_objectives_repair_pairs"
  "GridWafer.every_defective_element_of_four_by_four_*" "RdtRouting.vector_with_best_ties_is_shortest_for_every_pair"
  "MandalaHdrReturns.after_any_change_between_two_faults_*" "MandalaHdrReturns.long_histories_of_many_faults_*"
  "MandalaRouting.rsim_has_the_average_of_the_formula_and_the_diameter"
  "LineLayout.the_width_of_random_networks_is_the_least_that_any_assignment_has"
  "SideBySide.old_and_new_routes_together_have_all_candidates_of_each"
  "Registry.a_routing_that_is_said_to_defer_*" "MandalaHdrReturns.parts_that_are_joined_again_*"
  "Goal.a_large_file_takes_at_most_a_hundred_bytes_of_memory_for_an_operation")
