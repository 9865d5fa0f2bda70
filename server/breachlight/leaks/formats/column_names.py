"""What the name of a column says about what is in it, in several languages."""

import re
import unicodedata
from typing import Final

from breachlight.leaks.choices import ColumnRole
from breachlight.leaks.formats.vocabulary import SHARED
from breachlight.leaks.records import PasswordType

_NAMES: Final = {
    ColumnRole.USERNAME: "alias uid sid",
    ColumnRole.PASSWORD: """
        plaintext plainpassword passwordplain passwordplaintext plaintextpassword clearpassword passwordclear
        passwordcleartext cleartext decryptedpassword crackedpassword""",
    ColumnRole.HASH: """
        md5password passwordmd5 passmd5 md5pass md5 sha1 sha256 sha512 bcrypt passwordsha1 passwordsha256 passwordbcrypt
        digest""",
    ColumnRole.URL: "link",
    ColumnRole.PHONE: "portable",
    ColumnRole.SOFTWARE: "app",
    ColumnRole.NAME: """
        name firstname lastname fullname surname givenname familyname middlename realname displayname fname lname vorname
        nachname prenom nom nomdefamille nombre apellido apellidos nome sobrenome имя фамилия отчество фио imie nazwisko ad
        soyad isim 名前 氏名 姓 名 first last""",
    ColumnRole.DATE: """
        date created createdat createdon updated updatedat modified registered registrationdate regdate joined joindate
        membersince lastlogin lastseen lastvisit lastactivity dob birthday birthdate dateofbirth geburtsdatum geburtstag
        datenaissance datedenaissance fechanacimiento datanascimento датарождения датарегистрации dataurodzenia dogumtarihi
        生年月日 timestamp time expires deletedat passwordchangedat""",
    ColumnRole.IP: "ip ipaddress ipaddr lastip regip signupip loginip registrationip ipadresse adresseip ips",
    ColumnRole.OTHER: """
        id uuid guid userid gender sex city country countrycode street address address1 address2 zip zipcode postcode
        postalcode state region province status role roles group groupid avatar image company companyname title language lang
        locale facebook twitter instagram points tier age active enabled verified emailverified token accesstoken
        refreshtoken sessionid apikey rememberToken remembertoken resettoken notes comment comments description type bio
        timezone currency balance score stadt land plz strasse ville pays ciudad pais cidade город страна miasto kraj sehir
        ulke 住所 性別 都道府県 breach source sourceid severity documentid passwordtype passwordhint hint domain emaildomain
        emailusername passwordhistory question answer securityquestion securityanswer job jobtitle occupation hobby rank level
        newsletter subscribed useragent referrer referer plan userhostname computername machinename pcname devicename""",
}
_ROLE_OF: Final = {
    _name.lower(): role for words in (SHARED, _NAMES) for role, names in words.items() for _name in names.split()
}
_PREFIXES: Final = frozenset(
    [
        "user",
        "usr",
        "users",
        "cust",
        "customer",
        "client",
        "member",
        "account",
        "acct",
        "contact",
        "person",
        "tbl",
        "fld",
        "col",
        "wp",
        "x",
        "the",
        "my",
        "field",
        "kunde",
        "kunden",
        "cliente",
        "utilisateur",
        "usuario",
    ]
)
_PASSWORD_STEMS: Final = ("password", "passwd", "passwort", "kennwort", "contrasena", "senha", "пароль")
_NO_PASSWORD: Final = frozenset(
    [
        "hint",
        "reset",
        "token",
        "expiry",
        "expires",
        "expired",
        "expiration",
        "changed",
        "change",
        "changedat",
        "changedate",
        "date",
        "updated",
        "time",
        "question",
        "answer",
        "forgot",
        "history",
        "status",
        "attempts",
        "strength",
        "type",
        "algo",
        "algorithm",
        "format",
        "version",
        "requested",
        "last",
        "old",
        "policy",
        "id",
        "key",
        "is",
        "has",
        "must",
        "temp",
        "tmp",
        "force",
        "failed",
        "count",
        "salted",
        "encoding",
        "required",
        "set",
        "confirm",
        "confirmation",
        "url",
        "link",
    ]
)
_NO_EMAIL: Final = frozenset(
    [
        "verified",
        "status",
        "confirmed",
        "optin",
        "opt",
        "hash",
        "token",
        "domain",
        "sent",
        "subscribed",
        "notifications",
        "notification",
        "validated",
        "is",
        "has",
        "bounced",
        "bounce",
        "date",
        "type",
        "key",
        "code",
        "id",
        "md5",
        "count",
        "preferences",
        "format",
        "verification",
        "confirmation",
        "newsletter",
    ]
)
_PLAIN: Final = frozenset(("plain", "plaintext", "clear", "cleartext", "decrypted", "cracked"))
_HASHED: Final = frozenset(
    ("hash", "hashed", "md5", "sha1", "sha256", "sha512", "bcrypt", "encrypted", "crypted", "digest")
)
_HASH_TYPES: Final = {
    "md5": PasswordType.MD5,
    "sha1": PasswordType.SHA1,
    "sha256": PasswordType.SHA256,
    "sha512": PasswordType.SHA512,
    "bcrypt": PasswordType.BCRYPT,
}
_WORDS: Final = re.compile(r"[^\W_]+")
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def words_of(name: str) -> list[str]:
    """Return the words of a column's name in lower case, without accents."""
    decomposed = unicodedata.normalize("NFKD", _CAMEL.sub(" ", name))
    bare = "".join(
        character for character in decomposed if not unicodedata.combining(character) or _is_kana_mark(character)
    )
    folded = unicodedata.normalize("NFKC", bare).lower().replace("ı", "i").replace("ł", "l").replace("ß", "ss")
    return _WORDS.findall(folded)


