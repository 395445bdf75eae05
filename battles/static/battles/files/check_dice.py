"""Recompute every die of a finished battle: python3 check_dice.py FILE.battle

It needs nothing but Python. Each die of a battle follows from a secret and from the place of the roll in the record.
The hash of the secret was published before the first roll; the file of a finished battle holds the secret itself.
"""

import hashlib
import json
import struct
import sys

SCHEME = "blake2b-1"


def commitment(secret: bytes) -> str:
    return hashlib.blake2b(secret, digest_size=32, person=f"{SCHEME}/commit".encode()).hexdigest()


def key(secret: bytes, salts: list[bytes]) -> bytes:
    mixed = hashlib.blake2b(digest_size=32, person=f"{SCHEME}/key".encode())
    for part in (secret, *salts):
        mixed.update(len(part).to_bytes(8, "big") + part)
    return mixed.digest()


def faces(seed: bytes, entry: int, throw: int, count: int, sides: int) -> list[int]:
    span, form = (256, ">64B") if sides <= 256 else (65536, ">32H")
    limit, block = span - span % sides, 0
    rolled: list[int] = []
    while len(rolled) < count:
        place = f"{SCHEME}/{entry}/{throw}/{block}".encode()
        words = struct.unpack(form, hashlib.blake2b(place, key=seed, digest_size=64).digest())
        rolled += [word % sides + 1 for word in words if word < limit]
        block += 1
    return rolled[:count]


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        header, *entries = (json.loads(line) for line in file)
    if not header.get("secret"):
        sys.exit("This battle is not over: its secret is not published.")
    secret = bytes.fromhex(header["secret"])
    if commitment(secret) != header["commitment"]:
        sys.exit("The secret does not match the hash that was published before the first roll.")
    seed = key(secret, [bytes.fromhex(salt) for salt in header.get("salts", ())])
    count, wrong = 0, 0
    for entry in entries:
        for place, roll in enumerate(entry.get("rolls", ())):
            if roll.get("source", "seed") != "seed":
                continue
            again = faces(seed, entry["n"], place, len(roll["faces"]), roll["sides"])
            count += len(again)
            if again != roll["faces"]:
                wrong += 1
                print(f"Entry {entry['n']}, {roll['why']}: recorded {roll['faces']}, recomputed {again}")
    print(f"{count} dice recomputed; {wrong} rolls differ.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1])
