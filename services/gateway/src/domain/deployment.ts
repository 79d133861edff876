import type { SandboxOrder, SandboxPayment } from './sandbox.ts';

/** What is fixed by the settings. */
export type Deployment = {
  readonly mode: 'test' | 'live';
  readonly currency: 'BRL';
  readonly sandboxUrl: string | null;
  readonly twoFactorRequired: boolean;
  readonly docsUrl: string;
};

export type Sandbox = { pay(order: SandboxOrder): Promise<SandboxPayment> };

export type DeploymentPorts = {
  readonly deployment: Deployment;
  /** Null in live mode, and where no sandbox bank is known. */
  readonly sandbox: Sandbox | null;
};
