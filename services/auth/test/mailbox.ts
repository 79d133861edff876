import { eventually } from '@entrada/platform/testing/eventually';
import { runAuth } from '../../../test/harness/run-auth.ts';
import { runBank, type SentMail } from '../../../test/harness/run-bank.ts';

export const BASE_URL = 'https://pay.example.com';

/** Auth with the sandbox's mail server, and what people got from it. */
export async function runAuthWithMail() {
  await using starting = new AsyncDisposableStack();
  const bank = starting.use(await runBank());
  const auth = starting.use(
    await runAuth({ SMTP_URL: bank.smtpUrl, PUBLIC_BASE_URL: `${BASE_URL}/` }),
  );
  const mailAbout = (email: string, subject: RegExp): Promise<SentMail> =>
    eventually(async () => {
      const mails = await bank.mailsTo(email);
      return mails.find((mail) => subject.test(mail.subject)) ?? false;
    });
  const resources = starting.move();
  return {
    bank,
    auth,
    mailAbout,
    /** The token of the newest mail about it. */
    async tokenFor(email: string, subject: RegExp): Promise<string> {
      const { text } = await mailAbout(email, subject);
      return /#token=([\w-]{43})$/m.exec(text)?.[1] ?? '';
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export const RESET = /redefinição de senha/;
export const CONFIRM = /confirme seu e-mail/;
