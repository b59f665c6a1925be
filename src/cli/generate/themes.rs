//! Meanings of the themes, in words.

use crate::generator::features::THEMES;
use crate::messages::tr;
use clap::builder::PossibleValue;

/// The names of the themes with their explanations.
pub fn possible_values() -> Vec<PossibleValue> {
    THEMES.iter().map(|&name| PossibleValue::new(name).help(meaning(name))).collect()
}

/// Definition of a theme: a feature of the solution.
fn meaning(theme: &str) -> String {
    match theme {
        "royal_captured" => tr!(help_theme_royal_captured),
        "two_royals" => tr!(help_theme_two_royals),
        "igui" => tr!(help_theme_igui),
        "multiple_capture" => tr!(help_theme_multiple_capture),
        "hook" => tr!(help_theme_hook),
        "contagion" => tr!(help_theme_contagion),
        "burning" => tr!(help_theme_burning),
        "range_jump" => tr!(help_theme_range_jump),
        "lion" => tr!(help_theme_lion),
        "emperor" => tr!(help_theme_emperor),
        "counter_check" => tr!(help_theme_counter_check),
        "switchback" => tr!(help_theme_switchback),
        "declined_promotion" => tr!(help_theme_declined_promotion),
        "bare_king" => tr!(help_theme_bare_king),
        "one_kind" => tr!(help_theme_one_kind),
        "symmetrical" => tr!(help_theme_symmetrical),
        "king_hunt" => tr!(help_theme_king_hunt),
        "distant_drop" => tr!(help_theme_distant_drop),
        "interposition" => tr!(help_theme_interposition),
        "discovered_check" => tr!(help_theme_discovered_check),
        "double_check" => tr!(help_theme_double_check),
        "sacrifices" => tr!(help_theme_sacrifices),
        "sacrifice" => tr!(help_theme_sacrifice),
        "promotion_by_capture" => tr!(help_theme_promotion_by_capture),
        "empty_hand" => tr!(help_theme_empty_hand),
        "capture" => tr!(help_theme_capture),
        _ => tr!(help_theme_plain),
    }
}
