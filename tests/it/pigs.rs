//! The problem pigs: laws, rulings one by one, comparison with the reference,
//! and what the reader accepts and refuses.

use crate::common::of_size;
use duipai::choices::{Choices, Odometer, Random};
use duipai::problem::text::{canonical, parse, simpler};
use duipai::problem::{Lang, Problem, Program, Scope, Size, TextError};
use duipai::problems::pigs::Pigs;
use duipai_reference::pigs::{Answer, Card, Instance, Role, play, play_and_tell};

#[test]
fn laws() {
    duipai::laws::check(&Pigs);
}

fn game(text: &str) -> Instance {
    parse(&Pigs, text.as_bytes()).unwrap().remove(0)
}

fn text_of(instance: &Instance) -> String {
    canonical(&Pigs, std::slice::from_ref(instance))
}

/// What solver, reference and the solver as a whole program print, if it is the
/// same; `unending` if the game never ends.
fn outcome(instance: &Instance) -> String {
    let answer = Pigs.solve(instance);
    assert_eq!(play(instance), answer, "\n{}", text_of(instance));
    let mut printed = String::new();
    if Pigs.print(&answer, &mut printed).is_err() {
        printed = "unending".to_owned();
    }
    let text = text_of(instance);
    let mut solved = Vec::new();
    match Pigs.solve_text(Box::new(text.as_bytes()), &mut solved) {
        Err(TextError::Refused(1, _)) => solved = b"unending".to_vec(),
        result => result.unwrap(),
    }
    assert_eq!(String::from_utf8(solved).unwrap(), printed);
    printed
}

/// Checks the outcome of a game, written with `/` between lines, and that each
/// of these lines occurs in its story, in this order.
fn plays(text: &str, want: &str, story: &[&str]) {
    let instance = game(&text.replace(" / ", "\n"));
    assert_eq!(outcome(&instance).trim_end_matches('\n').replace('\n', " / "), want, "{text}");
    let told = Pigs.narrate(&instance, Lang::En);
    let mut rest = told.iter();
    for line in story {
        assert!(rest.any(|told| told == line), "no `{line}` (any more) in\n{}", told.join("\n"));
    }
}

#[test]
fn the_statements_sample() {
    plays(
        "3 10 / MP D D F F / ZP N N N D / FP J J J J / F F D D J J F F K D",
        "FP / DEAD / DEAD / J J J J J J D",
        &["pig 2 (ZP) is killed by pig 1", "FP wins: the main pig is dead"],
    );
}

#[test]
fn a_loyal_suspect_is_duelled_spends_no_kill_and_costs_the_main_pig_its_hand() {
    plays(
        "3 7 / MP D D D D / ZP N K K K / FP D D D D / D D D D D D F",
        "FP / DEAD / DEAD / D D D D D D F",
        &[
            "the main pig suspects pig 2",
            "pig 1 uses F on pig 2",
            "pig 2 does not fight the main pig",
            "pig 2 loses 1 health to pig 1: 3 left",
            "pig 2 (ZP) is killed by pig 1",
            "the main pig killed a loyal pig and loses 6 cards",
        ],
    );
}

#[test]
fn being_revealed_ends_suspicion() {
    plays(
        "3 1 / MP D D J J / ZP D D N N / FP D D J K / F",
        "MP / D D F F F / D D / DEAD",
        &[
            "pig 1 uses J in favour of pig 1",
            "pig 3 uses J against the J of pig 1",
            "pig 3 is revealed: FP",
            "pig 1 uses J against the J of pig 3",
            "the main pig suspects pig 2",
            "pig 2 is revealed: ZP",
            "pig 1 uses F on pig 3",
        ],
    );
}

#[test]
fn an_unrevealed_pig_gets_no_help_not_even_from_itself() {
    plays(
        "2 1 / MP D D D D / FP D D D J / N",
        "MP / D D D D / DEAD",
        &["N comes to pig 2", "pig 2 loses 1 health to pig 1: 3 left"],
    );
}

#[test]
fn nullifies_are_offered_from_the_user_of_the_trick_and_then_of_the_nullify() {
    plays(
        "3 5 / MP N D D J / ZP F D D J / FP F D D J / D D D D N",
        "FP / DEAD / DEAD / D D",
        &[
            "pig 3 uses F on pig 1",
            "pig 3 is revealed: FP",
            "pig 1 uses J in favour of pig 1",
            "pig 3 uses J against the J of pig 1",
            "pig 2 uses J against the J of pig 3",
            "pig 2 is revealed: ZP",
        ],
    );
}

