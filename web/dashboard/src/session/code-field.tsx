import { TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/use-words.tsx';

type Props = {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

/** The second factor: a code of the authenticator app, or a recovery code. */
export function CodeField(props: Props) {
  const words = useWords();
  return (
    <TextField
      {...props}
      autoComplete="one-time-code"
      inputMode="text"
      label={words.session.code}
      hint={words.session.codeHint}
    />
  );
}
