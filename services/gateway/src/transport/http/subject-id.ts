const PLAIN = /^[0-9A-Za-z-]{1,100}$/;
/** Nothing has this id. */
const NONE = '00000000-0000-0000-0000-000000000000';

/** The id of what is changed, from a path: the audit log repeats it, so a malformed one becomes that of nothing. */
export function subjectId(param: string | string[] | undefined): string {
  const id = String(param);
  return PLAIN.test(id) ? id : NONE;
}