#[test]
fn the_main_pig_loses_its_weapon_and_the_rest_of_the_targets_follow() {
    plays(
        "3 3 / MP D N W Z / FP D D D D / ZP F F F F / N N K",
        "FP / DEAD / K K K K / DEAD",
        &[
            "pig 1 equips Z",
            "pig 3 (ZP) is killed by pig 1",
            "the main pig killed a loyal pig and loses 1 card and Z",
            "pig 1 uses K on pig 2",
            "turn of pig 2 (FP)",
        ],
    );
}

#[test]
fn a_kill_with_a_crossbow_that_was_then_lost_was_the_turns_one_kill() {
    plays(
        "5 16 / MP Z Z Z Z / FP K K K K / ZP D D D D / ZP D D D D / FP D D D D / \
         N N K N K K K Z D N K N K D K N",
        "FP / DEAD /  / DEAD / DEAD / DEAD",
        &[
            "pig 1 uses K on pig 2",
            "the main pig killed a loyal pig and loses 0 cards and Z",
            "pig 1 gets 3 cards for killing a traitor",
            // Two kills that it must not use.
            "pig 1 draws K D K",
            "turn of pig 2 (FP)",
        ],
    );
}

#[test]
fn a_reward_comes_from_an_exhausted_deck_and_a_peach_saves() {
    plays(
        "3 4 / MP W W W W / FP W D D D / FP J J P D / W W J K",
        "MP / K K K / DEAD / DEAD",
        &[
            "pig 3 is saved by its P: health 1",
            "pig 3 (FP) is killed by pig 1",
            "pig 1 draws J K K (no card is left: the last one again)",
            "pig 1 uses J in favour of pig 1",
            "pig 1 uses K on pig 2",
            "MP wins: every traitor is dead",
        ],
    );
}

#[test]
fn the_leftmost_usable_card_goes_first_and_a_peach_waits_for_a_wound() {
    plays(
        "2 2 / MP D D D P / FP W D D D / D W",
        "MP /  / DEAD",
        &["the main pig suspects pig 2", "pig 1 eats P: health 4", "pig 1 uses W"],
    );
}

#[test]
fn games_that_never_end_are_told_apart() {
    for text in [
        "2 1 / MP D D D D / FP D D D D / D",
        "2 1 / MP Z D D D / FP Z Z Z Z / Z",
        "2 1 / MP D K K K / FP F F F F / D",
        "2 3 / MP P P P P / FP J J J J / K F P",
        "10 1 / MP K K K K / FP D D D D / ZP D D D D / ZP D D D D / ZP D D D D / ZP D D D D / \
         ZP D D D D / ZP D D D D / ZP D D D D / ZP D D D D / K",
    ] {
        plays(text, "unending", &["a round without any change: the game never ends"]);
        let instance = game(&text.replace(" / ", "\n"));
        let broken = Pigs.promised(&instance).unwrap_err();
        assert!(broken.0.starts_with("the game never ends: "), "{broken}");
    }
}

#[test]
fn the_promise_is_a_contest_deck_and_an_end() {
    let mut instance = game("2 1 MP D D D D FP D D D D F");
    assert_eq!(Pigs.promised(&instance), Ok(()));
    instance.deck = vec![Card::Duel; 2_001];
    let broken = Pigs.promised(&instance).unwrap_err().0;
    assert_eq!(broken, "the deck has 2001 cards, and the statement allows 2000");
}

/// A thousand kills against a thousand dodges, while both draw nullifies that
/// nobody needs.
#[test]
fn hands_may_grow_as_long_as_a_game_takes() {
    let kills = Card::Kill;
    let mut instance = game("2 1 MP K K K K FP F J J J J");
    instance.deck = [kills, kills, Card::Dodge, Card::Dodge].repeat(5_000);
    instance.deck.push(Card::Nullify);
    outcome(&instance);
    let Answer::Finished { hands, .. } = Pigs.solve(&instance) else { panic!("it ends") };
    assert!(hands.iter().flatten().any(|hand| hand.len() > 9_000));
}

