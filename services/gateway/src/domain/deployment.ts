/** What is fixed by the settings. */
export type Deployment = {
  readonly mode: 'test' | 'live';
  readonly currency: 'BRL';
  readonly sandboxUrl: string | null;
  readonly twoFactorRequired: boolean;
  readonly docsUrl: string;
};