def _is_kana_mark(character: str) -> bool:
    return character in "\u3099\u309a"


def role_of_name(name: str) -> ColumnRole | None:
    """Return the role that the name of a column says; None: the name isn't known."""
    words = words_of(name)
    joined = "".join(words)
    if joined in _KNOWN:
        return _KNOWN[joined]
    for start in range(1, len(words)):
        if words[start - 1] not in _PREFIXES:
            break
        rest = "".join(words[start:])
        if rest in _KNOWN:
            return ColumnRole.USERNAME if rest in ("name", "nickname") else _KNOWN[rest]
    for prefix in sorted(_PREFIXES, key=len, reverse=True):
        if joined.startswith(prefix) and (rest := joined[len(prefix) :]) in _KNOWN and rest not in ("name", "id", "ip"):
            return _KNOWN[rest]
    return _role_of_words(set(words), joined)


_KNOWN: Final = {"".join(words_of(name)): role for name, role in _ROLE_OF.items()}


def _role_of_words(words: set[str], joined: str) -> ColumnRole | None:
    if "salt" in words:
        return ColumnRole.SALT
    if any(stem in joined for stem in _PASSWORD_STEMS) or words & {"pass", "pwd"}:
        if words & _PLAIN:
            return ColumnRole.PASSWORD
        if words & _HASHED:
            return ColumnRole.HASH
        return ColumnRole.OTHER if words & _NO_PASSWORD else ColumnRole.PASSWORD
    if words & {"email", "mail", "emails"} or "email" in joined:
        return ColumnRole.OTHER if words & _NO_EMAIL else ColumnRole.EMAIL
    if words & {"phone", "telephone", "mobile"}:
        return ColumnRole.PHONE
    if words & {"date", "birthday", "timestamp"}:
        return ColumnRole.DATE
    return None


def is_plain_name(name: str) -> bool:
    """Return whether a name says that its passwords are plain text, as vendors name those they have cracked."""
    words = set(words_of(name))
    joined = "".join(words_of(name))
    return bool(words & _PLAIN) or any(word in joined for word in _PLAIN)


def is_url_name(name: str) -> bool:
    """Return whether a name says that its values are whole URLs."""
    joined = "".join(words_of(name))
    return "url" in joined or "uri" in joined


def hash_type_of_name(name: str) -> PasswordType | None:
    """Return the type of hash that a column's name says."""
    joined = "".join(words_of(name))
    return next((kind for word, kind in _HASH_TYPES.items() if word in joined), None)
