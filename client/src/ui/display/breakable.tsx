import { Fragment } from 'react';

/** Left-to-right address or domain that breaks after @ or a dot first; never in a table. */
export function Breakable({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="in-[td]:inline-block in-[td]:max-w-full in-[td]:truncate in-[td]:align-top">
      {text.split(/(?<=[@.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr className="in-[td]:hidden" />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
