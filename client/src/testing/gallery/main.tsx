import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHashRouter, RouterProvider } from 'react-router-dom';
import '../../styles/index.css';
import { Gallery } from './gallery';

const root = document.getElementById('root');
const router = createHashRouter([{ path: '*', element: <Gallery /> }]);
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
