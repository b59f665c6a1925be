//! Wrong arguments of `tsume generate`, and wishes that no problem can fulfil: each is explained.

use super::campaign::{CHU, folder, generate, text};

#[test]
fn wrong_campaign_arguments_are_explained() {
    let folder = folder("mistakes");
    let bare = "{name: bare, board: {files: 3, ranks: 3}, rules: {drops: true}, \
                initial_sfen: 'k2/3/3 b -', pieces: [{id: K, name: king, betza: K, royal: true}]}";
    std::fs::write(folder.join("bare.yaml"), bare).unwrap();
    std::fs::write(folder.join("broken.jsonl"), "{\"no\":1}\n").unwrap();
    std::fs::write(
        folder.join("chu.yaml"),
        format!("variant: chu\nproblems:\n  - id: a\n    position: \"{CHU}\"\n"),
    )
    .unwrap();
    let other = generate(
        &folder,
        "--variant chu --length 1 --nodes 1 --quiet --archive chu.jsonl -o x.yaml",
    );
    assert_eq!(other.status.code(), Some(3), "{}", text(&other.stderr));
    let cases = [
        ("--length 4", "no odd number", "odd numbers"),
        ("--length 9..5", "expected a range, found `9..5`", "5"),
        ("--length x", "expected a range, found `x`", "8, 4..10"),
        ("--length 3..999", "999 plies", "at most"),
        ("--count 0", "expected a number of problems, found `0`", "write a number"),
        ("--length 3..5 --count 7:5", "does not include 7 plies", "--count"),
        ("--count 3:5,6", "expected `LENGTH:COUNT`, found `6`", "3:50"),
        ("--require Q", "shogi has no piece `Q`", "tsume rules shogi"),
        ("--forbid K", "excludes all pieces", ""),
        ("--theme sacrifise", "invalid value 'sacrifise'", "similar value exists: 'sacrifice"),
        ("--theme two_royals", "a side of shogi has only one royal", ""),
        ("--theme royal_captured,igui", "one royal", "captures without moving"),
        ("--variant chu --theme two_royals --royals 1", "--royals 2", "chu can show: igui, mult"),
        ("--variant dai --theme contagion,hook", "changes the captor", "dai can show: royal_c"),
        ("--theme lion", "no piece with the lion's power", "shogi can show: switchback"),
        ("--variant chu --weight Ln", "expected `PIECE=NUMBER`", "from 0 to 1000"),
        ("--variant chu --theme distant_drop", "has no drops", ""),
        ("--variant chu --theme hook", "turns a corner", ""),
        ("--hand 0 --theme distant_drop", "nothing to drop", "--hand"),
        ("--hand 1.. --theme empty_hand", "asks for at least 1", ""),
        ("--theme counter_check", "no king", "--from"),
        ("--length 1 --theme sacrifice", "at least 3 plies", ""),
        ("--hand 0 --attackers 1 --theme one_kind", "two pieces", ""),
        ("--require R,R,R", "asks for 3 of `R`", "there are 2"),
        ("--require R,+R,+R", "asks for 3 of `R`", "there are 2"),
        ("--require R --forbid R", "both name `R`", ""),
        ("--require +R --forbid R", "both name `+R`", ""),
        ("--require R,B,G --pieces 3", "--require names", "4"),
        ("--require K,K", "asks for 2 of `K`", "there is 1"),
        ("--variant hishigata --require LD", "lion dog (`LD`), which hishigata does not have", ""),
        ("--variant maka_dai_dai --require HM,HM,HM", "asks for 3 of `HM`", "there are 2"),
        ("--variant chu --require K,+DE", "asks for 2 royals", "--royals 2"),
        ("--variant chu --royals 3", "at most 2 royals", ""),
        ("--hand 60", "60 pieces", "38"),
        ("--variant hishigata --attackers 31", "31 pieces", "30"),
        ("--royals 2", "has drops", "--royals"),
        ("--royals 0", "needs a royal", "1..2"),
        ("--pieces -3", "", ""),
        ("--resume", "--resume needs the FILE", ""),
        ("--resume a --archive b", "remove one of them", ""),
        ("--resume gone.jsonl", "the campaign `gone.jsonl` does not exist", "--archive"),
        ("--resume broken.jsonl", "line 1", "not a line of a campaign"),
        ("--archive chu.jsonl", "already exists", "--resume"),
        ("--resume chu.jsonl", "this campaign is about chu", "not about shogi"),
        ("--from chu.yaml", "no problem of shogi", "--from"),
        ("--from nowhere.yaml", "nowhere.yaml", ""),
        ("--depth 1 --length 3", "--depth excludes all", ""),
        ("--variant shogy", "shogy", "shogi"),
        ("--variant bare.yaml", "bare has no piece with which to attack", "`initial_sfen`"),
        ("--time 0", "seconds", ""),
        (
            "-o /nowhere/x.yaml --length 1 --nodes 1",
            "cannot write into `/nowhere`",
            "does not exist",
        ),
    ];
    for (arguments, message, help) in cases {
        let output = generate(&folder, &format!("{arguments} --quiet"));
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {err}");
        assert!(err.contains(message) && err.contains(help), "{arguments}: {err}");
    }
    // Too few problems within the limit: undecided.
    let few = generate(&folder, "--length 3 --count 1000 --nodes 50000 --quiet --threads 1");
    assert_eq!(few.status.code(), Some(3), "{}", text(&few.stderr));
}
