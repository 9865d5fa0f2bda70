import { render, screen } from '@testing-library/react';
import '@/i18n';
import { setContent } from '@/lib/content/content';
import { siteSettings } from '@/testing/fixtures';
import { LanguageSelector } from './language-selector';

const offering = (...codes: string[]) =>
  setContent({
    locale: 'en',
    isCurrent: true,
    settings: siteSettings().siteSettings,
    homepage: null,
    footer: null,
    locales: codes.map((code) => ({ __typename: 'I18NLocale', name: code, code })),
  });

// spec: S1.12 S3.22 S9.11
it('appears only if the content service has more than one language', () => {
  offering('en', 'de');
  const { unmount } = render(<LanguageSelector />);
  expect(screen.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Deutsch', 'English']);
  unmount();
  offering('en');
  render(<LanguageSelector />);
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});
