import { Router } from 'express';
import type { Guard } from './http/require-caller.ts';
import { homePage } from './pages/home-page.ts';

export function docsRoutes(guard: Guard, publicBaseUrl: string): Router {
  const router = Router();
  router.get('/', guard.visitor, (_request, response) => {
    response.type('html').send(homePage(publicBaseUrl));
  });
  return router;
}
