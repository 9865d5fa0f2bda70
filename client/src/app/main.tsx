import '@/i18n';
import '@/styles/index.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from '@/i18n';
import { setContent } from '@/lib/content/content';
import { readPageData } from '@/lib/content/page-data';
import { applySiteLanguage, followLanguage } from '@/lib/session/language';
import { Boot, isAtHome } from './boot';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
const data = readPageData();
if (data) setContent(data);
const loadHome = async () => data && isAtHome() && { HomeShell: (await import('./home-shell')).HomeShell, data };
// No word is drawn before its language is there, and nothing takes the place of the server's homepage but the homepage.
const [home] = await Promise.all([loadHome(), applySiteLanguage(data?.locale ?? ''), data && loadTexts('home')]);
followLanguage();
// As a transition: drawn in slices between which the page answers, while what the server drew still stands.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <Boot home={home || null} />
    </StrictMode>,
  );
});
