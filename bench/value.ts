/** Every deposit of the bench is of this value, so that the stub bank need not remember any. */
export const VALUE_CENTS = 5_000;
