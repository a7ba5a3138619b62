/** How a receiver in Python 3.9 or newer checks a delivery; no package needed. */
export const verifyInPython = `import base64
import hashlib
import hmac
import time


def is_from_postback(headers, raw_body: bytes, secret: str) -> bool:
    """raw_body: the request's bytes as they came, before any JSON parsing."""
    msg_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not msg_id or not timestamp.isdigit():
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False

    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{msg_id}.{timestamp}.".encode() + raw_body
    digest = hmac.new(key, content, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # Several signatures may be sent while a secret is being rotated; one must fit.
    sent = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(part.encode(), expected) for part in sent)
`;
