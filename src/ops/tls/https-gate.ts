import type Koa from "koa";
import type { DeviceTransport } from "../../access/devices/device-use.ts";
import { HttpsRequired } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import { type Endpoint, isPage } from "../../http/endpoint/endpoint.ts";
import { isLoopback, type Peer } from "../../http/server/client-address.ts";
import { type HttpsRule, hostOf } from "./https-rule.ts";

/** What is done with requests that come over plain HTTP. */
export interface HttpsGate {
  /** The request came over plain HTTP from another host: whoever reads the network has read it. */
  isExposed(ctx: Koa.Context): boolean;
  /** How a device's request came. */
  transportOf(ctx: Koa.Context): DeviceTransport;
  /**
   * Gives the HTTPS address of a page that was asked for over plain HTTP where HTTPS is required; null: the request may go on.
   * Throws HttpsRequired for all else that may not be asked so.
   */
  check(ctx: Koa.Context, endpoint: Endpoint, caller: Principal | null): string | null;
}

/** Makes the gate that every request passes. */
export function makeHttpsGate(rule: HttpsRule, peerOf: (ctx: Koa.Context) => Peer): HttpsGate {
  const isExposed = (ctx: Koa.Context) => {
    const { address, isEncrypted } = peerOf(ctx);
    return !isEncrypted && !isLoopback(address);
  };
  return {
    isExposed,
    transportOf: (ctx) => rule.transportOf(isExposed(ctx)),
    check(ctx, endpoint, caller) {
      if (!rule.isRequired() || !isExposed(ctx)) return null;
      const host = hostOf(ctx);
      if (endpoint.overHttp === "always" && caller === null) return null;
      if (endpoint.overHttp === "delivery") {
        if (caller !== null) rule.demandDelivery(caller.deviceTokenId, host);
        if (caller !== null || rule.isAnyDelivering()) return null;
      }
      const address = rule.addressFor(host);
      if (address === null || !isPage(endpoint)) throw new HttpsRequired(address);
      return `${address}${ctx.path}${ctx.search}`;
    },
  };
}
