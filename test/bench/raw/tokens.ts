import { createHmac, timingSafeEqual } from "node:crypto";
import { audience, issuer } from "../token.ts";

/** The user of a checked token. */
export interface User {
  readonly id: number;
  readonly userName: string;
  readonly tenantId: number;
  readonly expires: number;
}

interface Claims {
  sub: string;
  userName: string;
  tenant_id: number;
  iss: string;
  aud: string;
  exp: number;
}

const MAX_TOKENS = 1000;

/** Checks `Authorization` headers (HS256) and caches the valid ones, so that each is computed once. */
export function tokenCheck(key: string): (header: string | undefined) => User | undefined {
  const known = new Map<string, User>();
  return (header) => {
    if (header === undefined) return undefined;
    const user = known.get(header) ?? verify(header, key);
    if (user === undefined || user.expires <= Date.now()) return undefined;
    if (known.size >= MAX_TOKENS) known.clear();
    known.set(header, user);
    return user;
  };
}

function verify(header: string, key: string): User | undefined {
  const [head, body, signature] = header.replace(/^bearer /i, "").split(".");
  if (head === undefined || body === undefined || signature === undefined) return undefined;
  const expected = createHmac("sha256", key).update(`${head}.${body}`).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (JSON.parse(Buffer.from(head, "base64url").toString()).alg !== "HS256") return undefined;
  const claims: Claims = JSON.parse(Buffer.from(body, "base64url").toString());
  if (claims.iss !== issuer || claims.aud !== audience) return undefined;
  const { userName, tenant_id: tenantId, exp } = claims;
  return { id: Number(claims.sub), userName, tenantId, expires: exp * 1000 };
}
