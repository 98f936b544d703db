#!/usr/bin/env python3
"""Checks proofs of Cheshire Cat Chess and Shrink Chess, with rules of its own. Usage: check.py FILE..."""

import gzip
import itertools
import sys
import zlib

KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SLANTED = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LINES = {"r": STRAIGHT, "b": SLANTED, "q": STRAIGHT + SLANTED}


def need(holds, problem):
    if not holds:
        raise ValueError(problem)


class Board:
    """Pieces by square (file, rank), and the side to move."""

    def read(self, board):
        rows = board.split("/")
        self.ranks = len(rows)
        self.pieces, gone = {}, set()
        for up, row in enumerate(rows):
            file, digits = 0, ""
            for c in row + "/":
                if c.isdigit():
                    digits += c
                    continue
                file, digits = file + int(digits or 0), ""
                if c == "*":
                    gone.add((file, self.ranks - 1 - up))
                elif c != "/":
                    self.pieces[file, self.ranks - 1 - up] = c
                file += 1
            self.files = file - 1
        return gone

    def rows(self, gone):
        rows = []
        for rank in reversed(range(self.ranks)):
            row, empty = "", 0
            for file in range(self.files):
                c = self.pieces.get((file, rank)) or ("*" if (file, rank) in gone else "")
                if not c:
                    empty += 1
                    continue
                row, empty = row + (str(empty) if empty else "") + c, 0
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows) + (" w " if self.white else " b ")

    def on_board(self, square):
        return 0 <= square[0] < self.files and 0 <= square[1] < self.ranks

    def reach(self, square, piece, slides):
        """The squares that a piece attacks, if it slides like slides."""
        if piece in "Pp":
            forward = 1 if piece == "P" else -1
            steps = [(-1, forward), (1, forward)]
        elif piece in "Nn":
            steps = KNIGHT
        elif piece in "Kk":
            steps = LINES["q"]
        else:
            steps = []
        for step in steps:
            to = square[0] + step[0], square[1] + step[1]
            if self.on_board(to):
                yield to
        for step in LINES.get(slides, []):
            to = square[0] + step[0], square[1] + step[1]
            while self.on_board(to):
                yield to
                if to in self.pieces:
                    break
                to = to[0] + step[0], to[1] + step[1]

    def slides(self, piece):
        return piece.lower()

    def attacked(self, square, by_white):
        return any(p.isupper() == by_white and square in self.reach(at, p, self.slides(p)) for at, p in list(self.pieces.items()))

    def in_check(self, white):
        king = "K" if white else "k"
        return any(p == king and self.attacked(at, not white) for at, p in list(self.pieces.items()))

    def steps(self):
        """The moves of all pieces as pairs of squares, whether or not they leave the king in check. Boards have so few
        ranks, or pawns that have left their start ranks, that there is no double step and no en passant."""
        for start, piece in list(self.pieces.items()):
            if piece.isupper() != self.white:
                continue
            ends = set(self.reach(start, piece, self.slides(piece)))
            if piece in "Pp":
                forward = 1 if self.white else -1
                ends = {to for to in ends if to in self.pieces}
                ahead = start[0], start[1] + forward
                if self.on_board(ahead) and ahead not in self.pieces:
                    ends.add(ahead)
                need(not self.double_step(start), "double step")
            for end in ends:
                target = self.pieces.get(end)
                if not target or target.isupper() != self.white and target not in "Kk":
                    yield start, end

    def moves(self):
        """The legal moves as a dictionary from UCI to the position after the move."""
        legal = {}
        for start, end in self.steps():
            for promoted, after in self.played(start, end):
                if not after.in_check(self.white):
                    legal[name(start) + name(end) + promoted] = after
        return legal


class Cheshire(Board):
    """The square that a piece leaves vanishes; lines run across squares that vanished."""

    def __init__(self, text):
        board, turn, unmoved, passing = text.split(" ")
        need(passing == "-", "en passant")
        self.gone = self.read(board)
        self.white = turn == "w"
        self.unmoved = set() if unmoved == "-" else set(unmoved)

    def text(self):
        return self.rows(self.gone) + ("".join(k for k in "Kk" if k in self.unmoved) or "-") + " -"

    def slides(self, piece):
        return "q" if piece in self.unmoved else piece.lower()  # a king that has not moved is a queen, too

    def double_step(self, square):
        return self.ranks >= 6 and square[1] == (1 if self.white else self.ranks - 2)

    def played(self, start, end):
        if end in self.gone:
            return
        piece = self.pieces[start]
        choices = [piece]
        if piece in "Pp" and end[1] in (0, self.ranks - 1):
            choices = list("QRBN" if self.white else "qrbn")
        for choice in choices:
            after = Cheshire.__new__(Cheshire)
            after.files, after.ranks, after.white = self.files, self.ranks, not self.white
            after.pieces, after.gone, after.unmoved = dict(self.pieces), self.gone | {start}, self.unmoved - {piece}
            del after.pieces[start]
            after.pieces[end] = choice
            yield ("" if choice == piece else choice.lower()), after


