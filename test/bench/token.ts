import { SignJWT } from "jose";

/** The claims that raw and bare Koa check beside the signature. */
export const issuer = "tallybox-bench";
export const audience = "tallybox-bench";

/** A user's token as the contract describes it (section 5), for raw and bare Koa. */
export function sign(key: string): Promise<string> {
  const claims = { name: "Ada Novak", userName: "admin", role: ["Admin"], tenant_id: 1 };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject("1")
    .setIssuer(issuer)
    .setAudience(audience)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime("8h")
    .sign(new TextEncoder().encode(key));
}
