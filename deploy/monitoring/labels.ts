import { CAUSE_CODES } from '@entrada/contracts/cause-codes';
import { EVENT_FLOWS, PARTITIONS, Topic } from '@entrada/contracts/topics';
import { PARK_REASONS } from '@entrada/platform/events/parked';
import { status } from '@grpc/grpc-js';

/** Every value that a label may have, or what each looks like where the code has too many to list. */
export type Values = readonly string[] | RegExp;

export const GROUPS = [...new Set(EVENT_FLOWS.map(({ consumer }) => consumer))];
export const TOPICS = Object.values(Topic);
export const PARTITION = Array.from({ length: PARTITIONS }, (_, number) => String(number));
export const REASONS = PARK_REASONS;
export const ATTEMPT_OUTCOMES = ['delivered', ...CAUSE_CODES];

export const METHODS = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE|_OTHER)$/;
/** Patterns, never paths: a part of a pattern is a word or the name of a parameter, and no id. */
export const ROUTES =
  /^(overloaded|unmatched|_OTHER|(\/|(\/([a-z.-]+|:[a-zA-Z]+(\.[a-z]+)?|\*[a-z]*))+)( \(wait\))?)$/;
export const STATUS = /^[1-5]\d\d$/;
export const RPC_METHODS = /^[a-z]+\.v1\.[A-Z]\w+\/[A-Z]\w+$/;
export const RPC_STATUS = Object.keys(status).filter((name) => Number.isNaN(Number(name)));
/** A name and a port, of which the settings have four. */
export const ADDRESS = /^[\w.:/-]+:\d+$/;
export const USE_CASES = /^[a-z][a-zA-Z]+$/;
export const VERSIONS = /^v?\d+\.\d+\.\d+[\w.+-]*$/;

const MEASURED = ['outbox', 'backlog', 'balances', 'deliveries', 'mails'];
/** `exported_job` once Prometheus has read them, whose own label has the name. */
export const JOBS = [
  'audit',
  'audit-end',
  'checkpoint',
  'continue-replays',
  'disable-failing',
  'expiry',
  'failed-returns',
  'fold-attempts',
  'fold-entries',
  'leased-jobs',
  'mail',
  'notices',
  'open-payment-links',
  'prune',
  'recheck',
  'reconcile',
  'refunds',
  'reseal-secrets',
  'restore',
  'returns',
  'rollup',
  'settle-deliveries',
  'sweep',
  'waiting-returns',
  ...GROUPS.map((group) => `retry parked ${group}`),
  ...GROUPS.map((group) => `measure parked ${group}`),
  ...MEASURED.map((name) => `measure ${name}`),
];
