import '@/i18n';
import '@/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applySiteLanguage, loadTexts } from '@/i18n';
import { takeContent } from '@/lib/content/content';
import { readPageData } from '@/lib/content/page-data';
import { Boot } from './boot';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
const data = readPageData();
if (data) {
  takeContent(data);
  await applySiteLanguage(data.settings.language);
  await loadTexts('home');
}
createRoot(root).render(
  <StrictMode>
    <Boot data={data} />
  </StrictMode>,
);
