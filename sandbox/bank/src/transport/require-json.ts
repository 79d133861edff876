import type { RequestHandler } from 'express';
import { BankError } from '../domain/bank-error.ts';

/**
 * The control API takes JSON, and from the page's Pay button a form. curl sends every body as a form unless
 * it is given a header: then that is missing, and not the fields.
 */
export const requireJson: RequestHandler = (request, _response, next) => {
  const hasNoBody = request.get('content-length') === '0' || request.is('*/*') === null;
  const isPayForm = request.is('urlencoded') && request.body?.emv !== undefined;
  if (hasNoBody || request.is('json') || isPayForm) return next();
  throw new BankError(
    'FormatoNaoAceito',
    'Content-Type must be application/json: send the fields as a JSON object with this header.',
  );
};
