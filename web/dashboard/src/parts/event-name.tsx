import { Fragment } from 'react';

/** `DEPOSIT_ASSET_SUCCESS`, which a narrow place breaks after an underscore and not within a word. */
export function EventName({ name }: { readonly name: string }) {
  const [first, ...rest] = name.split('_');
  return (
    <span>
      {first}
      {rest.map((word) => (
        <Fragment key={word}>
          _<wbr />
          {word}
        </Fragment>
      ))}
    </span>
  );
}
