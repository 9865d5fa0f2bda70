"""Kinds of session files, by their paths within the folder of an infected device."""

import pytest

from breachlight.leaks.ingest.archives.session_files import session_file_kind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/Autofills/Google_[Chrome]_Default.txt", "autofill"),
        ("/ImportantAutofills.txt", "autofill"),
        ("/Chrome/Default/AutoFill.txt", "autofill"),
        ("/steam_tokens.txt", "token"),
        ("/Discord/Tokens.txt", "token"),
        ("/Tokens/Discord.txt", "token"),
        ("/Google Accounts/Restore_Chrome_Default.txt", "token"),
        ("/Wallets/Exodus/seed.seco", "wallet"),
        ("/Wallets/Chrome_MetaMask/Token list.txt", "wallet"),
        ("/FileGrabber/wallet.dat", "wallet"),
        ("/Electrum/default.wallet", "wallet"),
        ("/CC/Chrome_Default.txt", "card"),
        ("/CreditCards.txt", "card"),
        ("/Cookies/Google_[Chrome]_Default_Network.txt", None),
        ("/Brute.txt", None),
        ("/cctv.txt", None),
        ("/Passwords.txt", None),
        ("/Wallpapers/tokenized.png", None),
        ("/DomainDetects.txt", None),
    ],
)
def test_the_kind_of_a_session_file(path: str, kind: str | None) -> None:
    assert session_file_kind(path) == kind
