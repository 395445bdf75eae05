"""Headings of a found list: name, commander, notes, level, arm and nation; and the items that lines are read as."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

from armies.exchange.clean_text import fold
from armies.exchange.draft_army import Parsed
from armies.exchange.lists import terms
from armies.exchange.lists.amounts import Amounts
from armies.exchange.lists.figures import read_amounts
from armies.exchange.lists.heading_nation import PERSONS, is_nation, nation_of
from armies.exchange.lists.ledger import Text
from armies.exchange.lists.ranks import ARTICLE, RANK, has_rank
from armies.exchange.lists.style import Style
from armies.exchange.lists.unit_text import YOUNGER, ReadUnit, tidy
from armies.exchange.vocabulary import nation_code

Kind = Literal[
    "heading",
    "unit",
    "regiment",
    "total",
    "strength",
    "commander",
    "title",
    "note",
    "exact",
    "facts",
    "question",
    "nothing",
]


@dataclass
class Item:
    """One thing that a line says; a line with several units has several items."""

    kind: Kind
    line: int
    text: str
    indent: int = 0
    markup: int = 0
    level: str = ""
    name: str = ""
    commander: str = ""
    note: str = ""
    nation: str = ""
    arm: str = ""
    unit: ReadUnit | None = None
    amounts: Amounts | None = None
    sentence: str = ""
    exact: Parsed | None = None
    inline: bool = False
    capital: bool = False
    pieces: list[Text] = field(default_factory=list)
    extra: str = ""
    tail: str = ""
    """The totals behind a heading: ``1st Brigade: Soye, 4 battalions``."""
    facts: dict[str, Any] = field(default_factory=dict)
    """More facts of a formation or of the army."""


TAIL: Final = re.compile(
    rf"(?:\s*(?:[:;(+&-]|,(?!\d{{3}}))\s*(?:(?:total )?(?:strength|effectifs?|starke|fuerza|forza|sterkte"
    rf"|total) ?[:=]? ?)?"
    rf"(?:{terms.ABOUT})?(?:{terms.FIGURE}\s?(?!st\b|nd\b|rd\b|th\b)"
    r"[a-z&.' ]{2,24}|no figures))+\)?$"
)
DASH: Final = re.compile(r"\s+[-–—]+\s+|\s*[–—]\s+|:\s+|\s*:\s*$")
BRACKETED: Final = re.compile(r"\([^()]+\)\.?|\[[^\[\]]+\]\.?")
"""A line that is all in brackets."""
BRACKET: Final = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]\s*$")
STATE: Final = re.compile(
    r"^\W*(?:wounded|killed|mortally|captured|k\.?|w\.?|mw|kia|dow|pow|absent|sick|ill|acting|temporary|dead|died"
    r"|joined|arrived|from|until|since|after|later|to|vice|ex|formerly"
    r"|tue|blesse|mort|remplac\w+|puis|absent|malade|par interim|verw\w*|gefallen|gef|krank|tot|spater|nachher"
    r"|bis|seit|vertr\w*|i\.?v|bolen|ranen|ubit\w*|zatem|pozze"
    r"|herido|muerto|luego|despues|interino|ferito|ucciso|poi|malato|gewond|gesneuveld|later|ziek|toen|dead"
    r"|command(?:ing|ant)|kommandierend\w*|en chef"
    r"|in command|excellent|good|average|poor|dreadful|rated?|younger|elder|jr|sr"
    r"|steady|bold|cautious|aggressive|dithering|competent|skilled|capable|exceptional|plodding|timid|rash|inept"
    r"|able|charismatic"
    r"|mediocre|brave|hesitant|superior|inferior)\b"
)
"""What became of a commander: kept as a note."""
FALLEN: Final = re.compile(
    r"(?:^|\W)(?:w|k|mw|c|kia|wounded|killed|mortally|captured|tue|blesse|verw\w*|gefallen|herido|muerto|ferito|ucciso"
    r"|ranen|ubit)\b"
)
"""What became of a commander whom the one of the next line followed."""
REPLACED: Final = re.compile(
    r"\s*[,;]?\s+(?:vice|replaced by|later|then|remplace par|puis|spater|dann|poi|luego|despues|zatem|until"
    r"|succeeded by)\s+.*$"
)
NAMESAKE: Final = re.compile(
    r"^(?:[a-z-]*(?:brigade|division|korps|corps)|brig\.?|div\.?|bde\.?|brigada|divizia|diviziya|brigata"
    r"|divisione|divisie|brygad[ay]|dywizj[aei]|divisao"
    r"|colonne|kolonne|column) (?P<after>(?:[a-z]['’]|von |van |de |la |du "
    r"|of )*[^\W\d][^\d,():]*)$"
    r"|^(?P<before>[^\d,():]+?)['’]s? (?:\w+ ){0,3}(?:brigade|division|div|bde|corps|column|force|corps|wing"
    r"|portuguese|spaniards|cavalry|germans|dragoons|advanced? guard|vanguard|rear ?guard|reserve|infantry|detachment"
    r"|command|troops|horse|hussars|grenadiers|cent(?:re|er)|left|right|army(?: of (?:the )?[\w-]+)?)\.?$",
)
FOLLOWED: Final = re.compile(
    r"^(?P<name>.*\b(?:corps|korps|korpus|division|div\.?|brigade|bde\.?|brigada|divizia|diviziya|brigata"
    r"|divisione|divisie|brygad[ay]|dywizj[aei]|divisao)\.?)[,]?\s+(?P<who>[^\W\d_][^\d,():]*)$"
)
UNDER: Final = re.compile(
    r"\b(?:du|del|des|of|von) (?=(?:general|marechal|marshal|mariscal|marschall|fzm|fml|feldmarschall)\b)|"
    r"\b(?:under|commanded by|unter|sous|aux ordres (?:de|du)|bajo|al mando de|mandado por|sotto|onder"
    r"|pod komandoi|led by)\s+(?=\S)"
)
ARMY_LEAD: Final = re.compile(r"^(?:the )?(?:army|armee|forces|troops|heer)\b")
SIDE: Final = re.compile(
    r"^(?:the )?([\w' -]{3,40}?)(?: (?:army|forces?|troops|side|order of battle|oob|contingent|heer|truppen|armee))?$"
)
BARE_ARM: Final = re.compile(
    r"(?:\W|\b(?:infantry|cavalry|artillery|light|heavy|reserve|corps|foot|horse|guns|battery|batteries|the|of|and|army"
    r"|infanterie|cavalerie|kavallerie|artillerie|fuss\w*|reit\w*|leichte|schwere|reserve\w*|legere|lourde|a|pied|cheval"
    r"|infanteria|caballeria|artilleria|fanteria|cavalleria|artiglieria|line|first|second|third|left|right)\b)+"
)
"""Words that name an arm and no troops."""
HEADING_WORDS: Final = 9
FEW_WORDS: Final = 3
KIND_WORDS: Final = re.compile(
    r"^\W*(?:infantry|cavalry|artillery|light|heavy|reserve|old|young|middle|left|right|centre|guard|detached"
    r"|part|detachment|provisional|line|foot|horse|grenadier|dragoon|hussar"
    r"|infanterie|kavallerie|artillerie|cavalerie|ohne|without|moins|minus|remnant\w*|elements|half|continued"
    r"|cont\W?d)\b"
)


def heading_of(text: Text, *, sure: bool) -> Item | None:
    """The heading that ``text`` is; None if it is none. ``sure``: lines below belong to it, whatever its words."""
    trial = split_heading(text.text)
    level, arm = level_of(trial.name), arm_of(trial.name)
    groups = terms.GROUP.search(fold(trial.name)) is not None
    if not (sure or level or arm or groups or is_nation(trial.name)):
        return None
    ended = text.text.rstrip().endswith((".", "!", "?")) and len(text.text.split()) > FEW_WORDS
    if len(trial.name.split()) > HEADING_WORDS + 3 or (ended and not (level or sure or has_rank(trial.commander))):
        return None
    trial.kind = "heading"
    trial.level, trial.arm = level, arm
    trial.nation = nation_of(trial.name)
    return trial


@dataclass
class Cut:
    """A heading while commanders and notes are cut off it."""

    name: str
    commander: str = ""
    notes: list[str] = field(default_factory=list)


def split_heading(words: str) -> Item:
    """Name, commander and note of a heading."""
    cut = Cut(FULL_STOP.sub("", words.strip()))
    tail = ""
    match = TAIL.search(fold(cut.name)) if any(char.isdigit() for char in words) else None
    if match and match.start() > 0 and COUNTED.search(match[0]):
        tail, cut.name = cut.name[match.start() :], cut.name[: match.start()]
    if (rated := RATED.search(fold(cut.name))) and rated.start() > 2:
        cut.notes.append(cut.name[rated.start() :].strip(" ,;()"))
        cut.name = cut.name[: rated.start()]
    _brackets(cut)
    _dash(cut)
    if not cut.commander and (match := MIDDLE.match(cut.name)) and level_of(match[1]) and is_person(match[2]):
        cut.name, cut.commander = f"{match[1].strip()} {match[3].strip()}", match[2].strip()
    if not cut.commander and (match := RANKED.search(fold(cut.name))) and _is_formation(cut.name[: match.start()]):
        who, rank = cut.name[match.end() :].strip(), RANK.match(fold(cut.name))
        if is_person(who) and not (rank and rank.end() > match.end()):
            cut.name, cut.commander = cut.name[: match.start()].strip(), who
    if not cut.commander and (match := UNDER.search(fold(cut.name))):
        cut.commander = cut.name[match.end() :].strip()
        cut.name = cut.name[: match.start()].strip()
    if not cut.commander and "," in cut.name:
        before, _, after = cut.name.partition(",")
        named = level_of(before) or arm_of(before) or terms.GROUP.search(fold(before))
        if (RANK.match(fold(after.strip())) and not has_rank(before)) or (named and is_person(after.strip())):
            cut.name, cut.commander = before.strip(), after.strip()
    assumed = _named_commander(cut)
    cut_commander(cut)
    item = Item(
        "heading", 0, words, name=tidy(cut.name), commander=cut.commander, note="; ".join(n for n in cut.notes if n)
    )
    item.extra, item.tail = assumed, tail
    return item


FULL_STOP: Final = re.compile(r"(?<=[^\W\d_]{4}|\w{3}\))\.$")
"""A full stop behind a heading, and none of a short word: ``Brigade BRUN.``, but ``Walter Phelps, Jr.``"""


def _dash(cut: Cut) -> None:
    """Cut the commander, or nothing, off behind a dash."""
    match = next((m for m in DASH.finditer(cut.name) if m.start() > 0), None)
    if match is None:
        return
    before, after = cut.name[: match.start()].strip(), cut.name[match.end() :].strip()
    if (rated := re.search(r"\s*\((\d{1,2})\+?\)$", after)) and is_person(after[: rated.start()]):
        cut.notes.append(after[rated.start() :].strip(" ()"))
        after = after[: rated.start()]
    of_formation = level_of(before) and not re.search(r"\d", after) and not NO_PERSON.match(fold(after))
    if before and (not after or is_person(after) or of_formation or RANK.match(fold(after))):
        cut.name = before
        if after and cut.commander and cut.commander != after:
            cut.notes.append(cut.commander)
        cut.commander = after or cut.commander
        _brackets(cut)


RANKED: Final = re.compile(
    r"\s(?=(?:gen|gen\.-?(?:maj|lt|lieut)|maj|lt|lieut|brig|col|plk|pulk|polk|gm|fml|fmlt|fzm|ten|gral|obst|kol)\b\.?"
    r"(?:\s?[a-z]{2,4}\.)?\s[^\W\d])"
)
"""A short rank behind the name of a formation: ``Brygada kawalerii gen. Rożnieckiego``."""
MIDDLE: Final = re.compile(r"^([^()]+)\(([^()\d]+)\)(?:\s+|,\s*)([^()]+)$")
"""A commander in brackets before more of the name: ``IV Corps (Soult) at Jena``."""
RATING: Final = re.compile(r"^\d{1,2}(?:\+|\s?,\s?[a-z' -]+)$")
"""A rating of a commander in other games: ``(9, aggressive)``."""
RATED: Final = re.compile(
    r"[,;(]?\s*(?:\b(?:command|staff|leadership|leader|quality) )?(?:\brat(?:ing|ed)|\bcv|\bbewertung)\b[ :=]*\d{1,2}\b"
    r"\+?\)?"
    r"(?:[,;]?\s*\(?\d+ ?(?:pts?|points)\b\.?\)?)?\s*$"
)
"""A rating of a game behind a commander: ``Klenau, rating 7``."""
COUNTED: Final = re.compile(
    rf"\d\s?(?:{terms.MEN}|{terms.FOOT_OR_HORSE}|{terms.PIECES}|units?\b|points\b|"
    + "|".join(rf"(?:{words})\b" for words in terms.SUB_UNITS.values())
    + ")|no figures"
)
"""A figure with a word that says what it counts."""


def _named_commander(cut: Cut) -> str:
    """Take the commander from the name: ``2nd Brigade Campi``, ``Long's Brigade``. Returns the assumption."""
    assumed = ""
    if not cut.commander and (match := FOLLOWED.match(fold(cut.name))):
        who = cut.name[match.start("who") : match.end("who")].strip()
        own = match["name"].split()[-1] != fold(cut.name).split()[0]
        if is_person(who) and not _is_troops(who) and (own or RANK.match(fold(who))):
            cut.name, cut.commander = cut.name[: match.end("name")].strip(), who
    if not cut.commander and (match := NAMESAKE.match(re.sub(r"\s*\([^()]*\)$", "", fold(cut.name)))):
        group = "after" if match["after"] else "before"
        who = cut.name[match.start(group) : match.end(group)].strip()
        if (
            is_person(who)
            and terms.type_by_words(who, "", guns=False, mounted=False, arm="") is None
            and not nation_code(who)
        ):
            cut.commander, assumed = who, f"the commander “{who}” is taken from the name"
    return assumed


