"""Somebody at a browser of their own, and all that went wrong in it."""

import re

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, StorageState, WebError

DESKTOP, PHONE = 1280, 375
HEIGHT = 800
REPORT_POLICY_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} by ${event.blockedURI} (${event.sample})`));
"""


class Person:
    def __init__(
        self,
        browser: Browser,
        site: str,
        width: int = DESKTOP,
        theme: str = "light",
        javascript: bool = True,
        touch: bool = False,
        remembered: StorageState | None = None,
        permissions: tuple[str, ...] = (),
    ) -> None:
        self.context = browser.new_context(
            base_url=site,
            viewport={"width": width, "height": HEIGHT},
            color_scheme="dark" if theme == "dark" else "light",
            java_script_enabled=javascript,
            has_touch=touch,
            storage_state=remembered,
            permissions=list(permissions),
            reduced_motion="reduce",
        )
        self.context.add_init_script(REPORT_POLICY_VIOLATIONS)
        self.context.on("console", self._heard)
        self.context.on("weberror", self._threw)
        self.context.on("requestfailed", self._failed)
        self.page: Page = self.context.new_page()
        self.troubles: list[str] = []
        self._allowed: list[re.Pattern[str]] = []

    def allow(self, *patterns: str) -> None:
        """Expect troubles in which one of these patterns is found, such as those of a lost connection."""
        self._allowed += map(re.compile, patterns)

    def unexpected_troubles(self) -> list[str]:
        return [trouble for trouble in self.troubles if not any(allowed.search(trouble) for allowed in self._allowed)]

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.troubles.append(f"console {message.type}: {message.text} at {message.location.get('url')}")

    def _threw(self, error: WebError) -> None:
        self.troubles.append(f"script error: {error.error}")

    def _failed(self, request: Request) -> None:
        # Leaving a page aborts what it was still loading.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"request failed: {request.method} {request.url} {request.failure}")
