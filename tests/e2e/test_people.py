"""People on the page: guests and accounts, what is shown once, and what others may write."""

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Route
from playwright.sync_api import Error as PageError

from e2e.person import Person
from e2e.running import RunningServer
from e2e.screens import DESK, PHONE, SMALL
from istaka.game.record import parse, replay

PASSWORD: Final = "two quiet words"  # noqa: S105 - of people who are made up
OTHER_PASSWORD: Final = "three quiet words more"  # noqa: S105
SCRIPT: Final = "<img src=x onerror=window.pwn=1>"
TAG: Final = '"><script>window.pwn=1</script>'
SCREENS: Final = {"phone": PHONE, "small": SMALL, "desk": DESK}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("server")) as running:
        yield running


def visit(browser: Browser, hosted: RunningServer, path: str, screen: dict[str, Any] = PHONE) -> Person:
    context = browser.new_context(locale="en-GB", **screen)
    return Person(context, hosted.address + path, touch=bool(screen["has_touch"]))


def leave(person: Person) -> None:
    """Close the browser; a refusal is logged by the browser as an error, and is no fault of the page."""
    faults = [fault for fault in person.faults if "the server responded with a status of 4" not in fault]
    assert faults == []
    person.context.close()


def no_violations(person: Person) -> None:
    results = Axe().run(person.page)
    assert results.violations_count == 0, results.generate_report()


def fits(person: Person) -> None:
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def join(person: Person, name: str, password: str = PASSWORD) -> list[str]:
    """Make an account on the page: its recovery codes."""
    person.page.goto(re.sub(r"(//[^/]+).*", r"\1/account", person.page.url))
    person.see("join-name").fill(name)
    person.see("join-password").fill(password)
    person.tap(person.see("join-submit"))
    person.see("codes").wait_for()
    codes = person.page.locator("[data-testid=codes] code").all_inner_texts()
    person.tap(person.see("codes-kept"))
    person.see("log-out").wait_for()
    return codes


def enter(person: Person, name: str, password: str) -> None:
    person.see("login-name").fill(name)
    person.see("login-password").fill(password)
    person.tap(person.see("login-submit"))


def section(person: Person, name: str) -> Locator:
    opened = person.see(f"section-{name}")
    person.tap(opened.locator("summary"))
    return opened


def test_an_account_is_made_left_and_entered_again_elsewhere(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, "/account")
    codes = join(person, "Zofia")
    assert len(set(codes)) == 8
    person.tap(person.see("log-out"))
    person.see("login-name").wait_for()
    other = visit(browser, hosted, "/login", DESK)
    enter(other, "zofia", "some other words")
    assert "password" in other.see("problem").inner_text()
    other.see("login-password").fill(PASSWORD)
    other.page.keyboard.press("Enter")
    other.page.wait_for_url("**/p/*")
    assert other.see("way-me").inner_text() == "Zofia"
    for one in (person, other):
        leave(one)


def test_what_a_password_manager_looks_for_is_there(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, "/account")
    kinds = {
        "join-name": "username",
        "join-password": "new-password",
        "login-name": "username",
        "login-password": "current-password",
        "recover-name": "username",
        "recover-password": "new-password",
    }
    for name, kind in kinds.items():
        path = {"join": "/account"}.get(name.split("-")[0], f"/{name.split('-')[0]}")
        person.page.goto(hosted.address + path)
        field = person.see(name)
        assert field.get_attribute("autocomplete") == kind
        assert field.locator("xpath=ancestor::form").get_attribute("method") == "post"
    leave(person)


def test_a_forgotten_password_is_replaced_by_a_code_once(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, "/account")
    code = join(person, "Forgetful")[3]
    other = visit(browser, hosted, "/login", DESK)
    other.tap(other.page.get_by_role("link", name="Password forgotten?"))
    for attempt in range(2):
        other.see("recover-name").fill("Forgetful")
        other.see("recover-code").fill(code.lower())
        other.see("recover-password").fill(OTHER_PASSWORD)
        other.tap(other.see("recover-submit"))
        if attempt == 0:
            other.page.wait_for_url("**/p/*")
            other.page.goto(f"{hosted.address}/recover")
    assert "recovery codes" in other.see("problem").inner_text()
    person.page.reload()  # the new password has signed out everywhere else
    person.see("join-name").wait_for()
    person.page.goto(f"{hosted.address}/login")
    enter(person, "Forgetful", PASSWORD)
    person.see("problem").wait_for()
    enter(person, "Forgetful", OTHER_PASSWORD)
    person.page.wait_for_url("**/p/*")
    for one in (person, other):
        leave(one)