def _is_troops(words: str) -> bool:
    return terms.type_by_words(words, "", guns=False, mounted=False, arm="") is not None


def _brackets(cut: Cut) -> None:
    """Cut brackets at the end: a commander, what became of the commander, or another note; part of the name else."""
    while match := BRACKET.search(cut.name):
        inner = match[1].strip()
        before = cut.name[: match.start()].strip()
        if not inner or not before:
            return
        if level_of(inner) and not cut.commander and not level_of(before) and is_person(before):
            cut.name, cut.commander = inner, before
            return
        if STATE.match(fold(inner)) or ("," in inner and (own := NAMESAKE.match(fold(before))) and own["before"]):
            cut.notes.insert(0, inner)
        elif is_person(inner) and not cut.commander:
            cut.commander = inner
        elif RATING.match(fold(inner)) or re.search(r"\d{2}|\d .*\d", inner) or len(inner.split()) > HEADING_WORDS - 3:
            cut.notes.insert(0, inner)
        else:
            return
        cut.name = before


def cut_commander(cut: Cut) -> None:
    """Cut off the commander what became of them: ``Wrede (wounded 31 Oct.)``, ``Hill vice Paget``."""
    who = cut.commander.strip(" ,;:-–—")
    while match := BRACKET.search(who):
        cut.notes.append(match[1].strip())
        who = who[: match.start()].strip()
    if (match := re.search(r"\s*[(\[]", who)) and match.start() > 2:
        cut.notes.append(who[match.start() :].strip(" ()[]"))
        who = who[: match.start()]
    if (replaced := REPLACED.search(fold(who))) and replaced.start() > 2:
        cut.notes.append(who[replaced.start() :].strip(" ,;"))
        who = who[: replaced.start()]
    head, comma, state = who.partition(",")
    if comma and STATE.match(fold(state)) and not YOUNGER.fullmatch(fold(state.strip())):
        cut.notes.append(state.strip())
        who = head
    if (date := terms.DATE.search(fold(who))) and date.start() > 2:
        cut.notes.append(who[date.start() :].strip(" ,;:-–—()"))
        who = who[: date.start()]
    if (behind := BEHIND.search(who)) and behind.start() > 2:
        cut.notes.append(who[behind.end() :].strip())
        who = who[: behind.start()]
    if ";" in who:
        who, _, rest = who.partition(";")
        cut.notes.append(rest.strip())
    cut.commander = who.strip(" ,;:-–—")


