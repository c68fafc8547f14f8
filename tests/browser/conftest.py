"""The browser that the tests of the page drive, and the page that they open.

Where there is no Chromium the tests are skipped, unless LEMMACHECK_BROWSER=required, which the checks of every
change set.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.chromium import NAMES, Page, executable, page
from browser.records import BOOK
from lemmacheck.reports.html import render


@pytest.fixture(scope="session")
def program() -> str:
    """The browser."""
    missing = f"no browser: none of {', '.join(NAMES)} is on the PATH; on Debian: apt-get install chromium"
    if (found := executable()) is None and os.environ.get("LEMMACHECK_BROWSER") == "required":
        pytest.fail(missing)
    return found or pytest.skip(missing)


@pytest.fixture(scope="session")
def tab(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """One tab for all tests."""
    with page(program, tmp_path_factory.mktemp("profile")) as opened:
        opened.resize(1280)
        yield opened


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the page of the book stands."""
    file: Path = tmp_path_factory.mktemp("page") / "index.html"
    file.write_text(render(BOOK), encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def at(tab: Page, address: str) -> Iterator[Callable[[str], Page]]:
    """The page at a fragment; when the test ends, nothing was complained of and nothing else was asked for."""

    def opened(fragment: str = "") -> Page:
        tab.open(f"{address}#{fragment}" if fragment else address)
        if fragment:
            tab.wait(".reached, .unknown:not([hidden])")
        return tab

    yield opened
    assert tab.complaints == []
    asked = {request.partition("#")[0] for request in tab.requests}
    assert {one for one in asked if not one.startswith("data:")} <= {address}
