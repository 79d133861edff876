import { html, page } from './html.ts';

export function homePage(publicBaseUrl: string): string {
  const body = html`
<main class="card">
<h1>Entrada</h1>
<p>The deposit API is running at this address.</p>
<p>Create a deposit with <code>POST ${publicBaseUrl}/api/deposit</code> and an API key; read it back with
<code>GET ${publicBaseUrl}/api/deposit/&lt;paymentLinkId&gt;</code>.</p>
<p><a href="/dashboard">Dashboard</a> · <a href="/docs">Documentation</a> · <a href="/openapi.json">OpenAPI</a></p>
</main>`;
  return page({ language: 'en', title: 'Entrada' }, body);
}
