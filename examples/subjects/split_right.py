"""split: right. Every card goes left, right or away: 3^n ways, so up to about
eleven cards."""
import sys


def schemes(cards):
    found = set()

    def place(index, left, right, balance):
        if index == len(cards):
            if left and balance == 0:
                found.add(in_order(tuple(left), tuple(right)))
            return
        card = cards[index]
        place(index + 1, left, right, balance)
        place(index + 1, left + [card], right, balance + card)
        place(index + 1, left, right + [card], balance - card)

    place(0, [], [], 0)
    return sorted(found, key=lambda pair: (-len(pair[0]) - len(pair[1]), pair))


def in_order(one, other):
    """Left is the side with more copies of the smallest value that differs."""
    for value in range(1, 14):
        if one.count(value) != other.count(value):
            return (one, other) if one.count(value) > other.count(value) else (other, one)
    return one, other


def read():
    return sorted(int(word) for word in sys.stdin.read().split())


def write(listing):
    for number, (left, right) in enumerate(listing, 1):
        sums = "=".join("+".join(map(str, side)) for side in (left, right))
        sys.stdout.buffer.write(f"方案{number}：{sums}\n".encode())


if __name__ == "__main__":
    write(schemes(read()))