NO_PERSON: Final = re.compile(
    r"(?:my|our|his|their|for|at|in|on|near|by|during|before|after|with|and|to|bei|vor|im|am|chez|aux?|en|pres"
    r"|avant|bij|nella)\b"
)
BEHIND: Final = re.compile(
    r"\s+[-–—]\s+|,\s*(?=[^,]*\d)|,\s*(?=(?i:commanding|in command|staff rating|rat(?:ed|ing)|aggressive|cautious)\b)"
)
"""What follows a commander's name and is kept as a note: ``Stutterheim - Average``, ``Lee, Commanding``."""


@lru_cache(2048)
def is_person(words: str) -> bool:
    """True if ``words`` may be a commander: a rank, or a name in capitals that is no nation and no kind of troops."""
    folded = fold(words).strip()
    if RANK.match(ARTICLE.sub("", folded)) or OTTOMAN.search(folded):
        return len(folded.split()) <= HEADING_WORDS + 5
    if not folded or any(char.isdigit() for char in folded) or len(folded.split()) > HEADING_WORDS - 3:
        return False
    if NO_PERSON.match(folded) or COUNTS.match(folded):
        return False
    if nation_code(words) and folded not in PERSONS:
        return False
    if KIND_WORDS.match(folded) or STATE.match(folded):
        return False
    if terms.LEVEL.search(folded) or terms.type_by_words(words, "", guns=False, mounted=False, arm=""):
        return False
    first = words.strip(" '’\"“«(")[:1]
    return (
        first.isupper()
        or re.match(r"(?:von|van|de|del|della|di|du|d'|la|le|zu|zur|ten|ter) ?['’]?[^\W\d]", folded) is not None
    )


