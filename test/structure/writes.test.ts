import { expect, test } from "vitest";
import type { Endpoint } from "../../src/http/endpoint/endpoint.ts";
import { startServer } from "../harness/server.ts";

// Lost updates and repeated requests: every record that is updated has a tag, and every creation takes an `Idempotency-Key`.

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const takesKey = ({ handler }: Endpoint) =>
  "usesIdempotencyKey" in handler && handler.usesIdempotencyKey !== false;
const hasRecord = ({ handler }: Endpoint) => "hasRecord" in handler && handler.hasRecord;

/** Why an update has no tag. */
const UNTAGGED: Readonly<Record<string, string>> = {
  "PUT /api/articles/bulk-delete":
    "many records; the console compares before it deletes a single one, and the job can be undone",
  "PUT /api/articles/bulk-edit":
    "sets the same values on all that are selected, and compares `expectedCount`",
  "PUT /api/backup/restores/current/confirm": "one at a time: the state decides",
  "PUT /api/device-auth/device/unsent": "a terminal's report of itself",
  "PUT /api/jobs/{id}/cancel": "the state decides: a second one is refused",
  "PUT /api/jobs/{id}/undo": "the state decides: a second one is refused",
  "PUT /api/me/secrets": "needs the secret that it replaces",
  "PUT /api/notices/mails/{id}/retry": "the state decides: a second one is refused",
  "PUT /api/restore-confirmation": "possible once",
  "PUT /api/settings/https": "sets one property to the value that the user has chosen",
  "PUT /api/setup/restore/confirm": "one at a time: the state decides",
  "PUT /api/standby/override": "sets one property to the value that the user has chosen",
  "PUT /api/standby/promotion": "the state decides: a second one is refused",
  "PUT /api/upgrade/begin": "one at a time: the state decides",
  "PUT /api/upgrade/fetch": "one at a time: the state decides",
  "PUT /api/upgrade/return": "one at a time: the state decides",
  "PUT /api/upgrade/seen": "sets one property to the value that the user has chosen",
  "PUT /api/users/{id}/unlock": "sets one property to the value that the user has chosen",
  "PUT /api/backup/restores/uploads/{id}": "a part of a file, at its offset",
  "PUT /api/setup/restore/uploads/{id}": "a part of a file, at its offset",
};

/** Why an update has a tag, and its record no GET. */
const WITHOUT_GET: Readonly<Record<string, string>> = {
  "PUT /api/device-auth/tokens/{id}": "sets one property to the value that the user has chosen",
};

/** Why a creation takes no key. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  "POST /api/backup/downloads": "a file for one download, deleted when it ends",
  "POST /api/backup/restores": "one at a time: a second one is 409",
  "POST /api/backup/restores/uploads": "replaces the upload before",
  "POST /api/setup/restore": "one at a time: a second one is 409",
  "POST /api/setup/restore/uploads": "replaces the upload before",
  "POST /api/backup/targets/{id}/proofs": "one at a time for a target",
  "POST /api/backup/targets/{id}/runs": "one at a time for a target",
  "POST /api/box/checks": "a check changes nothing but its own result",
  "POST /api/imports": "a check of a file, which changes nothing",
  "POST /api/setup": "possible once",
  "POST /api/setup/standby": "possible once",
  "POST /api/standby/pairing": "a further code ends the code before",
  "POST /api/upgrade/bundle": "replaces the bundle before",
};

const { appliance } = await startServer({ empty: true, keep: true });
const { endpoints } = appliance;

test("every PUT compares `If-Match`, or its reason is listed", () => {
  const untagged = endpoints
    .filter((endpoint) => endpoint.method === "PUT" && !hasRecord(endpoint))
    .map(nameOf);
  expect(untagged.sort()).toEqual(Object.keys(UNTAGGED).sort());
});

test("every record that has a PUT has a GET, and its PUT and DELETE compare `If-Match`", () => {
  const updates = endpoints.filter(({ method, path }) => method === "PUT" && /\/\{\w+\}$/.test(path));
  expect(updates.length).toBeGreaterThan(20);
  const named = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));
  const untagged = updates.flatMap((update) => {
    const { path } = update;
    const remove = named.get(`DELETE ${path}`);
    return hasRecord(update) && named.has(`GET ${path}`) && (remove === undefined || hasRecord(remove))
      ? []
      : [nameOf(update)];
  });
  const isUpdate = (name: string) => updates.some((one) => nameOf(one) === name);
  const known = [...Object.keys(UNTAGGED).filter(isUpdate), ...Object.keys(WITHOUT_GET)];
  expect(untagged.sort()).toEqual(known.sort());
});

test("every creation takes an `Idempotency-Key`", () => {
  const creations = endpoints.filter(({ method, status }) => method === "POST" && status === 201);
  expect(creations.length).toBeGreaterThan(30);
  const without = creations.filter((creation) => !takesKey(creation)).map(nameOf);
  expect(without.sort()).toEqual(Object.keys(WITHOUT_KEY).sort());
});
