"""Words of lists in English, French, German, Spanish, Italian, Dutch and Russian, as patterns on folded text."""

import re
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from armies.exchange.clean_text import fold
from armies.exchange.vocabulary import TypeGuess, type_in

NUMBER_WORDS: Final = MappingProxyType(
    {
        word: value
        for value, words in {
            1: "one|a|un|une|uno|una|um|uma|ein|eine|een|odna|odin|half",
            2: "two|deux|dos|due|dois|duas|zwei|twee|dva|dve|both|beide|ambos|ambas|entrambi",
            3: "three|trois|tres|tre|drei|drie|tri",
            4: "four|quatre|cuatro|quattro|vier|cetyre|chetyre",
            5: "five|cinq|cinco|cinque|funf|fuenf|vijf|pat'|pyat",
            6: "six|seis|sei|sechs|zes|sest'|shest",
            7: "seven|sept|siete|sette|sieben|zeven",
            8: "eight|huit|ocho|otto|oito|acht",
            9: "nine|neuf|nueve|nove|neun|negen",
            10: "ten|dix|diez|dieci|dez|zehn|tien",
            12: "twelve|douze|doce|doze|dodici|zwolf|zwoelf|twaalf",
        }.items()
        for word in words.split("|")
        if word not in ("half",)
    }
)
WORDS: Final = "|".join(sorted((w for w in NUMBER_WORDS if w != "a"), key=len, reverse=True))
SMALL: Final = rf"(?<![\w.,/'-])(\d{{1,3}}(?!\d)|{WORDS})"
"""A small count in figures or as a word, in one group."""
THOUSANDS: Final = r"\d{1,3}(?:[.,' ]\d{3})+(?![\d%])"
FIGURE: Final = rf"(?:{THOUSANDS}|\d+)"
"""A strength: with a comma, a point, a space or an apostrophe before each three digits, or without."""
ABOUT: Final = (
    r"(?:(?:\b(?:c|ca|cca|say|circa|approx|approximately|about|around|roughly|some|est|estimated|env|environ|quelque"
    r"|etwa|rund"
    r"|ungefahr|ungef|gegen|unos|unas|cerca de|aprox|aproximadamente|ongeveer|omstreeks|okolo|ok|primerno"
    r"|perhaps|nearly"
    r"|circa)\b\.?|~|≈)\s*)"
)

MEN: Final = (
    r"(?:men|man|mann|mannschaft(?:en)?|hommes|hom\b\.?|h\.|h\b|hombres|hbs|uomini|uom|manschappen|koppen|celoveka?|cel"
    r"|chelovek|chel|m\.(?=\s*(?:$|[,;()]))|pf\.(?=\s*(?:$|[,;()]))|sabres|sables|sabel|sabels|sabel'|sciabole|jinetes|caballos|sablistas|pferde"
    r"|pfd\b\.?(?=\s*\))|paarden"
    r"|cavalli|chevaux|reiter|ruiters|riders|cavalieri|bayonets|baionnettes|bajonette|bayonetas|baionette|bajonetten|infantes"
    r"|fanti|soldiers|soldats|soldaten|soldados|soldati|rank and file|rank & file|r&f|other ranks|effectives|effectifs"
    r"|effettivi|efectivos|present|strong|muskets|troopers|gunners|artilleurs|kanoniere?n?|kanonniers|cannonieri"
    r"|artiglieri|artilleros|canonniers|all ranks"
    r"|homens|cavalos|pracas|ludzi|zolnierzy|koni|szabel|jezdzcow|bagnetow|hastar|ryttare|ryttere|mand|sabler"
    r"|plazas|stykov|fantassins|cavaliers|lances|lanzas|horsemen|under arms|o\.?r\.?|troops|personnel|horses"
    r"|(?:inf|cav|horse|foot|bayonet|sabre|infantry|cavalry|infanterie|kavallerie|cavalerie)\b\.?(?=\s*(?:[,;)+]|$)))(?![\w-])"
)
FOOT_OR_HORSE: Final = r"(?:infantry|foot|horse|cavalry|infanterie|cavalerie|kavallerie|fuss|infanteria|caballeria)\b"
OFFICERS: Final = (
    r"(?:officers|offrs|offs?|of\.(?=[\s,;)]|$)|ofs?\.(?=[\s,;)]|$)|offiziere|offz|officiers|oficiales|ufficiali"
    r"|oficiais|officieren|oficerov|oficerow"
    r"|officerare)\b\.?"
)
PIECES: Final = (
    r"(?:guns?|pieces?|pcs|geschutzen?|gesch(?=[\W\d]|$)|geschuetze?|rohren?|kanonen?|canons?|cannons?"
    r"|stucken?|stuck(?=\W|$)|bouches a feu|piezas"
    r"|canones|cannoni|pezzi|stukken|stuks|vuurmonden|kanonnen|orudii|orudij|orudie|orudia|or(?=\.?\s*(?:[,;)]|$))"
    r"|pusek|pushek"
    r"|bocas de fuego|bocas de fogo"
    r"|pecas|canhoes|kanoner|pjaser|pjecer|armaty?|dzial[ao]?|napoleons|parrott(?: rifle)?s|smoothbores"
    r"|bocche da fuoco)(?!\w)\.?"
)
HOWITZERS: Final = (
    r"(?:howitzers?|hows?|howtz|haubitzen?|granatstucke|obusiers?|obuses|obus|obici|obice|houwitsers?|licornes?"
    r"|unicorns?"
    r"|edinorogov|edinorogi|gaubic|gaubits|mortars?|mortiers?|morser)\b\.?"
)
POUND: Final = (
    r"(?:(?:pdrs?|pounders?|pfunder|pfuender|pfd(?:ige|g)?|pf|livres?|lbs?|lbr?s|libras|libbre|ponders?|ponds?"
    r"|funt(?:ov\w*)?|funtow\w*|pundig\w*|pundare|pundinger|fn|liv)\b\.?|£)"
)

