import { z } from 'zod';
import { isTimeZone } from '../../domain/bucket-bounds.ts';

const ZONE_LENGTH_MAX = 64;
/** Offsets, which are accepted elsewhere, would be wrong for half of the year where clocks change. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

/** An IANA name, such as `America/Sao_Paulo`. */
export const timeZone = z
  .string()
  .max(ZONE_LENGTH_MAX)
  .refine(
    (name) => ZONE.test(name) && isTimeZone(name),
    'must be an IANA time zone such as America/Sao_Paulo',
  )
  .default('America/Sao_Paulo');
