import type { Language } from './account.ts';
import type { Notice, NoticeKind } from './notice.ts';

export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

const CONTROL = /\p{Cc}+/gu;

/** The mail about a notice. The subject is one of ours, word for word. */
export function letterFor(to: string, notice: Notice, language: Language): Letter {
  const { subject, lines, end } = LETTER_WORDS[language];
  const all: Line[] = [...lines(notice), end];
  return {
    to,
    subject: `Entrada: ${subject[notice.kind]}`,
    text: `${all.map(plain).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><body>${all.map(marked).join('')}</body></html>`,
  };
}

function plain(line: Line): string {
  return (typeof line === 'string' ? line : line.link).replaceAll(CONTROL, ' ');
}

function marked(line: Line): string {
  const text = escaped(plain(line));
  return `<p>${typeof line === 'string' ? text : `<a href="${text}">${text}</a>`}</p>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

type Line = string | { readonly link: string };

type Words = {
  readonly subject: Readonly<Record<NoticeKind, string>>;
  readonly lines: (notice: Notice) => readonly Line[];
  readonly end: string;
};

const from = (word: string, ip: string) => (ip === '' ? '' : ` (${word} ${ip})`);

const pt: Words = {
  subject: {
    confirm_email: 'confirme seu e-mail',
    address_claimed: 'você já tem uma conta',
    address_taken: 'você já tem uma conta',
    reset_password: 'redefinição de senha',
    password_changed: 'sua senha foi alterada',
    two_factor_enabled: 'verificação em duas etapas ativada',
    two_factor_disabled: 'verificação em duas etapas desativada',
    recovery_codes_replaced: 'novos códigos de recuperação',
    key_created: 'nova chave de API',
    endpoint_created: 'novo webhook',
    endpoint_disabled: 'webhook desativado',
    new_device: 'novo acesso à sua conta',
  },
  end: 'Se não foi você, troque sua senha e encerre as outras sessões em Conta. Não responda a este e-mail.',
  lines(notice) {
    switch (notice.kind) {
      case 'confirm_email':
        return ['Confirme este endereço abrindo o link, válido por 24 horas:', notice];
      case 'address_claimed':
        return [
          'Alguém se cadastrou com este endereço, e já existe uma conta com ele, ainda sem confirmação. Se ela é sua, entre com a senha dela ou peça uma nova.',
          'Para que o endereço seja da conta nova, abra o link, válido por 24 horas:',
          notice,
          'Se não foi você, ignore este e-mail: sua conta continua a mesma.',
        ];
      case 'address_taken':
        return [
          'Alguém se cadastrou com este endereço, que já é da sua conta. Entre com a senha dela, ou peça uma nova aqui:',
          notice,
          'A conta nova não recebe e-mails nem recupera a senha: não a use. Se não foi você, ignore este e-mail: sua conta continua a mesma.',
        ];
      case 'reset_password':
        return [
          `Alguém pediu uma nova senha para sua conta${from('IP', notice.ip)}. Abra o link, válido por 30 minutos:`,
          notice,
          'Se não foi você, ignore este e-mail: sua senha continua a mesma.',
        ];
      case 'password_changed':
        return [`A senha da sua conta foi alterada${from('IP', notice.ip)}.`];
      case 'two_factor_enabled':
        return [`A verificação em duas etapas foi ativada${from('IP', notice.ip)}.`];
      case 'two_factor_disabled':
        return [`A verificação em duas etapas foi desativada${from('IP', notice.ip)}.`];
      case 'recovery_codes_replaced':
        return [`Os códigos de recuperação foram substituídos${from('IP', notice.ip)}.`];
      case 'key_created':
        return ['Uma chave de API foi criada:', `${notice.name} (${notice.prefix}…)`];
      case 'endpoint_created':
        return ['Um webhook foi criado:', `${notice.name}: ${notice.url}`];
      case 'endpoint_disabled':
        return [
          'Um webhook foi desativado e não recebe mais eventos. Os eventos ficam guardados:',
          `${notice.name}: ${notice.url}`,
          notice.cause === 'gone'
            ? 'Motivo: o servidor respondeu 410 (Gone).'
            : 'Motivo: as entregas falharam por cinco dias.',
        ];
      case 'new_device':
        return [`Acesso de um novo dispositivo: ${notice.device}${from('IP', notice.ip)}.`];
    }
  },
};

const en: Words = {
  subject: {
    confirm_email: 'confirm your e-mail address',
    address_claimed: 'you already have an account',
    address_taken: 'you already have an account',
    reset_password: 'password reset',
    password_changed: 'your password was changed',
    two_factor_enabled: 'two-factor authentication is on',
    two_factor_disabled: 'two-factor authentication is off',
    recovery_codes_replaced: 'new recovery codes',
    key_created: 'new API key',
    endpoint_created: 'new webhook',
    endpoint_disabled: 'webhook disabled',
    new_device: 'new log-in to your account',
  },
  end: 'If this was not you, change your password and end the other sessions under Account. Do not reply to this mail.',
  lines(notice) {
    switch (notice.kind) {
      case 'confirm_email':
        return ['Confirm this address by opening the link, valid for 24 hours:', notice];
      case 'address_claimed':
        return [
          'Somebody signed up with this address, and there is an account with it already, not yet confirmed. If it is yours, log in with its password or ask for a new one.',
          'To give the address to the new account, open the link, valid for 24 hours:',
          notice,
          'If this was not you, ignore this mail: your account stays as it is.',
        ];
      case 'address_taken':
        return [
          'Somebody signed up with this address, which belongs to your account. Log in with its password, or ask for a new one here:',
          notice,
          'The new account gets no mails and no password reset: do not use it. If this was not you, ignore this mail: your account stays as it is.',
        ];
      case 'reset_password':
        return [
          `Somebody asked for a new password of your account${from('IP', notice.ip)}. Open the link, valid for 30 minutes:`,
          notice,
          'If this was not you, ignore this mail: your password stays as it is.',
        ];
      case 'password_changed':
        return [`The password of your account was changed${from('IP', notice.ip)}.`];
      case 'two_factor_enabled':
        return [`Two-factor authentication was turned on${from('IP', notice.ip)}.`];
      case 'two_factor_disabled':
        return [`Two-factor authentication was turned off${from('IP', notice.ip)}.`];
      case 'recovery_codes_replaced':
        return [`The recovery codes were replaced${from('IP', notice.ip)}.`];
      case 'key_created':
        return ['An API key was created:', `${notice.name} (${notice.prefix}…)`];
      case 'endpoint_created':
        return ['A webhook was created:', `${notice.name}: ${notice.url}`];
      case 'endpoint_disabled':
        return [
          'A webhook was disabled and gets no more events. The events are kept:',
          `${notice.name}: ${notice.url}`,
          notice.cause === 'gone'
            ? 'Cause: the server answered 410 (Gone).'
            : 'Cause: deliveries failed for five days.',
        ];
      case 'new_device':
        return [`Log-in from a new device: ${notice.device}${from('IP', notice.ip)}.`];
    }
  },
};

export const LETTER_WORDS: Readonly<Record<Language, Words>> = { 'pt-BR': pt, en };