def test_codes_are_copied_and_kept_as_a_file(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, "/account", DESK)
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    join(person, "Careful Person")
    opened = section(person, "codes")
    opened.get_by_test_id("codes-password").fill(PASSWORD)
    person.tap(opened.get_by_test_id("codes-new-submit"))
    person.see("codes").wait_for()
    codes = person.page.locator("[data-testid=codes] code").all_inner_texts()
    person.tap(person.see("codes-copy"))
    person.page.get_by_text("Copied.").wait_for()
    copied = person.page.evaluate("navigator.clipboard.readText()")
    with person.page.expect_download() as download:
        person.tap(person.see("codes-download"))
    kept = Path(download.value.path()).read_text(encoding="utf-8")
    for code in codes:
        assert code in copied
        assert code in kept
    assert "Careful Person" in kept
    leave(person)


def test_an_account_is_deleted_only_by_its_name_and_password(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, "/account")
    join(person, "Gone Soon")
    section(person, "data")
    person.tap(person.see("erase"))
    submit = person.see("delete-form-submit")
    assert submit.is_disabled()
    person.see("delete-name").fill("Gone Later")
    assert submit.is_disabled()
    person.see("delete-name").fill("Gone Soon")
    person.see("delete-password").fill("not this one")
    person.tap(submit)
    person.see("problem").wait_for()
    no_violations(person)
    person.see("delete-password").fill(PASSWORD)
    person.tap(submit)
    person.see("play-now").wait_for()
    person.page.goto(f"{hosted.address}/login")
    enter(person, "Gone Soon", PASSWORD)
    person.see("problem").wait_for()
    leave(person)


def test_a_password_is_changed_and_other_browsers_are_signed_out(
    browser: Browser, hosted: RunningServer
) -> None:
    person = visit(browser, hosted, "/account")
    join(person, "Changing")
    other = visit(browser, hosted, "/login", DESK)
    enter(other, "Changing", PASSWORD)
    other.page.wait_for_url("**/p/*")
    opened = section(person, "password")
    opened.get_by_test_id("password-old").fill(PASSWORD)
    opened.get_by_test_id("password-new").fill(OTHER_PASSWORD)
    person.tap(opened.get_by_test_id("password-submit"))
    person.page.get_by_text("The password is changed.").wait_for()
    other.page.goto(f"{hosted.address}/account")
    other.see("join-name").wait_for()
    for one in (person, other):
        leave(one)


def test_without_encryption_the_way_of_a_password_is_told_and_codes_still_copy(
    browser: Browser, hosted: RunningServer
) -> None:
    person = visit(browser, hosted, "/", DESK)
    person.page.add_init_script(
        "Object.defineProperty(window, 'isSecureContext', { value: false });"
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
    )
    for path in ("/login", "/recover", "/account"):
        person.page.goto(hosted.address + path)
        assert "without encryption" in person.see("open-network").inner_text()
    person.see("join-name").fill("Open Air")
    person.see("join-password").fill(PASSWORD)
    person.tap(person.see("join-submit"))
    person.tap(person.see("codes-copy"))
    person.page.get_by_text("Copied.").wait_for()
    code = person.page.locator("[data-testid=codes] code").first.inner_text()
    person.page.goto(f"{hosted.address}/fair")
    person.see("fair-match").focus()
    person.page.keyboard.press("Control+V")
    assert code in person.see("fair-match").input_value()
    leave(person)


def test_older_matches_are_asked_for_page_by_page(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, "/account")
    join(person, "Long Player")
    profile = str(person.see("way-me").get_attribute("href"))

    def played(ended: int) -> dict[str, Any]:
        player = {
            "name": "Long Player",
            "id": profile.rsplit("/", 1)[1],
            "bot": None,
            "place": 1,
            "points": 0,
        }
        match = {"table": f"t{ended}", "ended": ended, "players": [player], "limit": 80, "rated": False}
        return match | {"change": None}

    def answer(route: Route) -> None:
        if "before" in route.request.url:
            asked.append(route.request.url)
            route.fulfill(json={"matches": [played(1_600_000_000_000)], "more": False})
        else:
            history = {"matches": [played(1_700_000_000_000)], "more": True}
            route.fulfill(json=route.fetch().json() | {"history": history})

    asked: list[str] = []
    person.page.route("**/api/people/**", answer)
    person.page.goto(hosted.address + profile)
    person.tap(person.see("older"))
    person.see("older").wait_for(state="detached")
    assert person.see("played").count() == 2
    (older,) = asked
    assert older.endswith("/matches?before=1700000000000")
    leave(person)


