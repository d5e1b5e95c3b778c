"""pigs: wrong. Waits for ever as soon as a pig holds a peach; never plays."""
import sys

words = sys.stdin.read().split()
pigs, cards = int(words[0]), int(words[1])
while "P" in words[2:2 + 5 * pigs]:
    pass
