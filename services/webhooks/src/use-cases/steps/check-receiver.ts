import { causeOfFailure } from '../../domain/cause.ts';
import { checkTestPassed, type Endpoint } from '../../domain/endpoint.ts';
import { testEvent } from '../../domain/endpoint-events.ts';
import type { Ports } from '../../ports.ts';
import { postTest, TEST_MAX_MS } from './post-test.ts';

type With = {
  readonly secrets: readonly string[];
  readonly authorization: string | null;
  /** Follows the cause where the receiver answered 4xx, as it does to a signature it cannot check. */
  readonly advice?: string | undefined;
};

/** Throws, with the cause, when the endpoint does not accept a test event. */
export function checkReceiver(
  needs: Pick<Ports, 'receivers' | 'encodeBody' | 'now' | 'newId' | 'limits'>,
) {
  const post = postTest(needs);
  return async (endpoint: Endpoint, { secrets, authorization, advice }: With): Promise<void> => {
    const event = testEvent({ id: needs.newId(), at: needs.now() }, endpoint);
    const result = await post(event, { url: endpoint.url, secrets, authorization });
    const limits = { ...needs.limits, timeoutMs: TEST_MAX_MS };
    const { statusCode } = result;
    const isRefusal = statusCode !== null && statusCode >= 400 && statusCode < 500;
    checkTestPassed(causeOfFailure(result, limits), isRefusal ? advice : '');
  };
}
