import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Where an expression can spend more than linear time: two loops that read the same text. */
export type SlowLoops = { readonly outer: string; readonly inner: string };

type Condition = 'start' | 'end' | 'word' | 'not-word';
type Step = { readonly to: number; readonly condition?: Condition };
/** Reads one character of `samples`, all of which are word characters, or none. */
type CharacterStep = {
  readonly from: number;
  readonly to: number;
  readonly raw: string;
  readonly samples: bigint;
  readonly isWord: boolean;
};
type Machine = {
  readonly steps: Step[][];
  readonly reads: CharacterStep[];
  readonly flags: string;
};

/** Longer repetitions with a bound are cut: they cost a factor and no power. */
const COPIES_MAX = 4;
/** Characters that stand for all others of their kind. */
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...[
    'é',
    'ß',
    'α',
    'а',
    '中',
    '٣',
    '\u00a0',
    '\u00ad',
    '\u0301',
    '\u200b',
    '\u202e',
    '\u2028',
    '\ufeff',
    '😀',
  ],
];
const ALL = (1n << BigInt(SAMPLES.length)) - 1n;
const WORDS = samplesOf('\\w', '');
const SEARCH = '(each position)';

function samplesOf(raw: string, flags: string): bigint {
  const one = new RegExp(`^(?:${raw})$`, flags.replaceAll(/[gy]/g, ''));
  return SAMPLES.reduce(
    (set, text, index) => (one.test(text) ? set | (1n << BigInt(index)) : set),
    0n,
  );
}

/**
 * Null for an expression whose backtracking costs linear time on any text. Otherwise a text exists on which one loop, or the
 * search itself, starts another loop at every turn, and both read the whole rest before the match fails. It may take a
 * linear expression for a slow one, never the opposite, but for its samples and the cut of long repetitions.
 */
export function slowLoopsOf(source: string, flags: string): SlowLoops | null {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const machine: Machine = { steps: [[]], reads: [], flags };
  const end = addAlternatives(machine, pattern.alternatives, 0);
  addSearch(machine);
  return findSlowLoops(machine, end);
}

function addState({ steps }: Machine): number {
  return steps.push([]) - 1;
}

function addStep({ steps }: Machine, from: number, to: number, condition?: Condition): void {
  steps[from]?.push(condition ? { to, condition } : { to });
}

/** Each position of the text is a start: a loop over everything before the expression. */
function addSearch(machine: Machine): void {
  if (machine.flags.includes('y')) return;
  const loop = { from: 0, to: 0, raw: SEARCH };
  machine.reads.push({ ...loop, samples: ALL & WORDS, isWord: true });
  machine.reads.push({ ...loop, samples: ALL & ~WORDS, isWord: false });
}

function addAlternatives(
  machine: Machine,
  alternatives: readonly AST.Alternative[],
  from: number,
): number {
  const end = addState(machine);
  for (const { elements } of alternatives) {
    let at = from === 0 ? addState(machine) : from;
    if (at !== from) addStep(machine, from, at);
    for (const element of elements) at = addElement(machine, element, at);
    addStep(machine, at, end);
  }
  return end;
}

function addElement(machine: Machine, element: AST.Element, from: number): number {
  switch (element.type) {
    case 'Quantifier':
      return addQuantifier(machine, element, from);
    case 'Group':
    case 'CapturingGroup':
      return addAlternatives(machine, element.alternatives, from);
    case 'Assertion':
      return addAssertion(machine, element, from);
    case 'Backreference':
      throw new Error(`${element.raw} is a backreference, whose cost is not checked`);
    default:
      return addRead(machine, element.raw, from);
  }
}

function addRead(machine: Machine, raw: string, from: number): number {
  const to = addState(machine);
  const samples = samplesOf(raw, machine.flags);
  for (const isWord of [true, false]) {
    const part = samples & (isWord ? WORDS : ~WORDS);
    if (part !== 0n) machine.reads.push({ from, to, raw, samples: part, isWord });
  }
  return to;
}

function addQuantifier(
  machine: Machine,
  { min, max, element }: AST.Quantifier,
  from: number,
): number {
  // Beside its loop, an endless one has a copy: in (a+)+ the same text is then read in two ways.
  const isEndless = max === Number.POSITIVE_INFINITY;
  const copies = Math.min(isEndless ? Math.max(min, 1) + 1 : max, COPIES_MAX);
  const end = addState(machine);
  let at = from;
  for (let copy = 0; copy < copies; copy += 1) {
    if (copy >= min) addStep(machine, at, end);
    const begin = addState(machine);
    addStep(machine, at, begin);
    at = addElement(machine, element, begin);
    if (isEndless && copy === copies - 1) addStep(machine, at, begin);
  }
  addStep(machine, at, end);
  return end;
}

