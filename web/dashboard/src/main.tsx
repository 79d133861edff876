import './global.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { PreferencesProvider } from './preferences/preferences-provider.tsx';
import { createDashboardRouter } from './routes.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    {/* The content security policy allows no style elements. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={createQueryClient()}>
        <PreferencesProvider>
          <RouterProvider router={createDashboardRouter()} />
        </PreferencesProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
