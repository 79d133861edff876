// Creates, queries and verifies with what oapi-codegen made of /openapi.json. Run by generated-clients.long.test.ts.
package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"entrada-contract/entrada"
)

const waitMax = 20 * time.Second

type request struct {
	headers http.Header
	body    []byte
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 3*waitMax)
	defer cancel()
	api := client(os.Getenv("ENTRADA_URL"))
	url, received := receive()

	created := must(api.CreateWebhookWithResponse(ctx, entrada.CreateWebhookRequest{Name: "till", Url: url})).JSON201
	verify(created.Secret, next(received))

	value, key, customer := 5000, "go-order-1", map[string]string{"customer": "4711"}
	order := entrada.CreateDepositRequest{Value: value, Metadata: &customer}
	params := entrada.CreateDepositParams{IdempotencyKey: &key}
	charge := must(api.CreateDepositWithResponse(ctx, &params, order)).JSON201.Charge
	check(charge.Value == value && charge.Status == "PENDING", "the deposit is not the one that was asked for")
	pay(charge.Emv)
	wait := int(waitMax / time.Second)
	link := charge.PaymentLinkId.String()
	paid := must(api.GetDepositWithResponse(ctx, link, &entrada.GetDepositParams{Wait: &wait})).JSON200.Charge
	check(paid.Status == "COMPLETED" && paid.Metadata["customer"] == "4711", "the deposit is not paid")
	limit := 1
	listed := must(api.ListDepositsWithResponse(ctx, &entrada.ListDepositsParams{Limit: &limit})).JSON200
	check(listed.Charges[0].Id == charge.Id, "the deposit is not listed")

	delivered := next(received)
	verify(created.Secret, delivered)
	var event entrada.Event
	must(0, json.Unmarshal(delivered.body, &event))
	success, ok := must(event.ValueByDiscriminator()).(entrada.DepositAssetSuccessEvent)
	check(ok && success.Data.PaymentLinkId == charge.PaymentLinkId, "the webhook is about another deposit")

	refused := must(api.CreateDepositWithResponse(ctx, nil, entrada.CreateDepositRequest{Value: -1}))
	check(refused.JSON400.Code == "invalid_value", "a negative value was not refused")

	newer := client(os.Getenv("NEWER_URL"))
	later := must(newer.GetDepositWithResponse(ctx, link, nil)).JSON200.Charge
	check(later.Status == "ADDED_LATER", "an unknown status was not read")
	events := must(newer.ListEventsWithResponse(ctx, nil)).JSON200.Events
	kind := must(events[0].Discriminator())
	check(kind == "ADDED_LATER", "an unknown event was not read")
	other := must(events[0].AsOtherEvent())
	check(other.Event == kind, "an unknown event was not read as one")
}

func client(url string) *entrada.ClientWithResponses {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	return must(entrada.NewClientWithResponses(url, entrada.WithRequestEditorFn(withKey)))
}

func receive() (string, <-chan request) {
	received := make(chan request, 100)
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	go http.Serve(listener, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		received <- request{r.Header, must(io.ReadAll(r.Body))}
	}))
	return fmt.Sprintf("http://localhost:%d/hook", listener.Addr().(*net.TCPAddr).Port), received
}

func next(received <-chan request) request {
	select {
	case r := <-received:
		return r
	case <-time.After(waitMax):
		panic("no webhook arrived")
	}
}

func verify(secret string, r request) {
	key := must(base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")))
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", r.headers.Get("webhook-id"), r.headers.Get("webhook-timestamp"), r.body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	check(strings.Contains(r.headers.Get("webhook-signature"), expected), "the signature is wrong")
}

func pay(emv string) {
	body := must(json.Marshal(map[string]string{"emv": emv}))
	response := must(http.Post(os.Getenv("BANK_URL")+"/sandbox/pay", "application/json", bytes.NewReader(body)))
	response.Body.Close()
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func check(holds bool, otherwise string) {
	if !holds {
		panic(otherwise)
	}
}
