import { type Html, html } from '../pages/html.ts';

/** Code to copy; the script of the page adds the button. It can be scrolled with the keyboard. */
export function codeBlock(code: string, name = ''): Html {
  const caption = name
    ? html`<figcaption><a href="/assets/samples/${name}">${name}</a></figcaption>`
    : html``;
  return html`<figure class="code">${caption}<pre tabindex="0"><code>${code.trimEnd()}</code></pre></figure>
`;
}
