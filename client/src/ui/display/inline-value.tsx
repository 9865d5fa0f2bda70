/** Monospaced address or domain within a sentence. */
export function InlineValue({ value }: { value: string }) {
  return (
    <bdi dir="ltr" translate="no" className="font-mono text-[0.92em] wrap-anywhere text-ink">
      {value}
    </bdi>
  );
}
