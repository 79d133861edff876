/** Limits how many requests each name, an account or a network, holds open at this gateway. */
export function openSlots(max: number) {
  const taken = new Map<string, number>();
  return {
    /** Null: the name holds as many as it may. */
    take(name: string): Disposable | null {
      const count = taken.get(name) ?? 0;
      if (count >= max) return null;
      taken.set(name, count + 1);
      let isHeld = true;
      return {
        [Symbol.dispose]() {
          if (!isHeld) return;
          isHeld = false;
          const left = (taken.get(name) ?? 1) - 1;
          if (left === 0) taken.delete(name);
          else taken.set(name, left);
        },
      };
    },
  };
}
