#!/usr/bin/env python3
"""Can this molecule be made from what is in stock?  A question for pns that is no board game.

A molecule that is not in stock needs one reaction that gives it (an OR node); a reaction needs all
of its precursors (an AND node). What is in stock is won; what no reaction gives is lost. pns asks
this program for both, line by line (src/games/PROTOCOL.md):

    pns solve --game-command ./retro.py retro:aspirin
    pns solve --game-command './retro.py --stock phenol,acetic-anhydride' retro:aspirin
    pns solve --game-command './retro.py --delay 0.05' retro:lidocaine --threads 16

The reactions are those of textbooks, their conditions left out. A real program would ask a model
for them here, which takes long: so `--delay` waits that many seconds for each answer. With more
threads than processors the waiting overlaps, for each thread has a process of its own.
"""
import argparse
import sys
import time

REACTIONS = """
aspirin <- salicylic-acid + acetic-anhydride
aspirin <- methyl-acetylsalicylate + water
methyl-acetylsalicylate <- methyl-salicylate + acetyl-chloride
methyl-salicylate <- salicylic-acid + methanol
salicylic-acid <- phenol + carbon-dioxide
paracetamol <- 4-aminophenol + acetic-anhydride
4-aminophenol <- 4-nitrophenol + hydrogen
4-nitrophenol <- phenol + nitric-acid
lidocaine <- chloroacetyl-xylidide + diethylamine
chloroacetyl-xylidide <- 2,6-xylidine + chloroacetyl-chloride
2,6-xylidine <- 2-nitro-m-xylene + hydrogen
2-nitro-m-xylene <- m-xylene + nitric-acid
chloroacetyl-chloride <- chloroacetic-acid + thionyl-chloride
chloroacetic-acid <- acetic-acid + chlorine
acetyl-chloride <- acetic-acid + thionyl-chloride
acetic-anhydride <- acetyl-chloride + acetic-acid
benzocaine <- 4-aminobenzoic-acid + ethanol
4-aminobenzoic-acid <- 4-nitrobenzoic-acid + hydrogen
4-nitrobenzoic-acid <- 4-nitrotoluene + oxygen
4-nitrotoluene <- toluene + nitric-acid
taxol <- baccatin-iii + side-chain
baccatin-iii <- 10-deacetylbaccatin + acetyl-chloride
"""

STOCK = """phenol carbon-dioxide methanol water acetic-acid thionyl-chloride nitric-acid hydrogen
    m-xylene chlorine diethylamine toluene oxygen ethanol side-chain""".split()


def read_reactions(text):
    """A dictionary from each product to the list of its reactions, each a list of precursors."""
    reactions = {}
    for line in text.split("\n"):
        if "<-" in line:
            product, precursors = line.split("<-")
            reactions.setdefault(product.strip(), []).append(
                [word.strip() for word in precursors.split(" + ")])
    return reactions


class Retro:
    """Positions are texts: a molecule's name, or "PRODUCT/NUMBER" for one of its reactions."""

    def __init__(self, reactions, stock):
        self.reactions, self.stock = reactions, set(stock)

    def known(self, text):
        molecule, slash, number = text.partition("/")
        if slash:
            ways = len(self.reactions.get(molecule, []))
            return number in [str(i) for i in range(ways)]
        return molecule in self.stock or molecule in self.reactions or any(
            molecule in way for ways in self.reactions.values() for way in ways)

    def describe(self, text):
        """The position and which side it belongs to; one line of the protocol without its move."""
        if "/" in text:
            return text + "\tand"
        if text in self.stock:
            return text + "\twin"
        return text + ("\tor" if text in self.reactions else "\tloss")

    def moves(self, text):
        if "/" in text:
            product, number = text.split("/")
            way = self.reactions[product][int(number)]
            return [f"{molecule}\t{self.describe(molecule)}" for molecule in dict.fromkeys(way)]
        return [f"{'+'.join(way)}\t{self.describe(f'{text}/{number}')}"
                for number, way in enumerate(self.reactions[text])]


def serve(retro, delay):
    """Answers pns until it closes our input."""
    target = "aspirin"
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        time.sleep(delay if word == "moves" else 0)
        if word == "pns":
            target = rest.partition("\t")[2] or target
            if not retro.known(target):
                print(f"error no molecule '{target}', expected one that the reactions name")
            else:
                print("pns 1", "retro", "title=Retrosynthesis", f"parameters={target}", "moves=64",
                      "cyclic=no", "rules=A molecule needs one reaction, a reaction all of its "
                      "precursors; stock is won.", sep="\t")
        elif word == "start":
            print(retro.describe(target))
        elif word == "parse":
            print(retro.describe(rest) if retro.known(rest) else f"error no molecule '{rest}'")
        elif word == "moves":
            moves = retro.moves(rest)
            print(len(moves), *moves, sep="\n")
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stock", help="what is in stock, between commas")
    parser.add_argument("--delay", type=float, default=0, help="seconds for each answer")
    arguments = parser.parse_args()
    stock = arguments.stock.split(",") if arguments.stock else STOCK
    serve(Retro(read_reactions(REACTIONS), stock), arguments.delay)


if __name__ == "__main__":
    main()
