import { useTranslation } from 'react-i18next';
import { Block, BlockHeading } from './block';

/** The two commands of the README, with what each does. */
const COMMANDS = [
  { command: 'make run', step: 'run' },
  { command: '.venv/bin/breachlight ingest leak.zip', step: 'ingest' },
] as const;

/** How to run the product: two commands, in the dark of evidence. */
export function RunYourself() {
  const { t } = useTranslation('home');
  return (
    <Block className="pt-0 lg:pt-0">
      <BlockHeading heading={t('run.heading')} text={t('run.text')} />
      <ol className="dark mt-10 grid overflow-hidden rounded-xl border border-line-strong bg-sunken text-ink md:grid-cols-2">
        {COMMANDS.map(({ command, step }) => (
          <li
            key={step}
            className="min-w-0 p-5 not-first:border-line max-md:not-first:border-t md:not-first:border-s sm:p-6"
          >
            <code
              dir="ltr"
              translate="no"
              className="block font-mono text-base wrap-anywhere text-accent-text sm:text-lg"
            >
              <span aria-hidden="true" className="me-2 text-ink-muted select-none">
                $
              </span>
              {command}
            </code>
            <p className="mt-3 text-base text-pretty text-ink-secondary">{t(`run.${step}`)}</p>
          </li>
        ))}
      </ol>
    </Block>
  );
}
