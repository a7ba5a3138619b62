/** Verifies a delivery in Ruby 3.0 or newer; the standard library is enough. */
export const verifyInRuby = `require "openssl"

# raw_body: the request's bytes as they arrived, before any JSON parsing.
# Raises ArgumentError when the secret is empty or malformed: anybody could sign with an empty one.
def from_postback?(headers, raw_body, secret = ENV["WEBHOOK_SECRET"])
  key = key_of(secret)
  id = headers["webhook-id"].to_s.b
  timestamp = headers["webhook-timestamp"].to_s.b
  return false if id.empty? || !timestamp.match?(/\\A[0-9]{1,12}\\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{raw_body.b}")
  expected = "v1,#{[digest].pack("m0")}"
  # While a secret is being rotated there are several signatures; one must match.
  headers["webhook-signature"].to_s.b.split.any? do |part|
    OpenSSL.secure_compare(part, expected)
  end
end

def key_of(secret)
  base64 = secret.to_s[/\\Awhsec_([A-Za-z0-9+\\/]{32,}={0,2})\\z/, 1]
  raise ArgumentError, "The secret must be whsec_ and at least 24 bytes in base64." unless base64
  base64.unpack1("m0")
end
`;

/** Verifies the public-key signature of a delivery in Ruby 3.0 or newer; the standard library is enough. */
export const verifyKeyInRuby = `require "openssl"

# raw_body: the request's bytes as they arrived, before any JSON parsing.
# Raises ArgumentError when the public key is empty or malformed.
def from_postback?(headers, raw_body, public_key = ENV["WEBHOOK_PUBLIC_KEY"])
  key = key_of(public_key)
  id = headers["webhook-id"].to_s.b
  timestamp = headers["webhook-timestamp"].to_s.b
  return false if id.empty? || !timestamp.match?(/\\A[0-9]{1,12}\\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > 300

  content = "#{id}.#{timestamp}.#{raw_body.b}"
  # v1 signatures stand beside it and are ignored here.
  headers["webhook-signature"].to_s.b.split.any? do |part|
    part.start_with?("v1a,") && signed?(key, content, part.delete_prefix("v1a,"))
  end
end

def signed?(key, content, signature)
  key.verify(nil, signature.unpack1("m0"), content)
rescue ArgumentError, OpenSSL::PKey::PKeyError
  false
end

def key_of(public_key)
  base64 = public_key.to_s[/\\Awhpk_([A-Za-z0-9+\\/]{43}=)\\z/, 1]
  raise ArgumentError, "The public key must be whpk_ and 32 bytes in base64." unless base64
  # Ed25519 as SubjectPublicKeyInfo: a fixed beginning and the 32 bytes.
  OpenSSL::PKey.read(["302a300506032b6570032100"].pack("H*") + base64.unpack1("m0"))
end
`;
