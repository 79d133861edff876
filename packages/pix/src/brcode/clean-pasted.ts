/** Removes what copying adds to a code and can never belong to it; inner spaces are data. */
export function cleanPasted(text: string): string {
  return text.replace(/[\r\n\t\u200b-\u200d\u2060\ufeff]/g, '').trim();
}
