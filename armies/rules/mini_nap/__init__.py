"""Mini-Nap's army building: strength points, organisation, commander ratings, one unit under the rules."""

from armies.rules.mini_nap.brigade_checks import has_command_stand as has_command_stand
from armies.rules.mini_nap.division_checks import division_kind as division_kind
from armies.rules.mini_nap.mapping import Bonus as Bonus
from armies.rules.mini_nap.mapping import Dice as Dice
from armies.rules.mini_nap.mapping import MiniNapUnit as MiniNapUnit
from armies.rules.mini_nap.mapping import OpenFormation as OpenFormation
from armies.rules.mini_nap.mapping import map_unit as map_unit
from armies.rules.mini_nap.options import OPTION_SPECS as OPTION_SPECS
from armies.rules.mini_nap.options import Options as Options
from armies.rules.mini_nap.options import options as options
from armies.rules.mini_nap.organisation import faults as faults
from armies.rules.mini_nap.ratings import Band as Band
from armies.rules.mini_nap.ratings import Rated as Rated
from armies.rules.mini_nap.ratings import command_nation as command_nation
from armies.rules.mini_nap.ratings import explain_stand_loss as explain_stand_loss
from armies.rules.mini_nap.ratings import explain_throw as explain_throw
from armies.rules.mini_nap.ratings import modifier as modifier
from armies.rules.mini_nap.ratings import radius as radius
from armies.rules.mini_nap.ratings import rate as rate
from armies.rules.mini_nap.ratings import rating_table as rating_table
from armies.rules.mini_nap.ratings import stand_lost_at as stand_lost_at
from armies.rules.mini_nap.ratings import standing_rating as standing_rating
from armies.rules.mini_nap.strength import strength as strength
from armies.rules.mini_nap.words import QUALITY_WORDS as QUALITY_WORDS
from armies.rules.mini_nap.words import RATING_WORDS as RATING_WORDS
from armies.rules.mini_nap.words import TYPE_WORDS as TYPE_WORDS