INCHES: Final = r'(?:in\b\.?|inch(?:es)?\b|"|\'\'|zoll\w*|pouces?\b|p\b|pulgadas)'

SUB_UNITS: Final = MappingProxyType(
    {
        "battalions": (
            r"bns?|bne|bttns?|baon(?:y|ow)?|b-n[ay]?|b-nov|btns?|btls?|batts?|bats?|battalions?|bataill?on(?:s|e|en|er"
            r"|nen)?|baone?n?"
            r"|batall?on(?:es)?"
            r"|battaglion[ei]|btg|btgg|batal'on\w*|batal'?on\w*|bon(?:es|s)?|bataljons?|bataljoner|batalh(?:ao|oes)"
            r"|batalion(?:y|ow)?|ortas?|odas?|tabors?|b(?=\.?[,;)])"
        ),
        "squadrons": (
            r"sqn?s?|sq|sqd|sqdns?|squads?|squadrons?|esc|escs|escadr?(?:ons?)?|schwadron(?:en)?|schw|esk"
            r"|eskadr?(?:on\w*)?"
            r"|escuadron(?:es)?|squadron[ei]|esquadr(?:ao|oes)|sotni\w*|sotnya|skvadroner|fahn(?:en|lein)|fahnl|szwadr(?:on(?:y|ow)?)?"
            r"|(?<=\s)e(?=\.?[,;)])|e(?=\.?\))"
        ),
        "companies": (
            r"coys?|cos|comps?|compan(?:y|ies)|kompani?e?n?|compagni?es?|cies?|cie|kp|komp|kompagnien"
            r"|compan[i]as?|cias?"
            r"|compagnia|compagnie|companhias?|kompanier|kompanii|rot|roty|half-companies|compagnieen"
        ),
        "regiments": (
            r"reg(?:imen)?ts|regts?|regiments|regimenter|rgtr|regimientos|reggimenti|regimenten|polkov|polka|polks|pulks|pulki|pulkow|regs"
        ),
        "batteries": (
            r"batteries|batterien|baterias|batterie(?=n)|batterijen|batarei|batteri(?:er)?|baterie|btys"
            r"|troops(?= r\.?h\.?a)"
            r"|brigades(?= of)"
        ),
    }
)
"""Words for parts of a unit, after a small number."""
LESS: Final = re.compile(
    r"(?:\bmoins|\bless|\bminus|\bohne|\bwithout|\bexcept|\bsans|\bmenos|\bsin|\bmeno|\bbez|\bzonder|\bbut)\s+$"
)
AWAY: Final = re.compile(
    r"^\.?\s*(?:abkommandiert|detached|detachees?|detachiert|kommandiert|destacad\w+|distaccat\w+|absent)"
)

