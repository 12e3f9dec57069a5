interface Claims {
  readonly tenantId: number;
  readonly roles: readonly string[];
  /** The login was by password, and not by PIN. */
  readonly isByPassword: boolean;
}

/**
 * Reads the claims of an access token, which a login on a personal device returns nowhere else. Throws
 * SyntaxError.
 */
export function claimsOf(accessToken: string): Claims {
  const part = accessToken.split(".")[1] ?? "";
  const bytes = atob(part.replace(/-/g, "+").replace(/_/g, "/"));
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  const claims = JSON.parse(text) as { tenant_id?: unknown; role?: unknown; amr?: unknown };
  const roles = Array.isArray(claims.role) ? claims.role : [claims.role];
  return {
    tenantId: Number(claims.tenant_id),
    roles: roles.filter((role): role is string => typeof role === "string"),
    isByPassword: Array.isArray(claims.amr) && claims.amr.includes("pwd"),
  };
}
