import { useState } from 'react';
import { useDeployment } from '../../api/use-deployment.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useWords } from '../../words/use-words.tsx';
import { EventChoice } from './event-choice.tsx';

type Values = { readonly name: string; readonly url: string; readonly authorization: string };
type Settings = {
  readonly initial: Omit<Values, 'authorization'> & { readonly events: readonly string[] };
  readonly submit: (values: Values & { readonly events: readonly string[] }) => Promise<unknown>;
};

/** The fields that an endpoint is created with, most of which can be changed. */
export function useEndpointForm({ initial, submit }: Settings) {
  const words = useWords();
  const urlWords = useUrlWords();
  const [events, setEvents] = useState(initial.events);
  const form = useForm({
    initial: { ...initial, authorization: '', events: '' },
    check: ({ name, url }) => ({
      ...(name.trim() ? {} : { name: words.common.required }),
      ...(URL.canParse(url.trim()) ? {} : { url: urlWords.hint }),
      ...(events.length > 0 ? {} : { events: words.webhooks.eventsMissing }),
    }),
    explain: (code) => (code === 'invalid_url' ? { url: urlWords.refused } : null),
    submit: ({ name, url, authorization }) =>
      submit({ name: name.trim(), url: url.trim(), authorization, events }),
  });
  const choose = (chosen: typeof events) => {
    setEvents(chosen);
    form.set('events', '');
  };
  return { ...form, events, choose };
}

export function EndpointFields({ form }: { readonly form: ReturnType<typeof useEndpointForm> }) {
  const words = useWords().webhooks;
  const { hint } = useUrlWords();
  const { events, choose } = form;
  return (
    <>
      <TextField {...form.field('name')} label={words.name} />
      <TextField
        {...form.field('url')}
        type="url"
        inputMode="url"
        autoComplete="off"
        label={words.url}
        hint={hint}
      />
      <EventChoice chosen={events} onChange={choose} error={form.field('events').error} />
    </>
  );
}

/** What URL an endpoint may have: test mode may also accept a receiver on the server's own machine. */
function useUrlWords() {
  const words = useWords();
  const isTest = useDeployment().data?.mode === 'test';
  return {
    hint: isTest ? words.webhooks.urlHintTest : words.webhooks.urlHint,
    refused: isTest ? words.webhooks.urlRefusedTest : words.errors.invalid_url,
  };
}