LEVELS: Final = (
    (
        "army",
        r"(?:army(?! corps)|armee(?!-?\s?[ck]orps|korps)|heer|ejercito|exercito|esercito|^leger|(?:het|nederlandse"
        r"|hollandse|mobiele|geallieerde) leger|armia|armiia|armiya|forces|expeditionary force"
        r"|hauptarmee|grande armee)",
    ),
    (
        "corps",
        r"(?:[a-z]*korps|(?:armee-?|leger)?corps(?: d'armee)?|armeekorps|korpus|cuerpo|corpo"
        r"|(?:(?:left|right|centre|center) )?wing"
        r"|aile (?:gauche|droite)"
        r"|(?:linker|rechter) flugel|ala (?:derecha|izquierda|destra|sinistra)|otrad|otryad)",
    ),
    (
        "division",
        r"(?:divisi(?:on|one|oni|ons|onen|e|es)|divis(?:ao|oes)|dywizj[aei]|divizia|diviziia|diviziya|div|divn"
        r"|fordelning(?:en)?)",
    ),
    ("brigade", r"(?:[a-z]*brig(?:ade?|ada|ata|ades|aden|adas|d|)|[a-z]*brigade|brygad[ay]|bde|bgde)"),
)
LEVEL: Final = re.compile("|".join(rf"(?P<{level}>(?<![\w]){words}(?!\w))" for level, words in LEVELS))
NO_LEVEL: Final = re.compile(
    r"brigade-?(?= ?(?:foot |horse |fuss)?batter)"
    r"|gardes? du corps|garde-du-corps|(?:demi|half|halb|halve|media|mezza|meia)-?\s?brig[a-z]*|\bgen(?:eral\w*"
    r"|\.)?[ -]*(?:of|de|di|der"
    r"|d')?[ -]*(?:division|brigade|brig|div)\w*"
    r"|\bbrig\.?[ -]*gen(?:eral)?\b\.?"
    r"|general(?:issimo)? der (?:infanterie|kavallerie)|army of reserve|frei[ck]orps|(?:feld)?j[ae]ger-?[ck]orps"
    r"|schutzenkorps|scharfschutzenkorps|leibkorps"
    r"|artillery brigade(?= [a-z]+ troop)|marechal de camp|brigade-?general|brigad(?:ier|eer)\w*"
    r"|corps of (?:guides|engineers)|brigade,? (?:of )?(?:r\.?h?\.?a\b|royal (?:horse )?artillery|guns\b)"
    r"|(?<=\w )(?:of the|del|de la|des|du|der|della|dell'|van de|van het) (?:\d{1,2}(?:st|nd|rd|th|eme|er|re|e|o"
    r"|a|\.o|\.a|\.)?|[ivx]+\.?|[a-z]+)"
    r" (?:army|armee|ejercito|esercito|corps|korps|cuerpo|corpo|division|divisione|divisie|brigade|brigada|brigata)"
    r"|(?:field|jager|light|rifle|volunteer|franc|free|swiss|marine|camel|dromedary) corps\b(?! d)"
)
"""Names of regiments and ranks that hold the word of a level."""

