"""Small armies, misbuilt ones, and names in any script."""

from battles.engine.armies.facts import Army, Brigade, Corps, Division, Unit


def battalion(name: str = "1st Foot", **more: object) -> Unit:
    return Unit(**{"name": name, "type": "line_infantry", "quality": "trained", "men": 500, **more})


def brigade(*units: Unit, name: str = "1st Brigade") -> Brigade:
    return Brigade(name=name, kind="infantry", children=units)


def army(*units: Unit, **more: object) -> Army:
    division = Division(name="1st Division", commander="General One", children=(brigade(*units),))
    corps = Corps(name="I Corps", nation="FR", commander="Marshal Ney", children=(division,))
    return Army(**{"name": "An army", "nation": "FR", "children": (corps,), **more})


def loose_army() -> Army:
    """Units and brigades at every level that stand too high: under the army, a corps, a division."""
    return Army(
        name="Loose",
        nation="GB",
        children=(
            battalion("Under the army"),
            Corps(
                name="I Corps",
                children=(
                    battalion("Under the corps"),
                    brigade(battalion("In a brigade"), name="Corps brigade"),
                    Division(name="1st Division", children=(battalion("Under the division"),)),
                ),
            ),
            brigade(battalion("In an army brigade"), name="Army brigade"),
        ),
    )


NAMES = (
    "Żółkiewski-Łącki, Świętosław",
    "Михаил Кутузов, Изюмский гусарский",
    "Königlich Württembergisches Füsilier-Bataillon Größe",
    "Çelebi İbrahim Ağa, Őrnagy Ćwik",
    "São João d’Além, 3.º Caçadores",
    "Kapteinløytnant Åsbjørn Ægir",
)


ODD = (
    "<img src=x onerror=alert(1)><b>&amp;</b>",
    "=HYPERLINK(1)\t\r\n\x00\x07\x1b[31m\u202e\u200d",
    "%(name)s {0} \\n \\053 ) Tj ET ( ",
    "\ud83d lone surrogate",
    "́́́",
    " ",
    "\ufffe\uffff",
)
