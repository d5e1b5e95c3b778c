#!/bin/sh
# split: wrong. Dies on more than four cards, as a program does whose array is
# too short; with fewer it gives up, which is another failure.
read -r cards
set -- $cards
if [ $# -gt 4 ]; then
    kill -SEGV $$
fi
exit 3
