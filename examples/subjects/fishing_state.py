"""fishing: wrong from the second deal of a file on. It remembers answers by the
number of pairs that are left after the first discard, whoever has them."""
import sys
from fishing_right import deals, ways

known = {}
for split in deals(map(int, sys.stdin.read().split())):
    left = sum(split)
    if left not in known:
        known[left] = ways(*split, 0, False)
    print(known[left])
