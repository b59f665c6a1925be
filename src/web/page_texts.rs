//! Texts of the page by key. A value that the page fills in is its name in braces.

use crate::generator::features::THEMES;
use crate::messages::tr;
use serde_json::{Value, json};

/// Answer to `texts`.
#[rustfmt::skip]
pub(super) fn texts() -> Value {
    let mut texts = Value::Object(serde_json::Map::new());
    texts["skip-to-board"] = tr!(page_skip_to_board).into();
    texts["game"] = tr!(page_game).into();
    texts["language"] = tr!(page_language).into();
    texts["theme"] = tr!(page_theme).into();
    texts["theme-auto"] = tr!(page_theme_auto).into();
    texts["theme-light"] = tr!(page_theme_light).into();
    texts["theme-dark"] = tr!(page_theme_dark).into();
    texts["panel"] = tr!(page_panel).into();
    texts["problems"] = tr!(page_problems).into();
    texts["previous-problem"] = tr!(page_previous_problem).into();
    texts["next-problem"] = tr!(page_next_problem).into();
    texts["comma"] = tr!(page_comma).into();
    texts["cancel"] = tr!(page_cancel).into();
    texts["connection-lost"] = tr!(page_connection_lost).into();
    texts["engine-server"] = tr!(page_engine_server, version = "{version}").into();
    texts["engine-wasm"] = tr!(page_engine_wasm, version = "{version}").into();
    texts["board"] = tr!(page_board).into();
    texts["square-piece"] = tr!(page_square_piece, square = "{square}", side = "{side}", piece = "{piece}").into();
    texts["square-empty"] = tr!(page_square_empty, square = "{square}").into();
    texts["can-go-here"] = tr!(page_can_go_here).into();
    texts["last-move"] = tr!(page_last_move).into();
    texts["objection-here"] = tr!(page_objection_here).into();
    texts["black"] = tr!(page_black).into();
    texts["white"] = tr!(page_white).into();
    texts["in-hand-of"] = tr!(page_in_hand_of, side = "{side}").into();
    texts["nothing-in-hand"] = tr!(page_nothing_in_hand).into();
    texts["held-piece"] = tr!(page_held_piece, piece = "{piece}", count = "{count}").into();
    texts["more"] = tr!(page_more, piece = "{piece}").into();
    texts["fewer"] = tr!(page_fewer, piece = "{piece}").into();
    texts["piece-of"] = tr!(page_piece_of, side = "{side}", piece = "{piece}").into();
    texts["which-move"] = tr!(page_which_move).into();
    texts["task"] = tr!(page_task, attacker = "{attacker}").into();
    texts["task-royal"] = tr!(page_task_royal, attacker = "{attacker}").into();
    texts["example-title"] = tr!(page_example_title).into();
    texts["move-through"] = tr!(page_move_through).into();
    texts["first"] = tr!(page_first).into();
    texts["back"] = tr!(page_back).into();
    texts["forward"] = tr!(page_forward).into();
    texts["last"] = tr!(page_last).into();
    texts["crop"] = tr!(page_crop).into();
    texts["zoom-in"] = tr!(page_zoom_in).into();
    texts["zoom-out"] = tr!(page_zoom_out).into();
    texts["turn-board"] = tr!(page_turn_board).into();
    texts["tab-solve"] = tr!(page_tab_solve).into();
    texts["tab-setup"] = tr!(page_tab_setup).into();
    texts["tab-paste"] = tr!(page_tab_paste).into();
    texts["tab-judge"] = tr!(page_tab_judge).into();
    texts["tab-generate"] = tr!(page_tab_generate).into();
    texts["tab-save"] = tr!(page_tab_save).into();
    texts["solve"] = tr!(page_solve).into();
    texts["stop"] = tr!(page_stop).into();
    texts["time"] = tr!(page_time).into();
    texts["seconds-10"] = tr!(page_seconds_10).into();
    texts["seconds-60"] = tr!(page_seconds_60).into();
    texts["seconds-600"] = tr!(page_seconds_600).into();
    texts["no-limit"] = tr!(page_no_limit).into();
    texts["starting"] = tr!(page_starting).into();
    texts["waiting"] = tr!(page_waiting).into();
    texts["solving"] = tr!(page_solving).into();
    texts["nodes"] = tr!(page_nodes).into();
    texts["nodes-count"] = tr!(page_nodes_count, n = "{n}").into();
    texts["numbers"] = tr!(page_numbers).into();
    texts["elapsed"] = tr!(page_elapsed).into();
    texts["seconds"] = tr!(page_seconds, n = "{n}").into();
    texts["nodes-and-time"] = tr!(page_nodes_and_time, nodes = "{nodes}", seconds = "{seconds}").into();
    texts["certificate-checked"] = tr!(page_certificate_checked).into();
    texts["show-main-line"] = tr!(page_show_main_line).into();
    texts["show-proved-line"] = tr!(page_show_proved_line).into();
    texts["show-refutation"] = tr!(page_show_refutation).into();
    texts["moves-played"] = tr!(page_moves_played).into();
    texts["use-here"] = tr!(page_use_here).into();
    texts["you-play"] = tr!(page_you_play).into();
    texts["play-both"] = tr!(page_play_both).into();
    texts["play-defence"] = tr!(page_play_defence).into();
    texts["play-attack"] = tr!(page_play_attack).into();
    texts["play-help-both"] = tr!(page_play_help_both).into();
    texts["play-help-defender"] = tr!(page_play_help_defender).into();
    texts["play-help-attacker"] = tr!(page_play_help_attacker).into();
    texts["your-attack"] = tr!(page_your_attack, n = "{n}").into();
    texts["your-failing-attack"] = tr!(page_your_failing_attack).into();
    texts["your-defence"] = tr!(page_your_defence, n = "{n}").into();
    texts["page-attacks"] = tr!(page_page_attacks, played = "{move}").into();
    texts["page-defends"] = tr!(page_page_defends, played = "{move}").into();
    texts["mated"] = tr!(page_mated, n = "{n}").into();
    texts["you-mated"] = tr!(page_you_mated, n = "{n}").into();
    texts["trying"] = tr!(page_trying, played = "{move}").into();
    texts["take-back"] = tr!(page_take_back).into();
    texts["see-refutation"] = tr!(page_see_refutation).into();
    texts["search-longer"] = tr!(page_search_longer).into();
    texts["refuted-so-far"] = tr!(page_refuted_so_far, played = "{move}").into();
    texts["no-check-left"] = tr!(page_no_check_left).into();
    texts["attackers-moves"] = tr!(page_attackers_moves, n = "{n}").into();
    texts["all-defences"] = tr!(page_all_defences, n = "{n}").into();
    texts["checks-and-answers"] = tr!(page_checks_and_answers, n = "{n}").into();
    texts["mate-within"] = tr!(page_mate_within, n = "{n}").into();
    texts["answered-by"] = tr!(page_answered_by, played = "{move}").into();
    texts["proof-move"] = tr!(page_proof_move).into();
    texts["try-it"] = tr!(page_try_it).into();
    texts["setup-help"] = tr!(page_setup_help).into();
    texts["setup-clear"] = tr!(page_setup_clear).into();
    texts["setup-start"] = tr!(page_setup_start).into();
    texts["setup-fill"] = tr!(page_setup_fill).into();
    texts["chosen-piece"] = tr!(page_chosen_piece).into();
    texts["setup-promote"] = tr!(page_setup_promote).into();
    texts["setup-turn"] = tr!(page_setup_turn).into();
    texts["setup-remove"] = tr!(page_setup_remove).into();
    texts["pieces-of"] = tr!(page_pieces_of).into();
    texts["promoted"] = tr!(page_promoted).into();
    texts["palette"] = tr!(page_palette).into();
    texts["to-move"] = tr!(page_to_move).into();
    texts["attacker"] = tr!(page_attacker).into();
    texts["attacker-to-move"] = tr!(page_attacker_to_move).into();
    texts["forcing"] = tr!(page_forcing).into();
    texts["forcing-check"] = tr!(page_forcing_check).into();
    texts["forcing-royal"] = tr!(page_forcing_royal).into();
    texts["rules-of-game"] = tr!(page_rules_of_game).into();
    texts["paste-label"] = tr!(page_paste_label).into();
    texts["read"] = tr!(page_read).into();
    texts["open-file"] = tr!(page_open_file).into();
    texts["read-count"] = tr!(page_read_count, n = "{n}", format = "{format}").into();
    texts["nothing-read"] = tr!(page_nothing_read).into();
    texts["place"] = tr!(page_place, line = "{line}", column = "{column}").into();
    texts["judge-help"] = tr!(page_judge_help).into();
    texts["judge"] = tr!(page_judge).into();
    texts["judging"] = tr!(page_judging).into();
    texts["remarks"] = tr!(page_remarks).into();
    texts["solution-tree"] = tr!(page_solution_tree).into();
    texts["tree-incomplete"] = tr!(page_tree_incomplete).into();
    texts["generate-help"] = tr!(page_generate_help).into();
    texts["length-from"] = tr!(page_length_from).into();
    texts["length-to"] = tr!(page_length_to).into();
    texts["how-many"] = tr!(page_how_many).into();
    texts["theme-of-problem"] = tr!(page_theme_of_problem).into();
    texts["any-theme"] = tr!(page_any_theme).into();
    texts["generate"] = tr!(page_generate).into();
    texts["generating"] = tr!(page_generating).into();
    texts["generated-so-far"] = tr!(page_generated_so_far, found = "{found}", tried = "{tried}").into();
    texts["generated-title"] = tr!(page_generated_title, n = "{n}").into();
    texts["generated-item"] = tr!(page_generated_item, n = "{n}", points = "{points}", themes = "{themes}").into();
    texts["generated-count"] = tr!(page_generated_count, n = "{n}").into();
    texts["nothing-generated"] = tr!(page_nothing_generated).into();
    texts["save-title"] = tr!(page_save_title).into();
    texts["save-author"] = tr!(page_save_author).into();
    texts["copy-link"] = tr!(page_copy_link).into();
    texts["link"] = tr!(page_link).into();
    texts["link-help"] = tr!(page_link_help).into();
    texts["link-help-server"] = tr!(page_link_help_server).into();
    texts["link-copied"] = tr!(page_link_copied).into();
    texts["link-selected"] = tr!(page_link_selected).into();
    texts["save-problem"] = tr!(page_save_problem).into();
    texts["save-picture"] = tr!(page_save_picture).into();
    texts["save-certificate-title"] = tr!(page_save_certificate_title).into();
    texts["save-certificate"] = tr!(page_save_certificate).into();
    texts["saved"] = tr!(page_saved, name = "{name}").into();
    texts["appearance"] = tr!(page_appearance).into();
    texts["notation"] = tr!(page_notation).into();
    texts["notation-language"] = tr!(page_notation_language).into();
    texts["notation-japanese"] = tr!(page_notation_japanese).into();
    texts["notation-western"] = tr!(page_notation_western).into();
    texts["notation-usi"] = tr!(page_notation_usi).into();
    texts["letters"] = tr!(page_letters).into();
    texts
}

