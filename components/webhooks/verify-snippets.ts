import { verifySnippet } from "./verify-snippet";

const python = `import base64, hashlib, hmac, os, time

def is_from_postback(headers, raw_body, secret=None):
    """raw_body: the request's bytes as they came, before any JSON parsing."""
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not event_id or not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False

    secret = secret or os.environ["WEBHOOK_SECRET"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{timestamp}.".encode() + raw_body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # Several signatures may be sent while a secret is being rotated; one must fit.
    return any(
        hmac.compare_digest(part.removeprefix("v1,"), expected)
        for part in headers.get("webhook-signature", "").split(" ")
    )`;

const go = `package postback

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// IsFromPostback takes the request's bytes as they came, before any JSON parsing.
func IsFromPostback(headers http.Header, rawBody []byte, secret string) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || id == "" || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(rawBody)
	expected := mac.Sum(nil)
	// Several signatures may be sent while a secret is being rotated; one must fit.
	for _, part := range strings.Split(headers.Get("webhook-signature"), " ") {
		sent, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(part, "v1,"))
		if err == nil && hmac.Equal(sent, expected) {
			return true
		}
	}
	return false
}`;

const ruby = `require "base64"
require "openssl"

# raw_body: the request's bytes as they came, before any JSON parsing.
def from_postback?(headers, raw_body, secret = ENV.fetch("WEBHOOK_SECRET"))
  id, timestamp = headers.values_at("webhook-id", "webhook-timestamp")
  return false if id.nil? || (Time.now.to_i - timestamp.to_i).abs > 300

  key = Base64.decode64(secret.delete_prefix("whsec_"))
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{raw_body}")
  expected = Base64.strict_encode64(digest)
  # Several signatures may be sent while a secret is being rotated; one must fit.
  headers.fetch("webhook-signature", "").split.any? do |part|
    OpenSSL.secure_compare(part.delete_prefix("v1,"), expected)
  end
end`;

const php = `<?php
// $rawBody: file_get_contents("php://input"), before any JSON parsing.
function isFromPostback(array $headers, string $rawBody, string $secret): bool {
    $id = $headers["webhook-id"] ?? "";
    $timestamp = $headers["webhook-timestamp"] ?? "";
    if ($id === "" || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(preg_replace("/^whsec_/", "", $secret));
    $digest = hash_hmac("sha256", "$id.$timestamp.$rawBody", $key, true);
    $expected = "v1," . base64_encode($digest);
    // Several signatures may be sent while a secret is being rotated; one must fit.
    foreach (explode(" ", $headers["webhook-signature"] ?? "") as $part) {
        if (hash_equals($expected, $part)) {
            return true;
        }
    }
    return false;
}`;

/** How a receiver checks a delivery, with nothing but the standard library of its language. */
export const verifySnippets = [
  { name: "Node", language: "javascript", code: verifySnippet },
  { name: "Python", language: "python", code: python },
  { name: "Go", language: "go", code: go },
  { name: "Ruby", language: "ruby", code: ruby },
  { name: "PHP", language: "php", code: php },
] as const;
