import { eventIdOf } from '@entrada/platform/events/event-id';
import type { Ports } from '../ports.ts';

/** A return has the id that charges gives it; everything else is ours. */
export const idOf: Ports['idOf'] = (subject, id) =>
  eventIdOf(subject === 'payment-return' ? subject : `${subject}-transaction`, id);
