"""fishing: right. Counts with a memory over how many pairs are split between
which two players; fast enough for n up to about ten."""
import sys
from functools import lru_cache

MODULUS = 1_000_000_007
sys.setrecursionlimit(100_000)


@lru_cache(maxsize=None)
def ways(xy, yz, zx, turn, paired):
    """X passes to Y; xy pairs are split between these two, and so on."""
    if xy + yz + zx == 0:
        return 1
    if turn == 3:
        return ways(xy, yz, zx, 0, False) if paired else 0
    if xy + zx == 0:
        return ways(yz, zx, xy, turn + 1, paired)
    total = 0
    if xy:
        # Y has the other copy.
        total += xy * ways(yz, zx, xy - 1, turn + 1, True)
    if zx:
        # Z has it: the pair is then split between Y and Z.
        total += zx * ways(yz + 1, zx - 1, xy, turn + 1, paired)
    return total % MODULUS


def deals(words):
    """The numbers of pairs split between A and B, B and C, C and A."""
    n, count = next(words), next(words)
    for _ in range(count):
        a, b, c = (sorted(next(words) for _ in range(2 * n)) for _ in range(3))
        yield tuple(len(set(one) & set(other)) for one, other in ((a, b), (b, c), (c, a)))


def main():
    for split in deals(map(int, sys.stdin.read().split())):
        print(ways(*split, 0, False))


if __name__ == "__main__":
    main()
