"""The labels of stealer logs, by what they name (leak-formats §4): lower case, without spaces, hyphens and underscores."""

from typing import Final

URL: Final = "url ur1 uri host hostname link site website origin originurl location domain address loginpage loginurl"
LOGIN: Final = "login user usr username userlogin u53rn4m3 email mail account loginname loginid phone"
PASSWORD: Final = "password pass passwd pwd userpassword p455w0rd passcode pin"  # noqa: S105 -- labels
SOFTWARE: Final = "soft software application app browser storage"
PROFILE: Final = "profile"
