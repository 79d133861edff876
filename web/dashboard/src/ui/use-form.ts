import { EntradaError } from '@entrada/client/entrada-error';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fieldErrorText } from '../words/error-text.ts';
import type { Words } from '../words/pt.ts';
import { useWords } from '../words/use-words.tsx';

type Texts = Readonly<Record<string, string>>;
type Errors<V> = Partial<Record<keyof V & string, string>>;

type Settings<V extends Texts> = {
  readonly initial: V;
  /** What is wrong with each field; nothing is sent while something is. */
  readonly check?: (values: V) => Errors<V>;
  readonly submit: (values: V) => Promise<unknown>;
  /** What a code of the API means here, where this form knows more than the general words. */
  readonly explain?: (code: string) => Errors<V> | null;
};

/**
 * A form whose fields are texts: `<form {...form.props}>`, `<TextField {...form.field('email')} />`,
 * `<ErrorNote error={form.error} />`, `<Button type="submit" running={form.isRunning}>`. It sends once
 * at a time, keeps what was typed when that fails, and moves the focus to the first wrong field.
 */
export function useForm<V extends Texts>({ initial, check, submit, explain }: Settings<V>) {
  const words = useWords();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<V>>({});
  const [timesShown, setTimesShown] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const running = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  function show(found: Errors<V>): void {
    setErrors(found);
    setTimesShown((times) => times + 1);
  }

  // After the fields are drawn as wrong, and not again while one of them is corrected.
  useEffect(() => {
    if (timesShown === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [timesShown]);

  async function send(): Promise<void> {
    running.current = true;
    setRunning(true);
    setError(null);
    try {
      await submit(values);
    } catch (failure) {
      const explained = failure instanceof EntradaError ? explain?.(failure.code) : null;
      const byField = explained ?? fieldsOf(failure, values, words);
      if (byField) show(byField);
      else setError(failure);
    } finally {
      running.current = false;
      setRunning(false);
    }
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (running.current) return;
    const found = check?.(values) ?? {};
    if (Object.keys(found).length > 0) {
      show(found);
    } else {
      setErrors({});
      void send();
    }
  }

  function set(name: keyof V & string, value: string): void {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _fixed, ...others }) => others as Errors<V>);
  }

  return {
    values,
    error,
    isRunning,
    set,
    props: { ref: form, onSubmit, noValidate: true } as const,
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (value: string) => set(name, value),
    }),
    /** For an AmountField: the text of its cents is the value. */
    amount: (name: keyof V & string) => ({
      value: values[name] ? Number(values[name]) : null,
      error: errors[name],
      onChange: (cents: number | null) => set(name, cents === null ? '' : String(cents)),
    }),
  };
}

/** The API's complaints, if all of them are about fields of the form. */
function fieldsOf<V extends Texts>(error: unknown, values: V, words: Words): Errors<V> | null {
  if (!(error instanceof EntradaError) || error.fields.length === 0) return null;
  if (!error.fields.every(({ field }) => field in values)) return null;
  return Object.fromEntries(
    error.fields.map((problem) => [problem.field, fieldErrorText(error, problem, words)]),
  ) as Errors<V>;
}
