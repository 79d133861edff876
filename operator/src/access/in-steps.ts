type Step = { readonly done: number; readonly more: boolean };

/** Repeats a step until no work is left. Terminates, because each step does a part of a finite amount. */
export async function inSteps(step: () => Promise<Step>): Promise<number> {
  let total = 0;
  for (;;) {
    const { done, more } = await step();
    total += done;
    if (!more) return total;
  }
}
