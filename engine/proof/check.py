#!/usr/bin/env python3
"""Checks proofs of Cheshire Cat Chess, with rules of its own. Usage: check.py FILE..."""

import gzip
import sys

sys.setrecursionlimit(10000)

KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LINES = {"r": STRAIGHT, "b": SLANTED, "q": STRAIGHT + SLANTED}


class Position:
    """A position: pieces by square (file, rank), squares that vanished, the side to move,
    and which kings have not moved. Boards have fewer than six ranks, or pawns that have
    left their start ranks: there is no double step and no en passant here."""

    def __init__(self, text):
        board, turn, unmoved, passing = text.split(" ")
        assert passing == "-", "en passant"
        rows = board.split("/")
        self.ranks = len(rows)
        self.pieces, self.gone = {}, set()
        for up, row in enumerate(rows):
            file, digits = 0, ""
            for c in row + "/":
                if c.isdigit():
                    digits += c
                    continue
                file, digits = file + int(digits or 0), ""
                if c == "*":
                    self.gone.add((file, self.ranks - 1 - up))
                elif c != "/":
                    self.pieces[file, self.ranks - 1 - up] = c
                file += 1
            self.files = file - 1
        self.white = turn == "w"
        self.unmoved = set() if unmoved == "-" else set(unmoved)

    def text(self):
        rows = []
        for rank in reversed(range(self.ranks)):
            row, empty = "", 0
            for file in range(self.files):
                c = self.pieces.get((file, rank)) or ("*" if (file, rank) in self.gone else "")
                if not c:
                    empty += 1
                    continue
                row, empty = row + (str(empty) if empty else "") + c, 0
            rows.append(row + (str(empty) if empty else ""))
        unmoved = "".join(k for k in "Kk" if k in self.unmoved) or "-"
        return "/".join(rows) + (" w " if self.white else " b ") + unmoved + " -"

    def on_board(self, square):
        return 0 <= square[0] < self.files and 0 <= square[1] < self.ranks

    def reach(self, square, piece):
        """The squares that a piece attacks: lines run across squares that vanished."""
        kind = piece.lower()
        if kind == "p":
            forward = 1 if piece.isupper() else -1
            steps = [(-1, forward), (1, forward)]
        elif kind == "n":
            steps = KNIGHT
        elif kind == "k":
            steps = LINES["q"]
        else:
            steps = []
        for step in steps:
            to = square[0] + step[0], square[1] + step[1]
            if self.on_board(to):
                yield to
        if kind == "k" and piece in self.unmoved:
            kind = "q"  # a king that has not moved is a queen, too
        for step in LINES.get(kind, []):
            to = square[0] + step[0], square[1] + step[1]
            while self.on_board(to):
                yield to
                if to in self.pieces:
                    break
                to = to[0] + step[0], to[1] + step[1]

    def attacked(self, square, by_white):
        return any(p.isupper() == by_white and square in self.reach(at, p) for at, p in list(self.pieces.items()))

    def in_check(self, white):
        king = "K" if white else "k"
        return any(p == king and self.attacked(at, not white) for at, p in list(self.pieces.items()))

    def played(self, start, end, promoted=None):
        after = Position.__new__(Position)
        after.files, after.ranks = self.files, self.ranks
        after.pieces, after.gone = dict(self.pieces), self.gone | {start}
        after.white, after.unmoved = not self.white, set(self.unmoved)
        piece = after.pieces.pop(start)
        after.unmoved.discard(piece)
        after.pieces[end] = promoted or piece
        return after

    def moves(self):
        """The legal moves as a dictionary from UCI to the position after the move."""
        legal = {}
        for start, piece in list(self.pieces.items()):
            if piece.isupper() != self.white:
                continue
            if piece.lower() == "p":
                forward = 1 if self.white else -1
                ends = [to for to in self.reach(start, piece) if to in self.pieces]
                ahead = start[0], start[1] + forward
                if self.on_board(ahead) and ahead not in self.pieces:
                    ends.append(ahead)
                second = 1 if self.white else self.ranks - 2
                assert self.ranks < 6 or start[1] != second, "double step"
            else:
                ends = list(self.reach(start, piece))
            for end in set(ends):
                target = self.pieces.get(end)
                if end in self.gone or target and (target.isupper() == self.white or target in "Kk"):
                    continue
                choices = [None]
                if piece.lower() == "p" and end[1] in (0, self.ranks - 1):
                    choices = list("QRBN" if self.white else "qrbn")
                for promoted in choices:
                    after = self.played(start, end, promoted)
                    if not after.in_check(self.white):
                        uci = name(start) + name(end) + (promoted or "").lower()
                        legal[uci] = after
        return legal


def name(square):
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def check_strategy(p, white, win, strategy, seen):
    """Plays a strategy against every answer. Games end, since every move uses up a square."""
    text = p.text()
    if text in seen:
        return
    seen.add(text)
    legal = p.moves()
    if not legal:
        mated = p.in_check(p.white)
        assert not (mated and p.white == white), f"{text}: mated"
        assert mated or not win, f"{text}: stalemate"
        return
    if p.white == white:
        assert text in strategy, f"{text}: no move"
        assert strategy[text] in legal, f"{text}: {strategy[text]} is illegal"
        legal = {strategy[text]: legal[strategy[text]]}
    for after in legal.values():
        check_strategy(after, white, win, strategy, seen)


def check(path):
    with gzip.open(path, "rt") as file:
        lines = file.read().splitlines()
    assert lines[0] == "wane proof 1", "another format"
    head = dict(line.split(" ", 1) for line in lines[1:4])
    strategies, at = {}, 4
    while at < len(lines):
        word, color, count = lines[at].split(" ")
        assert word == "strategy" and color not in strategies, lines[at]
        entries = [line.rsplit(" ", 1) for line in lines[at + 1 : at + 1 + int(count)]]
        strategies[color] = dict(entries)
        assert len(strategies[color]) == int(count), "missing or double positions"
        at += 1 + int(count)
    colors = {"white wins": ["white"], "black wins": ["black"], "draw": ["white", "black"]}[head["result"]]
    assert sorted(strategies) == sorted(colors), f"strategies for {sorted(strategies)}"
    total = 0
    for color in colors:
        seen = set()
        check_strategy(Position(head["start"]), color == "white", head["result"] != "draw", strategies[color], seen)
        total += len(seen)
    print(f"{path}: {head['game']}, {head['start']}: {head['result']}, {total} positions")


if __name__ == "__main__":
    for path in sys.argv[1:]:
        try:
            check(path)
        except (AssertionError, ValueError, KeyError, IndexError, EOFError, OSError) as problem:
            sys.exit(f"{path}: {problem or type(problem).__name__}")
