import type Koa from "koa";
import type { Config } from "../config.ts";
import { Forbidden } from "../errors.ts";
import { isLoopback, peerReader } from "../http/address.ts";
import { say } from "../words.ts";
import type { Trust } from "./trust.ts";

/**
 * Makes the check of `Https:RequiredForLogin`: secrets and tokens go over HTTPS, or stay on the machine. It throws
 * Forbidden with a sentence that names the HTTPS address.
 */
export function secrecyDemand(
  { https, trustedProxies }: Config,
  trust: Trust | null,
): (ctx: Koa.Context) => void {
  if (!https.isRequiredForLogin || trust === null) return () => {};
  const peerOf = peerReader(trustedProxies);
  return (ctx) => {
    const { address, isEncrypted } = peerOf(ctx);
    if (isEncrypted || isLoopback(address)) return;
    const safe = trust.addressFor(ctx.hostname.replace(/^\[(.*)\]$/, "$1"));
    throw new Forbidden(
      say(
        `This server accepts logins over HTTPS only: ${safe}`,
        `Tento server přijímá přihlášení jen přes HTTPS: ${safe}`,
      ),
    );
  };
}
