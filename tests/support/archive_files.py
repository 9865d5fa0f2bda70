"""Archives for tests: with the writers of the libraries, and RAR byte by byte, because no RAR writer can be installed."""

import hashlib
import hmac
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Mapping

import inflate64
import py7zr
import pyzipper
import zstandard
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

Members = Mapping[str, bytes]


def zip_of(members: Members, *, method: int = zipfile.ZIP_DEFLATED, comment: str = "") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        archive.comment = comment.encode()
    return file.getvalue()


def aes_zip_of(members: Members, password: str, comment: str = "") -> bytes:
    file = io.BytesIO()
    with pyzipper.AESZipFile(file, "w", compression=zipfile.ZIP_DEFLATED, encryption=pyzipper.WZ_AES) as archive:
        archive.setpassword(password.encode())
        for name, data in members.items():
            archive.writestr(name, data)
        archive.comment = comment.encode()
    return file.getvalue()


def zipcrypto_zip_of(members: Members, password: str, method: int = 8) -> bytes:
    """A zip archive with the old cipher, which Python's writers lack: the entries are encrypted after they are written."""
    return packed_zip_of(members, method, password)


def _deflate(data: bytes) -> bytes:
    deflater = zlib.compressobj(6, zlib.DEFLATED, -15)
    return deflater.compress(data) + deflater.flush()


def _deflate64(data: bytes) -> bytes:
    deflater = inflate64.Deflater()
    return bytes(deflater.deflate(data) + deflater.flush())


_PACKERS = {8: _deflate, 9: _deflate64, 93: zstandard.compress, 95: lzma.compress, 98: lambda data: data}


def packed_zip_of(members: Members, method: int, password: str | None = None, *, crc_change: int = 0) -> bytes:
    """A zip archive with a compression method that Python's writers lack, and with ZipCrypto if there is a password."""
    out, directory = bytearray(), bytearray()
    for name, data in members.items():
        crc, encoded = zlib.crc32(data) ^ crc_change, name.encode()
        sealed = _PACKERS[method](data)
        if password is not None:
            sealed = _zipcrypto(password.encode(), bytes(11) + bytes([crc >> 24]) + sealed)
        flags = 0 if password is None else 1
        fields = struct.pack("<HHHHHLLLHH", 20, flags, method, 0, 0x21, crc, len(sealed), len(data), len(encoded), 0)
        directory += b"PK\x01\x02\x14\x00" + fields + struct.pack("<HHHLL", 0, 0, 0, 0, len(out)) + encoded
        out += b"PK\x03\x04" + fields + encoded + sealed
    end = struct.pack("<HHHHLLH", 0, 0, len(members), len(members), len(directory), len(out), 0)
    return bytes(out + directory + b"PK\x05\x06" + end)


def _zipcrypto(password: bytes, data: bytes) -> bytes:
    table = [_crc_entry(value) for value in range(256)]
    keys = [0x12345678, 0x23456789, 0x34567890]

    def update(byte: int) -> None:
        keys[0] = (keys[0] >> 8) ^ table[(keys[0] ^ byte) & 0xFF]
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = (keys[2] >> 8) ^ table[(keys[2] ^ (keys[1] >> 24)) & 0xFF]

    for byte in password:
        update(byte)
    sealed = bytearray()
    for byte in data:
        word = keys[2] | 2
        sealed.append(byte ^ (((word * (word ^ 1)) >> 8) & 0xFF))
        update(byte)
    return bytes(sealed)


def _crc_entry(value: int) -> int:
    for _ in range(8):
        value = (value >> 1) ^ 0xEDB88320 if value & 1 else value >> 1
    return value


def tar_of(members: Members, compression: str = "") -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=f"w:{compression}") as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return file.getvalue()


