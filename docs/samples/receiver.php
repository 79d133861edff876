<?php
// PHP_CLI_SERVER_WORKERS=4 php -S 0.0.0.0:9000 receiver.php

function isGenuine(string $body): bool {
    // The key is what follows whsec_, decoded from base64.
    $key = base64_decode(preg_replace('/^whsec_/', '', getenv('WEBHOOK_SECRET')));
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // There are two signatures while a secret is being replaced.
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

// Verify the bytes as they came: JSON that is parsed and written again has others.
$body = file_get_contents('php://input');
if (!isGenuine($body)) {
    http_response_code(401);
    return;
}
$event = json_decode($body, true);
// A table with a unique id, in your database; here a file for each event.
$isNew = @fopen(sys_get_temp_dir() . '/entrada-' . sha1($event['id']), 'x') !== false;
http_response_code(204); // Stored: answer now, do slow work afterwards.
if ($isNew) {
    $detail = ($event['test'] ?? false) ? 'test' : ($event['data']['paymentLinkId'] ?? '');
    error_log("verified {$event['event']} $detail");
}