ARM: Final = MappingProxyType(
    {
        "cavalry": re.compile(
            r"\b(?:cavalry|horse|[a-z]*kavallerie|cavalerie|caballeria|cavalaria|cavalleria|cavalerie|kavaleri\w*"
            r"|konnica|jazd[ay]|kavalleri\w*|kawaleri\w*|rytteri\w*"
            r"|cav|reiterei|reiter"
            r"|kavallerie[a-z]*|kazaki|cossacks|kosaken|cosaques|ruiterij)\b"
        ),
        "artillery": re.compile(
            r"\b(?:artillery|[a-z]*artillerie|artyleri[aei]|artilleria|artilharia|artiglieria|artilleri\w*|guns"
            r"|arty|batteries"
            r"|geschutze?|art)\b"
        ),
        "infantry": re.compile(
            r"\b(?:infantry|[a-z]*infanterie|infanteria|infantaria|fanteria|pek?hota|piechota|foot|inf|infanteri\w*)\b"
        ),
    }
)
GROUP: Final = re.compile(
    r"\b(?:reserve|reserva|riserva|rezerv|advance(?:d)? guard|vanguard|vanguardia|avanguardia|avantgarde"
    r"|avant-garde|voorhoede"
    r"|avangard|rear ?guard|arriere-?garde|ariergard|nachhut|guard|garde|guardia|gvardia|column|colonne|kolonne"
    r"|columna|colonna|kolonna"
    r"|engineers|pioneers|staff|detachment|detachement|detasement|line|contingent|contingente|attached"
    r"|main body|main battle|corps de bataille|gros|hauptmacht|grosso|corps troops|centre|center|zentrum|centro"
    r"|centrum|mitte|treffen|echelon"
    r"|left|right|garrison|etat-major|genie|troops|truppen|militia|kazaki|cossacks)\b"
)
"""Words that name a formation without the word of a level."""
COMMANDER_KEY: Final = re.compile(
    r"^(?P<of>(?:corps|division|brigade|army|divisional|overall|army's|wing)?\s*)"
    r"(?:(?:cdr|cmdr|commander|commanding(?: officer| general)?|general commanding|officer commanding|commandant"
    r"|commande par|c-?in-?c|cinc|general en chef|kom+and(?:eu|o)r|kom+andant"
    r"|commandant en chef|chef|general en jefe|comandante(?: en jefe| in capo)?|general in capo"
    r"|comandante (?:generale|supremo|in capo|general)"
    r"|dowodca|dowodzi|wodz naczelny|naczelny wodz|(?:over)?befalhavare|overbefalhaver|overkommanderende"
    r"|comandante(?:-| )em(?:-| )chefe|oberbefehlshaber|befehlshaber|kommandeur|kommandant|kommandierender general"
    r"|opperbevelhebber|bevelhebber"
    r"|glavnokomanduus?s?ii|komanduus?s?ii|komandir|g\.?o\.?c\.?|commanded by|fuhrer|led by|generale?)"
    r"(?: of (?:the )?(?:corps|army|division)|-in-chief| in chief)?)\s*[:=-]\s*(?=\S)"
    r"|^(?:c-?in-?c|cinc|commander-in-chief|g\.?o\.?c\.?)\s+(?=[a-z'])"
    r"|^(?:commanded by|under(?: the command of)?|led by|unter|befehligt von|gefuhrt von|sous(?: les ordres d[ue])?"
    r"|commandee? par|aux ordres d[ue]|bajo|mandado por|al mando de|sotto|onder|pod komandoi)\s+(?=[a-z'])"
)
REMARK: Final = re.compile(
    r"^\W*(?:all )?(?:figures|strengths?|numbers|effectifs|starken?|starkeangaben|zahlen|cifras|forze)\b[^\d:]*"
    r"\b(?:without|exclud\w+|includ\w+|are|ohne|einschl\w*|sans|compris|sin|senza)\b.*\.\s*$"
)
"""A sentence about the figures of the list."""
SCALE: Final = re.compile(
    r"^\W*(?:(?:figure |troop |ground )?(?:scale|ratio)\b.*\d"
    r"|(?:one|1) (?:figures?|figs?|stands?|bases?|models?|miniature) ?(?:=|:|equals|to|is|represents?) ?\d)"
)
"""How many men a figure on the table stands for."""
WAGONS: Final = re.compile(
    rf"\W*{FIGURE}\s?(?:caissons?|(?:ammunition )?wag+ons?|voitures|fourgons|munitionswagen|fuhrwerke"
    rf"|carros|carri|carts"
    r"|draught horses|zugpferde|chevaux de trait)\W*"
)
"""A line that counts the wagons of a formation."""
TOTAL: Final = re.compile(
    r"^\W*(?:grand |army |overall |corps |sub-?\s?|sous-?\s?|division(?:al)? |brigade )?(?:totals?|totaux|totale"
    r"|totaal|sum|summa"
    r"|summe|gesamt\w*|insgesamt|zusammen|somme|ensemble|fuerza total|sumas?|in tutto"
    r"|(?:forza |effettivi )?complessiv\w+|(?:te)?[sz]amen|bij elkaar|itogo"
    r"|vsego|en tout|razem|ogolem|lacznie|totalt|sammanlagt|i alt"
    r"|carried (?:forward|over)|brought forward|ubertrag|a reporter|suma y sigue|riporto"
    r"|all told|total general|subtotal|aggregate|strength of the (?:army|corps|division)|effectif total"
    r"|effectifs? totaux?"
    r"|(?:total|overall|army|effective) strength|strength in all|forza totale|geheel)\b"
)
TOTAL_BEHIND: Final = re.compile(r"\b(?:sub-?)?(?:totals?|totaux|totale|totaal|gesamt|summe|itogo)\W*$")
"""``26th Division total`` in the first cell of a row."""
LATE_TOTAL: Final = re.compile(
    r"\b(?:totals?|in all|gesamt|insgesamt|itogo|totaal|totale)\b[\s:=]*(?:c\.? ?|about |circa )?\d"
)
STAFF: Final = re.compile(
    r"^\W*(?:(?:deputy |assistant |asst\.? |acting )?(?:chief of (?:the )?(?:general )?staff|chief of artillery"
    r"|chief engineer|quartermaster(?: |-)?general|q\.?m\.?g\.?|adjutant(?: |-)?general"
    r"|aides?-?\s?de-?\s?camp|a\.?d\.?c\.?s?"
    r"|military secretary|provost marshal|commissary general|surgeon general)"
    r"|chef d'etat[ -]major[^:]*|(?:sous-)?chef de l'etat-major[^:]*|inspecteur general[^:]*"
    r"|commandant (?:le genie|du genie"
    r"|l'artillerie|de l'artillerie)[^:]*|aides? de camp"
    r"|(?:general)?stabschef|chef des (?:general)?stab\w*|(?:general)?quartiermeister|adjutant\w*|artilleriechef"
    r"|jefe de(?:l)? estado mayor|mayor general|major general(?=\s*:\s*(?:marechal|general))"
    r"|ayudantes?|cuartel maestre general|capo di stato maggiore"
    r"|stafchef|nacal'nik staba|deputy|asst)\s*[:=]\s*\S"
)
"""A member of a staff, who commands no formation: ``Chief of Staff: General de Rebecque``."""
LOSSES: Final = re.compile(
    r"^\W*(?:(?:total |the |french |allied )?(?:losses|casualties|killed and wounded)|pertes|verluste?|bajas|perdite"
    r"|verliezen|poteri|straty|perdas|forluster)\b(?! ?(?:brigade|division))"
)
"""A line about the losses, which are no strengths."""
SOURCE: Final = re.compile(
    r"^\W*(?:sources?|quellen?|fuentes?|fonti|fonte|bron(?:nen)?|istocnik\w*|after|nach|d'apres|based on|from"
    r"|archiv\w*|ref(?:erence)?s?"
    r"|compiled from|taken from|see|s\.h\.d|shd|tna|wo|pro)\b\s*(?:[:,. ]|$)|\bcarton\b|\bcopyright\b|©|\bisbn\b"
    r"|https?://|www\."
)
NOTE: Final = re.compile(
    r"^\W*(?:notes?|n\.?b|anm(?:erkung(?:en)?)?|bem(?:erkung(?:en)?)?|remarks?|remarques?|notas?"
    r"|obs(?:ervaciones)?|note|opm(?:erking(?:en)?)?"
    r"|primecani[ea]|p\.?s|key|abbreviations?|legend|legende|last updated|updated?|edit(?:ed)?|category|see also"
    r"|file|image)\s*[.:]"
    r"|.*\b(?:wrote|writes|schrieb|ecrivit|a ecrit|escribio|ha scritto|schreef|napisal)\s?:\s*$"
    r"|\W*(?:cheers|regards|best|kind regards|thanks|gruss|cordialement|saludos)\b,?[\w .'-]{0,30}$"
    r"|\W*(?:this (?:page|article|list)|last (?:edited|modified|updated)|retrieved|jump to|from wikipedia|diese seite"
    r"|cette page|esta pagina|questa pagina|deze pagina)\b.*$"
    r"|\s*(?:#[a-z\d_]+[\s,]*)+$"
    r"|^\s*(?:\(?[a-z*\d]\)|\[[a-z*\d]{1,2}\]|[*†‡^]+)\s*(?=[A-Za-z])"
    r"|\s*[*#+?!$§%&^~]{0,2}\s?=\s?\D+$"
)
BATTLE: Final = re.compile(
    r"^\W*(?:the )?(?:battle|action|combat|bataille|schlacht|treffen|gefecht|batalla|battaglia|batalha|slag|srazenie)\b"
)
"""The title of a list that holds both sides."""
TITLE: Final = re.compile(
    r"^\W*(?:the )?(?:order of battle|orders? of battle|oob\b|orbat\b|ordre de bataille|schlachtordnung"
    r"|orden de batalla"
    r"|ordine di battaglia|ordem de batalha|slagorde|organization of|organisation (?:of|der|des|de l)|composition d"
    r"|situation (?:of|de)|ordre de batail|raspisanie|sostav armii|boevoe raspisanie|porzadek bitwy|slagordning)"
)
"""The words with which the title of a list begins."""
PAGE_HEAD: Final = re.compile(
    r"\b(?:orders? of battle|appendix|chapter|ordres? de bataille|schlachtordnung|anlage|anhang|annexe|apendice"
    r"|appendice)\b"
)
"""Words in the running heads of books."""
MONTHS: Final = (
    r"(?:jan(?:uar[yi]?|vier|uari)?|enero|gennaio|anvara|feb(?:ruar[yi]?|ruari|braio)?|fevrier|febrero|fevrala"
    r"|mar(?:ch|s|zo|ta)?|marz|maerz"
    r"|maart|apr(?:il|ile|ela)?|avril|abril|may|mai|mayo|maggio|mei|maa|jun[ei]?|juin|junio|giugno|iuna|jul[yi]?"
    r"|juillet|julio|luglio|iula"
    r"|janeiro|fevereiro|marco|maio|junho|julho|setembro|outubro|novembro|dezembro"
    r"|aug(?:ust|ustus)?|aout|agosto|avgusta|sep(?:t(?:ember|embre)?|tiembre)?|settembre|sentabra|o[ck]t(?:ober"
    r"|obre|ubre)?|ottobre|oktabra"
    r"|nov(?:ember|embre|iembre)?|noabra|de[cz](?:ember|embre)?|diciembre|dicembre|dekabra"
    r"|thermidor|fructidor|vendemiaire|brumaire|frimaire|nivose|pluviose|ventose|germinal|floreal|prairial|messidor)"
)
DATE: Final = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th|er|e|\.|o|°)?(?:\s?[-/&+]\s?\d{{1,2}}(?:st|nd|rd|th|\.)?)?\s+(?:of |de "
    rf"|di )?{MONTHS}\.?(?:,?\s+(?:de |an |anno )?(?:\d{{4}}|[ivx]+\b))?"
    rf"|{MONTHS}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?(?:\s?[-/]\s?\d{{1,2}})?(?:,?\s+\d{{4}})|{MONTHS}\.?,?\s+(?:de "
    rf"|of )?\d{{4}}"
    r"|\d{1,2}(?:[./]\s?|\s)(?:[ivx]+|\d{1,2})[./]\s?(?:17|18)\d\d|(?:17|18)\d\d-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:19"
    r"|20)\d\d"
    r"|1[678]\d\d (?:god\w*|g\.)"
    r"|\d{1,2}\.\s?[ivx]+\.\s?(?:17|18)\d\d|(?:in|of|en|im|anno|campaign of|campagne de)\s+(?:17|18)\d\d)\b"
)
YEAR: Final = re.compile(r"\b(1[678]\d\d)\b")
AT_END: Final = re.compile(r"(?:^|[,\s(])1[678]\d\d\W*$")
"""A year at the end of a title."""
BOOK: Final = re.compile(r"\b(?:1[789]\d\d|20[0-3]\d)\b.*\.\s*$")
"""A year in a sentence, as in a book's title page."""
UNKNOWN: Final = re.compile(
    r"\b(?:(?:strength|starke|effectifs?|fuerza|forza|sterkte|cislennost'|chislennost'|numbers?)\s)?(?:unknown"
    r"|unbekannt|inconnue?s?|n/a|n\.a\.|neizvestn\w*|desconocid\w*|sconosciut\w*|ignot\w*|onbekend"
    r"|not known|n\.?k\.?(?=\W|$)|sin datos|sans chiffres?|nessun dato|ohne angaben?|strength not given"
    r"|no figures?|tbd|fehlt|not stated|keine angaben?)(?!\w)|\?\?+"
)
NUMBERED: Final = re.compile(
    r"(?:\b(?:no|nos|nr|num|numero|nummer|n|h|k|d|ir|inf\.?-?\s?reg\w*|inf\.?-?rgt|regiment|regt|rgt|regiments|regto"
    r"|regimiento|reg|regg\w*|fir|hr|dr|kr|ur|batter(?:ie|ies|ia) (?:a (?:pied|cheval|piedi|cavallo) )?d[ei]"
    r"|baterias? de a"
    r"|battery|batterie|batteria|rota|bty|troop|company|cie|fuss?batterie|brigade|polk|carton|landwehr"
    r"|grenz\w*)\b\.?|n\.o|n\.a|#|n°|nº|no\.)\s*$"
)
"""Text before a number that is a name: ``No. 3``, ``IR 23``."""
LABELS: Final = re.compile(r"(?:no|nos|nr|num|numero|nummer|n|carton|n\.o|n\.a)?(?![a-z])")
"""Those of them behind which a large number is a name too; behind others it is a strength: ``Neva Regiment 550``."""
FIGURES: Final = re.compile(
    r"(?:\b(?:command |staff )?rat(?:ing|ed) ?[:=]? ?\d{1,2}\b\+?|\bcv ?[:=]? ?\d{1,2}\b)"
    r"|(?<![\w.,/'-])(?:@ ?)?\d{1,4} ?(?:pts?\b\.?|points?\b|punkte\b|puntos\b|punti\b|punten\b)(?: each\b)?"
    r"|(?<![\w.,/'-])\d{1,3} ?(?:figs?\b\.?|figures?\b|miniatures?\b|minis\b|models?\b|stands?\b|bases?\b"
    r"|elements?\b|figuren\b"
    r"|lost\b|spiked\b|captured\b|abandoned\b|verloren\b|perdue?s\b|perdid[ao]s\b|figurines?\b|figuras\b|sections?\b|sezioni?\b|secciones\b|zug\b|zuge\b)"
)
"""Figures on the table, points and ratings of games, and parts of batteries: kept as a note beside the strength."""
RATIO: Final = re.compile(r"(?<![\w.:º°])1:\d{2,3}(?![\w:])")
"""A scale: ``1:30``."""
NOT_COUNTED: Final = re.compile(
    r"\b(?:train|fuhrwesen|equipages?|furgon\w*|wagons?|waggons?|baggage|bagages|ouvriers|artificers|pontonn\w*"
    r"|pontoon\w*|pontoniers?|staff"
    r"|zapadores|sappers?|sapeurs?|zappatori|pioneers?|pionn?iers?|pionier\w*|sappeur\w*|pontonier\w*|miners?|mineurs?|mineure?|engineers?"
    r"|ingenieurs?|genie|genio|genietroepen|sapery|pionery|medical|ambulances?|hospital|bridging|provost"
    r"|gendarmes? d'elite|stab|park (?:columns?|kolonnen?)|park-?kolonnen?|munitions?-?kolonnen?)\b"
)
"""Troops that are no infantry, cavalry or artillery."""
LOOSE_TROOPS: Final = re.compile(
    r"\b(?:detachments?|details|stragglers|camp followers|detached|also present|plus|various|sundry|others"
    r"|servants|together with|not counting"
    r"|detachements|depots?|isoles|auxiliaries|partisans|guerrilla\w*|miscellaneous)\b"
)

