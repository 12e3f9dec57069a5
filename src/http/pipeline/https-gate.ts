import type Koa from "koa";
import { HttpsRequired } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Endpoint } from "../endpoint/endpoint.ts";
import { isLoopback, type Peer } from "../limits/client-address.ts";

/**
 * How a request arrived: `secure`, over HTTPS or from the server's own machine; `plain`, over plain HTTP; `unaccepted`, over
 * plain HTTP where HTTPS is required.
 */
export type RequestTransport = "secure" | "plain" | "unaccepted";

/** Whether HTTPS is required: the setting `Https:RequiredForLogin`, or an Admin's choice in the console. */
export interface HttpsRule {
  isRequired(): boolean;
  /** How a request arrived. `isExposed`: over plain HTTP from another host. */
  transportOf(isExposed: boolean): RequestTransport;
  /** True when the configuration sets the rule, so that the console cannot change it. */
  readonly isFixed: boolean;
  /** The HTTPS address for a client that requested this host; null: HTTPS is off. */
  addressFor(host: string): string | null;
  /** True while at least one device may load the page over plain HTTP to send its unsent counts. */
  isAnyDelivering(): boolean;
  /** Throws HttpsRequired unless this device may send its unsent counts over plain HTTP. */
  assertDelivery(deviceTokenId: number | null, host: string): void;
}

/** Decides about requests over plain HTTP. */
export type HttpsGate = ReturnType<typeof makeHttpsGate>;

/** Makes the gate that every request passes. */
export function makeHttpsGate(rule: HttpsRule, peerOf: (ctx: Koa.Context) => Peer) {
  const isExposed = (ctx: Koa.Context) => {
    const { address, isEncrypted } = peerOf(ctx);
    return !isEncrypted && !isLoopback(address);
  };
  return {
    /** True for a request over plain HTTP from another host: its content was readable on the network. */
    isExposed,
    transportOf: (ctx: Koa.Context) => rule.transportOf(isExposed(ctx)),
    /**
     * Returns the HTTPS address of a page that was requested over plain HTTP where HTTPS is required, or null when the request
     * may proceed. Throws HttpsRequired for any other request that needs HTTPS.
     */
    check(ctx: Koa.Context, endpoint: Endpoint, principal: Principal | null) {
      if (!rule.isRequired() || !isExposed(ctx)) return null;
      const host = hostOf(ctx);
      if (endpoint.overHttp === "always" && principal === null) return null;
      if (endpoint.overHttp === "delivery") {
        if (principal !== null) rule.assertDelivery(principal.deviceTokenId, host);
        if (principal !== null || rule.isAnyDelivering()) return null;
      }
      const address = rule.addressFor(host);
      if (address === null || !isPage(endpoint)) throw new HttpsRequired(address);
      return `${address}${ctx.path}${ctx.search}`;
    },
  };
}

/** The requested host, an IPv6 address without its brackets. */
export function hostOf(ctx: Koa.Context): string {
  return ctx.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** Whether the endpoint is a page, or a file of one, that browsers request themselves. */
function isPage({ operationId, overHttp }: Endpoint): boolean {
  return operationId === null && overHttp !== "always";
}
