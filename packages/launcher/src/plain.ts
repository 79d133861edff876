/** A sentence for the person at the keyboard; no stack is shown with it. */
export class Plain extends Error {
  override readonly name = 'Plain';
}
