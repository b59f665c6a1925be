//! Snapshots of texts for people.

/// Compares a text with the snapshot `NAME.snap` in a folder below `tests`. To accept changes, run
/// the test with `INSTA_UPDATE=always` in the environment and inspect the difference.
pub fn assert_snapshot(folder: &str, name: &str, text: &str) {
    insta::with_settings!({
        snapshot_path => format!("{folder}"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!(name, text) });
}
