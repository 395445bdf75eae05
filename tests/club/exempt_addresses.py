"""Addresses and operations without a row in a table of permissions: who may, and which tests show it."""

OWN = "one's own, signed in"
EVERYBODY = "everybody"
LINK = "who has the link"
EXEMPT: tuple[tuple[str, str, str], ...] = (
    (EVERYBODY, "tests/project/test_middleware.py", "GET home, GET style"),
    ("monitoring; says nothing but the state", "tests/project/test_health.py", "GET healthz, GET readyz"),
    ("who has the token of metrics", "tests/project/test_operator_page.py", "GET metrics"),
    (EVERYBODY, "tests/rulebook/test_rulebook_pages.py", "GET rules:index, GET rules:book, GET rules:sheet"),
    (
        *(EVERYBODY, "tests/armies/test_army_lists.py"),
        "GET rules:armies, GET rules:army_written, GET rules:army, GET rules:army_pdf",
    ),
    (EVERYBODY, "tests/api/test_schema.py", "GET api:page, GET api:schema"),
    ("visitors of the demo", "tests/accounts/test_demo_club.py", "GET demo:enter, POST demo:enter"),
    (LINK, "tests/accounts/test_first_administrator.py", "GET first_administrator, POST first_administrator"),
    (OWN, "tests/accounts/test_profile.py", "GET profile, POST profile"),
    (OWN, "tests/accounts/test_deletion.py", "GET delete_account, POST delete_account"),
    (OWN, "tests/api/test_tokens.py", "GET tokens, POST tokens, POST token_revoke"),
    (
        *("allauth's: to sign in and out", "tests/accounts/test_sign_in.py"),
        "GET account_login, POST account_login, PUT account_login, GET account_signup, POST account_signup, "
        "PUT account_signup, GET account_logout, POST account_logout, GET account_inactive",
    ),
    (
        *("allauth's: drawn by our templates, one's own or nothing", "tests/accounts/test_account_pages.py"),
        "GET account_confirm_login_code, POST account_confirm_login_code, PUT account_confirm_login_code, "
        "GET account_email_verification_sent, POST account_email_verification_sent, GET mfa_reauthenticate, "
        "POST mfa_reauthenticate, PUT mfa_reauthenticate",
    ),
    (
        *("allauth's: one's own, and not a demo account's", "tests/accounts/test_demo_club.py"),
        "GET account_reauthenticate, POST account_reauthenticate, PUT account_reauthenticate, GET account_email, "
        "POST account_email, PUT account_email, GET account_set_password, POST account_set_password, "
        "PUT account_set_password",
    ),
    (
        *("allauth's: who has the link in a mail", "tests/accounts/test_passwords.py"),
        "GET account_change_password, POST account_change_password, PUT account_change_password, "
        "GET account_reset_password, POST account_reset_password, PUT account_reset_password, "
        "GET account_reset_password_done, GET account_reset_password_from_key, POST account_reset_password_from_key, "
        "PUT account_reset_password_from_key, GET account_reset_password_from_key_done",
    ),
    (
        *("allauth's: who has the link in a mail", "tests/accounts/test_profile.py"),
        "GET account_confirm_email, POST account_confirm_email",
    ),
    (
        *("allauth's: one's own", "tests/accounts/test_second_factor.py"),
        "GET mfa_index, GET mfa_authenticate, POST mfa_authenticate, GET mfa_activate_totp, POST mfa_activate_totp, "
        "PUT mfa_activate_totp, GET mfa_deactivate_totp, POST mfa_deactivate_totp, PUT mfa_deactivate_totp, "
        "GET mfa_view_recovery_codes, GET mfa_generate_recovery_codes, POST mfa_generate_recovery_codes, "
        "PUT mfa_generate_recovery_codes, GET mfa_download_recovery_codes",
    ),
    (EVERYBODY, "tests/club/test_club_pages.py", "GET clubs:index"),
    (OWN, "tests/club/test_membership.py", "GET clubs:new, POST clubs:new"),
    (LINK, "tests/club/test_invitations.py", "GET clubs:join, POST clubs:join"),
    ("owners, and organisers of the club it is in", "tests/club/test_ownership.py", "POST clubs:belongs"),
    ("who is no member", "tests/club/test_join_requests.py", "POST clubs:ask"),
    (
        *("who may open the thing; administrators and organisers decide", "tests/club/test_moderation.py"),
        "GET report, POST report, POST decide, POST report_answer, GET account_record",
    ),
    (OWN, "tests/notices/test_notices.py", "GET notices:list, GET notices:open, POST notices:read, POST notices:mail"),
    ("who has the link in a mail", "tests/notices/test_notices.py", "GET notices:stop, POST notices:stop"),
    (
        *("one's own, or who has the secret address", "tests/notices/test_calendar.py"),
        "POST notices:choose_calendar, GET notices:calendar",
    ),
    (
        *("one's own, and the club's", "tests/printing/test_print_setups.py"),
        "GET printing:setups, POST printing:rename, POST printing:delete, POST printing:keep",
    ),
    (
        *("who asked for the packet", "tests/printing/test_print_jobs.py"),
        "GET printing:job, GET printing:job_file, POST printing:take_back",
    ),
    (
        *("who may see the subject", "tests/printing/test_subjects.py"),
        "GET printing:page, GET printing:picture, GET printing:sheet, GET printing:text, POST printing:packet",
    ),
    ("what is public, shared with one, and one's own", "tests/armies/test_army_pages.py", "GET armies:list"),
    (OWN, "tests/armies/test_new_army.py", "GET armies:new, POST armies:new"),
    (
        *(OWN, "tests/armies/test_import_pages.py"),
        "GET armies:import, POST armies:import, GET armies:preview, POST armies:preview, GET armies:columns, "
        "POST armies:columns, GET armies:import_line, POST armies:import_line",
    ),
    (
        *(OWN, "tests/armies/test_user_archive.py"),
        "GET armies:archive, POST armies:archive, GET armies:archive_look, POST armies:archive_look",
    ),
    (LINK, "tests/armies/test_share_links.py", "GET armies:link, POST armies:link"),
    (
        *(OWN, "tests/armies/test_figure_pages.py"),
        "GET armies:figures, POST armies:figures, GET armies:figures_csv, POST armies:add_figures, "
        "POST armies:remove_figures, POST armies:paste_figures",
    ),
    ("public ones, and one's own", "tests/battles/pages/test_addresses.py", "GET battles:list"),
    (
        *(EVERYBODY, "tests/battles/pages/test_new_battle.py"),
        "GET battles:new, GET battles:setup, POST battles:setup, POST battles:quick",
    ),
    (EVERYBODY, "tests/battles/pages/test_record_pages.py", "GET battles:bring, POST battles:bring"),
    (
        *(LINK, "tests/battles/pages/test_seat_pages.py"),
        "GET battles:own_seat, GET battles:join, POST battles:join",
    ),
    (
        *("everybody, and who has the link", "tests/tracker/test_tracker_pages.py"),
        "GET battles:tables, GET battles:table_new, POST battles:table_new, GET battles:table_join, "
        "POST battles:table_join",
    ),
    (
        *("public ones, and one's own", "tests/battles/pages/test_scenario_pages.py"),
        "GET battles:scenarios, GET battles:scenario_new, POST battles:scenario_new, GET battles:scenario_bring, "
        "POST battles:scenario_bring",
    ),
    ("who may open the battle", "tests/battles/live/test_sse.py", "GET battles:live"),
    ("who may open the table game", "tests/tracker/test_tracker_live.py", "GET battles:table_live"),
    ("who may change the army", "tests/battles/live/test_army_news.py", "GET battles:army_live"),
    ("who takes part in the campaign", "tests/war/pages/test_fog.py", "GET war:live"),
    (
        *("public ones, and one's own; everybody starts one", "tests/war/pages/test_campaign_pages.py"),
        "GET war:list, POST war:start",
    ),
    (
        *("who has the link; everybody with an account founds one", "tests/war/pages/test_friends.py"),
        "GET war:found, POST war:found, GET war:join, POST war:join, GET war:own_seat",
    ),
)
"""Who may, the file of tests that shows it, and the addresses: each a method and a name of the URLconf."""
EXEMPT_OPERATIONS: tuple[tuple[str, str, str], ...] = (
    (
        *("who may see the scenario; the owner of the copy", "tests/battles/services/test_scenario_originals.py"),
        "scenario_copy, scenario_original, scenario_original_take_over, scenario_original_undo",
    ),
    (
        *("administrators and organisers; one's own reports and record", "tests/club/test_moderation.py"),
        "thing_open, thing_hide, thing_show, report_list, report_make, report_answer, account_record",
    ),
    (OWN, "tests/accounts/test_deletion.py", "account_deletion_plan, account_delete"),
    (OWN, "tests/notices/test_notices.py", "mail_choices, mail_choose, notice_list, notice_read"),
    (OWN, "tests/notices/test_calendar.py", "calendar_address, calendar_renew, calendar_close"),
)
"""The same for operations of the API, by their ids."""


def exempt_pairs() -> list[tuple[str, str]]:
    """Method and name of every exempt address."""
    return [(each.split()[0], each.split()[1]) for _, _, listed in EXEMPT for each in listed.split(", ")]


def exempt_operations() -> list[str]:
    """The id of every exempt operation."""
    return [each for _, _, listed in EXEMPT_OPERATIONS for each in listed.split(", ")]
