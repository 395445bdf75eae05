"""The addresses of the API that have to do with battles, below ``/api/v1/``. They have no slash at their end."""

from django.urls import path

from battles.api import battle, bringing, choosing, listing, live, notes, orders, playing, record, seats, tables

BATTLE = "battles/<slug:battle>"
PLACE = f"{BATTLE}/seats/<slug:place>"
TABLE = "tables/<slug:game>"

urlpatterns = [
    path("battles", listing.Battles.as_view()),
    path("battles/sources", listing.Sources.as_view()),
    path("battles/import", bringing.BattleImports.as_view()),
    path("battles/invitations/<slug:token>", seats.Joining.as_view()),
    path(BATTLE, battle.OneBattle.as_view()),
    path(f"{BATTLE}/ground", battle.OneGround.as_view()),
    path(f"{BATTLE}/options", choosing.Options.as_view()),
    path(f"{BATTLE}/why", choosing.Why.as_view()),
    path(f"{BATTLE}/odds", choosing.Odds.as_view()),
    path(f"{BATTLE}/advice", choosing.Counsel.as_view()),
    path(f"{BATTLE}/act", playing.Act.as_view()),
    path(f"{BATTLE}/leave", playing.Leave.as_view()),
    path(f"{BATTLE}/undo", playing.Undo.as_view()),
    path(f"{BATTLE}/takeback", playing.Takeback.as_view()),
    path(f"{BATTLE}/resign", playing.Resign.as_view()),
    path(f"{BATTLE}/draw", playing.Draw.as_view()),
    path(f"{BATTLE}/answer", playing.Answer.as_view()),
    path(f"{BATTLE}/pause", playing.Pause.as_view()),
    path(f"{BATTLE}/resume", playing.Resume.as_view()),
    path(f"{BATTLE}/entries", record.Entries.as_view()),
    path(f"{BATTLE}/notes", notes.Notes.as_view()),
    path(f"{BATTLE}/notes/<int:key>", notes.OneNote.as_view()),
    path(f"{BATTLE}/live", live.Live.as_view()),
    path(f"{BATTLE}/verify", record.Verify.as_view()),
    path(f"{BATTLE}/dice", record.Dice.as_view()),
    path(f"{BATTLE}/export", record.Export.as_view()),
    path(f"{BATTLE}/seats", seats.BattleSeating.as_view()),
    path(PLACE, seats.OneSeat.as_view()),
    path(f"{PLACE}/orders", orders.SideOrders.as_view()),
    path(f"{PLACE}/take", seats.Taking.as_view()),
    path(f"{PLACE}/computer", seats.SittingIn.as_view()),
    path(f"{PLACE}/invitations", seats.Invitations.as_view()),
    path(f"{PLACE}/invitations/<slug:token>", seats.OneInvitation.as_view()),
    path("tables", tables.Tables.as_view()),
    path(TABLE, tables.OneTable.as_view()),
    path(f"{TABLE}/inquiry", tables.TableInquiry.as_view()),
    path(f"{TABLE}/notes", tables.TableNotes.as_view()),
    path(f"{TABLE}/dice", tables.TableDice.as_view()),
    path(f"{TABLE}/undo", tables.TableUndo.as_view()),
    path(f"{TABLE}/record", tables.TableEntries.as_view()),
]