/// Themes of generated problems with their names.
pub(super) fn themes() -> Vec<Value> {
    THEMES.iter().map(|&name| json!({ "name": name, "text": theme_name(name) })).collect()
}

fn theme_name(theme: &str) -> String {
    match theme {
        "royal_captured" => tr!(page_subject_royal_captured),
        "two_royals" => tr!(page_subject_two_royals),
        "igui" => tr!(page_subject_igui),
        "multiple_capture" => tr!(page_subject_multiple_capture),
        "hook" => tr!(page_subject_hook),
        "contagion" => tr!(page_subject_contagion),
        "burning" => tr!(page_subject_burning),
        "range_jump" => tr!(page_subject_range_jump),
        "lion" => tr!(page_subject_lion),
        "emperor" => tr!(page_subject_emperor),
        "counter_check" => tr!(page_subject_counter_check),
        "switchback" => tr!(page_subject_switchback),
        "declined_promotion" => tr!(page_subject_declined_promotion),
        "bare_king" => tr!(page_subject_bare_king),
        "one_kind" => tr!(page_subject_one_kind),
        "symmetrical" => tr!(page_subject_symmetrical),
        "king_hunt" => tr!(page_subject_king_hunt),
        "distant_drop" => tr!(page_subject_distant_drop),
        "interposition" => tr!(page_subject_interposition),
        "discovered_check" => tr!(page_subject_discovered_check),
        "double_check" => tr!(page_subject_double_check),
        "sacrifices" => tr!(page_subject_sacrifices),
        "sacrifice" => tr!(page_subject_sacrifice),
        "promotion_by_capture" => tr!(page_subject_promotion_by_capture),
        "empty_hand" => tr!(page_subject_empty_hand),
        "capture" => tr!(page_subject_capture),
        _ => tr!(page_subject_plain),
    }
}
