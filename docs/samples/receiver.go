package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

var handled sync.Map // A table with a unique id, in your database.

func isGenuine(key []byte, headers http.Header, body []byte) bool {
	timestamp := headers.Get("webhook-timestamp")
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	isRecent := time.Since(time.Unix(seconds, 0)).Abs() < 5*time.Minute
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", headers.Get("webhook-id"), timestamp, body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// There are two signatures while a secret is being replaced.
	given := strings.Split(headers.Get("webhook-signature"), " ")
	return isRecent && slices.ContainsFunc(given, func(one string) bool { return hmac.Equal([]byte(one), expected) })
}

func receive(w http.ResponseWriter, r *http.Request) {
	// The key is what follows whsec_, decoded from base64.
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	// Verify the bytes as they came: JSON that is parsed and written again has others.
	body, _ := io.ReadAll(r.Body)
	if err != nil || len(key) == 0 || !isGenuine(key, r.Header, body) {
		w.WriteHeader(401)
		return
	}
	var event struct {
		Id, Event string
		Data      struct{ PaymentLinkId string }
	}
	json.Unmarshal(body, &event)
	_, isKnown := handled.LoadOrStore(event.Id, true)
	w.WriteHeader(204) // Stored: answer now, do slow work afterwards.
	if !isKnown {
		fmt.Println("verified", event.Event, event.Data.PaymentLinkId)
	}
}

func main() {
	panic(http.ListenAndServe(":"+os.Getenv("PORT"), http.HandlerFunc(receive)))
}