#[test]
fn solver_and_reference_agree_on_every_tiny_game() {
    let mut odometer = Odometer::new();
    let mut games = 0;
    while odometer.start() {
        let instance = of_size(&Pigs, Scope::Tiny, Size(2, 1), &mut odometer);
        assert_eq!(Pigs.solve(&instance), play(&instance), "{instance:?}");
        games += 1;
    }
    assert_eq!(games, 1 << 18);
}

/// Three pigs, all roles, a deck of one card: all hands of any two kinds, of
/// the same kinds in a hand only once.
#[test]
fn solver_and_reference_agree_on_all_games_of_three_pigs_and_two_kinds() {
    let mut games = 0;
    let roles = [Role::Loyal, Role::Traitor];
    for (second, third) in [(0, 1), (1, 0), (1, 1)] {
        for (index, one) in Card::ALL.into_iter().enumerate() {
            for other in Card::ALL.into_iter().skip(index + 1) {
                let mut instance = game("3 1 MP D D D D FP D D D D FP D D D D D");
                instance.pigs[1].role = roles[second];
                instance.pigs[2].role = roles[third];
                for bits in 0u32..1 << 13 {
                    let mut bits = bits;
                    let mut next = || {
                        let card = if bits & 1 == 0 { one } else { other };
                        bits >>= 1;
                        card
                    };
                    instance
                        .pigs
                        .iter_mut()
                        .flat_map(|pig| &mut pig.hand)
                        .for_each(|c| *c = next());
                    instance.deck[0] = next();
                    assert_eq!(Pigs.solve(&instance), play(&instance), "{instance:?}");
                    games += 1;
                }
            }
        }
    }
    assert_eq!(games, 3 * 28 * (1 << 13));
}

#[test]
fn solver_and_reference_agree_on_games_of_every_size() {
    for (scope, games) in [(Scope::Small, 20_000), (Scope::Full, 400)] {
        for i in 0..games {
            let mut random = Random::new(41, i);
            let instance = Pigs.generate(scope, &mut random);
            let answer = Pigs.solve(&instance);
            assert_eq!(play(&instance), answer, "\n{}", text_of(&instance));
            // Telling the story changes nothing.
            assert_eq!(play_and_tell(&instance).0, answer);
        }
    }
}

#[test]
fn a_mutants_story_parts_from_the_true_one_where_the_mutant_is_made() {
    let instance = game("2 1 MP D D D D FP D D D J N");
    let mutant = Pigs.mutants().iter().find(|m| m.name == "self-nullify").unwrap();
    let Program::Cases(run) = mutant.program else { panic!("a program over instances") };
    assert_ne!(run(&Pigs, &instance), Pigs.solve(&instance));
    let told = mutant.narrate.unwrap()(&Pigs, &instance, Lang::En);
    let right = Pigs.narrate(&instance, Lang::En);
    let first = told.iter().zip(&right).position(|(a, b)| a != b).unwrap();
    assert_eq!(told[first], "pig 2 uses J in favour of pig 2");
    assert_eq!(right[first], "pig 2 loses 1 health to pig 1: 3 left");
}

/// A user's own minimiser in one line: the first simpler game that still fails.
#[test]
fn large_games_shrink_to_tiny_ones() {
    let mutant = Pigs.mutants().iter().find(|m| m.name == "self-nullify").unwrap();
    let Program::Cases(run) = mutant.program else { panic!("a program over instances") };
    let fails = |game: &Instance| run(&Pigs, game) != Pigs.solve(game);
    let mut shrunk = 0;
    for i in 0..200 {
        let mut random = Random::new(42, i);
        let mut instance = of_size(&Pigs, Scope::Full, Size(10, 2_000), &mut random);
        if !fails(&instance) {
            continue;
        }
        let mut tried = 0;
        loop {
            let next = simpler(&Pigs, &instance).inspect(|_| tried += 1).find(|game| fails(game));
            let Some(next) = next else { break };
            instance = next;
        }
        assert!(Pigs.size(&instance) <= Size(4, 8), "{instance:?}");
        assert!(tried < 20_000, "{tried} games tried");
        shrunk += 1;
    }
    assert!(shrunk > 20, "{shrunk}");
}

