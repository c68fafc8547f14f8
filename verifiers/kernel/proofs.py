"""Statements that Rocq proves for all runs, in a real inner product space of any dimension.

Each theorem of `rocq/` names the facts that it takes as hypotheses; `README.md` lists them. What this package only
certifies is proved there too where it stands here: the chain of Lemma 7, Theorem 3 of the SGD lecture, and plain facts
that proofs cite. N2's theorems are those for unit rows: what is taken of the rows, ‖Zᵀ(q − r)‖ ≤ ‖q − r‖₁ for q, r in
the simplex, holds of near rows too.
"""

NAMED = {  # by the file of `rocq/`: an id, and the theorem of that file
    "Acceleration": """
        P.L3.2 lemma_3_2  P.L3.5 lemma_3_5  P.L3.6l lemma_3_6_lower  P.L3.6u lemma_3_6_upper  P.P3.7 proposition_3_7
        N1.weights weights_telescope  N1.psi potential_grows_with_distance  N1.margin margin_by_distance
        N1.sum sum_of_inverse_rates  N1.rate rate_without_logarithm  P.P3.7.c.3 proposition_3_7  N2.gap lemma_3_2
        N2.interval theorem_3_1_interval  N2.psi lemma_3_5  N2.distance.1 potential_grows_with_distance
        N2.distance.2 margin_by_distance  N2.rate rate_without_logarithm  N2.margin theorem_3_1
    """,
    "Algorithm": """
        P.T3.1.1 margin_of_algorithm_1  P.T3.1.2l interval_of_algorithm_1  P.T3.1.2u interval_of_algorithm_1
        P.psi.smooth.exp psi_is_smooth  P.T3.1.int.2 no_margin_is_larger  P.S3.3.psimax2 psi_near_the_largest
        F.exp soft_is_smooth  F.soft soft_is_smooth_from_above
    """,
    "Updates": """
        P.2.1 psi_of_the_risk  P.2.1.exp psi_is_ln_sum_exp  P.2.2.1 gradient_weights_the_rows
        P.2.2.2 gradient_by_the_risks  P.2.3.1 gradient_over_the_risk  P.2.3.2 gradient_in_the_simplex
        P.S3.3.psimax.1 psi_exceeds_the_largest_loss  P.S3.3.psimax.2 largest_loss_is_of_the_largest_score
        P.S3.3.psimax.3 inverse_of_the_loss  P.S3.3.psimax.4 psi_exceeds_the_largest_score  P.3.1.GD.1 step_renormalised
        P.3.1.GD.2 step_by_the_dual_variable  P.3.1.MD.1.1 dual_variable_weighs_by_score
        P.3.1.MD.1.2 scores_after_a_step  P.3.1.MD.1.3 dual_variable_after_a_step  P.3.1.MD.2 multiplicative_update
        P.3.1.MD.3 multiplicative_update_by_the_gradient  P.3.1.phi0.1 dual_objective_by_the_risk
        P.psi.l1.exp gradient_has_mass_one  P.psi.q0.1 first_gradients_are_one  P.psi.q0.2 gradient_at_zero
        P.psi.q0.3 first_gradient  P.3.3eq.1.1 weights_after_a_step  P.3.3eq.1.2 weights_by_scores
        P.3.3eq.1.3 next_weights_by_scores  P.3.3eq.2.1 exponentials_multiply  P.3.3eq.2.2 step_moves_the_scores
        P.3.3eq.2.3 scores_of_the_next  P.3.3eq.3 q_is_the_gradient  P.3.10.1 first_potential
    """,
    "Normalised": """
        P.3.1.R risk_falls  P.3.2.MD1t rate_of_mirror_descent  P.3.1.dir.1.corrected dual_vector_tends_to_u
        P.3.1.dir.2 direction_tends_to_u  P.3.1.phi0.2 objective_vanishes  P.3.1.phi0.3 gradient_vanishes
        P.phi.smooth gradient_of_phi_is_smooth
    """,
    "Duality": """
        P.A.1c.1.2 supremum_is_the_largest_entry  P.A.1c.1.3 conjugate_is_the_largest_entry  P.A.1a.1 gamma_by_scores
        P.A.1a.2 strong_duality  P.A.1b.1 primal_optimum_is_unique  P.A.1b.2.corrected mirrored_u
        P.A.1d.1 fenchel_duality  P.A.1d.2 conjugates_written_out  P.A.1d.3 mirror_image  P.A.1d.4 strong_duality
        P.A.1e dual_optimum_is_a_normal  P.A.1f same_direction  P.S2.gbar0 maximum_margin
        P.3.1.min0 nonseparable_minimum  P.3.1.minsep separable_minimum  P.3.1.dualvec.corrected dual_vector
        P.3.2.phimu.2 half_the_squared_margin  P.D.T.p1.4 norms_exceed_gamma  F.margins margins_of_the_optimum
        F.optimal optimum_is_stationary  F.dual norm_exceeds_gamma  F.one optima_have_one_image
    """,
    "Mirror": """
        P.B.8 B_8  P.B.9.1 B_9_1  P.B.9.2.corrected B_9_corrected  P.B.9.3 B_9_3  P.B.2' B_2_first_three_points
        P.B.2eq B_2_minimises  P.B.3.1 B_3_1  P.B.3.2 B_3_2  P.B.3.3 B_3_3  P.B.3.4 B_3_4  P.B.3.5 B_3_5  P.B.4.1 B_4_1
        P.B.4.2.corrected B_4_2_corrected  P.B.4.3.corrected B_4_3_corrected  P.B.4.4 B_4_4  P.B.4+.1 B_descent_1
        P.B.4+.2 B_descent_2  P.B.4+.3 B_descent_3  P.B.4+.4 B_descent_4  P.B.4+.5 B_descent_5  P.B.5 B_5  P.B.6 B_6
        P.B.6b B_6_rearranged  P.B.7 B_7  P.B.2 lemma_B_2  P.B.10.5 B_10_averages  P.B.10.4 B_10_weighted
        P.B.10.1 B_10_first  P.B.10.2 B_10_second  P.B.10.3 B_10_rate
    """,
    "Translation": """
        P.C.7b1.step nu_over_lambda  P.C.1'.proof1.1 excess_is_the_average  P.C.1'.proof1.2 average_after_a_step
        P.C.1'.proof1.3 excess_recurs  P.C.1'.proof0.3 momentum_is_the_excess
        P.C.1'.proof0.2 step_left_over_is_the_excess  P.C.1'.proof0.1 momentum_is_the_step_left_over
        P.C.1'.a step_is_momentum  P.C.4eq.p.0 induction_begins  P.C.4eq.p.1 average_of_pulls
        P.C.4eq.p.2 induction_by_its_hypothesis  P.C.4eq.p.3 induction_divides  P.C.4eq.p.4 induction_by_the_momentum
        P.C.4eq average_by_momentum  P.C.1'.proof2.1 factor_after_a_step  P.C.1'.proof2.2 odds_of_the_schedule
        P.C.1'.b.p.1 momentum_after_a_step  P.C.1'.b.p.2 momentum_before_a_step  P.C.1'.b.p.3 weighted_after_a_step
        P.C.1'.b last_display  P.L3.4a lemma_3_4  P.L3.4b.1 factor  P.L3.4b.2 momentum_is_a_weighted_sum
        P.L3.4c@003 mu_by_momentum  P.3.2.phimu.1 phi_by_momentum  P.3.2.alg it_is_algorithm_1
    """,
    "Potential": """
        P.C.setup.2 scores_after_a_step  P.C.setup.3.1 scores_are_the_dual_iterate
        P.C.setup.3.3 dual_point_of_the_iterate  P.C.6.1 C_6_1  P.C.6.2 C_6_2  P.C.6.3 C_6_3  P.C.6.4 C_6_4
        P.C.6.5 C_6_5  P.C.5a.1 C_5_first  P.C.5a.2 C_5_drops  P.C.5b.1 C_5_square  P.C.5b.2 C_5_twice
        P.C.5b.3 C_5_slope  P.C.5 C_5  P.C.7 C_7_drop  P.C.4 lemma_C_4  P.C.7a.u norm_upper  P.C.7a.l norm_lower
        P.C.7a.proof.1 norm_exceeds_projection  P.C.7a.proof.2.1 projection_by_pulls  P.C.7a.proof.2.2 pulls_by_margins
        P.C.7a.proof.2.3 projection_by_margins  P.C.7a.proof.3 margins_exceed_gamma
        P.C.7a.proof.4 nu_is_positive_and_massive  P.C.7b2.p2.2.corrected divergence_by_first_potential
    """,
    "Margin": """
        P.P3.7.a weights_are_not_negative  P.P3.7.b.2 rates_sum_to_a_square  P.C.ratio.6.2 rates_sum_to_a_square
        P.C.7b2.p3.1 rates_summed  P.C.7b2.p3.2 harmonic_by_logarithm  P.C.7b2.p3.3 rates_by_logarithm  P.3.8 eq_3_8
        P.3.9.1 eq_3_9_first  P.3.9.2 eq_3_9_second  P.3.9.3 nu_exceeds_gamma  P.P3.7.b.1 norm_by_rates
        P.3.10.2 eq_3_10  P.P3.7.c.1 margin_by_psi  P.P3.7.c.2 psi_by_half  P.S1.rates.4 rate_by_the_square
        P.S1.rates.5@000 rate_by_the_square  P.S1.rates.5@003 rate_by_the_square  P.3.2.MD2t gap_by_the_square
        P.T3.1.int.1 interval_shrinks  N5.sum gaps_summed  N5.gap gap_by_entropy  N5.average sum_of_gaps
    """,
    "Rate": """
        P.C.7b1.p.1.1 w_by_nu  P.C.7b1.p.1.2 nu_by_mu_and_q  P.C.7b1.p.1.3 w_by_mu_and_q  P.C.7b1.p.2 q_shifted_by_one
        P.C.7b1.p.3 mu_collected  P.C.7b1 w_by_mu  P.C.norm.1 norm_by_mu  P.C.norm.2.corrected ends_by_mass
        P.C.1 first_lemma_C_1  P.C.7b2.p2.1 excess_by_divergence  P.C.7b2.p2b.2.corrected excess_summed
        P.C.7b2.p1.1.corrected mu_exceeds_gamma  P.C.7b2.p1.2 gamma_telescopes  P.C.7b2.p2b.1 gamma_energy_split
        P.C.7b2.corrected mu_bound_by_energy  P.C.8a.corrected potential_gain  P.C.8.2.corrected split_ratio
        P.C.8.1 margin_by_split  P.C.8.3 logarithms_collected  P.C.ratio.2 ratio_written_out  P.C.ratio.3 two_dropped
        P.C.ratio.4 length_is_quadratic  P.C.ratio.5 half_less_a_quadratic  P.C.ratio.6.1 length_exceeds_gamma
        P.C.ratio.6.3 length_exceeds_a_square  P.C.rest.1 nu_energy_per_distance  P.C.rest.2 logarithms_over_distance
        N1g.psi general_psi  N1g.margin general_margin  N1g.rate general_rate  N1g.standard general_standard
        P.S5.1.log rate_of_the_logistic_loss
    """,
    "Perceptron": """
        T.Upd.1 subgradient_step  T.Upd.2 subgradient_step_is_indicated  T.Upd.3 update  T.Noop nothing_else_is_done
        T.Mt.def.corrected lists_the_updates  T.Online.1.corrected prediction  T.Online.2.corrected loss_and_update
        T.Online.3.corrected nature_chooses_the_label  T.Mt.mono updates_are_kept  T.Mt.sup.1 mistakes_are_updates
        T.Mt.sup.2 fewer_mistakes_than_updates  T.Exp.1.1 square_of_the_update  T.Exp.1.2 square_of_a_sum
        T.Exp.1.3 square_expanded  T.Exp.2 indicator_taken_out  T.Step square_grows_by_one
        T.Sum.1.corrected square_is_at_most_the_updates  T.Sum.2.corrected count_of_the_updates
        T.Sum.3 square_is_at_most_the_count  T.Lin weights_are_a_sum  T.Coher the_past_serves_the_future
        T.Low.1 correlation_is_a_sum  T.Low.2 updates_gain_the_margin  T.CS below_the_norm  T.Comb.1.corrected aligned
        T.Comb.2 below_the_root  T.Comb.3 bounds_together  T.Perc.Strong updates_are_few  T.Perc.Thm mistakes_are_few
        T.Opt0.1 zero_is_the_optimal_value  T.Opt0.2 start_is_optimal  T.MoveAway first_step_leaves_one_optimum
        T.Yhat two_mistakes_differ_at_zero
    """,
    "Sampling": """
        P.D.1.p1.1 psi_is_smooth  P.D.1.p1.2 step_is_a_row  P.D.1.p1.3 row_bounds_scores  P.D.1.p1.4 rows_are_short
        P.D.1.p1.5 psi_rises_little  P.D.1.p2 psi_on_a_path  N7.psi psi_by_half  P.D.1.p3.1 differences_are_bounded
        P.D.1.p4.2 steps_sum_to_log_n  P.D.2.p2.1.2 steps_are_tuned  P.D.2.p3.1.1 norm_of_rows_drawn
        P.D.2.p3.1.2 rows_near_their_means  P.D.2.p3.1.3 norm_near_the_mean  P.D.2.p3.2 means_by_the_triangle
        P.D.2.p4.1 norm_along_optimum  P.D.2.p4.2 rows_along_optimum  P.D.2.p4.3 every_row_has_the_margin
        P.D.2.p4.4 steps_sum_to_root  P.D.2.p4.5 norm_at_least_root  P.D.2l norm_at_least_root
        P.D.T.p1.2 slack_is_added  P.D.T.p1.3 norm_is_bounded  P.D.T.p2.2 horizon_is_long_enough
    """,
    "Likely": """
        N7.variance variance  P.D.2.p1.4 deviation_grows_slowly  P.D.2.p2.1.1 deviation_by_steps
        P.D.2.p2.1.3 deviation_by_rows  P.D.2.p2.2 deviation_is_small  P.D.2u norm_is_likely_small
        P.D.1.p3.2 drift_is_short  P.D.1.p4.1 psi_is_likely_low  P.D.1 first_lemma  P.D.T.p1.1 margin_by_psi
        P.D.T.p2.1.corrected margin_rate  P.T4.1.corrected theorem_4_1
    """,
    "Descent": "S.GDrates.1 descent_rate  S.AGD.1 accelerated_rate",
    "StronglyConvex": """
        S.BetaLam smoothness_is_at_least_convexity  S.Thm1.corrected theorem_1  S.AGD.2 accelerated_rate
    """,
    "Stochastic": """
        S.GDrates.2 lipschitz_convex_rate  S.Thm3 theorem_3  S.Thm3.Jensen jensen  S.Thm3.tower.4 mean_of_pulls
        S.Thm3.tower.5 tower  S.IterLem iterative_update
    """,
    "Boosting": """
        S.Alg3.alpha step_size_is  S.Alg3.D.1.corrected reweighting_by_cases  S.Alg3.D.3.corrected cases_in_one_formula
        S.Alg3.D.4 reweighting  S.Lem7.err.corrected training_error_is_a_mean  S.Lem7.01 exponential_bounds_the_error
        S.Lem7.H recursion_of_the_tails  S.Lem7.tele.1 error_below_the_loss
        S.Lem7.tele.2.corrected first_round_taken_out  S.Lem7.tele.3.corrected first_normalizer
        S.Lem7.tele.4 second_round_taken_out  S.Lem7.tele.5 second_normalizer  S.Lem7.tele.6 product_of_normalizers
        S.Lem7.tele.7 error_below_the_product  S.Lem7.z.1.2 sum_sorted_by_correctness
        S.Lem7.z.1.3 normalizer_sorted_by_correctness  S.Lem7.z.2 masses_are_the_error
        S.Lem7.z.3.corrected normalizer_closed  S.Lem7.z.4 edges_exceed_the_advantage
        S.Lem7.z.5.1 normalizer_by_the_edge  S.Lem7.z.5.2 edge_under_one_root  S.Lem7.z.5.3 normalizer_is_a_root
        S.Lem7.exp.1 root_below_the_exponential  S.Lem7.exp.2.corrected root_of_the_exponential
        S.Lem7.exp.3.corrected exponential_below_that_of_gamma  S.Lem7.exp.4 normalizer_below_the_exponential
        S.Lem7.fin.1.corrected product_below_the_exponential  S.Lem7.fin.2 exponential_below_one_example
        S.Lem7 zero_training_error
    """,
    "Losses": """
        W.dual2.1 other_dual_variable  W.dual2.2 dual_variables_are_parallel  W.gradL.2 pulled_gradient_is_the_risks
        W.gradLt.2 pulled_gradient_is_normalised  W.Vanilla.corrected vanilla_step  W.Alg.1.corrected vanilla_step
        W.Normal.corrected normalised_step  W.Alg.2.corrected normalised_step
        W.JSTprimal fully_optimised_and_accelerated
    """,
    "Proximal": "W.Alg.3 ista_line_by_line  W.Alg.4 fista_line_by_line  W.Alg.5 alternative_line_by_line",
    "Facts": """
        F.square square_is_nonnegative  F.times product_is_nonnegative  F.order order_of_reciprocals
        F.root root_is_positive  F.roots order_of_roots  F.under number_under_a_root  F.larger larger_of_two
        F.log logarithm_is_concave  F.step unit_step  F.mass mass  F.ceiling ceiling  F.largest hoelder
        F.frobenius frobenius  F.scores scores_of_unit_rows  F.rows combination_of_unit_rows
    """,
    "Coordinates": """
        F.CS cauchy_schwarz_of_coordinates  F.triangle triangle_of_coordinates  F.vector squared_norm_is_nonnegative
        F.positive one_norm_is_the_sum
    """,
}
PROOFS = {
    id: f"{file}.{theorem}"
    for file, named in NAMED.items()
    for id, theorem in zip(named.split()[::2], named.split()[1::2], strict=True)
}
