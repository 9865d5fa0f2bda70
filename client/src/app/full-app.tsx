import { createHashRouter } from 'react-router-dom';
import { Application } from './application';
import { routes } from './routes';

const router = createHashRouter(routes);

/** Full application with router. */
export function FullApp() {
  return <Application router={router} />;
}
