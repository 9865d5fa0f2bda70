import { Logo } from '../../ui/display/logo';
import { SeverityMark, type SeverityLevel } from '../../ui/display/severity-mark';
import { Row, Section } from './section';

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected', 'inverse'];
const LINES = ['line', 'line-strong', 'line-control', 'ink', 'ink-secondary', 'ink-muted'];
const MEANINGS = ['accent', 'accent-soft', 'danger', 'danger-soft', 'warning-soft', 'info-soft', 'success-soft'];
const TYPE = [
  ['text-4xl', '40', 'Every record, one beam'],
  ['text-3xl', '28', '1,284 detections'],
  ['text-2xl', '22', 'Active Detections - Workforce'],
  ['text-xl', '18', 'What to do now'],
  ['text-lg', '16', 'Reading text, headings of a card'],
  ['text-base', '14', 'The text of the interface'],
  ['text-sm', '13', 'Labels, hints, dense rows'],
  ['text-xs', '12', 'Column headers, counters'],
  ['text-2xs', '11', 'Shortcuts'],
  ['text-3xs', '10', 'Headers of the domains table'],
];
export const LEVELS: { level: SeverityLevel; label: string }[] = [
  { level: 'INFO', label: 'Info' },
  { level: 'LOW', label: 'Low' },
  { level: 'MEDIUM', label: 'Medium' },
  { level: 'HIGH', label: 'High' },
  { level: 'CRITICAL', label: 'Critical' },
];

function Swatches({ names }: { names: string[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
      {names.map((name) => (
        <li key={name} className="text-xs text-ink-secondary">
          <span
            className="mb-1.5 block h-12 rounded-md border border-line-strong"
            style={{ background: `var(--color-${name})` }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}

export function Foundations() {
  return (
    <>
      <Section title="Name mark">
        <div className="flex flex-wrap items-end gap-6">
          {[16, 24, 32, 64, 128].map((size) => (
            <Logo key={size} name={`Breachlight at ${size} pixels`} wordmark={false} size={size} />
          ))}
        </div>
        <Row>
          <Logo name="Breachlight" size={24} />
          <Logo name="Breachlight" size={40} />
        </Row>
      </Section>
      <Section title="Colour">
        <Swatches names={GROUNDS} />
        <Swatches names={LINES} />
        <Swatches names={MEANINGS} />
      </Section>
      <Section title="Severity">
        <Row>
          {LEVELS.map((item) => (
            <SeverityMark key={item.level} {...item} />
          ))}
        </Row>
        <Row>
          {LEVELS.map((item) => (
            <SeverityMark key={item.level} {...item} look="soft" />
          ))}
        </Row>
      </Section>
      <Section title="Type">
        <ul className="flex flex-col gap-3">
          {TYPE.map(([name, size, sample]) => (
            <li key={name} className="flex items-baseline gap-4">
              <span className="w-8 shrink-0 text-end font-mono text-xs text-ink-muted">{size}</span>
              <span className={`${name} min-w-0 font-medium tracking-[-0.015em]`}>{sample}</span>
            </li>
          ))}
          <li className="flex items-baseline gap-4">
            <span className="w-8 shrink-0 text-end font-mono text-xs text-ink-muted">13</span>
            <span className="min-w-0 font-mono text-sm wrap-anywhere">
              https://vpn.acme.example/login?user=j.doe 0O 1lI != -&gt; ==
            </span>
          </li>
        </ul>
      </Section>
    </>
  );
}
