import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { inject } from "vitest";
import { CATALOGUES } from "../../../src/records/catalogues.ts";
import { beginAndRead, CURRENT, startRestorable } from "../../backup/console-restores.ts";
import { Client, type ExtraHeaders } from "../../harness/client.ts";
import { eventually } from "../../harness/eventually.ts";
import { createFolder } from "../../harness/folder.ts";
import { startServer } from "../../harness/server.ts";
import { startSmtpServer } from "../../harness/smtp-server.ts";
import { happen, settingsFor } from "../../notices/notice-server.ts";
import { startTestMachine } from "../../standby/machines.ts";
import { startHttpsServer } from "../../trust/https-server.ts";
import { createMachine } from "../../upgrade/machine.ts";
import { recordRecovered } from "../../webhooks/webhook-server.ts";
import { createAuthenticator } from "../authenticator.ts";
import { pairDevice, pairSharedTerminal } from "../terminal.ts";
import { addApp, codeAt, firstStep } from "../two-step.ts";
import { logInWithPassword } from "./log-in.ts";
import { LAYOUT, photoPart, type Records, TEMPLATE, ZPL } from "./records.ts";

// A valid request of each operation that the example of the description alone does not make: it needs a record in a certain state,
// a secret or a file.

/** A valid request. The values of the path are those of its parameters, in their order. */
export interface ValidRequest {
  readonly path?: readonly (number | string)[];
  /** With the leading `?`. */
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: ExtraHeaders;
  /** The caller; by default the Admin. */
  readonly as?: Client;
}

type Make = (records: Records) => Promise<ValidRequest> | ValidRequest;

const PASSWORD = "a secret of words";

const at = async (oid: Promise<number> | number, body?: unknown): Promise<ValidRequest> => ({
  path: [await oid],
  ...(body !== undefined && { body }),
});

/** The requests of all lists. */
function listRequests(): Record<string, Make> {
  const requests = Object.values(CATALOGUES).flatMap(({ path, ids: [name] }): [string, Make][] => {
    const list = path.replace("/api/", "");
    return [
      [`update${name}`, (r) => at(r.entry(list), { name: r.unique() })],
      [`delete${name}`, (r) => at(r.entry(list))],
      [`merge${name}`, async (r) => at(r.entry(list), { into: await r.entry(list) })],
    ];
  });
  return Object.fromEntries(requests);
}

const CODE = async (r: Records) =>
  (await r.made(r.admin.post(`/api/articles/${await r.article()}/codes`, { code: r.unique() })))
    .oid as number;
const field = async (r: Records) =>
  (await r.made(r.admin.post("/api/customfields", { name: r.unique(), type: "text" }))).oid as number;
const transfer = async (r: Records, articleId?: number) => {
  const stock = await r.stocked();
  const body = { articleId: articleId ?? stock.articleId, targetLocationId: await r.location() };
  return (await r.made(r.user.post("/api/articletransfers", body))).oid as number;
};
const disposal = async (r: Records) =>
  (await r.made(r.user.post("/api/articledisposals", { articleId: await r.article() }))).oid as number;
const proposal = async (r: Records) => {
  const body = { name: r.unique(), articleCategoryID: 1, articleTypeID: 1 };
  return (await r.made(r.user.post("/api/articles/pwa-request", body))).oid as number;
};
const custody = async (r: Records) =>
  (await r.made(r.user.post("/api/custodies", { articleId: await r.article(), userId: 3 }))).oid as number;
const account = async (r: Records) =>
  (await r.made(r.admin.post("/api/service-accounts", { name: r.unique(), scopes: ["articles:read"] })))
    .account.oid as number;
const webhook = async (r: Records) =>
  (await r.made(r.admin.post("/api/webhooks", { name: r.unique(), url: "http://127.0.0.1:1999/hook" })))
    .webhook.oid as number;
const rule = async (r: Records) =>
  (
    await r.made(
      r.admin.post("/api/refill-rules", {
        articleId: await r.article(),
        locationId: null,
        minimum: 1,
        target: 2,
      }),
    )
  ).oid as number;
const plan = (r: Records, locationId: number) => ({
  name: r.unique(),
  selection: { kind: "notCounted", locationIds: [locationId] },
  schedule: { every: "day", atHour: 6 },
  fromDate: "2030-03-01",
});
const countPlan = async (r: Records) =>
  (await r.made(r.admin.post("/api/count-plans", plan(r, await r.location())))).oid as number;
