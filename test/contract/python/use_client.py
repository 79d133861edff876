"""Creates, queries and verifies with what openapi-python-client made of /openapi.json. Run by generated-clients.long.test.ts."""

import base64
import hashlib
import hmac
import json
import os
import queue
import threading
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer

from entrada import AuthenticatedClient
from entrada.api.deposits import create_deposit, get_deposit, list_deposits
from entrada.api.events import list_events
from entrada.api.webhooks import create_webhook
from entrada.models import (
    CreateDepositRequest,
    CreateDepositRequestMetadata,
    CreateWebhookRequest,
    DepositAssetSuccessEvent,
    Error,
    ListDepositsStatus,
    OtherEvent,
)

WAIT_MAX_SECONDS = 20
received = queue.Queue()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        received.put((dict(self.headers), body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def client(url):
    return AuthenticatedClient(base_url=url, token=os.environ["API_KEY"], timeout=WAIT_MAX_SECONDS + 5)


def pay(emv):
    request = urllib.request.Request(
        os.environ["BANK_URL"] + "/sandbox/pay",
        data=json.dumps({"emv": emv}).encode(),
        headers={"content-type": "application/json"},
    )
    urllib.request.urlopen(request, timeout=WAIT_MAX_SECONDS).close()


def verify(secret, headers, body):
    headers = {name.lower(): value for name, value in headers.items()}
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert f"v1,{expected}" in headers["webhook-signature"].split(" ")


entrada = client(os.environ["ENTRADA_URL"])
server = HTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()

url = f"http://localhost:{server.server_port}/hook"
webhook = create_webhook.sync(client=entrada, body=CreateWebhookRequest(name="till", url=url))
verify(webhook.secret, *received.get(timeout=WAIT_MAX_SECONDS))

metadata = CreateDepositRequestMetadata.from_dict({"customer": "4711"})
order = CreateDepositRequest(value=5000, external_id="order-1", metadata=metadata)
charge = create_deposit.sync(client=entrada, body=order, idempotency_key=str(uuid.uuid4())).charge
assert charge.value == 5000 and charge.status == "PENDING"
pay(charge.emv)
link = str(charge.payment_link_id)
paid = get_deposit.sync(link, client=entrada, wait=WAIT_MAX_SECONDS).charge
assert paid.status == "COMPLETED" and paid.paid_at is not None
assert paid.metadata["customer"] == "4711"
listed = list_deposits.sync(client=entrada, status=ListDepositsStatus.COMPLETED, limit=1)
assert listed.charges[0].id == charge.id

headers, body = received.get(timeout=WAIT_MAX_SECONDS)
verify(webhook.secret, headers, body)
event = DepositAssetSuccessEvent.from_dict(json.loads(body))
assert event.data.payment_link_id == charge.payment_link_id
# Read as its own kind, not as one that this client does not know.
assert type(list_events.sync(client=entrada).events[0]) is DepositAssetSuccessEvent

refused = create_deposit.sync(client=entrada, body=CreateDepositRequest(value=-1))
assert isinstance(refused, Error) and refused.code == "invalid_value"

newer = client(os.environ["NEWER_URL"])
later = get_deposit.sync(link, client=newer).charge
assert later.status == "ADDED_LATER" and later["addedLater"] == {"by": "a newer server"}
unknown = list_events.sync(client=newer).events[0]
assert type(unknown) is OtherEvent and unknown.event == "ADDED_LATER"
error = create_deposit.sync(client=newer, body=CreateDepositRequest(value=-1))
assert isinstance(error, Error) and error.code == "ADDED_LATER"
