type Step = { readonly done: number; readonly more: boolean };

/** Repeats a step that does a part of the work until no more is left; each does some of finitely many. */
export async function inSteps(step: () => Promise<Step>): Promise<number> {
  let total = 0;
  for (;;) {
    const { done, more } = await step();
    total += done;
    if (!more) return total;
  }
}
