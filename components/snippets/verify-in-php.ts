/** Both functions read the headers and refuse old timestamps in the same way. */
const headerChecks = `    $headers = array_change_key_case($headers);
    $id = $headers["webhook-id"] ?? "";
    $timestamp = $headers["webhook-timestamp"] ?? "";
    if ($id === "" || !preg_match('/^[0-9]{1,12}$/D', $timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > 300) {
        return false;
    }

`;

/** Verifies a delivery in PHP 8; no package needed. */
export const verifyInPhp = `<?php

/**
 * $headers: getallheaders(), in Laravel and Symfony too.
 * $rawBody: file_get_contents("php://input"), before any JSON parsing.
 * Throws when the secret is empty or malformed: anybody could sign with an empty one.
 */
function isFromPostback(array $headers, string $rawBody, string $secret): bool
{
    $key = keyOf($secret);
${headerChecks}    $digest = hash_hmac("sha256", "$id.$timestamp.$rawBody", $key, true);
    $expected = "v1," . base64_encode($digest);
    // While a secret is being rotated there are several signatures; one must match.
    foreach (explode(" ", $headers["webhook-signature"] ?? "") as $part) {
        if (hash_equals($expected, $part)) {
            return true;
        }
    }
    return false;
}

function keyOf(string $secret): string
{
    if (!preg_match('{^whsec_([A-Za-z0-9+/]{32,}={0,2})$}D', $secret, $match)) {
        throw new InvalidArgumentException("The secret must be whsec_ and at least 24 bytes in base64.");
    }
    return base64_decode($match[1]);
}
`;

/** Verifies the public-key signature of a delivery in PHP 8; the bundled extension sodium has Ed25519. */
export const verifyKeyInPhp = `<?php
// Needs the extension sodium, which is part of PHP.

/**
 * $headers: getallheaders(), in Laravel and Symfony too.
 * $rawBody: file_get_contents("php://input"), before any JSON parsing.
 * Throws when the public key is empty or malformed.
 */
function isFromPostback(array $headers, string $rawBody, string $publicKey): bool
{
    $key = keyOf($publicKey);
${headerChecks}    $content = "$id.$timestamp.$rawBody";
    foreach (explode(" ", $headers["webhook-signature"] ?? "") as $part) {
        // v1 signatures stand beside it and are ignored here.
        $signature = str_starts_with($part, "v1a,") ? base64_decode(substr($part, 4), true) : "";
        if (strlen((string) $signature) !== SODIUM_CRYPTO_SIGN_BYTES) {
            continue;
        }
        if (sodium_crypto_sign_verify_detached($signature, $content, $key)) {
            return true;
        }
    }
    return false;
}

function keyOf(string $publicKey): string
{
    if (!preg_match('{^whpk_([A-Za-z0-9+/]{43}=)$}D', $publicKey, $match)) {
        throw new InvalidArgumentException("The public key must be whpk_ and 32 bytes in base64.");
    }
    return base64_decode($match[1]);
}
`;
