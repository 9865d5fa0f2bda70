import { useTranslation } from 'react-i18next';
import { SeverityMark } from '@/ui/display/severity-mark';

/** Masked sample logins; special-use names only (RFC 6761). */
const ABOVE = [
  ['t••••••@•••••.example', 'shop.•••••••.example', '2024-11'],
  ['a•••••••••@••••.example', 'login.••••.example', '2026-02'],
  ['k••@••••••••.test', '••••••••.test', '2025-07'],
  ['d•••••.•••••@••.example', 'mail.••.example', '2026-09'],
  ['s•••••••@•••••••.example', 'forum.•••••.example', '2023-04'],
  ['l••••@••••••.test', 'my.••••••.test', '2026-01'],
  ['o••••••••@••••.example', 'vpn.••••.example', '2025-12'],
  ['r•••@•••••••••.example', '•••••.example', '2024-08'],
  ['e•••••••@•••.test', 'hr.•••.test', '2026-06'],
] as const;
const BELOW = [
  ['b•••••@••••••••.example', 'id.••••••••.example', '2025-03'],
  ['n••••••••@•••••.test', '••••.test', '2026-10'],
] as const;

type Line = readonly [login: string, site: string, month: string];

/**
 * Logo drawn with sample records: a beam of light falls on one of them. Same proportions as the logo; not mirrored in
 * right-to-left languages, as evidence never is.
 */
export function RecordsFigure() {
  const { t } = useTranslation('home');
  return (
    <figure className="min-w-0 lg:absolute lg:inset-y-0 lg:end-0 lg:w-[54%]">
      <div role="img" aria-label={t('figure.label')} className="select-none">
        <div aria-hidden="true" dir="ltr" className="font-mono text-2xs leading-none text-ink-muted sm:text-xs">
          <div className="relative pb-2 max-lg:h-60 max-lg:overflow-hidden">
            <div className="flex flex-col gap-2 [mask-image:linear-gradient(to_top,black_40%,transparent)] [clip-path:polygon(0_0,71%_0,21%_100%,0_100%)] max-lg:absolute max-lg:bottom-2 max-lg:w-full lg:-mt-4">
              {ABOVE.map((line) => (
                <Dim key={line[0]} line={line} />
              ))}
            </div>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full text-accent">
              <defs>
                <linearGradient id="beam" x1="0.9" y1="0" x2="0.5" y2="1">
                  <stop stopColor="currentColor" stopOpacity="0.06" />
                  <stop offset="1" stopColor="currentColor" stopOpacity="0.42" />
                </linearGradient>
              </defs>
              <path d="M82 0H100V100H32z" fill="url(#beam)" />
            </svg>
          </div>
          <Lit />
          <div className="flex flex-col gap-2 pt-2 [mask-image:linear-gradient(to_bottom,black_0%,transparent)]">
            {BELOW.map((line) => (
              <Dim key={line[0]} line={line} />
            ))}
          </div>
        </div>
      </div>
      <figcaption className="mt-3 text-xs text-ink-muted lg:absolute lg:end-0 lg:bottom-5">
        {t('figure.caption')}
      </figcaption>
    </figure>
  );
}

/** Masked record. */
function Dim({ line: [login, site, month] }: { line: Line }) {
  return (
    <div className="flex h-8 shrink-0 items-center rounded-sm bg-surface px-3 whitespace-nowrap">
      <span className="flex-1 overflow-hidden sm:flex-none sm:basis-1/2">{login}</span>
      <span className="flex-1 overflow-hidden max-sm:hidden">{site}</span>
      <span>{month}</span>
    </div>
  );
}

/** Highlighted record with its details. */
function Lit() {
  const { t } = useTranslation('home');
  return (
    <div className="overflow-hidden rounded-md border border-accent bg-surface">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 bg-accent px-3 py-3.5 text-sm font-medium text-on-accent sm:px-4 sm:text-base">
        <span>mira.sol@harbor.example</span>
        <span className="sm:ms-auto">vpn.harbor.example</span>
      </div>
      <dl className="grid grid-cols-3 gap-x-3 px-3 py-3.5 sm:px-4 [&_dt]:mb-2 [&_dt]:truncate [&_dt]:font-sans [&_dt]:leading-4 [&_dt]:text-ink-muted">
        <div>
          <dt>{t('figure.severity')}</dt>
          <dd className="font-sans">
            <SeverityMark level="HIGH" label={t('figure.high')} />
          </dd>
        </div>
        <div>
          <dt>{t('figure.password')}</dt>
          <dd className="font-sans text-sm leading-5 tracking-widest whitespace-nowrap text-ink sm:tracking-[0.2em]">
            ••••••••
          </dd>
        </div>
        <div>
          <dt>{t('figure.firstSeen')}</dt>
          <dd className="leading-5 text-ink">2026-11-02</dd>
        </div>
      </dl>
    </div>
  );
}
