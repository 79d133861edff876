import { AuthService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { runningSystem } from '../launcher/running-system.ts';
import { leave } from './leave.ts';
import { operatorName, operatorRuntime } from './ledger-access.ts';

const TIMEOUT_MS = 5_000;

type Deed = {
  readonly action: string;
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number>>;
};

/** The audit log hears of what an operator does before it is done; where it cannot, nothing is done. */
export async function noteFirst({ action, subject, detail }: Deed): Promise<void> {
  const address = process.env.AUTH_ADDRESS ?? (await runningSystem())?.authAddress;
  if (!address) return leave('Set AUTH_ADDRESS, for the audit log, or run npm start first.');
  using auth = connectGrpc(AuthService, {
    address,
    timeoutMs: TIMEOUT_MS,
    runtime: operatorRuntime(),
  });
  const actor = `operator:${operatorName()}`;
  await auth.recordAudit({ actor, action, subject, detail: JSON.stringify(detail) });
}
