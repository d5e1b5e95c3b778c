#![no_main]

duipai_fuzz::target!(Pigs);