TYPES: Final[tuple[tuple[str, str], ...]] = (
    (
        r"artil[lh]?er\w* a c(?:heval|aballo|avallo|avalo)|artilharia a cavalo|artiglieria a cavallo"
        r"|batter\w* a c(?:heval|aballo|avallo)"
        r"|bateria a caballo|(?:konn\w*|kon\.) (?:rota|artil\w*|batar\w*)"
        r"|rijdende|\bh\.?a\.? (?:batt|bty)|\br\.?h\.?a\b|reit\w*\.? (?:art|(?:halb-?)?batt)|konno-?art"
        r"|horse (?:art|batt|bty|troop|guns)"
        r"|art\. a chev"
        r"|artyleri\w* konn|ridande (?:art|batt)|ridende (?:art|batt)|kav\w*-?batt|artillerie (?:legere|volante)"
        r"|batterie volante|(?:compagnie|cie|comp\.?|compania|compagnia) (?:.{0,12} )?a (?:cheval"
        r"|caballo|cavallo)$",
        "horse_artillery",
    ),
    (
        r"(?:batarein|batareyn|legk)\w* (?:rota|batar)|\b(?:bat|leg)\.? (?:rota|r\.)|artill?eri[ae] a pi"
        r"|artiglieria a pi|batteria|bateria"
        r"|artillerie a p|art\. a p|compagnie d'artill"
        r"|fuss?-?(?:batt|art)|posi[tc]i\w*-?\s?(?:batt|rota)|voet-?art|te voet|\bpesaa art|obsluga|canoneer|metral"
        r"|artyleri\w* piesz|fotart",
        "foot_artillery",
    ),
    (
        r"\b(?:kur|cuir)\b\.?[- ]|\bkr\.? ?(?:no\.? ?|# ?)?\d|kyrassiar|kirasjer|kurassiar"
        r"|^\d{1,2}(?:e|eme|er|re)?\.? (?:regiment )?(?:de )?(?:grosse )?cavalerie$|kirasir|coracer|corazz|kurass"
        r"|cuirass|kurassier"
        r"|kavalergard|garde-?reiter|heavy cav|cav\w*\.? lourde|kuirass|schwere[sr]? (?:kav|reit)"
        r"|konnoi? gvard|cavalleria pesante|zware (?:cav|ruit|rijd)|schwere reit|tung\w* (?:kav|rytt)"
        r"|carabin(?:ier|eer)s?\b(?! a pied)|karabini[ae]r\w*"
        r"|gr[ea]n[ae]d\w* (?:a c(?:heval|aballo|avallo|avalo)|zu pferd|te paard)|horse grenad",
        "heavy_cavalry",
    ),
    (
        r"bedouin|beduin|mamel|mamlu|irregular (?:horse|cav)|native horse|gusar|\bussar[io]|husar|huzar"
        r"|hussard|hussar|ulan\w*|uhlan|konno-?eg|kazac|kazak|cav\w*\.? legere"
        r"|leichte[sr]? kav|lichte cav|cavalleria leggera|cazadores a caballo"
        r"|lanceros|lancieri|lansiers|chev[ae]u-?\s?leg|chevauxleg|cheveau|caballeria ligera|cacciatori a cavallo"
        r"|jagers te paard|gardes d'honneur|chasseurs? a c"
        r"|j[a]g\w* zu pf|bosn\w*iaken|towarczys|strzelc\w* konn|cacadores a cavalo|lette dragon|latta dragon"
        r"|\bdelis?\b|akinc|akinji|spahi|mounted rifle|mounted ja|beritten\w* ja"
        r"|\bhuss?\b|\bul\b\.?[- ]|\bch(?:lr|ev\.?-?leg)|\b[hu]r\.? ?(?:no\.? ?|# ?)?\d",
        "light_cavalry",
    ),
    (
        r"\bdrag?\b\.?-?(?=[a-z ])|\bdr\.? ?(?:no\.? ?|# ?)?\d|dragun|dragones|dragoni\b|dragonder|dragon\w*"
        r"|medium cav",
        "dragoons",
    ),
    (
        r"infanteria ligera|infantaria ligeira|fanteria leggera|lichte inf|\blegere?s?\b|\bligera\b|legg[ei]r",
        "light_infantry",
    ),
    (
        r"(?<!connaught )\brangers?\b|\beger\w*|\bjegers?k|cacciatori|bersagl|cacadores|\bj[ae]gers?\b|jaeger"
        r"|jager|\bj[a]gers?-?bat|schutzen"
        r"|tiradores|voluntarios .*ligera|tirailleur|voltigeur|flankeur|flanqueur|leichte\w*|legere"
        r"|\brifle|\blight (?:batt|inf|bn|comp|demi|half)|grenz|cazadores(?! a c)|chasseurs? (?:bn|bat|a pied)"
        r"|fus(?:ilier)?s?\.?[- ]?(?:bat|bn|btl)|strelk|jagare|skarpskyt|skarpskytte|strzelc|woltyz|wolty[zg]er"
        r"|\bcroat|\bkroat|pandur|frei-?(?:bat|reg|komp|inf)|free (?:bat|reg)|sharp-?shooter",
        "light_infantry",
    ),
    (
        r"pek?hotn|piechot|grenadjar|zouave|ordenanc|musk?[eh]?ter|musketeer|musketier|\bligne\b|linien|linea\b"
        r"|linie\b|\bline\b|\binfant|fanteria"
        r"|inf\.? de ligne|inf\. ?rgt|grenad\w*|granad\w*|granat|\bfoot\b|landwehr|fusil\w*"
        r"|milic|milizi|militi|provinc|\bguardias?\b|reales guardias|tercio|zapador|zappator|sapper|sapeur"
        r"|highland|opolc|opolch|velit|infanterie|demi-?brig|marines?\b|schutterij|national field",
        "line_infantry",
    ),
)
"""Types by words, the first that fits. ``dragoons`` are medium, or heavy for the British (MN-TYPE-03, MN-TYPE-04)."""
_TYPES: Final = tuple((re.compile(pattern), kind) for pattern, kind in TYPES)
MOUNTED: Final = re.compile(
    r"\b(?:sabres|sables|sabels?|sciabole|jinetes|caballos|pferde|paarden|cavalli|chevaux|reiter|ruiters"
    r"|cavaliers|sabel'|horsemen|troopers|riders|lances|horses)\b|\bpf\."
)
GUN_WORDS: Final = re.compile(
    r"batter(?:y|ie|ia|ij)|batteri|\bbty\b|artil|\barty\b|\br\.?[hf]?\.?a\.?\b|\brota no|(?:batarei|batarey|legk"
    r"|konn)\w* (?:rota|artil)|\bguns?\b|pdr|pounder|pfund|howitz|haubitz|obusier|obus"
    r"|kanon|canon|geschutz|artigl|bateria|batarei|artiller|\btroop\b|brigade \d+-?pdr"
)


