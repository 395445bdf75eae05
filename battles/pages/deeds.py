"""What is done in a battle besides the rules: taking back, resigning, a draw, a pause."""

from django.http import HttpRequest, HttpResponse

from battles.pages.finding import acting
from battles.pages.play import done, expected, token_of
from battles.services import computing, ending, taking_back
from battles.services.locking import Refused
from battles.services.standing import Standing

ANSWERS = ("accept", "decline", "withdraw")


def side_of(request: HttpRequest, standing: Standing) -> str:
    """The side that a form names, else the one that he looks from."""
    return request.POST.get("side", "") or (standing.seat.place if standing.seat else "")


@acting
def undo(request: HttpRequest, slug: str) -> HttpResponse:
    """Take back one's own last step at once."""

    def work(standing: Standing) -> None:
        token = token_of(request)
        taking_back.take_back(standing, side_of(request, standing), expect=expected(request), token=token)

    return done(request, slug, work)


@acting
def takeback(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the other side to agree to a step back."""

    def work(standing: Standing) -> str:
        offer = taking_back.ask(standing, side_of(request, standing), expect=expected(request))
        return "Taken back." if offer is None else "The other side is asked."

    return done(request, slug, work)


@acting
def resign(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the battle up."""

    def work(standing: Standing) -> None:
        ending.resign(standing, side_of(request, standing), token=token_of(request))

    return done(request, slug, work)


@acting
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a draw, or agree to one."""

    def work(standing: Standing) -> str:
        offer = ending.offer_draw(standing, side_of(request, standing), expect=expected(request))
        return "A draw is agreed." if offer is None else "The other side is asked for a draw."

    return done(request, slug, work)


@acting
def answer(request: HttpRequest, slug: str) -> HttpResponse:
    """Agree to an offer, decline it, or take one's own back."""

    def work(standing: Standing) -> None:
        key, said = request.POST.get("offer", "")[:40], request.POST.get("answer", "")
        if said not in ANSWERS:
            raise Refused("Answer an offer with a button: agree, decline or take it back.", "answer")
        if said == "withdraw":
            ending.withdraw(standing, key)
        else:
            ending.answer(standing, key, accept=said == "accept")

    return done(request, slug, work)


@acting
def pause(request: HttpRequest, slug: str) -> HttpResponse:
    """Let nobody act for a while."""
    return done(request, slug, ending.pause)


@acting
def resume(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a paused battle go on."""
    return done(request, slug, ending.resume)


@acting
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a computer player that has failed try once more."""
    return done(request, slug, computing.try_again)
