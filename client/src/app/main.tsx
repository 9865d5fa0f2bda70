import '@/i18n';
import '@/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHashRouter } from 'react-router-dom';
import { Application } from './application';
import { routes } from './routes';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <Application router={createHashRouter(routes)} />
  </StrictMode>,
);
