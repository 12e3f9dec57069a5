import { call } from "../../../src/web/api/call.ts";
import { sendRequest } from "../../../src/web/api/send-request.ts";
import { startTime } from "../../../src/web/api/server-time.ts";
import { bearerOf, device, setDevice, setSession, startTokens } from "../../../src/web/api/tokens.ts";
import { localDb } from "../../../src/web/db/database.ts";
import type { Person } from "../../../src/web/login/log-in.ts";
import { isComplete, lastFollowed, startFollowing } from "../../../src/web/offline/follow.ts";
import * as errands from "../../../src/web/offline/outbox/commands.ts";
import { entriesIn } from "../../../src/web/offline/outbox/entries.ts";
import { exportFiles } from "../../../src/web/offline/outbox/export.ts";
import { importFile } from "../../../src/web/offline/outbox/import-file.ts";
import * as problems from "../../../src/web/offline/outbox/problems.ts";
import { prune } from "../../../src/web/offline/outbox/prune.ts";
import { rejected, startUnsent, unsent } from "../../../src/web/offline/outbox/unsent.ts";
import { sendNow, startSending } from "../../../src/web/offline/sender.ts";
import { followArticles } from "../../../src/web/offline/sync/article-changes.ts";
import { articleOf, articlesByScan, articlesNamed } from "../../../src/web/offline/sync/articles.ts";
import { holderOf } from "../../../src/web/offline/sync/custody.ts";
import {
  inventories,
  refreshInventories,
  storeInventory,
} from "../../../src/web/offline/sync/inventories.ts";
import { forgetRecords } from "../../../src/web/offline/sync/owner.ts";
import * as change from "../../../src/web/terminal/counting/change.ts";
import * as items from "../../../src/web/terminal/counting/items.ts";
import { addAsFound, countArticle, countScan, type Spot } from "../../../src/web/terminal/counting/scan.ts";
import * as figures from "../../../src/web/terminal/counting/screens/figures.ts";
import { recordCustody } from "../../../src/web/terminal/custody/record-custody.ts";
import { logInAtTerminal } from "../../../src/web/terminal/lock/pin-login.ts";
import { readingAt } from "../../../src/web/terminal/tags/reading.ts";

// The client without its screens: the functions that its screens call, for tests.

/** Logs in as on a personal device. */
async function logIn(userName: string, password: string, roles: readonly string[], tenantId: number) {
  const given = await sendRequest(
    call("POST /api/pwa-auth/login-password", { body: { userName, password } }),
  );
  await setSession({ ...bearerOf(given), user: given.user, tenantId, roles, via: "self" });
}

async function pair(code: string, name: string) {
  const { deviceToken, deviceTokenId, expiresAt } = await sendRequest(
    call("POST /api/device-auth/activate", { body: { code, deviceName: name } }),
  );
  await setDevice({ deviceToken, deviceTokenId, expiresAt, name, isRevoked: false });
}

async function start() {
  await Promise.all([startTime(), startTokens(), startUnsent()]);
  await startFollowing();
  startSending();
}

/** Scans codes at a fixed interval. Returns each result with its duration. */
async function burst(texts: readonly string[], spot: Spot, everyMs: number) {
  const begun = performance.now();
  const done = texts.map(async (text, index) => {
    await new Promise((resolve) =>
      // allow pause: the scans come at a fixed interval
      setTimeout(resolve, Math.max(0, begun + index * everyMs - performance.now())),
    );
    const from = performance.now();
    const { verdict, entry } = await countScan(text, spot);
    return { verdict, operationId: entry === null ? null : entry.operationId, ms: performance.now() - from };
  });
  return Promise.all(done);
}

async function sizes() {
  const db = await localDb();
  return Object.fromEntries(
    await Promise.all([...db.objectStoreNames].map(async (name) => [name, await db.count(name)])),
  );
}

/** Whether no operation waits for the server or an answer, by the database: the shown number may be older. */
async function isAllSent() {
  const errandsWaiting = (await errands.readCommands()).filter(
    ({ state }) => state === "waiting" || state === "refused",
  );
  const waiting = await entriesIn("waiting", "asked", "refused");
  return waiting.length + errandsWaiting.length === 0;
}

const core = {
  isAllSent,
  start,
  logIn,
  enterAtTerminal: (person: Person, pin: string) => logInAtTerminal(person, pin, () => true),
  logOut: () => setSession(null),
  forget: forgetRecords,
  pair,
  burst,
  sizes,
  scan: countScan,
  countArticle,
  articleOf,
  addAsFound,
  change,
  items,
  figures,
  readingAt,
  problems,
  prune,
  errands,
  exported: { exportFiles, importFile },
  sendNow,
  keepInventory: storeInventory,
  refreshInventories,
  holderOf,
  recordCustody,
  followArticles,
  articlesByScan,
  articlesNamed,
  entriesIn,
  db: localDb,
  get now() {
    return {
      unsent: unsent.value,
      rejected: rejected.value,
      isComplete: isComplete.value,
      lastFollowed: lastFollowed.value,
      inventories: inventories.value,
      device: device.value,
    };
  },
};

Object.assign(globalThis, { core });