class Shrink(Board):
    """The rank and the file that a move empties disappear. Then all pawns on their last ranks promote, those of both
    colors, as the mover chooses."""

    def __init__(self, text):
        board, turn, castling, passing = text.split(" ")
        need(castling == "-" and passing == "-", "castling or en passant")
        gone = self.read(board)
        need(not gone, "a vanished square")
        self.white = turn == "w"

    def text(self):
        return self.rows(()) + "- -"

    def double_step(self, square):
        return self.ranks == 8 and square[1] == (1 if self.white else 6)

    def played(self, start, end):
        pieces = dict(self.pieces)
        pieces[end] = pieces.pop(start)
        file_gone = all(file != start[0] for file, _ in pieces)
        rank_gone = all(rank != start[1] for _, rank in pieces)
        pieces = {(f - (file_gone and f > start[0]), r - (rank_gone and r > start[1])): p for (f, r), p in pieces.items()}
        ranks = self.ranks - rank_gone
        pawns = [at for at, p in pieces.items() if p == "P" and at[1] == ranks - 1 or p == "p" and at[1] == 0]
        pawns.sort(key=lambda at: (at[1], at[0]))
        for choice in itertools.product("qrbn", repeat=len(pawns)):
            after = Shrink.__new__(Shrink)
            after.files, after.ranks, after.white = self.files - file_gone, ranks, not self.white
            after.pieces = dict(pieces)
            for at, letter in zip(pawns, choice):
                after.pieces[at] = letter.upper() if pieces[at] == "P" else letter
            yield "".join(choice), after


def name(square):
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def check_strategy(start, white, win, strategy):
    """Plays a strategy against every answer, and returns the number of positions with that color to move."""
    after = {}  # the texts of the next positions, by text
    used = set()
    todo = [start]
    while todo:
        p = todo.pop()
        text = p.text()
        if text in after:
            continue
        legal = p.moves()
        if not legal:
            mated = p.in_check(p.white)
            need(not (mated and p.white == white), f"{text}: mated")
            need(mated or not win, f"{text}: stalemate")
        elif p.white == white:
            need(text in strategy, f"{text}: no move")
            need(strategy[text] in legal, f"{text}: {strategy[text]} is illegal")
            legal = {strategy[text]: legal[strategy[text]]}
            used.add(text)
        after[text] = [q.text() for q in legal.values()]
        todo += legal.values()
    need(len(used) == len(strategy), "lines of positions that no game reaches")
    if win:
        check_end(after)
    return len(used)


def check_end(after):
    """Checks that all games end, before the fifty-move rule could end them."""
    left, before, plies = {}, {}, {}
    for text, nexts in after.items():
        left[text] = len(nexts)
        for following in nexts:
            before.setdefault(following, []).append(text)
    done = [text for text in after if not left[text]]
    for text in done:  # which grows
        plies[text] = max((1 + plies[following] for following in after[text]), default=0)
        need(plies[text] < 100, f"{text}: the game takes too long")
        for earlier in before.get(text, []):
            left[earlier] -= 1
            if not left[earlier]:
                done.append(earlier)
    need(len(done) == len(after), "a position comes back")


def check_start(start, title):
    """Checks that the game has such a position."""
    files, ranks = start.files, start.ranks
    if isinstance(start, Shrink):
        need(files <= 8 and ranks <= 8, f"a board of {files}×{ranks}")
    else:
        need(3 <= files <= 10 and 3 <= ranks <= 10, f"a board of {files}×{ranks}")
        name = "Cheshire Cat Chess" if files == ranks == 10 else f"Cheshire Cat Chess, {files}×{ranks}"
        need(title == name, f"another game: {title}, expected {name}")
    pieces = list(start.pieces.values())
    need(pieces.count("K") == 1 and pieces.count("k") == 1, "each color has one king")
    need(all(rank < ranks - 1 for (_, rank), p in start.pieces.items() if p == "P"), "a white pawn on the last rank")
    need(all(rank > 0 for (_, rank), p in start.pieces.items() if p == "p"), "a black pawn on the first rank")
    need(not start.in_check(not start.white), "the king of the color that has moved is in check")


def check(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        lines = file.read().splitlines()
    need(lines[0] == "wane proof 1", "another format")
    head = dict(line.split(" ", 1) for line in lines[1:4])
    strategies, at = {}, 4
    while at < len(lines):
        word, color, count = lines[at].split(" ")
        need(word == "strategy" and color not in strategies, lines[at])
        entries = [line.rsplit(" ", 1) for line in lines[at + 1 : at + 1 + int(count)]]
        strategies[color] = dict(entries)
        need(len(strategies[color]) == int(count), "missing or double positions")
        at += 1 + int(count)
    colors = {"white wins": ["white"], "black wins": ["black"], "draw": ["white", "black"]}[head["result"]]
    need(sorted(strategies) == sorted(colors), f"strategies for {sorted(strategies)}")
    rules = Shrink if head["game"] == "Shrink Chess" else Cheshire
    start = rules(head["start"])
    check_start(start, head["game"])
    need(start.text() == head["start"], f"the start is {start.text()}")
    total = sum(check_strategy(start, color == "white", head["result"] != "draw", strategies[color]) for color in colors)
    print(f"{path}: {head['game']}, {head['start']}: {head['result']}, {total} positions")


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stderr.reconfigure(encoding="utf-8")
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    for path in sys.argv[1:]:
        try:
            check(path)
        except (ValueError, KeyError, IndexError, EOFError, OSError, zlib.error) as problem:
            sys.exit(f"{path}: {problem or type(problem).__name__}")
