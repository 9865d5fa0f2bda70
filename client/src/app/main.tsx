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
// Render only once the language has loaded, and replace the server-rendered homepage only by the homepage itself.
const [home] = await Promise.all([loadHome(), applySiteLanguage(data?.locale ?? ''), data && loadTexts('home')]);
followLanguage();
// Hydrate in a transition, so that the page stays responsive and the server-rendered markup stays visible.
startTransition(() => {
  createRoot(root).render(
    <StrictMode>
      <Boot home={home || null} />
    </StrictMode>,
  );
});
