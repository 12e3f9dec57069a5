import type { Principal } from "../../domain/principal.ts";
import { batch, command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { flag, id, lines, moment, text } from "../../http/endpoint/fields.ts";
import type { Locale } from "../../i18n/locales.ts";
import { actorOf } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { MAX_BUNDLE_BYTES, MAX_SIGNATURE } from "./bundle.ts";
import { markSeen } from "./failure.ts";
import { UpgradeState } from "./shapes.ts";
import type { Upgrades } from "./upgrades.ts";

const path = "/api/upgrade";
const BUSY = { 400: "an upgrade is running, or this server can't be upgraded from the console" };

/** Endpoints for upgrading the server from the console, and for going back. */
export function upgradeRoutes({ securityLog }: SecurityLogDependencies, upgrades: Upgrades): Endpoint[] {
  const state = (language: Locale) => ({ kind: "json" as const, body: upgrades.state(language) });
  const record = async (principal: Principal, address: string, details: object) => {
    securityLog.record({ kind: "upgradeRequested", ...actorOf(principal, address), details: { ...details } });
    await securityLog.flush();
  };
  return [
    query("GET", path, {
      operationId: "getUpgrade",
      permission: "server",
      summary: "The installed version, an uploaded bundle, and a running or finished upgrade",
      description:
        "While an upgrade runs, poll it. The server itself stops for the trial of the new version and comes back: as the new version, or as the old one with `lastResult` saying why.",
      response: UpgradeState,
      skipsFlush: true,
      run: ({ language }) => state(language),
    }),
    batch("POST", `${path}/bundle`, {
      operationId: "uploadUpgradeBundle",
      permission: "server",
      needsRecentLogin: true,
      summary: "Uploads the bundle of a newer version",
      description:
        "multipart/form-data: the archive `tallybox-….tar.gz` (up to 150 MiB) in the part `bundle`, the text of its `.sig` file in the part `signature`. The signature, processor and version are checked at once. An earlier bundle is replaced.",
      status: 201,
      file: "bundle",
      maxBytes: MAX_BUNDLE_BYTES,
      body: { signature: lines(MAX_SIGNATURE) },
      response: UpgradeState,
      errors: {
        400: "it can't be trusted, or is for another processor, or not newer; or an upgrade is running",
      },
      async run({ body, upload, language, address }, principal) {
        if (upload === null) throw new Error("the upload has no file");
        const version = await upgrades.upload(upload, body.signature);
        await record(principal, address, { action: "upload", version });
        return { ...state(language), location: path };
      },
    }),
    batch("PUT", `${path}/fetch`, {
      operationId: "fetchUpgradeBundle",
      permission: "server",
      needsRecentLogin: true,
      summary: "Copies the bundle of a newer version from the folder of a backup target",
      description:
        "One of `folderBundles`, with its `.sig` file in the same folder. It is checked as an upload, and replaces an earlier bundle.",
      body: { targetId: id(), name: text(200) },
      response: UpgradeState,
      errors: {
        400: "it can't be trusted, or is for another processor, or not newer, or no complete file; or an upgrade is running",
        404: "there is no such target",
        502: "the folder does not respond, or can't be read",
      },
      async run({ body: { targetId, name }, language, address }, principal) {
        const version = await upgrades.fetch(targetId, name);
        await record(principal, address, { action: "fetch", version });
        return state(language);
      },
    }),
    batch("DELETE", `${path}/bundle`, {
      operationId: "deleteUpgradeBundle",
      permission: "server",
      needsRecentLogin: true,
      summary: "Removes the uploaded bundle",
      response: UpgradeState,
      errors: BUSY,
      run({ language }) {
        upgrades.removeBundle();
        return state(language);
      },
    }),
    command("PUT", `${path}/seen`, {
      operationId: "markUpgradeSeen",
      permission: "server",
      summary: "Marks a failed upgrade as seen, so that it no longer needs attention",
      body: { at: moment().describe("`at` of `lastResult`") },
      response: UpgradeState,
      run(tx, { body: { at }, language }) {
        markSeen(tx, at);
        return state(language);
      },
    }),
    batch("PUT", `${path}/begin`, {
      operationId: "beginUpgrade",
      permission: "server",
      needsRecentLogin: true,
      summary: "Begins the upgrade to the uploaded bundle",
      description:
        "A part of the machine with root's rights checks the signature again, tries the new version on a copy of the data, and changes to it if it is healthy. Otherwise the old version runs again, with its data.",
      body: { version: text() },
      response: UpgradeState,
      errors: BUSY,
      async run({ body: { version }, language, address }, principal) {
        upgrades.assertUpgrade(version);
        await record(principal, address, { action: "upgrade", version });
        upgrades.assertUpgrade(version);
        upgrades.begin("upgrade", version, "upgrade");
        return state(language);
      },
    }),
    batch("PUT", `${path}/return`, {
      operationId: "returnToPreviousVersion",
      permission: "server",
      needsRecentLogin: true,
      summary: "Begins going back to the previous version",
      description:
        "`version` and `keepsData` are those of `previous`, so that nothing else happens than was read. Without the present data the server continues with those from before the upgrade, as after a restore: earlier logins end, and an Admin confirms users and devices. The later data stay in a folder for 30 days.",
      body: { version: text(), keepsData: flag() },
      response: UpgradeState,
      errors: BUSY,
      async run({ body: { version, keepsData }, language, address }, principal) {
        upgrades.assertReturn(version, keepsData);
        await record(principal, address, { action: "return", version, keepsData });
        upgrades.assertReturn(version, keepsData);
        upgrades.begin("return", version, keepsData ? "return keep-data" : "return earlier-data");
        return state(language);
      },
    }),
  ];
}
