/** An address or a domain within a sentence, letter by letter and in the sentence's own size. */
export function InlineValue({ value }: { value: string }) {
  return (
    <bdi dir="ltr" translate="no" className="font-mono text-[0.92em] wrap-anywhere text-ink">
      {value}
    </bdi>
  );
}
