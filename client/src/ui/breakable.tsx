import { Fragment } from 'react';

/** An address or a domain that, where it must break, breaks after an @ or a dot first. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
