import type { Context, Outcome } from '../command.ts';

/** A decision about money: how it is said to a second person, and how it is carried out. */
export type Decision<R> = {
  /** What will happen, in plain words, from the request and from what it is about now. */
  words(context: Context, request: R): Promise<readonly string[]>;
  /** `approvalId` is empty where no second person has approved. */
  carryOut(context: Context, request: R, approvalId: string): Promise<Outcome>;
  /** What is asked for, where that says more than the command did. */
  toAsk?(context: Context, request: R): Promise<R>;
};
