/** How a receiver in Ruby checks a delivery; the standard library is enough. */
export const verifyInRuby = `require "base64"
require "openssl"

# raw_body: the request's bytes as they came, before any JSON parsing.
def from_postback?(headers, raw_body, secret = ENV.fetch("WEBHOOK_SECRET"))
  id = headers["webhook-id"].to_s
  timestamp = headers["webhook-timestamp"].to_s
  return false if id.empty? || (Time.now.to_i - timestamp.to_i).abs > 300

  key = Base64.decode64(secret.delete_prefix("whsec_"))
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{raw_body}")
  expected = "v1,#{Base64.strict_encode64(digest)}"
  # Several signatures may be sent while a secret is being rotated; one must fit.
  headers["webhook-signature"].to_s.split.any? do |part|
    OpenSSL.secure_compare(part, expected)
  end
end
`;
