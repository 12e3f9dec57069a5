import type { JWTPayload } from "jose";
import { Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { SessionRef } from "../../domain/principal.ts";

/** What is answered to a token that is not valid. */
export const invalidToken = () => new Unauthenticated(msg("Log in again.", "Přihlaste se znovu."), true);

/** The session that a token names. Throws Unauthenticated. */
export function sessionOf(payload: JWTPayload): SessionRef | null {
  const { sid: sessionId = null, pair: pairId = null } = payload;
  if (sessionId === null && pairId === null) return null;
  if (typeof sessionId !== "number" || typeof pairId !== "number") throw invalidToken();
  return { sessionId, pairId };
}

/** The token of an `Authorization` header. Throws Unauthenticated. */
export function bearerOf(header: string): string {
  const token = /^bearer +([^ ]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new Unauthenticated(msg("Log in first.", "Nejprve se přihlaste."), true);
  return token;
}
