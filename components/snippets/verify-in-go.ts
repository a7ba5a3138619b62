/** Both functions read the headers and refuse old timestamps in the same way. */
const headerChecks = `	if err != nil {
		return false, err
	}
	id := headers.Get("webhook-id")
	timestamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || id == "" {
		return false, nil
	}
	age := time.Since(time.Unix(seconds, 0))
	if age > 5*time.Minute || age < -5*time.Minute {
		return false, nil
	}

`;

/** Verifies a delivery in Go; the standard library is enough. */
export const verifyInGo = `package postback

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// IsFromPostback takes rawBody as it arrived, before any JSON parsing. It returns an error when the
// secret is empty or malformed: anybody could sign with an empty one.
func IsFromPostback(headers http.Header, rawBody []byte, secret string) (bool, error) {
	key, err := keyOf(secret)
${headerChecks}	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, rawBody)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// While a secret is being rotated there are several signatures; one must match.
	for _, part := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(part), []byte(expected)) {
			return true, nil
		}
	}
	return false, nil
}

func keyOf(secret string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if !strings.HasPrefix(secret, "whsec_") || err != nil || len(key) < 24 {
		return nil, errors.New("the secret must be whsec_ and at least 24 bytes in base64")
	}
	return key, nil
}
`;

/** Verifies the public-key signature of a delivery in Go; the standard library is enough. */
export const verifyKeyInGo = `package postback

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// IsFromPostback takes rawBody as it arrived, before any JSON parsing. It returns an error when the
// public key is empty or malformed.
func IsFromPostback(headers http.Header, rawBody []byte, publicKey string) (bool, error) {
	key, err := keyOf(publicKey)
${headerChecks}	content := []byte(fmt.Sprintf("%s.%s.%s", id, timestamp, rawBody))
	for _, part := range strings.Split(headers.Get("webhook-signature"), " ") {
		// v1 signatures stand beside it and are ignored here.
		if !strings.HasPrefix(part, "v1a,") {
			continue
		}
		signature, err := base64.StdEncoding.DecodeString(part[len("v1a,"):])
		if err == nil && ed25519.Verify(key, content, signature) {
			return true, nil
		}
	}
	return false, nil
}

func keyOf(publicKey string) (ed25519.PublicKey, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(publicKey, "whpk_"))
	if !strings.HasPrefix(publicKey, "whpk_") || err != nil || len(key) != ed25519.PublicKeySize {
		return nil, errors.New("the public key must be whpk_ and 32 bytes in base64")
	}
	return ed25519.PublicKey(key), nil
}
`;