function addAssertion(machine: Machine, assertion: AST.Assertion, from: number): number {
  const to = addState(machine);
  switch (assertion.kind) {
    case 'start':
    case 'end':
      addStep(machine, from, to, assertion.kind);
      return to;
    case 'word':
      addStep(machine, from, to, assertion.negate ? 'not-word' : 'word');
      return to;
    case 'lookbehind':
      if (/[*+]|,\}/.test(assertion.raw)) {
        throw new Error(`${assertion.raw} looks back without a bound`);
      }
      addStep(machine, from, to);
      return to;
    case 'lookahead':
      // What it reads costs as much as the rest, and nothing follows it.
      addAlternatives(machine, assertion.alternatives, from);
      addStep(machine, from, to);
      return to;
  }
}

/** Which reads can follow a read, and whether the match may end right after it. */
type Graph = { readonly next: readonly (readonly number[])[]; readonly mayEnd: readonly boolean[] };

function graphOf({ steps, reads, flags }: Machine, end: number): Graph {
  const isMultiline = flags.includes('m');
  const newline = samplesOf('\\n', '');
  const holds = (condition: Condition, before: CharacterStep, after: CharacterStep | null) => {
    if (condition === 'end') return false;
    if (condition === 'start') return isMultiline && (before.samples & newline) !== 0n;
    return after === null || (before.isWord !== after.isWord) === (condition === 'word');
  };
  const reach = (before: CharacterStep, after: CharacterStep | null) => {
    const seen = new Set([before.to]);
    for (const state of seen) {
      for (const { to, condition } of steps[state] ?? []) {
        if (!condition || holds(condition, before, after)) seen.add(to);
      }
    }
    return seen;
  };
  return {
    next: reads.map((before) =>
      reads.flatMap((after, index) => (reach(before, after).has(after.from) ? [index] : [])),
    ),
    mayEnd: reads.map((before) => reach(before, null).has(end)),
  };
}

/** Two loops read the same text, and the outer one can start the inner one at every turn. */
function findSlowLoops(machine: Machine, end: number): SlowLoops | null {
  const { reads } = machine;
  const graph = graphOf(machine, end);
  const after = reads.map((_, index) => reachableFrom(graph, index));
  const leads = (from: number, to: number) => from === to || after[from]?.has(to) === true;
  const looping = [...reads.keys()].filter((index) => after[index]?.has(index));
  const pairs = looping.flatMap((outer) =>
    looping
      .filter((inner) => inner !== outer && leads(outer, inner))
      .map((inner) => [outer, inner] as const),
  );
  const slow = pairs.find(([outer, inner]) => isReadByBoth({ reads, graph, leads }, outer, inner));
  return slow ? { outer: reads[slow[0]]?.raw ?? '', inner: reads[slow[1]]?.raw ?? '' } : null;
}

function reachableFrom({ next }: Graph, index: number): Set<number> {
  const seen = new Set(next[index]);
  for (const one of seen) for (const to of next[one] ?? []) seen.add(to);
  return seen;
}

type Walk = {
  readonly reads: readonly CharacterStep[];
  readonly graph: Graph;
  readonly leads: (from: number, to: number) => boolean;
};
/** Three readers of one text: in the outer loop, from there to the inner one, and in the inner loop. */
type Readers = readonly [number, number, number];

/** A text leads from outer to outer, from outer to inner, and from inner to inner, and matches on no way there. */
function isReadByBoth(walk: Walk, outer: number, inner: number): boolean {
  const goal = `${[outer, inner, inner]}`;
  const start: Readers = [outer, outer, inner];
  const seen = new Map([[`${start}`, start]]);
  for (const [, readers] of seen) {
    for (const found of nextReaders(walk, readers, [outer, inner, inner])) {
      seen.set(`${found}`, found);
      if (`${found}` === goal) return true;
    }
  }
  return false;
}

function* nextReaders(walk: Walk, readers: Readers, goals: Readers): Generator<Readers> {
  const { reads, graph, leads } = walk;
  const samplesAt = (index: number) => reads[index]?.samples ?? 0n;
  const turns = (place: 0 | 1 | 2, samples: bigint) =>
    (graph.next[readers[place]] ?? []).filter(
      (to) =>
        (samplesAt(to) & samples) !== 0n &&
        leads(to, goals[place]) &&
        (place === 0 || !graph.mayEnd[to]),
    );
  for (const outer of turns(0, ALL)) {
    for (const inner of turns(2, samplesAt(outer))) {
      const both = samplesAt(outer) & samplesAt(inner);
      for (const between of turns(1, both)) yield [outer, between, inner];
    }
  }
}
