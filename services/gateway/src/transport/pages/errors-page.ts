import { ERROR_CODES } from '../openapi/error-codes.ts';
import { html, page } from './html.ts';
import { concat, inline } from './prose.ts';

export function errorsPage(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { statuses, meaning, todo }]) => html`<tr id="${code}"><td><code>${code}</code></td>
<td>${statuses.join(', ')}</td><td>${inline(meaning)}</td><td>${inline(todo)}</td></tr>`,
  );
  const body = html`
<main class="docs">
<h1>Error codes</h1>
<p>An error is <code>{"success": false, "error", "code", "requestId"}</code>. Programs should use <code>code</code>;
<code>error</code> is a message for people and may change, except where the specification fixes it. If fields are invalid,
<code>details</code> has the <code>field</code>, a <code>message</code> and a <code>code</code> for each. <a href="/docs">All operations</a></p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>What to do</th></tr></thead>
<tbody>${concat(rows)}</tbody></table>
</main>`;
  return page({ language: 'en', title: 'Error codes', stylesheets: ['/assets/docs.css'] }, body);
}
