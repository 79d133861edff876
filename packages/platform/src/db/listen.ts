import { keepSession, type Session } from './session.ts';

type Options = Omit<Parameters<typeof keepSession>[0], 'signal' | 'abandon' | 'onNotify'> & {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  /** Runs on each new connection before it listens. */
  readonly prepare?: (session: Session) => Promise<void>;
  /** Runs on each new connection once it listens: what was notified before may have been missed. */
  readonly onListening: () => void | Promise<void>;
};

/**
 * Listens on a channel of Postgres until it is disposed, on its own connection, which is opened again
 * when it is lost. Notifications in between are missed: `onListening` has to read what they were about.
 */
export function listen(options: Options): AsyncDisposable & { isListening(): boolean } {
  const { channel, onNotify, prepare, onListening, ...connection } = options;
  const stop = new AbortController();
  let isListening = false;
  const running = keepSession(
    { ...connection, signal: stop.signal, onNotify: (_channel, payload) => onNotify(payload) },
    async (session) => {
      await prepare?.(session);
      await session.query(`listen ${channel}`);
      await onListening();
      isListening = true;
      await aborted(AbortSignal.any([stop.signal, session.lost]));
      isListening = false;
      session.lost.throwIfAborted();
    },
  );
  return {
    isListening: () => isListening,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
