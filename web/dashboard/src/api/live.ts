import { type LiveKind, REFRESHED_BY } from './query-keys.ts';

/** One tab holds the stream and tells the others, because a browser allows six connections. */
const LOCK = 'entrada-live';
const CHANNEL = 'entrada-live';
const POLL_EVERY_MS = 15_000;
/** Two heartbeats of 15 s are missing, with time for a slow network. */
const SILENCE_MAX_MS = 35_000;
const KINDS = Object.keys(REFRESHED_BY) as readonly LiveKind[];

export type LiveState = 'connecting' | 'live' | 'polling' | 'reconnecting';
type Message =
  | { readonly hint: LiveKind | 'all' }
  | { readonly state: LiveState }
  | { readonly asks: true };
type Listener = {
  /** Something of this kind may have changed; `all`: news may have been missed. */
  readonly onHint: (kind: LiveKind | 'all') => void;
  readonly onState: (state: LiveState) => void;
};

/** Follows what happens to the account, by one stream for all tabs; without it, by polling. */
export function followLive(listener: Listener): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const stop = () => stopped.abort();
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) {
    openStream(listener, signal);
    return stop;
  }
  const channel = new BroadcastChannel(CHANNEL);
  signal.addEventListener('abort', () => channel.close());
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('hint' in data) listener.onHint(data.hint);
    if ('state' in data) listener.onState(data.state);
  });
  post(channel, { asks: true });
  const lead = async () => {
    openStream(shared(channel, listener, signal), signal);
    await aborted(signal);
  };
  // Another tab leads until it is closed; the browser then gives the lock to the next.
  navigator.locks.request(LOCK, { signal }, lead).catch(() => {});
  return stop;
}

/** What the leading tab learns goes to all tabs; one that opens later asks for the state. */
function shared(channel: BroadcastChannel, listener: Listener, signal: AbortSignal): Listener {
  let last: LiveState = 'connecting';
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<Message>) => {
      if ('asks' in data) post(channel, { state: last });
    },
    { signal },
  );
  return {
    onHint(kind) {
      post(channel, { hint: kind });
      listener.onHint(kind);
    },
    onState(state) {
      last = state;
      post(channel, { state });
      listener.onState(state);
    },
  };
}

function openStream({ onHint, onState }: Listener, signal: AbortSignal): void {
  let source: EventSource;
  let poll: ReturnType<typeof setInterval> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const endPolling = () => {
    clearInterval(poll);
    poll = undefined;
  };
  // The browser reconnects by itself unless the reply was no stream at all.
  const isRefused = () => source.readyState === EventSource.CLOSED;
  function connect(): void {
    source = new EventSource('/api/live');
    expectNews();
    source.addEventListener('ready', () => {
      endPolling();
      onState('live');
      // What happened while there was no stream is unknown.
      onHint('all');
    });
    for (const kind of KINDS) source.addEventListener(kind, () => onHint(kind));
    for (const name of ['ready', 'heartbeat', ...KINDS]) source.addEventListener(name, expectNews);
    source.addEventListener('error', () => {
      onState(isRefused() ? 'polling' : 'reconnecting');
      // Also learns at once whether the session has ended.
      if (isRefused()) onHint('all');
      poll ??= setInterval(askAgain, POLL_EVERY_MS);
    });
  }
  // A connection that died without being closed looks open to the browser, for hours.
  function expectNews(): void {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (isRefused()) return;
      source.close();
      onState('reconnecting');
      poll ??= setInterval(askAgain, POLL_EVERY_MS);
      connect();
    }, SILENCE_MAX_MS);
  }
  function askAgain(): void {
    if (isRefused()) connect();
    else onHint('all');
  }
  connect();
  signal.addEventListener('abort', () => {
    endPolling();
    clearTimeout(silence);
    source.close();
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

function post(channel: BroadcastChannel, message: Message): void {
  channel.postMessage(message);
}