const imported = async (r: Records, text = `Path\n${r.unique()}`) => {
  const csv = { bytes: Buffer.from(text), fileName: "list.csv" };
  return (
    await r.made(
      r.file("/api/imports", [
        ["kind", "locations"],
        ["file", csv],
      ]),
    )
  ).id as number;
};
const finishedJob: Make = async (r) => {
  await r.made(r.admin.put(`/api/imports/${await imported(r)}/apply`));
  const [job] = await r.made(r.admin.get("/api/jobs"));
  return at(job.id);
};
const locationLabels: Make = async (r) =>
  at(r.location(), {
    printerId: await r.printer(),
    labelFormatId: await r.format({ template: TEMPLATE, printerTypeId: ZPL, subject: "location" }),
  });
const download = (r: Records) => r.made(r.admin.post("/api/backup/downloads", { passphrase: null }));
const upload: Make = async (r) => {
  const { id } = await r.made(r.admin.post("/api/backup/restores/uploads", { bytes: 1024 }));
  return { path: [id] };
};
const backupFolder = () => {
  const path = join(createFolder(), "disk");
  mkdirSync(path);
  return { kind: "folder", path };
};
/** A backup target. There may be ten, so earlier ones are deleted. */
const target = async (r: Records) => {
  const earlier: { oid: number }[] = await r.made(r.admin.get("/api/backup/targets"));
  for (const { oid } of earlier) await r.made(r.admin.delete(`/api/backup/targets/${oid}`));
  const body = { name: r.unique(), destination: backupFolder() };
  return (await r.made(r.admin.post("/api/backup/targets", body))).target.oid as number;
};
const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
const attachment = async (r: Records) => {
  const parts: [string, string | { bytes: Uint8Array; fileName: string }][] = [
    ["articleId", "1"],
    ["file", { bytes: PDF, fileName: "manual.pdf" }],
  ];
  return (await r.made(r.file("/api/attachments", parts))).oid as number;
};
const form = (parts: readonly (readonly [string, string | { bytes: Uint8Array; fileName: string }])[]) => {
  const data = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === "string") data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value.bytes)]), value.fileName);
  }
  return data;
};
/** A closed stocktake whose record is sealed. */
const sealedStocktake = async (r: Records) => {
  const { oid } = await r.stocktake("process");
  await r.made(r.admin.put(`/api/inventories/${oid}/close`));
  await eventually(async () => {
    const { state } = await r.made(r.admin.get(`/api/inventories/${oid}/seal`));
    if (state !== "made") throw new Error("the record is not sealed yet");
  });
  return oid;
};
const correction = (r: Records) => ({ kind: "correction", text: r.unique() });
/** Counts in a stocktake. Returns the id of the operation. */
const operationIn = async (r: Records, inventory: number, fields: object) => {
  const operation = { operationId: randomUUID(), at: new Date().toISOString(), ...fields };
  await r.made(r.user.post(`/api/inventories/${inventory}/counts`, { operations: [operation] }));
  return operation.operationId;
};
/** A count operation with an unknown code, in a started stocktake. */
const unknownCode = async (r: Records) => {
  const { oid, locationId } = await r.stocktake("start");
  return operationIn(r, oid, { kind: "add", code: r.unique(), quantity: 1, locationId });
};
/** A late operation. */
const late = async (r: Records) => {
  const { oid, items } = await r.stocktake("finish");
  return operationIn(r, oid, { kind: "set", itemId: items[0]?.oid, quantity: 2 });
};
/** A new person, and a client by the person's password. */
async function loggedIn(r: Records) {
  const person = await r.person();
  const { accessToken } = (await firstStep(r.server, person.userName, PASSWORD)).body;
  return { ...person, accessToken: accessToken as string, client: r.server.withToken(accessToken) };
}
/** The same, with a ticket for a second factor. */
async function withTicket(r: Records) {
  const person = await loggedIn(r);
  const { ticket } = await r.made(person.client.post("/api/me/second-factor/setup"));
  return { ...person, ticket: ticket as string };
}
/** A person with an authenticator app. */
async function withApp(r: Records) {
  const { userName, oid, ticket } = await withTicket(r);
  const now = r.server.appliance.dependencies.clock.now();
  return { ...(await addApp(r.server, ticket, now)), userName, oid };
}

/** Calls the server by its name, because passkeys belong to a name. */
const byName = (r: Records) =>
  new Client(r.server.url.replace("127.0.0.1", "localhost"), null, () => undefined);
/** A person with a passkey. */
async function withPasskey(r: Records) {
  const { userName, ticket } = await withTicket(r);
  const setup = "/api/pwa-auth/second-factor/setup";
  const options = await r.made(byName(r).post(`${setup}/passkey-options`, { ticket }));
  const passkey = createAuthenticator(r.server.url.replace("127.0.0.1", "localhost")).create(options);
  const { accessToken } = await r.made(byName(r).post(setup, { ticket, passkey, name: "Key" }));
  return { userName, client: r.server.withToken(accessToken) };
}

