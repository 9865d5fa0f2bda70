import pytest

from breachlight.sessions.devices import device_of

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"
APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)"


@pytest.mark.spec("X12")
@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/142.0.0.0 Safari/537.36", "Chrome on Windows"),
        (f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome on Android"),
        (f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Chrome/142.0.0.0 Safari/537.36", "Chrome on ChromeOS"),
        (f"Mozilla/5.0 (X11; Linux x86_64) {WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36", "Chrome on Linux"),
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
            "Edge on Windows",
        ),
        (
            f"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) {WEBKIT} Chrome/142.0.0.0 Safari/537.36 OPR/128.0.0.0",
            "Opera on Mac",
        ),
        (
            f"Mozilla/5.0 (Linux; Android 16; SM-S921B) {WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
            "Samsung Internet on Android",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
            "Safari on Mac",
        ),
        (
            f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) {APPLE} Version/26.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        (
            f"Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) {APPLE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1",
            "Chrome on iPad",
        ),
        (
            f"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) {APPLE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
            "Firefox on iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko", "Internet Explorer on Windows"),
        ("Mozilla/5.0 (compatible; SomeCrawler/2.1; +https://crawler.example/)", "SomeCrawler"),
        ("Mozilla/5.0 (Linux; something new)", "Browser on Linux"),
        ("Mozilla/5.0", "Browser"),
        ("curl/8.11.1", "curl"),
        ("python-httpx/0.28.1", "python-httpx"),
        ("Go-http-client/2.0", "Go-http-client"),
        ("", ""),
        ("   ", ""),
        ("<script>alert(1)</script>", ""),
        ("a" * 500, "a" * 40),
        ("Mozilla/5.0 (X11; Linux) Firefox/\x00\u202e", "Firefox on Linux"),
    ],
)
def test_what_a_header_says(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
