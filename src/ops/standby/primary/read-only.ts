import type Koa from "koa";
import type { PairMode } from "../membership/pair-state.ts";
import { ASKING, SUPERSEDED } from "./messages.ts";

/** Requests that change nothing of the site: logins, reports of errors of the client, and the pair itself. */
const PERMITTED = [
  /^\/api\/pwa-auth\//,
  /^\/api\/login\/?$/,
  /^\/api\/pda\/users\/login\/?$/,
  /^\/api\/device-auth\/exchange\/?$/,
  /^\/api\/client-errors\/?$/,
  /^\/api\/standby(\/|$)/,
];

/** Throws Unavailable for a request that would change something, where the pair does not permit it. */
export function assertChangesPermitted(
  mode: PairMode,
  { method, path }: Pick<Koa.Context, "method" | "path">,
): void {
  if (mode !== "asking" && mode !== "superseded") return;
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return;
  if (PERMITTED.some((pattern) => pattern.test(path.toLowerCase()))) return;
  throw mode === "asking" ? ASKING() : SUPERSEDED();
}