/** A server without users, and the header that may set it up. */
async function emptyServer() {
  const server = await startServer({ empty: true });
  const code = readFileSync(join(server.folder, "setup-code"), "utf8").trim();
  return { server, as: server.anonymous, code, headers: { "X-Setup-Code": code } };
}
const SETUP_UPLOADS = "/api/setup/restore/uploads";
const UPLOADED = { source: { kind: "upload" } };
/** A server without users to which a backup was uploaded. */
async function emptyServerWithUpload() {
  const { as, headers } = await emptyServer();
  const demo = inject("demoFolder");
  const { stdout } = spawnSync("tar", ["-cf", "-", "-C", dirname(demo), basename(demo)], {
    maxBuffer: Number.MAX_SAFE_INTEGER,
  });
  const { body } = await as.post(SETUP_UPLOADS, { bytes: stdout.length }, headers);
  await as.send("PUT", `${SETUP_UPLOADS}/${body.id}?offset=0`, stdout, {
    "Content-Type": "application/octet-stream",
    ...headers,
  });
  return { as, headers };
}
/** The same, with a restore of that backup. */
async function restoringEmptyServer() {
  const { as, headers } = await emptyServerWithUpload();
  await as.post("/api/setup/restore", UPLOADED, headers);
  return { as, headers };
}
/** A server without users to which a backup is being uploaded. */
async function setupUpload() {
  const { as, headers } = await emptyServer();
  const { body } = await as.post(SETUP_UPLOADS, { bytes: 1024 }, headers);
  return { as, headers, path: [body.id as number] };
}
const FOLDER_COPY = { source: { kind: "folder", path: inject("demoFolder") } };
async function newCompany() {
  const { server, code } = await emptyServer();
  const person = { userName: "ada", firstName: "Ada", lastName: "Novak", password: PASSWORD };
  await server.anonymous.post("/api/setup", { code, tenantName: "First", ...person });
  return { server, admin: await logInWithPassword(server, "ada", PASSWORD) };
}
/** The Admin of a server with an open restore. */
async function restoring() {
  const server = await startRestorable(inject("demoFolder"));
  const admin = await logInWithPassword(server, "admin", "admin-demo");
  await beginAndRead(admin, inject("demoFolder"));
  return admin;
}
/** A server with an e-mail that its mail server does not take. */
async function waitingMail() {
  const server = await startServer();
  const admin = await logInWithPassword(server, "admin", "admin-demo");
  await admin.put("/api/settings/mail-server", settingsFor({ port: 9 }));
  const kinds = [{ kind: "printers", mode: "atOnce" }];
  await admin.put("/api/me/notices", { email: "jana@example.com", kinds });
  await happen(server);
  const oid = await eventually(async () => {
    const { body } = await admin.get("/api/notices/mails");
    const [mail] = body.mails ?? body;
    if (mail === undefined) throw new Error("no e-mail yet");
    return mail.oid as number;
  });
  return { as: admin, path: [oid] };
}

