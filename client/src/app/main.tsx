import '@/i18n';
import '@/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from '@/i18n';
import { takeContent } from '@/lib/content/content';
import { readPageData } from '@/lib/content/page-data';
import { applySiteLanguage, followLanguage } from '@/lib/session/language';
import { Boot } from './boot';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
const data = readPageData();
if (data) takeContent(data);
// No word is drawn before its language is there.
await Promise.all([applySiteLanguage(data?.locale ?? ''), data && loadTexts('home')]);
followLanguage();
createRoot(root).render(
  <StrictMode>
    <Boot data={data} />
  </StrictMode>,
);
