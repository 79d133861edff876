"""What Schemathesis cannot know: which things exist, and that no request may leave this machine."""

import json
import os
import zlib

import schemathesis

STAGE = json.loads(os.environ["FUZZ_STAGE"])


@schemathesis.hook
def before_call(context, case, kwargs):
    about = (case.operation.label, case.path_parameters, case.body, case.query)
    checksum = zlib.crc32(repr(about).encode())
    case.headers.update(credential_for(case, checksum))
    if case.path_parameters:
        meet_what_exists(case, checksum)
        ask_for_signed_receipt(case)
    wait_little(case)
    stay_on_this_machine(case)


def credential_for(case, checksum):
    """A call that a key and a session can make is made with each of them, in turn."""
    if case.operation.label == "DELETE /api/session":
        return STAGE["spareSession"]
    tags = case.operation.tags or []
    if any(tag in STAGE["sessionOnly"] for tag in tags):
        return STAGE["credentials"]["session"]
    return STAGE["credentials"]["session" if checksum // 256 % 2 == 0 else "key"]


def meet_what_exists(case, checksum):
    """Every second id is one of a thing that is there; what gets deleted is a thing that nobody needs."""
    ids = STAGE["removable"] if case.method.upper() == "DELETE" else STAGE["ids"]
    for name in case.path_parameters:
        if checksum % 2 == 0 and name in ids:
            case.path_parameters[name] = ids[name][checksum // 2 % len(ids[name])]


def ask_for_signed_receipt(case):
    """For seconds after a refund, which is made here too, a receipt is refused with 503 on purpose."""
    if case.path.endswith("/receipt") and case.path_parameters["paymentLinkId"] in STAGE["ids"]["paymentLinkId"]:
        case.path_parameters["paymentLinkId"] = STAGE["receipted"]


def wait_little(case):
    """Nobody pays here, so waiting for a payment or an event only takes time."""
    if str((case.query or {}).get("wait", "")).isdigit():
        case.query["wait"] = min(int(case.query["wait"]), 1)
    link = (case.path_parameters or {}).get("paymentLinkId")
    if case.path.endswith("/status") and link in STAGE["open"]:
        case.path_parameters["paymentLinkId"] = STAGE["paid"]


def stay_on_this_machine(case):
    """Without a colon it is no URL, and the service is left to find that out."""
    if isinstance(case.body, dict) and ":" in str(case.body.get("url", "")):
        case.body["url"] = STAGE["receiverUrl"]
