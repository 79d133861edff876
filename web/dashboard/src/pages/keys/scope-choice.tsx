import { Checkboxes, Choices } from '../../ui/checkboxes.tsx';
import { useWords } from '../../words/use-words.tsx';

type Props = {
  readonly chosen: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
  readonly error?: string | undefined;
};

export function ScopeChoice({ chosen, onChange, error }: Props) {
  const words = useWords().keys;
  const options = Object.entries(words.scopes).map(([value, label]) => ({ value, label }));
  return (
    <Choices legend={words.scopesLabel} error={error}>
      <Checkboxes
        options={options}
        chosen={chosen}
        onChange={onChange}
        isInvalid={Boolean(error)}
      />
    </Choices>
  );
}