COUNTS: Final = re.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|deux|trois|quatre|cinq|zwei|drei|vier|funf|sechs|acht"
    r"|due|tre|quattro|dos|tres|cuatro|cinco|seis) \w"
)
"""What begins with a count is no name: ``Two Congreve rocket launchers``."""
OTTOMAN: Final = re.compile(r"^[^\d,;:()]{2,40} (?:pas(?:h|c|ch)a|agh?a|bey|khan|effendi|vizier)$")
"""Titles that stand behind the name."""


@lru_cache(2048)
def level_of(name: str) -> str:
    """The level that a word of ``name`` names, empty if none does."""
    words = re.sub(r"\([^()]*\)", " ", terms.NO_LEVEL.sub(" ", fold(name)))
    levels = list(terms.LEVEL.finditer(words))
    if not levels and PART_OF.match(fold(name)):
        levels = list(terms.LEVEL.finditer(fold(name)))
    if not levels:
        return ""
    last = levels[-1]
    behind = words[last.end() :].strip(" .,-")
    if last.lastgroup in ("corps", "division") and re.match(
        r"(?:(?:reserve|cavalry|artillery|troops|light cavalry|kavallerie|artillerie|guns)\b|kurass|cuirass|hus[as])",
        behind,
    ):
        return ""
    return last.lastgroup or ""


