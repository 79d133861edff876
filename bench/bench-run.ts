import type { EmbeddedPostgres } from '../packages/launcher/src/provision/embedded-postgres.ts';
import type { Plan } from './plan.ts';

/** What every measurement is given. */
export type BenchRun = {
  readonly plan: Plan;
  readonly postgres: Pick<EmbeddedPostgres, 'adminUrl' | 'url'>;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
  /** Gives the whole run up, because its figures would be worth nothing. */
  readonly fail: (why: string) => void;
  /** Settings laid over those of our services, for instance to profile them. */
  readonly env: Readonly<Record<string, string>>;
};
