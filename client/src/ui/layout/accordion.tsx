import { Accordion as Base } from '@base-ui/react/accordion';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

interface AccordionItemProps {
  id: string;
  title: ReactNode;
  children: ReactNode;
}

/** Accordion whose items open and close independently. */
export function Accordion({ children }: { children: ReactNode }) {
  return (
    <Base.Root multiple className="divide-y divide-line rounded-lg border border-line bg-surface shadow-low">
      {children}
    </Base.Root>
  );
}

/** Find-in-page finds and opens closed items. */
export function AccordionItem({ id, title, children }: AccordionItemProps) {
  return (
    <Base.Item value={id}>
      <Base.Header className="text-base font-medium text-ink">
        <Base.Trigger className="group flex w-full items-start justify-between gap-4 px-5 py-4 text-start transition-colors duration-100 hover:bg-ink/3">
          <span className="min-w-0 text-pretty">{title}</span>
          <ChevronDown
            aria-hidden="true"
            className="mt-0.5 size-4 shrink-0 text-ink-muted transition-transform duration-150 group-data-panel-open:rotate-180"
          />
        </Base.Trigger>
      </Base.Header>
      <Base.Panel hiddenUntilFound>
        {/* Padding inside, because the panel keeps its own padding while closed. */}
        <div className="px-5 pb-4 text-base text-pretty text-ink-secondary">{children}</div>
      </Base.Panel>
    </Base.Item>
  );
}
