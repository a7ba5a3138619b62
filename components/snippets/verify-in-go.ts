/** How a receiver in Go checks a delivery; the standard library is enough. */
export const verifyInGo = `package postback

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// IsFromPostback wants rawBody as it came, before any JSON parsing.
func IsFromPostback(headers http.Header, rawBody []byte, secret string) bool {
	id := headers.Get("webhook-id")
	timestamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || id == "" {
		return false
	}
	age := time.Since(time.Unix(seconds, 0))
	if age > 5*time.Minute || age < -5*time.Minute {
		return false
	}

	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, rawBody)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// Several signatures may be sent while a secret is being rotated; one must fit.
	for _, part := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(part), []byte(expected)) {
			return true
		}
	}
	return false
}
`;
