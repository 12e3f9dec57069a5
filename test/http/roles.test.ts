import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "../../src/http/endpoint/endpoint.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import { PAGES } from "../harness/pages.ts";
import { sharedServer } from "../harness/server.ts";
import { pairSharedTerminal } from "../security/terminal.ts";
import { GOOD_BODIES } from "./good-bodies.ts";
import { DECIDED_LATER, EXCEPTIONS, keyOf, type Who, whoMayCall } from "./roles-table.ts";

/** A record of tenant 1 for each kind of id in a path. */
const OWN: readonly [RegExp, number][] = [
  [/device-auth\/tokens/, 1],
  [/articlestates/, 5],
  [/articles\/my-/, 3],
  [/custodies\/people/, 3],
  [/inventories\/items/, 101],
  [/inventories/, 3],
  [/articleproposals/, 521],
  [/./, 1],
];
const idFor = (path: string) => OWN.find(([pattern]) => pattern.test(path))?.[1] ?? 1;
const withId = (path: string, id: number | string) => path.replace(/\{\w+\}/, String(id));
const isAllowed = (who: Who, roles: readonly string[]) => {
  // These users are of the first tenant.
  if (who === "administer" || who === "server") return roles.includes("Admin");
  if (who === "manage") return roles.includes("Admin") || roles.includes("Manager");
  return who === "terminal" || roles.length > 0;
};

const clients = new Map<string, Client>();
const server = sharedServer();
beforeAll(async () => {
  for (const name of ["admin", "manager", "user", "both", "admin2", "user2"])
    clients.set(name, await server.as(name));
  // A state of tenant 1's own: the others are global.
  await client("manager").post("/api/articlestates", { name: "On loan" });
  // A proposed article of tenant 1.
  const proposal = { name: "Lamp", articleCategoryID: 1, articleTypeID: 1 };
  expect((await client("user").post("/api/articles/pwa-request", proposal)).body.oid).toBe(521);
  // A custody of tenant 1.
  await client("user").post("/api/custodies", { articleId: 1, userId: 3 });
  // A device of tenant 1, so that its id can be tried from tenant 2.
  const { body } = await client("user").post("/api/device-auth/generate-code");
  await server.anonymous.post("/api/device-auth/activate", { code: body.code });
  clients.set("shared terminal", (await pairSharedTerminal(server)).device);
});

function client(name: string): Client {
  const found = clients.get(name);
  if (!found) throw new Error(`no client ${name}`);
  return found;
}
function call(
  as: Client,
  { method, path }: Endpoint,
  id: number | string = idFor(path),
): Promise<ApiResponse> {
  return as.send(method, withId(path, id), method === "GET" || method === "DELETE" ? undefined : {});
}
/** Calls that would change the record which the others need, or end the login. */
const isFinal = ({ method, path }: Endpoint) =>
  method === "DELETE" ||
  /(start|postpone|finish|prepare|process|approve|close|reopen|cancel|logout)$/.test(path);
/** The Admin's own record is used, which this path always refuses. */
const isOfOneself = (endpoint: Endpoint) => keyOf(endpoint) === "PUT /api/users/{id}/secrets";

test("each endpoint declares the permission of the table", () => {
  const { endpoints } = server.appliance;
  const compared = endpoints.filter((endpoint) => !DECIDED_LATER.includes(keyOf(endpoint)));
  expect(compared.map((endpoint) => [keyOf(endpoint), endpoint.permission])).toEqual(
    compared.map((endpoint) => [keyOf(endpoint), whoMayCall(endpoint)]),
  );
  const known = endpoints.map(keyOf);
  expect([...EXCEPTIONS, ...DECIDED_LATER].filter((key) => !known.includes(key))).toEqual([]);
});

test("a server that must not change data permits logins, reports of errors and the pair itself", () => {
  const permitted = server.appliance.endpoints.filter(({ isAllowedReadOnly }) => isAllowedReadOnly);
  expect(permitted.map(({ operationId }) => operationId).sort()).toEqual([
    "addSecondFactor",
    "beginStandbyPairing",
    "checkPin",
    "createTotpKey",
    "exchangeDeviceToken",
    "getPasskeyCreationOptions",
    "getPasskeyRequestOptions",
    "loginAtTerminal",
    "loginByNameAndPin",
    "loginByPassword",
    "loginByPin",
    "logout",
    "overrideStandby",
    "promoteStandby",
    "refreshTokens",
    "removeStandby",
    "reportClientError",
    "verifySecondFactor",
  ]);
});

