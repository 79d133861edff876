import { ERROR_CODES } from '../openapi/error-codes.ts';
import { type Html, html } from '../pages/html.ts';
import { concat, inline } from '../pages/prose.ts';
import type { Part } from './markdown.ts';

export function errorsContent(): Html {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { statuses, meaning, todo }]) => html`<tr id="${code}"><td><code>${code}</code></td>
<td>${statuses.join(', ')}</td><td>${inline(meaning)}</td><td>${inline(todo)}</td></tr>`,
  );
  return html`
<h1>Errors</h1>
<p>An error is <code>{"success": false, "error", "code", "requestId"}</code>. Programs should use <code>code</code>;
<code>error</code> is a message for people and may change, except where the specification fixes it. If fields are invalid,
<code>details</code> has the <code>field</code>, a <code>message</code> and a <code>code</code> for each. There may be new codes:
treat one that you do not know by its status. <a href="/docs/idempotency">How to retry safely</a></p>
<table><thead><tr><th>Code</th><th>Status</th><th>Cause</th><th>What to do</th></tr></thead>
<tbody>${concat(rows)}</tbody></table>`;
}

export function errorsParts(): Part[] {
  const codes = Object.entries(ERROR_CODES).map(([code, { statuses, meaning, todo }]) => {
    return { heading: code, id: code, text: `${statuses.join(', ')} ${meaning} ${todo}` };
  });
  return [
    { heading: 'Errors', id: '', text: 'Every error code, its cause and its cure.' },
    ...codes,
  ];
}