def sparse_tar_of(name: str, stretches: list[tuple[int, bytes]], size: int) -> bytes:
    """An archive of one sparse member in GNU's old format: up to four stretches of data at their offsets, else holes."""
    stored = b"".join(data for _, data in stretches)
    header = bytearray(512)
    header[:100] = name.encode().ljust(100, b"\0")
    header[100:148] = b"0000644\0" + b"0000000\0" * 2 + b"%011o\0" % len(stored) + b"00000000000\0"
    header[148:157] = b" " * 8 + b"S"
    header[257:265] = b"ustar  \0"
    header[386:482] = b"".join(b"%011o\0%011o\0" % (at, len(data)) for at, data in stretches).ljust(96, b"\0")
    header[483:495] = b"%011o\0" % size
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header) + stored.ljust(-(-len(stored) // 512) * 512, b"\0") + bytes(1024)


def seven_zip_of(
    members: Members,
    password: str | None = None,
    *,
    hides_names: bool = False,
    has_plain_header: bool = False,
    filters: list[dict[str, int]] | None = None,
) -> bytes:
    file = io.BytesIO()
    with py7zr.SevenZipFile(file, "w", filters=filters, password=password, header_encryption=hides_names) as archive:
        if has_plain_header:
            archive.set_encoded_header_mode(False)
        for name, data in members.items():
            archive.writestr(data, name)
    return file.getvalue()


def xz_of(data: bytes) -> bytes:
    return lzma.compress(data)


_RAR_MARK = b"Rar!\x1a\x07\x01\x00"
_STORED, _AES_256 = 0, 0
_ITERATIONS_POWER = 4


def rar_of(
    members: Members, password: str | None = None, comment: str = "", *, wrong_checksum: tuple[str, ...] = ()
) -> bytes:
    """A RAR 5 archive of stored members (https://www.rarlab.com/technote.htm)."""
    out = bytearray(_RAR_MARK + _rar_header(1, 0, _number(0)))
    if comment:
        data = comment.encode()
        out += _rar_file(b"CMT", data, zlib.crc32(data), header=3) + data
    for name, data in members.items():
        crc = zlib.crc32(data) ^ (1 if name in wrong_checksum else 0)
        if password is None:
            out += _rar_file(name.encode(), data, crc) + data
        else:
            out += _encrypted_rar_file(name.encode(), data, crc, password)
    return bytes(out + _rar_header(5, 0, _number(0)))


def rar_parts_of(name: str, data: bytes, number: int) -> list[bytes]:
    """The parts of a RAR 5 archive of one stored member."""
    size = -(-len(data) // number)
    parts: list[bytes] = []
    for index in range(number):
        piece = data[index * size : (index + 1) * size]
        is_last = index == number - 1
        archive_flags = _number(1 if index == 0 else 3) + (b"" if index == 0 else _number(index))
        flags = (8 if index else 0) | (0 if is_last else 16)
        # The checksum of a split member is that of its packed part, and of the whole in the last one.
        crc = zlib.crc32(data) if is_last else zlib.crc32(piece)
        parts.append(
            _RAR_MARK
            + _rar_header(1, 0, archive_flags)
            + _rar_file(name.encode(), piece, crc, size=len(data), flags=flags)
            + piece
            + _rar_header(5, 0, _number(0 if is_last else 1))
        )
    return parts


def _number(value: int) -> bytes:
    """A number of RAR 5: seven bits a byte, the lowest first."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _rar_header(kind: int, flags: int, fields: bytes, extra: bytes = b"", data_size: int | None = None) -> bytes:
    flags |= (1 if extra else 0) | (2 if data_size is not None else 0)
    body = _number(kind) + _number(flags)
    body += _number(len(extra)) if extra else b""
    body += _number(data_size) if data_size is not None else b""
    body += fields + extra
    sized = _number(len(body)) + body
    return struct.pack("<L", zlib.crc32(sized)) + sized


def _rar_file(
    name: bytes, data: bytes, crc: int, *, header: int = 2, extra: bytes = b"", size: int | None = None, flags: int = 0
) -> bytes:
    fields = _number(4) + _number(len(data) if size is None else size) + _number(0o100644) + struct.pack("<L", crc)
    fields += _number(_STORED) + _number(1) + _number(len(name)) + name
    return _rar_header(header, flags, fields, extra, len(data))


def _encrypted_rar_file(name: bytes, data: bytes, crc: int, password: str) -> bytes:
    salt, vector = hashlib.sha256(name).digest()[:16], hashlib.sha256(data).digest()[:16]
    key, _, check = _rar_keys(password, salt)
    padded = data + bytes(-len(data) % 16)
    encryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
    sealed = encryptor.update(padded) + encryptor.finalize()
    checked = check + hashlib.sha256(check).digest()[:4]
    record = _number(1) + _number(_AES_256) + _number(1) + bytes([_ITERATIONS_POWER]) + salt + vector + checked
    extra = _number(len(record)) + record
    return _rar_file(name, sealed, crc, extra=extra, size=len(data)) + sealed


def _rar_keys(password: str, salt: bytes) -> tuple[bytes, bytes, bytes]:
    """The key, the checksum key, and the eight bytes that detect a wrong password."""
    key = password.encode()
    block = hmac.digest(key, salt + b"\x00\x00\x00\x01", "sha256")
    total = bytearray(block)
    keys: list[bytes] = []
    for rounds in ((1 << _ITERATIONS_POWER) - 1, 16, 16):
        for _ in range(rounds):
            block = hmac.digest(key, block, "sha256")
            total = bytearray(a ^ b for a, b in zip(total, block, strict=True))
        keys.append(bytes(total))
    check = bytearray(8)
    for position, byte in enumerate(keys[2]):
        check[position % 8] ^= byte
    return keys[0], keys[1], bytes(check)