test("the description has exactly these routes too, except for pages and their parts", async () => {
  const { body } = await server.anonymous.get("/api/openapi.json");
  const described = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const api = server.appliance.endpoints.filter((endpoint) => !PAGES.includes(endpoint.path));
  expect(described.sort()).toEqual(api.map(keyOf).sort());
});

test("without a token every route except the open ones is 401, whatever the id", async () => {
  for (const endpoint of server.appliance.endpoints) {
    const response = await call(server.anonymous, endpoint, "1");
    if (whoMayCall(endpoint) === "anyone") expect(response.status, keyOf(endpoint)).not.toBe(403);
    else {
      expect(response.status, keyOf(endpoint)).toBe(401);
      expect(response.headers.get("www-authenticate"), keyOf(endpoint)).toBe("Bearer");
    }
  }
});

describe.each([
  ["user", ["User"]],
  ["manager", ["Manager"]],
  ["both", ["Manager", "User"]],
  ["admin", ["Admin"]],
  ["shared terminal", []],
])("%s", (name, roles) => {
  test("is refused with 403 exactly where the table says so", async () => {
    for (const endpoint of server.appliance.endpoints) {
      const who = whoMayCall(endpoint);
      if (who === "anyone" || (isFinal(endpoint) && isAllowed(who, roles))) continue;
      const id = isOfOneself(endpoint) ? 2 : idFor(endpoint.path);
      const response = await call(client(name), endpoint, id);
      // The role may, after the password was entered again.
      const isRefused = response.status === 403 && response.body.reason !== "recentLogin";
      expect(isRefused, `${keyOf(endpoint)}: ${response.status}`).toBe(!isAllowed(who, roles));
      expect(response.status, keyOf(endpoint)).toBeLessThan(500);
    }
  });
});

test("an id of another tenant gets the same response as one that does not exist", async () => {
  let tried = 0;
  for (const endpoint of server.appliance.endpoints) {
    if (!endpoint.path.includes("{")) continue;
    const foreign = await call(client("admin2"), endpoint);
    const absent = await call(client("admin2"), endpoint, "123456789");
    if (foreign.status === 400) {
      // The body is checked before the record: a table below uses valid bodies.
      expect(absent.body.errors, keyOf(endpoint)).toEqual(foreign.body.errors);
      continue;
    }
    tried++;
    // The server's own routes belong to no other tenant.
    expect(foreign.status, keyOf(endpoint)).toBe(endpoint.permission === "server" ? 403 : 404);
    expect({ ...foreign.body, requestId: "" }, keyOf(endpoint)).toEqual({ ...absent.body, requestId: "" });
  }
  expect(tried).toBeGreaterThan(20);
});

test.each(GOOD_BODIES)(
  "%s %s of another tenant is 404 with a valid body too, and changes nothing",
  async (method, path, body) => {
    const response = await client("admin2").send(method, path, body);
    expect(response.status).toBe(404);
  },
);