def _is_formation(name: str) -> bool:
    """True if ``name`` has the word of a level, or is that of an arm or a group and nothing else."""
    return level_of(name) != "" or (
        len(name.split()) == 1 and (arm_of(name) != "" or bool(terms.GROUP.match(fold(name))))
    )


def is_formation(name: str) -> bool:
    """True if ``name`` has the word of a level, or is that of a commander's troops: ``Fane's column``."""
    return level_of(name) != "" or terms.GROUP.search(fold(name)) is not None or NAMESAKE.match(fold(name)) is not None


PART_OF: Final = re.compile(r"^\W*(?:part|parts|elements?|remain\w*|remnants?|rest|troops|units|detachments?)\b")


@lru_cache(2048)
def arm_of(name: str) -> str:
    """The arm that ``name`` names, empty if none or several."""
    words = fold(name)
    arms = [arm for arm, pattern in terms.ARM.items() if pattern.search(words)]
    if arms == ["infantry"] and re.search(r"\bfoot (?:batt|comp|bty)", words):
        return ""
    if len(arms) > 1 and "infantry" in arms and re.search(r"\bfoot art|foot\b.*artil|fuss-?art", words):
        arms.remove("infantry")
    if (
        len(arms) > 1
        and "artillery" in arms
        and "cavalry" in arms
        and re.search(r"horse art|horse batt|artillerie a cheval|reit\w* art", words)
    ):
        arms.remove("cavalry")
    if not arms and re.search(
        r"kavalleriebrig|kavallerie|cavalry|kavaler|dragoon|hussar|husar|kurass|cuirass|lancers|uhlan|ulan", words
    ):
        return "cavalry"
    return arms[0] if len(arms) == 1 else ""


