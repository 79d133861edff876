/** A line of auth's audit log. */
export type AuditNote = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  readonly detail: Readonly<Record<string, string | number>>;
};
