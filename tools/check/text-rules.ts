type Rule = {
  /** Must not be in the text of a file. */
  readonly text: RegExp;
  readonly files: RegExp;
  readonly except?: RegExp;
  readonly problem: string;
};

/** Programs only: their tests may do what they may not. */
const programs = (folder = '') => new RegExp(`^services/[^/]+/src/${folder}(?!.*\\.test\\.ts$)`);

const RULES: readonly Rule[] = [
  {
    text: /\bnpx (?!(?:--no-install )?(?:entrada|node|buf|jest)[\s`'"])/,
    files: /\.(md|tsx?)$/,
    except: /^tools\/check\/text-rules/,
    problem:
      'names a program for npx that is not of this repository: npx would run a package of others',
  },
  {
    text: /import\.meta\.url\)\.pathname/,
    files: /\.ts$/,
    except: /^tools\/check\/text-rules/,
    problem:
      'takes .pathname off import.meta.url, which stays percent-encoded: use import.meta.dirname',
  },
  {
    text: /\.locals\b/,
    files: /^services\/gateway\//,
    except: /^services\/gateway\/src\/transport\/http\/request-context\.ts$/,
    problem: 'reads response.locals, which has no type: use contextOf of request-context.ts',
  },
  {
    text: /'Payment provider unavailable'/,
    files: /^(services|packages)\/[^/]+\/src\/(?!.*\.test\.ts$)/,
    except: /^packages\/contracts\/src\/reasons\.ts$/,
    problem: 'repeats a text: import it from contracts/reasons',
  },
  {
    text: /\b(charge|deposit|refund|payment|webhook|ledger|idempotency)/i,
    files: /^packages\/platform\/src\/(?!.*\.test\.ts$)/,
    problem: 'has a word of the business in the platform, which serves any service',
  },
  {
    text: /\.message\.(match|split|includes|startsWith|endsWith|slice)\(/,
    files: /^(services|packages|sandbox)\/[^/]+\/src\/(?!.*\.test\.ts$)/,
    problem: 'parses the message of an error: use its code, reason and fields',
  },
  {
    text: /\bas unknown as\b/,
    files: programs('(domain|use-cases|store|events)/'),
    problem: 'casts through unknown: parse at the door, where the type is proved',
  },
  {
    // A parameter may be unknown: such a function proves the type.
    text: /: unknown;|\): unknown\b/,
    files: programs('domain/'),
    problem: 'carries unknown through the domain: name the type',
  },
  {
    text: /\b(await|async|Promise|Async[A-Z]\w*|Disposable)\b/,
    files: /^(services|sandbox)\/[^/]+\/src\/domain\//,
    problem: 'waits in the domain, which is pure: ports stand in ports.ts or ports/',
  },
  {
    text: /\bnew (Counter|Gauge|Histogram|Summary)\(/,
    files: programs(),
    except: programs('metrics/'),
    problem: 'creates a metric outside src/metrics/',
  },
  {
    text: /\.query(<[^>]*>)?\(/,
    files: programs(),
    except: programs('(store|recovery)/'),
    problem: 'queries the database outside src/store/',
  },
  {
    text: /\b(Charge|Ledger)Event\.serialize\(/,
    files: programs(),
    except: programs('events/'),
    problem: 'encodes an event outside src/events/',
  },
];

/** What is wrong with the text of a source file. */
export function textProblems(file: string, text: string): string[] {
  return RULES.filter(
    (rule) => rule.files.test(file) && !rule.except?.test(file) && rule.text.test(text),
  ).map(({ problem }) => `${file} ${problem}`);
}
