import { z } from "zod";
import { ensureSetupCode, isSameCode } from "../../access/setup/setup.ts";
import { hasUsers } from "../../access/users/users.ts";
import { NotFound, Unauthenticated, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { batch, type Endpoint, publicBatch, query } from "../../http/endpoint/endpoint.ts";
import { lines, secret } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { actorOf } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { hasNoStandby } from "./membership/membership.ts";
import type { Pair } from "./pair.ts";
import { readStandbyState, StandbyState } from "./shapes.ts";

const path = "/api/standby";

const StandbyPairing = namedObject("StandbyPairing", {
  text: z.string().describe("enter it on the new standby within 15 minutes; it works once"),
  endsDT: z.iso.datetime(),
  promotionCode: z.string().describe("promotes the standby later, also when this server is gone: keep it"),
});

/** Endpoints for the standby of this server. `pair` null: it can't have one. */
export function standbyRoutes(dependencies: SecurityLogDependencies, pair: Pair | null): Endpoint[] {
  const { storage, securityLog } = dependencies;
  const getPair = () => {
    if (pair === null) throw new WrongState(msg("This server can't have a standby."));
    return pair;
  };
  const record = async (principal: Principal, address: string, standby: string) => {
    securityLog.record({ kind: "standbyChanged", ...actorOf(principal, address), details: { standby } });
    await securityLog.flush();
  };
  const state = () => ({ kind: "json" as const, body: readStandbyState(pair) });
  return [
    query("GET", path, {
      operationId: "getStandbyState",
      permission: "server",
      summary: "State of the pair of this server and its standby",
      description: "A standby itself answers without a login.",
      response: StandbyState,
      run: state,
    }),
    batch("POST", `${path}/pairing`, {
      operationId: "beginStandbyPairing",
      isAllowedReadOnly: true,
      permission: "server",
      needsRecentLogin: true,
      summary: "Makes the text with which an empty server becomes the standby of this one",
      status: 201,
      response: StandbyPairing,
      errors: { 400: "there is a standby already" },
      async run({ address }, principal) {
        const { text, expiresAt, membership } = await getPair().beginPairing();
        await record(principal, address, "pairing");
        const endsDT = new Date(expiresAt).toISOString();
        return { kind: "json", body: { text, endsDT, promotionCode: membership.promotionCode } };
      },
    }),
    batch("PUT", `${path}/override`, {
      operationId: "overrideStandby",
      isAllowedReadOnly: true,
      permission: "server",
      needsRecentLogin: true,
      summary: "Accepts changes although the standby has not answered since the start",
      description:
        "Only where it is certain that the standby was not promoted: otherwise two servers accept changes, and those of this one are lost to the other.",
      response: StandbyState,
      errors: { 400: "the server does not wait for its standby" },
      async run({ address }, principal) {
        const { mode, primary } = getPair();
        if (mode !== "asking" || primary === null)
          throw new WrongState(msg("This server does not wait for its standby."));
        await record(principal, address, "override");
        primary.override();
        return state();
      },
    }),
    batch("DELETE", path, {
      operationId: "removeStandby",
      isAllowedReadOnly: true,
      permission: "server",
      needsRecentLogin: true,
      summary: "Ends the pair: this server has no standby any more",
      description:
        "The standby keeps its copy and follows no more. Empty its data folder before it joins again. A former primary that has not heard of the promotion is still informed.",
      errors: { 400: "there is none, or another server has taken over" },
      async run({ address }, principal) {
        const found = getPair();
        const { membership } = found.state;
        const isPrimary = found.mode === "primary" || found.mode === "asking";
        const isInforming = membership?.former?.isInformed === false && hasNoStandby(membership);
        if (!isPrimary || isInforming)
          throw new WrongState(msg("This server has no standby that could be removed."));
        await record(principal, address, "removed");
        await found.remove();
      },
    }),
    publicBatch("POST", "/api/setup/standby", {
      operationId: "joinAsStandby",
      summary: "Makes this empty server the standby of another one",
      description:
        "`code` is the set-up code; `pairing` is the text of `POST /api/standby/pairing` of the other server. From then on this server only copies the other one.",
      status: 201,
      body: { code: secret(), pairing: lines(10_000) },
      response: StandbyState,
      errors: {
        400: "the text is not one of a primary, or has expired",
        401: "wrong code",
        404: "the server is set up",
        502: "the other server can't be reached",
      },
      async run({ body }) {
        const found = getPair();
        if (hasUsers(storage.db)) throw new NotFound(msg("This server is already set up."));
        if (!isSameCode(body.code, ensureSetupCode(storage.folder)))
          throw new Unauthenticated(msg("This is not the set-up code of this server."));
        await found.join(body.pairing, () => !hasUsers(storage.db));
        return state();
      },
    }),
    publicBatch("PUT", `${path}/promotion`, {
      operationId: "promoteStandby",
      isAllowedReadOnly: true,
      summary: "Promotes a standby: it takes over from its primary",
      description:
        "Only a standby answers it otherwise than with 404. The primary accepts no changes from the moment on at which it learns of the promotion. What it had confirmed and not sent is missing here.",
      body: { code: secret() },
      response: StandbyState,
      errors: { 400: "the standby has no whole copy", 401: "wrong code", 404: "this server is no standby" },
      run() {
        throw new NotFound(msg("This server is no standby."));
      },
    }),
  ];
}