const FOREIGN_REFERENCES: readonly [string, string, object, string][] = [
  ["POST", "/api/articles", { code: "X1", name: "x", categoryId: 1, typeId: 5, stateId: 1 }, "categoryId"],
  ["POST", "/api/articles", { code: "X1", name: "x", categoryId: 4, typeId: 1, stateId: 1 }, "typeId"],
  [
    "POST",
    "/api/articles",
    { code: "X1", name: "x", categoryId: 4, typeId: 5, stateId: 1, userId: 3 },
    "userId",
  ],
  [
    "POST",
    "/api/articles",
    { code: "X1", name: "x", categoryId: 4, typeId: 5, stateId: 1, responsibleUserId: 1 },
    "responsibleUserId",
  ],
  ["PUT", "/api/articles/501", { categoryId: 1 }, "categoryId"],
  [
    "POST",
    "/api/articles/pwa-request",
    { name: "x", articleCategoryID: 1, articleTypeID: 5 },
    "articleCategoryID",
  ],
  [
    "POST",
    "/api/articles/pwa-request",
    { name: "x", articleCategoryID: 4, articleTypeID: 5, currencyTypeID: 1 },
    "currencyTypeID",
  ],
  [
    "POST",
    "/api/articles/pwa-request",
    { name: "x", articleCategoryID: 4, articleTypeID: 5, userID: 3 },
    "userID",
  ],
  ["POST", "/api/articletransfers", { articleId: 1, targetLocationId: 41 }, "articleId"],
  ["POST", "/api/articletransfers", { articleId: 501, targetLocationId: 1 }, "targetLocationId"],
  [
    "POST",
    "/api/articletransfers",
    { articleId: 501, targetLocationId: 41, fromLocationId: 1 },
    "fromLocationId",
  ],
  ["POST", "/api/articledisposals", { articleId: 1 }, "articleId"],
  ["POST", "/api/articledisposals", { articleId: 501, disposalMethodId: 1 }, "disposalMethodId"],
  ["POST", "/api/articledisposals", { articleId: 501, disposalReasonId: 1 }, "disposalReasonId"],
  [
    "PUT",
    "/api/articles/501/locations",
    { locations: [{ locationId: 1, quantity: 1 }] },
    "locations.0.locationId",
  ],
  ["POST", "/api/articles/501/locations/move", { toLocationId: 1, quantity: 1 }, "toLocationId"],
  ["POST", "/api/locations", { name: "x", parentLocationId: 1 }, "parentLocationId"],
  ["PUT", "/api/locations/41", { parentLocationId: 1 }, "parentLocationId"],
  ["PUT", "/api/inventories/items/update", { oid: 101, inventoryQuantity: 1 }, "oid"],
  [
    "POST",
    "/api/inventories/10/items",
    { articleId: 1, inventoryQuantity: 1, inventoryLocationId: 41 },
    "articleId",
  ],
  [
    "POST",
    "/api/inventories/10/items",
    { articleId: 501, inventoryQuantity: 1, inventoryLocationId: 1 },
    "inventoryLocationId",
  ],
  ["POST", "/api/inventories", { name: "x", locationId: 1 }, "locationId"],
  ["POST", "/api/inventories", { name: "x", locationIds: [41, 1] }, "locationIds.1"],
  ["PUT", "/api/inventories/10", { locationIds: [1] }, "locationIds.0"],
  ["POST", "/api/pda/printing/print", { articleId: 1, printerId: 5, labelFormatId: 5 }, "articleId"],
  ["POST", "/api/pda/printing/print", { articleId: 501, printerId: 1, labelFormatId: 5 }, "printerId"],
  ["POST", "/api/pda/printing/print", { articleId: 501, printerId: 5, labelFormatId: 1 }, "labelFormatId"],
];
test.each(FOREIGN_REFERENCES)(
  "%s %s %j: the other tenant's record is 400 at %s",
  async (method, path, body, field) => {
    const response = await client("admin2").send(method, path, body);
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([{ path: field, message: expect.any(String) }]);
  },
);

test("the Admin of another tenant is refused wherever the table says that it is about the server", async () => {
  const about = server.appliance.endpoints.filter((endpoint) => whoMayCall(endpoint) === "server");
  const responses = await Promise.all(about.map((endpoint) => call(client("admin2"), endpoint)));
  const accepted = about.filter((_, index) => responses[index]?.status !== 403);
  expect(accepted.map(keyOf)).toEqual([]);
  expect(about.length).toBeGreaterThan(20);
});

test("lists and searches hold only the caller's tenant", async () => {
  const lists = [
    "/api/articles",
    "/api/locations",
    "/api/inventories?includeClosed=true",
    "/api/printingprinters",
    "/api/printingformats",
    "/api/pda/users",
  ];
  for (const path of lists) {
    const ids = async (name: string) =>
      (await client(name).get(path)).body.map((row: { oid?: number; id?: number }) => row.oid ?? row.id);
    const [one, two] = [await ids("user"), await ids("user2")];
    expect(one.length, path).toBeGreaterThan(0);
    expect(two.length, path).toBeGreaterThan(0);
    expect(
      one.filter((id: number) => two.includes(id)),
      path,
    ).toEqual([]);
  }
  expect((await client("user2").get("/api/articles/getbycode?code=A000001")).body?.oid ?? 0).not.toBe(1);
});
