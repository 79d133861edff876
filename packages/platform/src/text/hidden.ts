/** Control and invisible characters: at a terminal they could make a text show something else than it says. */
export const HIDDEN = /[\p{Cc}\p{Cf}]/u;
