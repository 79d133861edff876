import type { SetTermsRequestInput } from '@entrada/contracts/gen/charges/v1/SetTermsRequest';
import { connect } from '../access/services.ts';
import { TERMS_FIELDS } from '../terms-fields.ts';
import { optionOf, termsLine } from '../terms-line.ts';
import type { Decision } from './decision.ts';

type Request = SetTermsRequestInput & { readonly accountId: string };

export const setTerms: Decision<Request> = {
  async words(context, request) {
    using charges = await connect(context, 'charges');
    const { accountId, from } = request;
    const { current, next } = await charges.getTerms({ accountId });
    const given = Object.values(TERMS_FIELDS).flatMap((field) =>
      request[field] === undefined ? [] : [`${optionOf(field)} ${request[field]}`],
    );
    const defaults = (request.defaults ?? []).map((field) => `${optionOf(field)} default`);
    return [
      `Sets the terms of account ${accountId}, from ${from || 'the moment it is approved'}: ${[...given, ...defaults].join(', ')}.`,
      ...(current ? [`Now: ${termsLine(current)}`] : []),
      ...(next ? [`Scheduled next: ${termsLine(next)}`] : []),
    ];
  },
  async carryOut(context, request, approvalId) {
    using charges = await connect(context, 'charges');
    const { terms } = await charges.setTerms({ ...request, approvalId });
    return { text: terms ? termsLine(terms) : 'Set.', json: terms };
  },
};
