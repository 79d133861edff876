import { z } from 'zod';
import { BUCKETS } from '../../domain/bucket-bounds.ts';
import { isInOrder, NOT_IN_ORDER, time } from './fields.ts';
import { timeZone } from './time-zone.ts';

export const overviewQuery = z
  .strictObject({
    from: time
      .optional()
      .describe('Start of the range; default: the beginning of the day six days before `to`.'),
    to: time.optional().describe('End of the range; default: now.'),
    bucket: z.enum(BUCKETS).default('day').describe('Length of a bucket.'),
    tz: timeZone.describe('IANA time zone of hours and days.'),
  })
  .refine(isInOrder, NOT_IN_ORDER);
