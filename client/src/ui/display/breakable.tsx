import { Fragment } from 'react';

/** An address or a domain, from left to right; where it must break, it breaks after an @ or a dot first, and in a table not at all. */
export function Breakable({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="in-[td]:inline-block in-[td]:max-w-full in-[td]:truncate in-[td]:align-top">
      {text.split(/(?<=[@.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