#[test]
fn explanations_fit_a_terminal_and_are_in_two_languages() {
    for i in 0..300 {
        let mut random = Random::new(43, i);
        let instance = Pigs.generate(Scope::Small, &mut random);
        for lang in [Lang::En, Lang::Zh] {
            let text = Pigs.explain(&instance, lang);
            for line in text.lines().chain(Pigs.narrate(&instance, lang).iter().map(String::as_str))
            {
                assert!(columns(line) <= 80, "{line}");
            }
            assert_eq!(text.is_ascii(), lang == Lang::En);
        }
    }
}

/// Columns on a terminal: escapes have none, Chinese characters two.
fn columns(line: &str) -> usize {
    let mut escape = false;
    let mut columns = 0;
    for letter in line.chars() {
        match letter {
            '\x1b' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            _ => columns += if letter.is_ascii() { 1 } else { 2 },
        }
    }
    columns
}

// ---- text ----

#[test]
fn any_white_space_is_accepted() {
    let plain = "2 3\nMP K D P J\nFP N W F Z\nD F N\n";
    let want = game(plain);
    for text in [
        plain.replace('\n', "\r\n"),
        plain.replace(' ', "\t"),
        plain.replace(' ', "   "),
        plain.replace('\n', " \n\n"),
        plain.replace(['\n', ' '], "\n"),
        plain.replace('\n', " "),
        plain.trim_end().to_owned(),
        format!("{plain}\n \n\t\r\n"),
        format!("\n\n{plain}"),
        plain.replacen("2 3", "002 0000000000003", 1),
    ] {
        assert_eq!(parse(&Pigs, text.as_bytes()), Ok(vec![want.clone()]), "{text:?}");
        let mut out = Vec::new();
        Pigs.solve_text(Box::new(text.as_bytes()), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), outcome(&want));
    }
}

/// The message of the reader, which is also that of the whole program.
fn complaint(text: &[u8]) -> Option<String> {
    let read = parse(&Pigs, text).err().map(|error| error.to_string());
    let solved = match Pigs.solve_text(Box::new(text), &mut Vec::new()) {
        Err(TextError::Input(error)) => Some(error.to_string()),
        _ => None,
    };
    assert_eq!(read, solved, "{}", String::from_utf8_lossy(text));
    read
}

#[test]
fn bad_inputs_are_refused_with_the_place_and_the_reason() {
    let table: &[(&str, &str)] = &[
        (
            "",
            "1:1: expected the number of pigs (a whole number from 2 to 10), found the end of the file",
        ),
        ("x", "1:1: expected the number of pigs (a whole number from 2 to 10), found `x`"),
        ("1 1", "1:1: expected the number of pigs (a whole number from 2 to 10), found `1`"),
        ("11 1", "1:1: expected the number of pigs (a whole number from 2 to 10), found `11`"),
        ("-2 1", "1:1: expected the number of pigs (a whole number from 2 to 10), found `-2`"),
        (
            "99999999999999999999999 1",
            "1:1: expected the number of pigs (a whole number from 2 to 10), found `99999999999999999999999`",
        ),
        (
            "2",
            "1:2: expected the number of cards in the deck (a whole number from 1 to 1000000), found the end of the file",
        ),
        (
            "2 0\nMP",
            "1:3: expected the number of cards in the deck (a whole number from 1 to 1000000), found `0`",
        ),
        (
            "2 1000001\nMP",
            "1:3: expected the number of cards in the deck (a whole number from 1 to 1000000), found `1000001`",
        ),
        ("2 1\n", "2:1: expected the role of pig 1 (MP), found the end of the file"),
        (
            "2 1\nFP K K K K\nMP K K K K\nK\n",
            "2:1: expected the role of pig 1 (MP), found `FP` (pig 1 is always the main pig)",
        ),
        ("2 1\nmp K K K K\n", "2:1: expected the role of pig 1 (MP), found `mp`"),
        (
            "3 1\nMP K K K K\nMP K K K K\nFP K K K K\nK\n",
            "3:1: expected the role of pig 2 (ZP or FP), found `MP` (only pig 1 is the main pig)",
        ),
        (
            "3 1\nMP K K K K\nAP K K K K\nFP K K K K\nK\n",
            "3:1: expected the role of pig 2 (ZP or FP), found `AP` (a traitor is written FP)",
        ),
        (
            "3 1\nMP K K K K\nZP K K K K\nZP K K K K\nK\n",
            "4:1: expected the role of pig 3 (FP, as no pig before it is a traitor), found `ZP`",
        ),
        (
            "2 1\nMP K K K\nFP K K K K\nK\n",
            "3:1: expected card 4 of the 4 cards of pig 1 (one of P K D F N W J Z), found `FP`",
        ),
        (
            "2 1\nMP K K K K K\nFP K K K K\nK\n",
            "2:12: expected the role of pig 2 (FP, as no pig before it is a traitor), found `K`",
        ),
        (
            "2 1\nMP K k K K\nFP K K K K\nK\n",
            "2:6: expected card 2 of the 4 cards of pig 1 (one of P K D F N W J Z), found `k`",
        ),
        (
            "2 1\nMP KK K K\nFP K K K K\nK\n",
            "2:4: expected card 1 of the 4 cards of pig 1 (one of P K D F N W J Z), found `KK`",
        ),
        (
            "2 3\nMP K K K K\nFP K K K K\nK X K\n",
            "4:3: expected card 2 of 3 in the deck (one of P K D F N W J Z), found `X`",
        ),
        (
            "2 3\nMP K K K K\nFP K K K K\nK K\n",
            "5:1: expected card 3 of 3 in the deck (one of P K D F N W J Z), found the end of the file",
        ),
        (
            "2 1\nMP K K K K\nFP K K K K\nK K\n",
            "4:3: expected the end of the file after the deck (m = 1), found `K`",
        ),
        (
            "2 1\nMP K K K K\nFP K K K K\nK\n2 1\n",
            "5:1: expected the end of the file after the deck (m = 1), found `2`",
        ),
    ];
    for (text, message) in table {
        assert_eq!(complaint(text.as_bytes()).as_deref(), Some(*message), "{text:?}");
    }
    assert_eq!(
        complaint(b"2 1\nMP K \xFF K K\n").unwrap(),
        "2:6: expected text in UTF-8, found the byte 0xFF"
    );
    assert!(complaint(b"\xEF\xBB\xBF2 1\n").unwrap().contains("byte order mark"));
}

