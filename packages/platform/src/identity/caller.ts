const TRUST_DOMAIN = 'spiffe://entrada/';
const OPERATOR = 'operator';
const PERSON = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** Who is at the other end of a connection: a service, or a person who operates the system. */
export type Caller = { readonly service: string; readonly person: string | null };

/** `spiffe://entrada/auth`, for a person `spiffe://entrada/operator/ana`. */
export function uriOf({ service, person }: Caller): string {
  return `${TRUST_DOMAIN}${person === null ? service : `${OPERATOR}/${person}`}`;
}

export function serviceCaller(service: string): Caller {
  return { service, person: null };
}

export function operatorCaller(person: string): Caller {
  return { service: OPERATOR, person };
}

/** Also a part of a file name. */
export function isPersonName(text: string): boolean {
  return PERSON.test(text);
}

/** As Node prints one alternative name of a certificate. */
const URI = /^URI:spiffe:\/\/entrada\/([a-z][a-z-]{0,30})(?:\/([a-z0-9][a-z0-9._-]{0,62}))?$/;
const HOST = /^DNS:([a-z][a-z-]{0,30})\.entrada\.internal$/;

/**
 * Whom a certificate names, from its alternative names; null if nobody of ours, or more than one. Helm's
 * own functions cannot write a URI into a certificate: those of the chart name a service by a host,
 * `auth.entrada.internal`.
 */
export function callerIn(subjectAltName: string | undefined): Caller | null {
  const names = (subjectAltName ?? '').split(', ');
  const found = names.flatMap((name) => {
    const [, service, person = null] = URI.exec(name) ?? HOST.exec(name) ?? [];
    // Only an operator is a person, and every operator is one.
    return service && (service === OPERATOR) === (person !== null) ? [{ service, person }] : [];
  });
  const [first] = found;
  const isOne = found.every((each) => first && uriOf(each) === uriOf(first));
  return first && isOne ? first : null;
}
