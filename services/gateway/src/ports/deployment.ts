import type { Deployment } from '../domain/deployment.ts';
import type { SandboxOrder, SandboxPayment } from '../domain/sandbox.ts';

export type Sandbox = { pay(order: SandboxOrder): Promise<SandboxPayment> };

export type DeploymentPorts = {
  readonly deployment: Deployment;
  /** Null in live mode, and where no sandbox bank is known. */
  readonly sandbox: Sandbox | null;
};
