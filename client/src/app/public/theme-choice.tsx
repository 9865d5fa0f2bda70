import { useTranslation } from 'react-i18next';
import { setThemeChoice, type ThemeChoice as Choice, useThemeChoice } from '@/ui/theme';

const DRAWINGS: Record<Choice, string> = {
  light: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1M8 14v1M1 8h1M14 8h1M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1',
  dark: 'M13.5 9.6A6 6 0 0 1 6.4 2.5a6 6 0 1 0 7.1 7.1z',
  'match-browser':
    'M2.5 2.5h11a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1zM5.5 13.75h5M8 11v2.75',
};

/** Theme selector for visitors, who have no account menu; hidden without scripts. */
export function ThemeChoice() {
  const { t } = useTranslation();
  const chosen = useThemeChoice();
  const names: Record<Choice, string> = {
    light: t('userMenu.light'),
    dark: t('userMenu.dark'),
    'match-browser': t('userMenu.matchBrowser'),
  };
  return (
    <fieldset className="flex shrink-0 rounded-md border border-line-strong p-0.5 noscript:invisible">
      <legend className="sr-only">{t('userMenu.theme')}</legend>
      {(['light', 'dark', 'match-browser'] as const).map((choice) => (
        <label
          key={choice}
          title={names[choice]}
          className="relative flex size-8 cursor-pointer items-center justify-center rounded-sm border border-transparent text-ink-muted transition-colors duration-100 hover:text-ink has-checked:border-line-strong has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus dark:has-checked:bg-raised forced-colors:has-checked:border-[Highlight]"
        >
          <input
            type="radio"
            name="theme"
            value={choice}
            checked={choice === chosen}
            onChange={() => setThemeChoice(choice)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-sm outline-none"
          />
          <span className="sr-only">{names[choice]}</span>
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 fill-none stroke-current stroke-[1.4]">
            <path strokeLinecap="round" strokeLinejoin="round" d={DRAWINGS[choice]} />
          </svg>
        </label>
      ))}
    </fieldset>
  );
}