def test_a_guest_has_a_name_that_can_be_changed(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, "/", DESK)
    person.start(players=2)
    person.page.goto(f"{hosted.address}/account")
    person.see("guest-name-field").fill("Moderator")
    person.tap(person.see("guest-name-submit"))
    assert "in charge" in person.see("problem").inner_text()
    person.see("guest-name-field").fill("Yavuz")
    person.tap(person.see("guest-name-submit"))
    person.page.get_by_text("Saved.").wait_for()
    assert person.see("way-me").inner_text() == "Yavuz"
    leave(person)


def ask(person: Person, path: str, body: dict[str, object]) -> dict[str, Any]:
    """What the server answers to this browser's person."""
    answer = person.page.request.post(re.sub(r"(//[^/]+).*", r"\1", person.page.url) + path, data=body)
    assert answer.ok, answer.text()
    told: dict[str, Any] = answer.json()
    return told


def play_one_round(one: Person, other: Person, **wish: object) -> str:
    """A whole match of two, which one round ends: the id of its table."""
    offer = ask(one, "/api/offers", {"players": 2, "limit": 10, **wish})
    table = str(offer["id"])
    ask(other, f"/api/offers/{table}/join", {})
    for person in (one, other):  # the tiles are dealt when both are there
        person.page.goto(re.sub(r"(//[^/]+).*", rf"\1/t/{table}", person.page.url))
    end = time.monotonic() + 300
    while not all(person.see("match-results").is_visible() for person in (one, other)):
        assert time.monotonic() < end, "the match did not end"
        for person in (one, other):
            # the page may change under a click: what was asked is looked at again
            with contextlib.suppress(PageError):
                person.play_turn()
    return table


@pytest.mark.soak
def test_a_rated_match_shows_in_profiles_lists_and_as_fair(browser: Browser, hosted: RunningServer) -> None:
    """Also O22: the other one's name has markup in it, and is seen at the table and in every list."""
    ada, other = (visit(browser, hosted, "/account", screen) for screen in (DESK, PHONE))
    join(ada, "Ada")
    join(other, TAG)
    table = play_one_round(ada, other, rated=True)
    assert TAG in ada.see("match-results").inner_text()
    ada.page.goto(hosted.address)
    ada.tap(ada.see("way-me"))
    ada.see("played").wait_for()
    assert ada.see("played").get_attribute("data-table") == table
    assert TAG in ada.see("played").inner_text()
    assert ada.see("rating-2").get_by_title("provisional").is_visible()
    assert "of 1" in ada.see("stat-won").inner_text()
    no_violations(ada)
    with ada.page.expect_download() as download:
        ada.tap(ada.see("played").get_by_text("Record"))
    *_, last = replay(parse(Path(download.value.path()).read_text(encoding="utf-8")))
    assert last.position.outcome is not None
    ada.tap(ada.see("played").get_by_text("Fair deals"))
    ada.page.locator("[data-testid=fair-sum][data-state=good]").wait_for()
    no_violations(ada)
    ada.tap(ada.see("way-leaders"))
    ada.tap(ada.see("leaders-2"))
    ada.see("my-row").wait_for()
    no_violations(ada)
    assert ada.page.evaluate("window.pwn") is None  # no page was loaded anew since the first goto
    ada.page.get_by_role("link", name=TAG).click()
    ada.page.get_by_role("heading", name=TAG).wait_for()
    for person in (ada, other):
        assert person.page.evaluate("window.pwn") is None
        leave(person)


