"""API addresses of battles and tracked games, below ``/api/v1/``. They have no slash at the end."""

from django.urls import path

from battles.api import battle_actions, battle_options, battle_record, battles, scenarios, seats, table_games

BATTLE = "battles/<slug:battle>"
PLACE = f"{BATTLE}/seats/<slug:place>"
TABLE = "tables/<slug:game>"

urlpatterns = [
    path("battles", battles.Battles.as_view()),
    path("battles/sources", battles.Sources.as_view()),
    path("battles/import", battles.BattleImports.as_view()),
    path("battles/invitations/<slug:token>", seats.Joining.as_view()),
    path(BATTLE, battle_record.OneBattle.as_view()),
    path(f"{BATTLE}/ground", battle_record.OneGround.as_view()),
    path(f"{BATTLE}/options", battle_options.Options.as_view()),
    path(f"{BATTLE}/why", battle_options.Why.as_view()),
    path(f"{BATTLE}/odds", battle_options.Odds.as_view()),
    path(f"{BATTLE}/advice", battle_options.Counsel.as_view()),
    path(f"{BATTLE}/act", battle_actions.Act.as_view()),
    path(f"{BATTLE}/together", battle_actions.Together.as_view()),
    path(f"{BATTLE}/leave", battle_actions.Leave.as_view()),
    path(f"{BATTLE}/undo", battle_actions.Undo.as_view()),
    path(f"{BATTLE}/takeback", battle_actions.Takeback.as_view()),
    path(f"{BATTLE}/resign", battle_actions.Resign.as_view()),
    path(f"{BATTLE}/draw", battle_actions.Draw.as_view()),
    path(f"{BATTLE}/answer", battle_actions.Answer.as_view()),
    path(f"{BATTLE}/pause", battle_actions.Pause.as_view()),
    path(f"{BATTLE}/resume", battle_actions.Resume.as_view()),
    path(f"{BATTLE}/entries", battle_record.Entries.as_view()),
    path(f"{BATTLE}/notes", battle_record.Notes.as_view()),
    path(f"{BATTLE}/notes/<int:key>", battle_record.OneNote.as_view()),
    path(f"{BATTLE}/live", battle_record.Live.as_view()),
    path(f"{BATTLE}/verify", battle_record.Verify.as_view()),
    path(f"{BATTLE}/dice", battle_record.Dice.as_view()),
    path(f"{BATTLE}/report", battle_record.BattleReport.as_view()),
    path(f"{BATTLE}/export", battle_record.Export.as_view()),
    path(f"{BATTLE}/seats", seats.BattleSeating.as_view()),
    path(PLACE, seats.OneSeat.as_view()),
    path(f"{PLACE}/orders", battle_actions.SideOrders.as_view()),
    path(f"{PLACE}/take", seats.Taking.as_view()),
    path(f"{PLACE}/computer", seats.SittingIn.as_view()),
    path(f"{PLACE}/invitations", seats.Invitations.as_view()),
    path(f"{PLACE}/invitations/<slug:token>", seats.OneInvitation.as_view()),
    path("scenarios/<slug:scenario>/copies", scenarios.Copies.as_view()),
    path("scenarios/<slug:scenario>/original", scenarios.OriginalOfCopy.as_view()),
    path("scenarios/<slug:scenario>/original/undo", scenarios.UndoneTakeOver.as_view()),
    path("tables", table_games.Tables.as_view()),
    path(TABLE, table_games.OneTable.as_view()),
    path(f"{TABLE}/inquiry", table_games.TableInquiry.as_view()),
    path(f"{TABLE}/notes", table_games.TableNotes.as_view()),
    path(f"{TABLE}/dice", table_games.TableDice.as_view()),
    path(f"{TABLE}/undo", table_games.TableUndo.as_view()),
    path(f"{TABLE}/record", table_games.TableEntries.as_view()),
]
