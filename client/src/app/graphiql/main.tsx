import '@/i18n';
import 'graphiql/setup-workers/vite';
import '@/styles/index.css';
import 'graphiql/style.css';
import './graphiql.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadTexts } from '@/i18n';
import { applySiteLanguage, followLanguage } from '@/lib/session/language';
import { GraphiQLPage } from './graphiql-page';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
await Promise.all([applySiteLanguage(''), loadTexts('graphiql')]);
followLanguage();
createRoot(root).render(
  <StrictMode>
    <GraphiQLPage />
  </StrictMode>,
);
