#![no_main]

duipai_fuzz::target!(Poker);
