import { z } from "zod";
import { type Endpoint, publicBatch, publicQuery } from "../../http/endpoint/endpoint.ts";
import { secret, text } from "../../http/endpoint/fields.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { recordEvent } from "../../security-log/event.ts";
import { siteFields } from "../../settings/routes.ts";
import { changeSettings } from "../../settings/settings.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { hashNewSecrets } from "../accounts/user-changes.ts";
import { newPassword, newPin, rotation, sessionClient } from "../accounts/user-fields.ts";
import type { Logins } from "../login/login.ts";
import { countersIn } from "../rate-limit/counter-store.ts";
import { refundLoginAttempt } from "../rate-limit/rate-limit.ts";
import { assertPinLength } from "../secrets/secret-rules.ts";
import { AuthResponse } from "../shapes.ts";
import type { AccessDependencies } from "../tokens/tokens.ts";
import { findUser, hasUsers } from "../users/users.ts";
import { assertNotSetUp, assertSetupCode, removeSetupCode, setUp } from "./setup.ts";

const Setup = namedObject("Setup", {
  isNeeded: z.boolean().describe("true until the server has its first user"),
});

/** The set-up of a new server: makes the first tenant and its Admin, once. */
export function setupRoutes(
  dependencies: AccessDependencies,
  logins: Pick<Logins, "recordLogin">,
): Endpoint[] {
  const { storage, clock, tokens } = dependencies;
  return [
    publicQuery("GET", "/api/setup", {
      operationId: "getSetupState",
      summary: "Whether the server still needs to be set up",
      response: Setup,
      run: () => ({ kind: "json", body: { isNeeded: !hasUsers(storage.db) } }),
    }),
    publicBatch("POST", "/api/setup", {
      operationId: "setUp",
      summary: "Sets up the server with the one-time set-up code",
      description:
        "404 as soon as the server has a user. `siteName` and `language` are saved as settings (`/api/settings`); without them the defaults apply. Categories, types, currencies, disposal methods and disposal reasons get starter values in that language.",
      status: 201,
      body: {
        code: secret(),
        tenantName: text(),
        userName: text(),
        firstName: text(),
        lastName: text(),
        password: newPassword(),
        pin: newPin().nullable().optional(),
        client: sessionClient(),
        rotation: rotation(),
        ...siteFields,
      },
      response: AuthResponse,
      errors: { 401: "wrong code", 404: "the server is already set up", 429: "too many wrong codes" },
      assertOpen: () => assertNotSetUp(storage.db),
      async run(input) {
        const { body, address } = input;
        assertPinLength(["Admin"], body.pin);
        const attempt = await assertSetupCode(dependencies, body.code, address);
        const { passwordHash = null, pinHash = null, pinDigits = null } = await hashNewSecrets(body);
        const setUpTenant = (tx: Tx) => {
          assertNotSetUp(tx);
          refundLoginAttempt(countersIn(tx), attempt, ["setup-address"]);
          const { userName, firstName, lastName, siteName, language } = body;
          changeSettings(tx, { siteName, language });
          const admin = { userName, firstName, lastName, passwordHash, pinHash, pinDigits };
          const userId = setUp(tx, body.tenantName, admin, language ?? "en");
          const tenantId = findUser(tx, userId)?.tenantId ?? null;
          recordEvent(tx, { kind: "setup", tenantId, userId });
          return userId;
        };
        const oid = await storage.write(null, setUpTenant, { address });
        await storage.durable();
        removeSetupCode(storage.folder);
        const admin = findUser(storage.db, oid);
        if (admin === null) throw new Error("the new Admin no longer exists");
        const authTime = Math.floor(clock.now() / 1000);
        const { client } = body;
        const login = { user: admin, device: null, authTime, methods: ["pwd"] as const, client };
        return {
          kind: "json",
          body: await tokens.logIn({ ...login, rotation: body.rotation ?? false }),
          setCookie: await logins.recordLogin(admin, input),
        };
      },
    }),
  ];
}
