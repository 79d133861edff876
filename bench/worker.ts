import { fork } from 'node:child_process';

/** A process of its own, so that what it does never waits for what we do; it answers one question at a time. */
export type Worker<Question, Result> = Disposable & {
  ask(question: Question): Promise<Result>;
};

type Reply<Result> = { readonly result: Result } | { readonly failure: string };

export function startWorker<Question extends object, Result>(
  main: string,
  { askMaxMs, signal }: { readonly askMaxMs: number; readonly signal: AbortSignal },
): Worker<Question, Result> {
  const child = fork(new URL(main, import.meta.url), { execArgv: [] });
  const end = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  return {
    ask(question) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const timer = setTimeout(
        () => reject(new Error(`${main} did not answer in ${askMaxMs} ms`)),
        askMaxMs,
      );
      const onExit = () => reject(signal.reason ?? new Error(`${main} ended by itself`));
      const onMessage = (reply: Reply<Result>) =>
        'result' in reply ? resolve(reply.result) : reject(new Error(reply.failure));
      child.once('exit', onExit);
      child.once('message', onMessage as (message: unknown) => void);
      child.send(question);
      return promise.finally(() => {
        clearTimeout(timer);
        child.off('exit', onExit);
        child.off('message', onMessage);
      });
    },
    [Symbol.dispose]() {
      signal.removeEventListener('abort', end);
      end();
    },
  };
}

/** The worker's side. It ends with the process that started it. */
export function answerWith<Question, Result>(
  answer: (question: Question) => Promise<Result>,
): void {
  process.on('message', (question) => {
    answer(question as Question).then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ failure: error.stack ?? error.message }),
    );
  });
  process.once('disconnect', () => process.exit(0));
}
