import type { DemoFacts } from './data-folder.ts';

/** What a newcomer needs to see a first deposit through, ready to be pasted. */
export function welcome({ baseUrl, bankUrl, apiKey, email, password }: DemoFacts): string {
  const json = `-H 'Content-Type: application/json'`;
  const key = `-H 'Authorization: Bearer ${apiKey}'`;
  const emv = `$(sed -n 's/.*"emv":"\\([^"]*\\)".*/\\1/p' .data/deposit.json)`;
  return `
Entrada is running at ${baseUrl}   (sandbox bank: ${bankUrl})

  Dashboard      ${baseUrl}/dashboard
  Demo account   ${email}
  Password       ${password}
  API key        ${apiKey}
  Mails          ${bankUrl}/mail

In another terminal, in this folder:

1. Create a deposit of R$ 50.00:

  curl -s ${baseUrl}/api/deposit ${key} ${json} -d '{"value":5000}' | tee .data/deposit.json; echo

2. Pay it at the sandbox bank with its copy-and-paste code, as a payer would:

  curl -s ${bankUrl}/sandbox/pay ${json} -d "{\\"emv\\":\\"${emv}\\"}"; echo

3. Give the payment a moment to arrive, then look at the balance: it has grown by 4950, the value less a fee of 1 %.

  sleep 1; curl -s ${baseUrl}/api/balance ${key}; echo

A whole deposit with a signed webhook:  npm run demo
Stop with Ctrl-C; the data stays in .data/ until npm run reset.
`;
}
