interface Claims {
  readonly tenantId: number;
  readonly roles: readonly string[];
}

/** What an access token says of its user: the login of a phone of one's own tells it nowhere else. Throws SyntaxError. */
export function claimsOf(accessToken: string): Claims {
  const part = accessToken.split(".")[1] ?? "";
  const bytes = atob(part.replace(/-/g, "+").replace(/_/g, "/"));
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
  const told = JSON.parse(text) as { tenant_id?: unknown; role?: unknown };
  const roles = Array.isArray(told.role) ? told.role : [told.role];
  return {
    tenantId: Number(told.tenant_id),
    roles: roles.filter((role): role is string => typeof role === "string"),
  };
}