ON_HORSE: Final = re.compile(
    r"\bmounted\b(?! grenad)|\bberitten|\bmontad[oa]s?\b|\bbereden\b|\bhorsemen\b|(?<!on) horse$"
    r"|\b(?:cavalry|cavalerie|kavallerie|caballeria|cavalleria|cavalaria)\b"
)
"""Words that put troops on horses, whatever their kind: ``Mounted Jäger``."""

DISMOUNTED: Final = re.compile(
    r"(?:drag|huss|husar|cavalry|cavalerie|cuirass|kurass|reiter|lancers|ulan)\w*[ -](?:a pied|zu fuss"
    r"|on foot|te voet|a pie"
    r"|a piedi)\b|\bdismounted\b|\bunberitten|\bdesmontad|\bappiedat|\bdemontes?\b"
)
"""Horse that fights on foot: ``1er régiment de dragons à pied``."""


@lru_cache(2048)
def type_by_words(name: str, nation: str, *, guns: bool, mounted: bool, arm: str) -> TypeGuess | None:
    """The type of the unit named ``name``; ``arm`` is that of the heading above. None if no word tells it."""
    words = fold(name)
    mounted = mounted or ON_HORSE.search(words) is not None
    if guns and re.search(r"\ba (?:cheval|caballo|cavallo|cavalo)\b|\breitend|te paard", words):
        return TypeGuess("horse_artillery")
    if GUN_WORDS.search(words) and (guns or not re.search(r"\btroop\b|\bguns?\b", words)):
        horse = _TYPES[0][0].search(words) is not None
        return TypeGuess("horse_artillery") if horse else type_in(name, nation, guns=True, mounted=mounted)
    if not (guns or mounted) and DISMOUNTED.search(words):
        return TypeGuess("line_infantry")
    for pattern, kind in _TYPES:
        if not pattern.search(words):
            continue
        if kind.endswith("artillery"):
            return TypeGuess(kind)  # type: ignore[arg-type]
        if guns:
            break
        if kind == "dragoons":
            if re.search(
                r"light drag|\bl\.?d\b|dragons? legers|leichte drag|lichte drag|dragon\w+ (?:legg|liger)", words
            ):
                return TypeGuess("light_cavalry")
            return TypeGuess("heavy_cavalry" if nation in ("GB", "KGL") else "medium_cavalry")
        if kind.endswith("infantry") and (mounted or arm == "cavalry"):
            if re.search(r"\bfoot\b|infant", words) or not mounted:
                continue
            return TypeGuess("light_cavalry", "read as light cavalry")
        return TypeGuess(kind)  # type: ignore[arg-type]
    return type_in(name, nation, guns=guns, mounted=mounted)