/** The requests by the names of their operations. */
export const VALID_REQUESTS: Readonly<Record<string, Make>> = {
  // Login.
  loginByPin: () => ({ body: { userId: 3, pin: "3333" } }),
  loginByPassword: async (r) => ({ body: { userName: (await r.person()).userName, password: PASSWORD } }),
  loginByNameAndPin: () => ({ body: { userName: "user", pin: "3333" } }),
  checkPin: () => ({ body: { userId: 3, pin: "3333" } }),
  refreshTokens: async (r) => ({ body: { accessToken: (await loggedIn(r)).accessToken } }),
  loginAtTerminal: async (r) => ({
    as: (await pairSharedTerminal(r.server)).device,
    body: { userId: 3, pin: "3333" },
  }),
  changeOwnSecrets: async (r) => ({
    as: (await loggedIn(r)).client,
    body: { oldPassword: PASSWORD, password: "another secret of words" },
  }),
  logout: async (r) => ({ as: (await loggedIn(r)).client }),
  // The second factor.
  verifySecondFactor: async (r) => {
    const { userName, recoveryCodes } = await withApp(r);
    const { ticket } = (await firstStep(r.server, userName, PASSWORD)).body;
    return { body: { ticket, recoveryCode: recoveryCodes[0] } };
  },
  beginSecondFactorSetup: async (r) => ({ as: (await loggedIn(r)).client }),
  createTotpKey: async (r) => ({ body: { ticket: (await withTicket(r)).ticket } }),
  getPasskeyCreationOptions: async (r) => ({ as: byName(r), body: { ticket: (await withTicket(r)).ticket } }),
  getPasskeyRequestOptions: async (r) => {
    const { userName } = await withPasskey(r);
    const { ticket } = (await firstStep(r.server, userName, PASSWORD)).body;
    return { as: byName(r), body: { ticket } };
  },
  removeOwnPasskey: async (r) => {
    const { client } = await withPasskey(r);
    const [passkey] = (await r.made(client.get("/api/me/second-factor"))).passkeys;
    return { as: client, path: [passkey.oid ?? passkey.id] };
  },
  addSecondFactor: async (r) => {
    const { ticket } = await withTicket(r);
    const { secret } = await r.made(
      r.server.anonymous.post("/api/pwa-auth/second-factor/setup/totp", { ticket }),
    );
    return { body: { ticket, code: codeAt(secret, r.server.appliance.dependencies.clock.now()) } };
  },
  removeOwnTotp: async (r) => ({ as: (await withApp(r)).client }),
  renewRecoveryCodes: async (r) => ({ as: (await withApp(r)).client }),
  resetSecondFactor: async (r) => at((await withApp(r)).oid),
  // Devices and sessions.
  createPairingCode: () => ({ body: { kind: "terminal" } }),
  pairDevice: async (r) => ({
    body: { code: (await r.made(r.admin.post("/api/device-auth/generate-code"))).code },
  }),
  getCurrentDevice: async (r) => ({ as: (await pairSharedTerminal(r.server)).device }),
  reportUnsent: async (r) => ({ as: (await pairSharedTerminal(r.server)).device, body: { unsent: 2 } }),
  updateDevice: async (r) => at((await pairDevice(r.server, "manager")).deviceTokenId, { kind: "terminal" }),
  revokeDevice: async (r) => at((await pairDevice(r.server, "manager")).deviceTokenId),
  exchangeDeviceToken: async (r) => ({
    body: { deviceToken: (await pairDevice(r.server, "user")).deviceToken },
  }),
  endOwnOtherSessions: async (r) => ({ as: (await loggedIn(r)).client }),
  endOwnSession: async (r) => {
    const { userName, client: as } = await loggedIn(r);
    await firstStep(r.server, userName, PASSWORD);
    const sessions: { id: number; isCurrent: boolean }[] = await r.made(as.get("/api/me/sessions"));
    return { as, path: [sessions.find(({ isCurrent }) => !isCurrent)?.id ?? 0] };
  },
  endUserSessions: async (r) => at((await r.person()).oid),
  endUserSession: async (r) => {
    const { userName, oid } = await r.person();
    await firstStep(r.server, userName, PASSWORD);
    const [session] = await r.made(r.admin.get(`/api/users/${oid}/sessions`));
    return { path: [oid, session.id] };
  },
  // People, keys and webhooks.
  createUser: (r) => ({
    body: { userName: r.unique(), firstName: "Ada", lastName: "Novak", roles: ["User"], password: PASSWORD },
  }),
  updateUser: async (r) => at((await r.person()).oid, { firstName: "Eva" }),
  deactivateUser: async (r) => at((await r.person()).oid),
  setUserSecrets: async (r) => at((await r.person()).oid, { password: "another secret of words" }),
  createServiceAccount: (r) => ({ body: { name: r.unique(), scopes: ["articles:read"] } }),
  updateServiceAccount: (r) => at(account(r), { name: r.unique() }),
  deleteServiceAccount: (r) => at(account(r)),
  rotateApiKey: (r) => at(account(r), {}),
  revokeApiKey: async (r) => {
    const id = await account(r);
    const created = await r.made(r.admin.post(`/api/service-accounts/${id}/keys`, {}));
    return { path: [id, created.account.keys[0].id ?? created.account.keys[0].oid] };
  },
  createWebhook: (r) => ({ body: { name: r.unique(), url: "http://127.0.0.1:1999/hook" } }),
  getWebhook: (r) => at(webhook(r)),
  updateWebhook: (r) => at(webhook(r), { name: r.unique() }),
  deleteWebhook: (r) => at(webhook(r)),
  rotateWebhookSecret: (r) => at(webhook(r), { overlapHours: 1 }),
  testWebhook: (r) => at(webhook(r)),
  listWebhookDeliveries: (r) => at(webhook(r)),
  retryWebhookDeliveries: (r) => at(webhook(r)),
  // Lists.
  ...listRequests(),
  createCustomField: (r) => ({ body: { name: r.unique(), type: "choice", choices: ["red", "blue"] } }),
  getCustomField: (r) => at(field(r)),
  updateCustomField: (r) => at(field(r), { name: r.unique() }),
  deleteCustomField: (r) => at(field(r)),
  getCustomFieldUses: (r) => at(field(r)),
  // Articles.
  createArticle: (r) => ({ body: { code: r.unique(), name: "x", categoryId: 1, typeId: 1, stateId: 1 } }),
  createFullArticle: async (r) => ({
    body: {
      code: r.unique(),
      name: "x",
      categoryId: 1,
      typeId: 1,
      stateId: 1,
      note: "n",
      locations: [{ locationId: await r.location(), quantity: 2 }],
    },
  }),
  getArticleByCode: () => ({ query: "?code=A000010" }),
  updateArticle: (r) => at(r.article(), { name: "y" }),
  updateFullArticle: (r) => at(r.article(), { note: "y" }),
  deleteArticle: (r) => at(r.article()),
  proposeArticle: () => ({ body: { name: "Lamp", articleCategoryID: 1, articleTypeID: 1 } }),
  removeArticleCode: (r) => at(CODE(r)),
  moveArticleStock: async (r) => {
    const { articleId, locationId } = await r.stocked();
    return at(articleId, { fromLocationId: locationId, toLocationId: await r.location(), quantity: 1 });
  },
  bulkDeleteArticles: async (r) => ({ body: { ids: [await r.article()] } }),
  bulkEditArticles: async (r) => ({ body: { ids: [await r.article()], changes: { stateId: 2 } } }),
  createDisposalRequest: async (r) => ({ body: { articleId: await r.article() } }),
  deleteDisposalRequest: async (r) => ({ ...(await at(disposal(r))), as: r.user }),
  approveDisposalRequest: (r) => at(disposal(r), {}),
  rejectDisposalRequest: (r) => at(disposal(r), { reason: "no" }),
  createTransferRequest: async (r) => ({
    body: { articleId: (await r.stocked()).articleId, targetLocationId: await r.location() },
  }),
  deleteTransferRequest: async (r) => ({ ...(await at(transfer(r))), as: r.user }),
  confirmTransferRequest: (r) => at(transfer(r), {}),
  rejectTransferRequest: (r) => at(transfer(r), { reason: "no" }),
  getAssetProposal: (r) => at(proposal(r)),
  approveAssetProposal: async (r) => at(proposal(r), { code: r.unique(), stateId: 1 }),
  rejectAssetProposal: (r) => at(proposal(r), { reason: "no" }),
  // Custody.
  submitCustodyOperation: async (r) => ({
    as: r.user,
    body: {
      operationId: randomUUID(),
      kind: "start",
      articleId: await r.article(),
      userId: 3,
      at: new Date().toISOString(),
    },
  }),
  startCustody: async (r) => ({ body: { articleId: await r.article(), userId: 3 } }),
  getCustody: (r) => at(custody(r)),
  dismissRejectedCustody: async (r) => {
    const articleId = await r.article();
    for (const [userId, minutes] of [
      [3, 20],
      [1, 25],
    ] as const) {
      const operation = { operationId: randomUUID(), kind: "start", articleId, userId };
      const sentAt = new Date(Date.now() - minutes * 60_000).toISOString();
      await r.made(r.user.post("/api/custodies/operations", { ...operation, at: sentAt }));
    }
    const [rejected] = await r.made(r.admin.get("/api/custodies/rejected"));
    return at(rejected.oid);
  },
  updateCustody: (r) => at(custody(r), { dueDate: "2030-01-31" }),
  endCustody: (r) => at(custody(r), {}),
  getCustodyProtocol: (r) => at(custody(r)),
  addCustodyPhoto: async (r) => ({
    body: form([["custodyId", String(await custody(r))], ["kind", "start"], await photoPart()]),
  }),
  // Locations and stocktakes.
  updateLocation: (r) => at(r.location(), { name: "x" }),
  deleteLocation: (r) => at(r.location()),
  deleteRefillRule: (r) => at(rule(r)),
  createInventory: async (r) => ({ body: { name: r.unique(), locationId: (await r.stocked()).locationId } }),
  updateInventory: async (r) => at((await r.stocktake("create")).oid, { name: "x" }),
  prepareInventory: async (r) => at((await r.stocktake("create")).oid),
  startInventory: async (r) => at((await r.stocktake("prepare")).oid),
  finishInventory: async (r) => at((await r.stocktake("start")).oid),
  processInventory: async (r) => at((await r.stocktake("finish")).oid),
  closeInventory: async (r) => at((await r.stocktake("process")).oid),
  approveInventoryItems: async (r) => at((await r.stocktake("process")).oid),
  approveInventory: async (r) => at((await r.stocktake("process")).oid),
  previewInventoryClose: async (r) => at((await r.stocktake("process")).oid),
  approveInventoryItem: async (r) =>
    at((await r.stocktake("process")).items[0]?.oid ?? 0, { isApproved: true }),
  updateInventoryItem: async (r) => ({
    body: { oid: (await r.stocktake("start")).items[0]?.oid, inventoryQuantity: 2 },
  }),
  waiveSecondCounts: async (r) => {
    const { locationId } = await r.stocked();
    const { oid } = await r.made(
      r.admin.post("/api/inventories", { name: r.unique(), locationId, secondCount: { pieces: 1 } }),
    );
    for (const step of ["prepare", "start", "finish", "process"])
      await r.made(r.admin.put(`/api/inventories/${oid}/${step}`));
    return at(oid, { reason: "One person only" });
  },
  updateInventoryFrame: async (r) =>
    at((await r.stocktake("start")).oid, {
      purpose: "handover",
      decisiveDay: "2026-01-31",
      countBegunDT: "2026-01-30T06:00:00Z",
      countEndedDT: "2026-01-31T14:00:00Z",
      method: "physical",
      committee: [{ role: "chair", name: r.unique() }],
      handover: { from: { userId: 2 }, to: { name: r.unique() } },
    }),
  setItemMethod: async (r) => {
    const { oid, items } = await r.stocktake("finish");
    return at(oid, { itemIds: [items[0]?.oid], method: "documents" });
  },
  explainDifferences: async (r) => {
    const { oid, items } = await r.stocktake("finish");
    return at(oid, { itemIds: [items[0]?.oid], settlement: "bookError", cause: r.unique() });
  },
  getInventorySeal: (r) => at(sealedStocktake(r)),
  checkSealedFile: async (r) => {
    const { bytes } = await r.admin.get(`/api/inventories/${await sealedStocktake(r)}/seal?format=json`);
    return { body: form([["file", { bytes, fileName: "record.json" }]]) };
  },
  addInventoryAddendum: async (r) => at(await sealedStocktake(r), correction(r)),
  getInventoryAddendum: async (r) => {
    const oid = await sealedStocktake(r);
    const { number } = await r.made(r.admin.post(`/api/inventories/${oid}/addenda`, correction(r)));
    return { path: [oid, number] };
  },
  countPlanRecords: () => ({ body: { selection: { kind: "notCounted" } } }),
  createCountPlan: async (r) => ({ body: plan(r, await r.location()) }),
  listCountPlanRuns: () => ({ query: "?from=2026-01-01&to=2026-12-31" }),
  getCountPlan: (r) => at(countPlan(r)),
  updateCountPlan: async (r) => at(countPlan(r), plan(r, await r.location())),
  deleteCountPlan: (r) => at(countPlan(r)),
  getCountOperation: async (r) => ({ path: [await unknownCode(r)] }),
  applyCountOperation: async (r) => ({ path: [await late(r)] }),
  // Photos and files.
  deletePhoto: async (r) => {
    const { items } = await r.stocktake("start");
    const parts = [["inventoryItemId", String(items[0]?.oid)] as const, await photoPart()];
    return at((await r.made(r.file("/api/photoarticleinventory", parts))).oid);
  },
  addInventoryItemPhoto: async (r) => ({
    body: form([["inventoryItemId", String((await r.stocktake("start")).items[0]?.oid)], await photoPart()]),
  }),
  listUnknownCodePhotos: async (r) => ({ path: [await unknownCode(r)] }),
  addUnknownCodePhoto: async (r) => ({
    body: form([["operationId", await unknownCode(r)], await photoPart()]),
  }),
  addArticlePhoto: async (r) => ({
    body: form([["articleId", String(await r.article())], await photoPart()]),
  }),
  getAttachment: (r) => at(attachment(r)),
  deleteAttachment: (r) => at(attachment(r)),
  addAttachment: () => ({
    body: form([
      ["articleId", "1"],
      ["file", { bytes: PDF, fileName: "manual.pdf" }],
    ]),
  }),
  // Printing.
  createPrinter: (r) => ({
    body: { name: r.unique(), ipAddress: "127.0.0.1", port: 9, printerTypeId: ZPL, isActive: false },
  }),
  updatePrinter: (r) => at(r.printer(), { isActive: false }),
  deletePrinter: (r) => at(r.printer()),
  createLabelFormat: (r) => ({ body: { name: r.unique(), template: TEMPLATE, printerTypeId: ZPL } }),
  updateLabelFormat: (r) => at(r.format(), { name: r.unique() }),
  deleteLabelFormat: (r) => at(r.format()),
  downloadLabelFile: (r) => at(r.format({ layout: LAYOUT })),
  createLabelFromFile: async (r) => {
    const file = await r.made(r.admin.get(`/api/printingformats/${await r.format({ layout: LAYOUT })}/file`));
    return { body: { ...file, name: r.unique() } };
  },
  previewLabel: () => ({
    body: { template: TEMPLATE, printerTypeId: ZPL, articleId: 1, widthMm: 60, heightMm: 30, dpi: 203 },
  }),
  previewLabelLayout: () => ({ body: { layout: LAYOUT, subject: "article", dpi: 203, articleId: 1 } }),
  previewPrintRequest: (r) => at(r.label()),
  printLabels: async (r) => ({
    body: { articleId: 1, printerId: await r.printer(), labelFormatId: await r.format() },
  }),
  printLocationLabels: locationLabels,
  printLabelsOfArticles: async (r) => ({
    body: { ids: [await r.article()], printerId: await r.printer(), labelFormatId: await r.format() },
  }),
  printLabelsOfLocations: locationLabels,
  getPrintRequest: (r) => at(r.label()),
  cancelPrintRequest: (r) => at(r.label()),
  retryPrintRequest: async (r) => {
    const oid = await r.label();
    await r.made(r.admin.post(`/api/printrequests/${oid}/cancel`));
    return at(oid);
  },
  makeSheetOfArticles: async (r) => ({
    body: { ids: [await r.article()], labelFormatId: await r.format({ layout: LAYOUT }), sheet: "L7160" },
  }),
  printTestLabel: (r) => at(r.printer()),
  // The server.
  createBackupDownload: () => ({ body: { passphrase: null } }),
  getBackupDownload: async (r) => at((await download(r)).id),
  cancelBackupDownload: async (r) => at((await download(r)).id),
  downloadBackupByLink: async (r) => {
    const { url } = await download(r);
    return { query: `?${String(url).split("?")[1]}` };
  },
  beginRestoreUpload: () => ({ body: { bytes: 1024 } }),
  getRestoreUpload: upload,
  cancelRestoreUpload: upload,
  appendRestoreUpload: async (r) => ({
    ...(await upload(r)),
    query: "?offset=0",
    body: new Uint8Array(512),
  }),
  getCertificateAuthority: async () => ({ as: (await startHttpsServer()).anonymous }),
  getCertificateAuthorityProfile: async () => ({ as: (await startHttpsServer()).anonymous }),
  setUp: async () => {
    const { as, code } = await emptyServer();
    const person = { userName: "ada", firstName: "Ada", lastName: "Novak", password: PASSWORD };
    return { as, body: { code, tenantName: "First", ...person } };
  },
  beginSetupRestore: async () => ({ ...(await emptyServerWithUpload()), body: UPLOADED }),
  getSetupRestore: restoringEmptyServer,
  cancelSetupRestore: restoringEmptyServer,
  confirmSetupRestore: async () => {
    const { as, headers } = await restoringEmptyServer();
    const { id } = await eventually(async () => {
      const { body } = await as.get("/api/setup/restore", headers);
      if (body.state === "reading") throw new Error("still reading");
      return body;
    });
    return { as, headers, body: { id } };
  },
  beginSetupUpload: async () => {
    const { as, headers } = await emptyServer();
    return { as, headers, body: { bytes: 1024 } };
  },
  getSetupUpload: setupUpload,
  cancelSetupUpload: setupUpload,
  appendSetupUpload: async () => ({
    ...(await setupUpload()),
    query: "?offset=0",
    body: new Uint8Array(512),
  }),
  confirmRestore: async () => {
    const server = await startServer();
    await server.halt();
    writeFileSync(join(server.folder, "restored"), "");
    await server.restart();
    return { as: await logInWithPassword(server, "admin", "admin-demo"), body: { all: true } };
  },
  beginBackupRestore: async () => {
    const server = await startRestorable(inject("demoFolder"));
    return { as: await logInWithPassword(server, "admin", "admin-demo"), body: FOLDER_COPY };
  },
  getBackupRestore: async () => ({ as: await restoring() }),
  cancelBackupRestore: async () => ({ as: await restoring() }),
  confirmBackupRestore: async () => {
    const as = await restoring();
    const { body } = await as.get(CURRENT);
    return { as, body: { id: body.id, password: "admin-demo" } };
  },
  beginStandbyPairing: async () => ({ as: await (await startTestMachine("demo")).as("admin") }),
  testMailServer: async () => {
    const [server, smtp] = [await startServer(), await startSmtpServer()];
    const as = await logInWithPassword(server, "admin", "admin-demo");
    await as.put("/api/settings/mail-server", settingsFor(smtp));
    await as.put("/api/me/notices", { email: "jana@example.com" });
    return { as };
  },
  retryNoticeMail: waitingMail,
  deleteNoticeMail: waitingMail,
  createSampleData: async () => ({ as: (await newCompany()).admin }),
  deleteSampleData: async () => {
    const { admin } = await newCompany();
    await admin.post("/api/sample");
    return { as: admin };
  },
  searchManual: () => ({ query: "?search=stocktake" }),
  searchSites: () => ({ query: "?text=chair" }),
  scanCode: () => ({ query: "?text=A000010" }),
  findArticlesById: () => ({ query: "?id=1" }),
  findArticlesByCode: () => ({ query: "?code=A000010" }),
  findArticlesBySerialNumber: () => ({ query: "?serialNo=SN" }),
  findArticlesByRfid: () => ({ query: "?rfId=E2" }),
  findArticlesByName: () => ({ query: "?name=chair" }),
  findLocationsByName: () => ({ query: "?name=hall" }),
  findInventoriesById: () => ({ query: "?id=1" }),
  findInventoriesByName: () => ({ query: "?name=a" }),
  findInventoryItemsByLocation: async (r) => {
    const { oid, locationId } = await r.stocktake("start");
    return { path: [oid], query: `?locationId=${locationId}` };
  },
  getInventoryItemAsOf: async (r) => at((await r.stocktake("process")).items[0]?.oid ?? 0),
  getInventoryReport: async (r) => at((await r.stocktake("process")).oid),
  retryWebhookDelivery: async (r) => {
    const oid = await webhook(r);
    await recordRecovered(r.server);
    const delivery = await eventually(async () => {
      const [first] = await r.made(r.admin.get(`/api/webhooks/${oid}/deliveries`));
      if (first === undefined) throw new Error("no delivery yet");
      return first.oid ?? first.id;
    });
    return { path: [oid, delivery] };
  },
  updateSettings: () => ({ body: { siteName: "Riverside" } }),
  updateCompany: (r) => ({
    body: {
      legalName: r.unique(),
      seat: r.unique(),
      registrationNumber: "12345678",
      taxNumber: "CZ12345678",
      law: "CZ",
      balanceSheetDay: "12-31",
      retentionYears: 10,
    },
  }),
  updateMailServer: () => ({
    body: { host: "127.0.0.1", port: 9, security: "none", fromAddress: "tallybox@example.com" },
  }),
  updateOwnNotices: () => ({ body: { email: "jana@example.com", digestHour: 7 } }),
  createBackupTarget: (r) => ({ body: { name: r.unique(), destination: backupFolder() } }),
  updateBackupTarget: (r) => at(target(r), { name: r.unique() }),
  testBackupTarget: (r) => at(target(r)),
  listBackupRuns: (r) => at(target(r)),
  runBackup: (r) => at(target(r)),
  runBackupProof: async (r) => {
    const oid = await target(r);
    await r.made(r.admin.post(`/api/backup/targets/${oid}/runs`));
    await eventually(async () => {
      const runs: { endedDT: string | null; error: string | null }[] = await r.made(
        r.admin.get(`/api/backup/targets/${oid}/runs`),
      );
      if (!runs.some(({ endedDT, error }) => endedDT !== null && error === null))
        throw new Error("no backup yet");
    });
    return at(oid);
  },
  listBackupSnapshots: (r) => at(target(r)),
  deleteBackupTarget: (r) => at(target(r)),
  // Imports, sample data and jobs.
  createImport: () => ({
    body: form([
      ["kind", "locations"],
      ["file", { bytes: Buffer.from("Path\nNew hall"), fileName: "list.csv" }],
    ]),
  }),
  getImport: (r) => at(imported(r)),
  updateImport: (r) => at(imported(r), { headerRow: 1 }),
  cancelImport: (r) => at(imported(r)),
  streamImportProgress: (r) => at(imported(r)),
  applyImport: (r) => at(imported(r)),
  exportImportErrors: (r) => at(imported(r, "Path,Code\n,x")),
  exportNotImported: async (r) => {
    const rows = "HB.import_ref,HB.name,HB.asset_id,HB.location\nr-1,Drill,000-001,Hall";
    const parts = [
      ["kind", "articles"] as const,
      ["file", { bytes: Buffer.from(rows), fileName: "homebox.csv" }] as const,
    ];
    return at((await r.made(r.file("/api/imports", parts))).id);
  },
  deleteUpgradeBundle: async () => {
    const server = await startServer({ upgradePlaces: createMachine().places });
    return { as: await logInWithPassword(server, "admin", "admin-demo") };
  },
  getImportTemplate: () => ({ path: ["articles"] }),
  undoJob: finishedJob,
  getJob: finishedJob,
};