#[test]
fn every_truncation_is_refused_and_no_byte_makes_the_reader_panic() {
    let text = b"3 4\r\nMP K D P J\r\nZP N W F Z\r\nFP K K K K\r\nD F N W";
    assert_eq!(complaint(text), None);
    for end in 0..text.len() {
        assert!(complaint(&text[..end]).is_some(), "{end}");
    }
    for place in 0..text.len() {
        for byte in 0..=255 {
            let mut damaged = text.to_vec();
            damaged[place] = byte;
            complaint(&damaged);
        }
    }
    let mut random = Random::new(44, 0);
    for _ in 0..500 {
        let noise: Vec<u8> = (0..64).map(|_| random.below(256) as u8).collect();
        complaint(&noise);
    }
    // A long deck is announced, and nothing follows.
    assert!(complaint(b"2 1000000\nMP K K K K\nFP K K K K\nK").is_some());
}

#[test]
fn an_unending_game_is_not_printed() {
    let mut out = "before".to_owned();
    let refusal = Pigs.print(&Answer::Unending, &mut out).unwrap_err();
    assert!(refusal.0.starts_with("the game never ends: "), "{refusal}");
    assert_eq!(out, "before");
}

#[test]
fn blanks_at_line_ends_and_an_empty_last_line_are_free() {
    let instance = game("2 2 MP D D D P FP W D D D D W");
    let answers = [Pigs.solve(&instance)];
    let cases = std::slice::from_ref(&instance);
    let judge = |got: &str| Pigs.judge(cases, &answers, got.as_bytes());
    assert!(judge("MP\n\nDEAD\n").verdict.is_ac());
    assert!(judge("MP \r\n \r\nDEAD\r\n\r\n").verdict.is_ac());
    assert_eq!(judge("MP\nDEAD\n").message, "line 2: wanted ``, got `DEAD`");
    assert_eq!(judge("FP\n\nDEAD\n").case, Some(0));
    // Two pigs, the last one with an empty hand.
    let instance = game("2 3 MP D D D D FP Z Z F F D D F");
    let mut printed = String::new();
    let answers = [Pigs.solve(&instance)];
    Pigs.print(&answers[0], &mut printed).unwrap();
    assert_eq!(printed, "FP\nDEAD\n\n");
    assert!(Pigs.judge(&[instance], &answers, b"FP\nDEAD").verdict.is_ac());
}
