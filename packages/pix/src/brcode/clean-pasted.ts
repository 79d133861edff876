/** Removes characters that copying adds and that no code contains; inner spaces are data. */
export function cleanPasted(text: string): string {
  return text.replace(/[\r\n\t\u200b-\u200d\u2060\ufeff]/g, '').trim();
}
