"""Throw every die of a finished battle again: python3 check_dice.py FILE.battle

It needs nothing but Python. A battle's dice fall by a secret that was promised by its hash before the first die; the
file of a finished battle holds the secret, and each die follows from it and its place in the record alone.
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
    found: list[int] = []
    while len(found) < count:
        place = f"{SCHEME}/{entry}/{throw}/{block}".encode()
        words = struct.unpack(form, hashlib.blake2b(place, key=seed, digest_size=64).digest())
        found += [word % sides + 1 for word in words if word < limit]
        block += 1
    return found[:count]


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        header, *entries = (json.loads(line) for line in file)
    if not header.get("secret"):
        sys.exit("This battle is not over: its secret is not published.")
    secret = bytes.fromhex(header["secret"])
    if commitment(secret) != header["commitment"]:
        sys.exit("The secret is not the one that was promised.")
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
                print(f"Entry {entry['n']}, {roll['why']}: recorded {roll['faces']}, again {again}")
    print(f"{count} dice thrown again, {wrong} throws differ.")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1])
