const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export type Html = { readonly html: string };

/** Escapes every value that was not made by this function itself. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const filled = values.map((value) =>
    typeof value === 'string' ? escapeHtml(value) : value.html,
  );
  return { html: parts.map((part, i) => part + (filled[i] ?? '')).join('') };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

type Page = {
  readonly language: string;
  readonly title: string;
  readonly stylesheets?: readonly string[];
};

export function page(head: Page, body: Html): string {
  const { language, title, stylesheets = ['/assets/styles.css'] } = head;
  const links = stylesheets.map((href) => html`<link rel="stylesheet" href="${href}">`);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">
${{ html: links.map((link) => link.html).join('') }}
</head>
<body>${body}</body>
</html>
`.html;
}

export function concat(parts: readonly Html[]): Html {
  return { html: parts.map((part) => part.html).join('') };
}
