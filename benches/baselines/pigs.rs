//! The plain program that many write for 猪国杀: every hand a string.

use duipai_reference::pigs::{Answer, Card, Instance, Role, Side};

/// Plays a game with hands as strings that are searched from the left and cut
/// apart for each card. Time grows with the length of the hands.
pub(crate) fn solve(instance: &Instance) -> Answer {
    let mut game = Game {
        kind: instance.pigs.iter().map(|pig| pig.role).collect(),
        hand: instance.pigs.iter().map(|p| p.hand.iter().map(|c| c.letter()).collect()).collect(),
        blood: vec![4; instance.pigs.len()],
        bow: vec![false; instance.pigs.len()],
        // 0 unknown, 1 doubtful, 2 known
        face: instance.pigs.iter().map(|p| if p.role == Role::Main { 2 } else { 0 }).collect(),
        deck: instance.deck.iter().map(|card| card.letter()).collect(),
        taken: 0,
        moved: false,
    };
    let n = game.kind.len();
    loop {
        let at_end = game.taken + 1 >= game.deck.len();
        game.moved = false;
        for i in 0..n {
            if game.blood[i] > 0 {
                game.turn(i);
            }
            if game.over() {
                let winner = if game.blood[0] > 0 { Side::Main } else { Side::Traitors };
                let cards = |hand: &String| {
                    hand.chars().filter_map(|c| Card::from_token(&c.to_string())).collect()
                };
                let hands = (0..n).map(|i| (game.blood[i] > 0).then(|| cards(&game.hand[i])));
                return Answer::Finished { winner, hands: hands.collect() };
            }
        }
        if at_end && !game.moved {
            return Answer::Unending;
        }
    }
}

struct Game {
    kind: Vec<Role>,
    hand: Vec<String>,
    blood: Vec<i32>,
    bow: Vec<bool>,
    face: Vec<u8>,
    deck: Vec<char>,
    taken: usize,
    moved: bool,
}

impl Game {
    fn over(&self) -> bool {
        let traitor = |i: usize| self.kind[i] == Role::Traitor && self.blood[i] > 0;
        self.blood[0] == 0 || !(0..self.kind.len()).any(traitor)
    }

    fn next(&self, i: usize) -> usize {
        let mut j = (i + 1) % self.kind.len();
        while self.blood[j] == 0 {
            j = (j + 1) % self.kind.len();
        }
        j
    }

    fn take(&mut self, i: usize, times: usize) {
        for _ in 0..times {
            self.hand[i].push(self.deck[self.taken.min(self.deck.len() - 1)]);
            self.taken += 1;
        }
    }

    fn remove(&mut self, i: usize, card: char) -> bool {
        let found = self.hand[i].find(card);
        if let Some(place) = found {
            self.hand[i].remove(place);
        }
        found.is_some()
    }

    fn enemy(&self, i: usize, j: usize) -> bool {
        match self.kind[i] {
            Role::Traitor => self.kind[j] != Role::Traitor && self.face[j] == 2,
            Role::Loyal => self.kind[j] == Role::Traitor && self.face[j] == 2,
            Role::Main => self.kind[j] == Role::Traitor && self.face[j] == 2 || self.face[j] == 1,
        }
    }

    fn foe(&self, i: usize) -> Option<usize> {
        if self.kind[i] == Role::Traitor {
            return Some(0);
        }
        let mut j = self.next(i);
        while j != i {
            if self.enemy(i, j) {
                return Some(j);
            }
            j = self.next(j);
        }
        None
    }

    fn turn(&mut self, i: usize) {
        self.take(i, 2);
        let mut killed = false;
        let mut at = 0;
        while let Some(card) = self.hand[i].as_bytes().get(at).map(|byte| char::from(*byte)) {
            let usable = match card {
                'P' => self.blood[i] < 4,
                'K' => (!killed || self.bow[i]) && self.enemy(i, self.next(i)),
                'F' => self.foe(i).is_some(),
                'N' | 'W' | 'Z' => true,
                _ => false,
            };
            if !usable {
                at += 1;
                continue;
            }
            self.hand[i].remove(at);
            self.moved |= card != 'Z' || !self.bow[i];
            match card {
                'P' => self.blood[i] += 1,
                'Z' => self.bow[i] = true,
                'K' => {
                    killed = true;
                    self.face[i] = 2;
                    let j = self.next(i);
                    if !self.remove(j, 'D') {
                        self.wound(j, i);
                    }
                }
                'F' => {
                    if let Some(j) = self.foe(i) {
                        self.duel(i, j);
                    }
                }
                _ => self.sweep(i, if card == 'N' { 'K' } else { 'D' }),
            }
            if self.over() || self.blood[i] == 0 {
                return;
            }
            at = 0;
        }
    }

    fn duel(&mut self, i: usize, j: usize) {
        self.face[i] = 2;
        if self.cancelled(i, j) {
            return;
        }
        if i == 0 && self.kind[j] == Role::Loyal {
            return self.wound(j, i);
        }
        let (mut a, mut b) = (j, i);
        while self.remove(a, 'K') {
            (a, b) = (b, a);
        }
        self.wound(a, b);
    }

    fn sweep(&mut self, i: usize, need: char) {
        let mut j = self.next(i);
        while j != i {
            if !self.cancelled(i, j) && !self.remove(j, need) {
                self.wound(j, i);
                if self.over() {
                    return;
                }
                if j == 0 && self.face[i] == 0 {
                    self.face[i] = 1;
                }
            }
            j = self.next(j);
        }
    }

    fn cancelled(&mut self, user: usize, target: usize) -> bool {
        self.face[target] == 2 && self.refuse(user, self.kind[target].side())
    }

    fn refuse(&mut self, from: usize, side: Side) -> bool {
        let mut i = from;
        loop {
            if self.kind[i].side() == side && self.remove(i, 'J') {
                self.face[i] = 2;
                return !self.refuse(i, side.other());
            }
            i = self.next(i);
            if i == from {
                return false;
            }
        }
    }

    fn wound(&mut self, i: usize, by: usize) {
        self.blood[i] -= 1;
        if self.blood[i] == 0 && self.remove(i, 'P') {
            self.blood[i] = 1;
        }
        if self.blood[i] > 0 {
            return;
        }
        self.hand[i].clear();
        self.bow[i] = false;
        if self.over() {
            return;
        }
        if self.kind[i] == Role::Traitor {
            self.take(by, 3);
        } else if by == 0 {
            self.hand[0].clear();
            self.bow[0] = false;
        }
    }
}
