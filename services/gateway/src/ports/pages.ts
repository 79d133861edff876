/** What pages for payers show besides text. */
export type PagePorts = {
  readonly drawQr: (text: string, format: 'png' | 'svg') => Promise<Buffer>;
  /** May evict at any time; never fails. */
  readonly qrImages: {
    get(name: string): Promise<Buffer | undefined>;
    set(name: string, image: Buffer): Promise<void>;
  };
};