def title_name(item: Item) -> str:
    """The name of an army by its title: without the date behind it."""
    name = item.name or item.text
    if (match := terms.DATE.search(fold(name))) and match.start() > 3:
        name = BEFORE_DATE.sub("", name[: match.start()])
    return name.strip(" ,;:-–—=*(") or item.text


BEFORE_DATE: Final = re.compile(
    r"[\s.,;:–—-]*(?:\b(?:ordine di battaglia|orders? of battle|ordre de bataille"
    r"|orden de batalla|situation"
    r"|situaci[óo]n|situazione|[ée]tat|strength|return|stand|fuerza|forza|stato|estado)\b\s*)?"
    r"\b(?:au|le|on|am|den|vom|of|du|del|dal|al|at|in|im|el|il|op|per|for|the|as of|as at|dated?)?\s*$",
    re.IGNORECASE,
)
"""What leads from the name of a list to its date: ``Armée de Catalogne. — Situation au``."""


def claim_heading(piece: Text, heading: Item) -> None:
    """Claim the tokens of a heading: its commander, its notes, the rest as its name."""
    if heading.commander and (start := piece.text.rfind(heading.commander)) >= 0 and not heading.extra:
        claim_open(piece, start, start + len(heading.commander), "commander")
    for note in heading.note.split("; ") if heading.note else ():
        if match := re.search(rf"(?<!\w){re.escape(note)}(?!\w)", piece.text):
            claim_open(piece, *match.span(), "note")
    if heading.tail and (start := piece.text.rfind(heading.tail)) >= 0:
        claim_open(piece, start, start + len(heading.tail), "total")
    elif heading.amounts is not None:
        read = Text(piece.text)
        read_amounts(read, Style())
        for start, end, _ in read.claims:
            claim_open(piece, start, end, "total")
    piece.claim_rest("name")


def claim_open(piece: Text, start: int, end: int, what: str) -> None:
    """Claim what is still open between ``start`` and ``end``."""
    for first, last in list(piece.open_spans()):
        low, high = max(first, start), min(last, end)
        if low < high:
            piece.claim(low, high, what)  # type: ignore[arg-type]
