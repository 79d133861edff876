import { type Client, createClient } from '@entrada/client/client';
import { askPerson, needOf } from './session-gate.ts';

/** A person may have to log in and then to prove who they are. */
const QUESTIONS_MAX = 2;

/** Without the dialogs; for the pages and parts that are about the session itself. */
export const plainApi: Client = createClient({ baseUrl: '' });

/**
 * The API for pages. When the session has ended, or a fresh proof is needed, a dialog asks for it and
 * the same request is repeated, with the same Idempotency-Key.
 */
export const api: Client = {
  async request(call, ...args) {
    for (let asked = 0; ; asked += 1) {
      try {
        return await plainApi.request(call, ...args);
      } catch (error) {
        const need = needOf(error);
        if (!need || asked >= QUESTIONS_MAX) throw error;
        if (!(await askPerson(need, call.startsWith('GET ')))) throw error;
      }
    }
  },
};
