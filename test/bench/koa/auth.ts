import { jwtVerify } from "jose";
import type { Middleware } from "koa";
import { audience, issuer } from "../token.ts";

/** The user of the token. */
export interface User {
  id: number;
  userName: string;
  tenantId: number;
}

/** Checks the bearer token of every request and puts its user into the state. */
export function authenticate(key: string): Middleware<{ user: User }> {
  const secret = new TextEncoder().encode(key);
  return async (ctx, next) => {
    const token = ctx.get("authorization").replace(/^bearer /i, "");
    try {
      const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"], issuer, audience });
      ctx.state.user = {
        id: Number(payload.sub),
        userName: String(payload["userName"]),
        tenantId: Number(payload["tenant_id"]),
      };
    } catch {
      ctx.throw(401);
    }
    await next();
  };
}
