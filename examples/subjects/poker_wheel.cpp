// poker: wrong. Does not know that A-2-3-4-5 is a straight.
#include <algorithm>
#include <array>
#include <iostream>
#include <string>
#include <vector>

using Card = std::pair<int, char>;

static Card read_card() {
    std::string word;
    std::cin >> word;
    static const std::string ranks = "23456789TJQKA";
    return {static_cast<int>(ranks.find(word[0])) + 2, word[1]};
}

// Type of the hand, then its ranks by how often they occur and how high they
// are.
static std::vector<int> value(const std::vector<Card>& hand) {
    std::array<int, 15> count{};
    bool flush = true;
    for (const Card& card : hand) {
        ++count[card.first];
        flush = flush && card.second == hand[0].second;
    }
    std::vector<std::pair<int, int>> groups;
    for (int rank = 2; rank <= 14; ++rank)
        if (count[rank] > 0) groups.push_back({count[rank], rank});
    std::sort(groups.rbegin(), groups.rend());
    const bool straight = groups.size() == 5 && groups[0].second - groups[4].second == 4;
    int type = 0;
    if (straight && flush) type = 8;
    else if (groups[0].first == 4) type = 7;
    else if (groups[0].first == 3 && groups[1].first == 2) type = 6;
    else if (flush) type = 5;
    else if (straight) type = 4;
    else if (groups[0].first == 3) type = 3;
    else if (groups[0].first == 2 && groups[1].first == 2) type = 2;
    else if (groups[0].first == 2) type = 1;
    std::vector<int> result{type};
    for (const auto& group : groups) result.push_back(group.second);
    return result;
}

// 1 if Alice wins, 0 for a draw, -1 if Bob wins, with both playing their best.
static int play(std::array<std::vector<Card>, 2>& hands, std::vector<Card>& table, int player) {
    if (table.empty()) {
        const auto alice = value(hands[0]), bob = value(hands[1]);
        return (alice > bob) - (alice < bob);
    }
    int best = player == 0 ? -1 : 1;
    for (std::size_t i = 0; i < table.size(); ++i) {
        const Card card = table[i];
        table.erase(table.begin() + i);
        hands[player].push_back(card);
        const int result = play(hands, table, 1 - player);
        hands[player].pop_back();
        table.insert(table.begin() + i, card);
        best = player == 0 ? std::max(best, result) : std::min(best, result);
    }
    return best;
}

int main() {
    int cases = 0;
    std::cin >> cases;
    while (cases-- > 0) {
        std::array<std::vector<Card>, 2> hands;
        for (auto& hand : hands)
            for (int i = 0; i < 2; ++i) hand.push_back(read_card());
        std::vector<Card> table;
        for (int i = 0; i < 6; ++i) table.push_back(read_card());
        const int result = play(hands, table, 0);
        std::cout << (result > 0 ? "Alice\n" : result < 0 ? "Bob\n" : "Draw\n");
    }
}
