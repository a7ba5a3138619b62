/** Verifies a delivery in Python 3.9 or newer; no package needed. */
export const verifyInPython = `import base64
import hashlib
import hmac
import re
import time


def is_from_postback(headers, raw_body: bytes, secret: str) -> bool:
    """raw_body: the request's bytes as they arrived, before any JSON parsing.

    Raises ValueError when the secret is empty or malformed: anybody could sign with an empty one.
    """
    key = key_of(secret)
    msg_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not msg_id or not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False

    content = f"{msg_id}.{timestamp}.".encode(errors="replace") + raw_body
    digest = hmac.new(key, content, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # While a secret is being rotated there are several signatures; one must match.
    sent = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(part.encode(errors="replace"), expected) for part in sent)


def key_of(secret: str) -> bytes:
    if not re.fullmatch("whsec_[A-Za-z0-9+/]{32,}={0,2}", secret or ""):
        raise ValueError("The secret must be whsec_ and at least 24 bytes in base64.")
    return base64.b64decode(secret[len("whsec_"):], validate=True)
`;

/** Verifies the public-key signature of a delivery in Python; Ed25519 comes from the package `cryptography`. */
export const verifyKeyInPython = `# pip install cryptography: Python's standard library has no Ed25519.
import base64
import re
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def is_from_postback(headers, raw_body: bytes, public_key: str) -> bool:
    """raw_body: the request's bytes as they arrived, before any JSON parsing.

    Raises ValueError when the public key is empty or malformed.
    """
    key = key_of(public_key)
    msg_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not msg_id or not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False

    content = f"{msg_id}.{timestamp}.".encode(errors="replace") + raw_body
    # v1 signatures stand beside it and are ignored here.
    sent = headers.get("webhook-signature", "").split(" ")
    return any(is_signed(key, content, part[4:]) for part in sent if part.startswith("v1a,"))


def is_signed(key: Ed25519PublicKey, content: bytes, signature: str) -> bool:
    try:
        key.verify(base64.b64decode(signature, validate=True), content)
        return True
    except (InvalidSignature, ValueError):
        return False


def key_of(public_key: str) -> Ed25519PublicKey:
    if not re.fullmatch("whpk_[A-Za-z0-9+/]{43}=", public_key or ""):
        raise ValueError("The public key must be whpk_ and 32 bytes in base64.")
    return Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key[len("whpk_"):]))
`;