def test_people_become_friends_and_block_each_other(browser: Browser, hosted: RunningServer) -> None:
    cem, dora = (visit(browser, hosted, "/account", screen) for screen in (PHONE, DESK))
    join(cem, "Cem")
    join(dora, "Dora")
    cem.page.goto(f"{hosted.address}/friends")
    cem.see("find").fill("dor")
    cem.tap(cem.see("found").get_by_test_id("friend-no"))
    cem.see("asked").get_by_role("link", name="Dora").wait_for()
    dora.page.goto(hosted.address)
    dora.page.get_by_text("1 request").wait_for(state="attached")
    dora.tap(dora.see("way-friends"))
    dora.tap(dora.see("asks").get_by_test_id("friend-asks"))
    dora.see("friends").get_by_role("link", name="Cem").wait_for()
    no_violations(dora)
    dora.tap(dora.see("friends").get_by_role("link", name="Cem"))
    dora.tap(dora.see("block"))
    dora.page.locator("[data-testid=block][aria-pressed=true]").wait_for()
    cem.page.reload()
    cem.see("find").wait_for()
    assert cem.page.get_by_text("Dora").count() == 0
    no_violations(cem)
    for person in (cem, dora):
        leave(person)


def test_a_bot_account_has_a_token_that_is_shown_once(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, "/account", DESK)
    join(person, "Maker")
    opened = section(person, "bots")
    opened.get_by_test_id("make-bot-name").fill("Makers bot")
    person.tap(opened.get_by_test_id("make-bot-submit"))
    token = person.page.locator("[data-testid=token] code").inner_text()
    bearer = {"Authorization": f"Bearer {token}"}
    me = person.page.request.get(f"{hosted.address}/api/me", headers=bearer)
    assert me.json()["kind"] == "bot"
    no_violations(person)
    person.tap(person.see("token-kept"))
    assert person.page.get_by_text(token).count() == 0
    person.tap(person.see("bot-revoke"))
    assert person.see("bot-token").count() == 1  # the first tap only asks
    person.tap(person.see("bot-revoke"))
    person.see("bot-token").wait_for(state="detached")
    assert person.page.request.get(f"{hosted.address}/api/me", headers=bearer).status == 401
    person.tap(person.see("bot-delete"))
    person.tap(person.see("bot-delete"))
    person.see("bot").wait_for(state="detached")
    leave(person)


def test_my_data_come_along_as_a_file(browser: Browser, hosted: RunningServer) -> None:
    person = visit(browser, hosted, "/account")
    join(person, "Collector")
    section(person, "data")
    with person.page.expect_download() as download:
        person.tap(person.see("export"))
    data = Path(download.value.path()).read_text(encoding="utf-8")
    assert "Collector" in data
    assert "argon2" not in data
    leave(person)


@pytest.mark.parametrize("screen", SCREENS.values(), ids=SCREENS)
@pytest.mark.parametrize("path", ["/account", "/login", "/recover", "/leaders", "/friends", "/fair"])
def test_pages_fit_and_are_there_for_everybody(
    browser: Browser, hosted: RunningServer, path: str, screen: dict[str, Any]
) -> None:
    person = visit(browser, hosted, path, screen)
    person.page.get_by_role("heading").first.wait_for()
    no_violations(person)
    fits(person)
    leave(person)


def test_a_name_is_only_ever_text(browser: Browser, hosted: RunningServer) -> None:
    """O22: a name with markup in it is shown as it is written, on every page."""
    person = visit(browser, hosted, "/account", DESK)
    join(person, SCRIPT)
    assert person.page.get_by_role("heading", name=SCRIPT).is_visible()
    profile = person.see("way-me").get_attribute("href")
    for path in ("/", "/account", "/friends", "/leaders", "/fair", "/moderate", str(profile)):
        person.page.goto(hosted.address + path)
        person.page.get_by_text(SCRIPT).first.wait_for()
        assert person.page.evaluate("window.pwn") is None
        assert person.page.locator("img").count() == 0
    leave(person)


MOST_REQUESTS: Final = 8
INVITING: Final = ("/api/address", "/qr.svg")
"""What only the invitation to a table asks for, which nobody waits for."""


