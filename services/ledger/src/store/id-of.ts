import { eventIdOf } from '@entrada/platform/events/event-id';
import type { Ports } from '../ports.ts';

export const idOf: Ports['idOf'] = (subject, id) => eventIdOf(`${subject}-transaction`, id);
