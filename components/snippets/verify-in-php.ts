/** How a receiver in PHP 8 checks a delivery; no package needed. */
export const verifyInPhp = `<?php

/** $rawBody: file_get_contents("php://input"), before any JSON parsing. */
function isFromPostback(array $headers, string $rawBody, string $secret): bool
{
    $headers = array_change_key_case($headers);
    $id = $headers["webhook-id"] ?? "";
    $timestamp = $headers["webhook-timestamp"] ?? "";
    if ($id === "" || abs(time() - (int) $timestamp) > 300) {
        return false;
    }

    $key = base64_decode(substr($secret, strlen("whsec_")));
    $digest = hash_hmac("sha256", "$id.$timestamp.$rawBody", $key, true);
    $expected = "v1," . base64_encode($digest);
    // Several signatures may be sent while a secret is being rotated; one must fit.
    foreach (explode(" ", $headers["webhook-signature"] ?? "") as $part) {
        if (hash_equals($expected, $part)) {
            return true;
        }
    }
    return false;
}
`;