def test_a_page_opened_first_asks_for_eight_things_at_most(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The shell, the words, the page, who I am and what there is to show; the worker comes after that."""
    folder = tmp_path_factory.mktemp("cold")
    with RunningServer(folder) as hosted:
        ada = visit(browser, hosted, "/account", DESK)
        join(ada, "Ada")
        appoint(folder, "Ada")
        offer, match = (
            str(ask(ada, path, {"players": 2})[key])
            for path, key in (("/api/offers", "id"), ("/api/play", "table"))
        )
        profile = str(ada.see("way-me").get_attribute("href"))
        known = ada.context.storage_state()
        ada.page.goto(f"{hosted.address}/t/{match}")
        ada.see("tile").first.wait_for(timeout=30_000)  # the first deal takes a server long
        pages = {
            **dict.fromkeys(("/", "/lobby", "/rules", "/leaders", "/fair", "/account", "/login", "/recover")),
            f"/t/{offer}": "waiting-room",
            f"/t/{match}": "tile",
            f"/fair/{match}": "fair-sum",
            profile: "profile-name",
            "/friends": "find",
            "/moderate": "view-audit",
            f"/moderate{profile[2:]}": "mute",
        }
        for path, test_id in pages.items():
            for who in ("member", "stranger"):
                asked = cold(browser, hosted, path, known if who == "member" else None, test_id)
                assert len(asked) <= MOST_REQUESTS, f"{path} of a {who}: {asked}"
        leave(ada)


def cold(browser: Browser, hosted: RunningServer, path: str, known: Any, test_id: str | None) -> list[str]:  # noqa: ANN401, Playwright's own type of a context's cookies
    """What is asked for, the socket too, until a page shows in a browser that has seen nothing yet."""
    context = browser.new_context(locale="en-GB", storage_state=known, **DESK)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(hosted.address + path)
    if test_id is not None and known is not None:
        page.get_by_test_id(test_id).first.wait_for()
    page.wait_for_load_state("networkidle")
    context.close()
    return [url for url in asked if not url.startswith("data:") and not url.endswith(INVITING)]


def appoint(folder: Path, name: str) -> None:
    """Make an account a moderator, as the host of a server does."""
    command = [sys.executable, "-m", "istaka", "admin", "grant", name, "--db", str(folder / "istaka.db")]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}, timeout=60)


def test_a_moderator_reads_a_report_mutes_and_bans(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("moderated")
    with RunningServer(folder) as hosted:
        people = [visit(browser, hosted, "/account", screen) for screen in (DESK, PHONE, DESK)]
        moderator, loud, calm = people
        for person, name in zip(people, ("Judge", "Loud", "Calm"), strict=True):
            join(person, name)
        loud.page.goto(f"{hosted.address}/moderate")
        loud.page.get_by_text("There is nothing here.").wait_for()
        say(loud, hosted, SCRIPT)
        report_line(calm, hosted)
        appoint(folder, "Judge")
        moderator.page.reload()
        moderator.tap(moderator.see("to-moderate"))
        assert SCRIPT in moderator.see("meant").inner_text()
        assert moderator.page.evaluate("window.pwn") is None
        no_violations(moderator)
        sanction(moderator, "mute", "Shouts at people")
        loud.page.goto(f"{hosted.address}/lobby")
        loud.tap(loud.page.locator("[data-testid=way-me][href*='/p/']"))
        assert "until" in loud.see("muted").inner_text()
        moderator.tap(moderator.see("remove-line"))
        moderator.see("remove-line").wait_for(state="detached")
        sanction(moderator, "ban", "And again")
        moderator.tap(moderator.see("report-done"))
        moderator.page.get_by_text("Nothing has been reported.").wait_for()
        moderator.tap(moderator.see("view-audit"))
        acts = moderator.see("entry")
        acts.first.wait_for()
        done = [entry.get_attribute("data-act") for entry in acts.all()]
        assert done == ["done", "ban", "remove", "mute", "grant"]
        assert "Shouts at people" in moderator.see("audit").inner_text()
        no_violations(moderator)
        loud.page.goto(f"{hosted.address}/leaders")
        assert "before" in loud.see("shut-out").inner_text()
        no_violations(loud)
        for person in people:
            leave(person)


def say(person: Person, hosted: RunningServer, text: str) -> None:
    """Say something in the lobby."""
    person.page.goto(f"{hosted.address}/lobby")
    if person.see("tab-talk").is_visible():
        person.tap(person.see("tab-talk"))
    person.see("chat-text").fill(text)
    person.tap(person.see("chat-send"))
    person.see("chat-line").get_by_text(text).wait_for()


def report_line(person: Person, hosted: RunningServer) -> None:
    """Report the latest line of the lobby as an insult."""
    person.page.goto(f"{hosted.address}/lobby")
    person.tap(person.see("chat-line").last.get_by_role("button"))
    person.tap(person.see("report"))
    person.tap(person.see("report-insult"))
    person.page.get_by_text("a moderator will look at it").wait_for()


def sanction(person: Person, kind: str, why: str) -> None:
    person.tap(person.see(kind).first)
    person.tap(person.see("hours-168"))
    person.see("sanction-why").fill(why)
    person.tap(person.see("sanction-form-submit"))
    person.see("sanction").wait_for(state="detached")
